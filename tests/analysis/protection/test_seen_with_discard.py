"""Seen cards where a card is discarded: plain loops over boards for sampled hands, limits, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.against_paytable.discard.best_play import discard_advice, game_of, pays_of
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.protection.against_paytable.discard.best_play import add_hand, plays_of
from tablelaw.analysis.protection.against_paytable.discard.informed_advice import advice_knowing
from tablelaw.analysis.protection.api import protect
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.solver import NotThisGame
from tablelaw.cards import PACK, RANKINGS, Card

BOOK = rulebooks.get("ma-colorado")
TERMS = BOOK.terms()
EVERY = ("community:1", "community:2", "community:3")


@cache
def seen(*items: str) -> Exposure:
    return protect(BOOK, items)


# --- Plain loops ---------------------------------------------------------------------------------------------


def plain_gains(hand: Sequence[Card], board: Sequence[Card]) -> list[Fraction | None]:
    """What each play gains with a board; None for one that the hand may not take."""
    game, pays = game_of(TERMS), pays_of(game_of(TERMS))
    initial, found = RANKINGS[game.initial].classify(hand), list[Fraction | None]()
    for play in game.plays:
        kept = [card for place, card in enumerate(hand) if place != (play.put_away or 0)]
        ranking = RANKINGS[game.final]
        final = ranking.classes.index(ranking.classify((*kept, *board)))
        found.append(pays[play, initial][final] if play.is_open(initial) else None)
    return found


def plain_sums(hand: Sequence[Card], left: Sequence[Card], known: Sequence[Card]) -> list[Fraction | None]:
    """The same summed over the boards that contain the known cards."""
    boards = [(*known, *more) for more in combinations(left, 3 - len(known))]
    columns = zip(*(plain_gains(hand, board) for board in boards), strict=True)
    return [None if None in column else sum(filter(None, column), Fraction(0)) for column in columns]


@pytest.mark.parametrize("known", [1, 2, 3])
def test_with_known_cards_every_play_is_worth_what_a_plain_loop_finds(known: int) -> None:
    cards = Random(known).sample(PACK, 3 + known + 30)
    hand, board, out = cards[:3], cards[3 : 3 + known], cards[3 + known :]
    left = [card for card in PACK if card not in cards]
    sums = plain_sums(hand, left, board)
    found = {(one.name): one.ev for one in advice_knowing(TERMS, hand, Known(board=board, out=out))}
    plays = zip(game_of(TERMS).plays, sums, strict=True)
    assert found == {
        play.name if play.put_away is None else f"{play.name}, discard {hand[play.put_away]}": total
        / comb(len(left), 3 - known)
        for play, total in plays
        if total is not None
    }


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_a_hand_takes_the_best_play_for_every_set_of_seen_cards(count: int) -> None:
    """Against the advice with these cards known, at sampled sets; all deals are counted."""
    game, pays = game_of(TERMS), pays_of(game_of(TERMS))
    plays, ranking = plays_of(game, pays), RANKINGS[game.initial]
    draw = Random(f"sets {count}")
    hand = draw.sample(PACK, 3)
    own = ranking.classes.index(ranking.classify(hand))
    ends, taken = np.zeros(plays.gains.shape, np.int64), np.zeros(len(game.plays), np.int64)
    add_hand(game, plays, np.array(hand, np.uint8), own, 1, count, ends, taken)
    assert ends.sum() == comb(49, 3) * comb(3, count) and taken.sum() == comb(49, count)
    left = [card for card in PACK if card not in hand]
    total = Fraction(0)
    for known in combinations(left, count) if count < 2 else ():
        total += advice_knowing(TERMS, hand, Known(board=known))[0].ev * comb(49 - count, 3 - count)
    found = sum(
        (pays[game.plays[play], ranking.classes[one]][final] * int(ends[play, one, final])
         for play, one, final in np.argwhere(ends).tolist()),
        Fraction(0),
    )  # fmt: skip
    assert count > 1 or found == total
    if count == 3:
        best = [max(gain for gain in plain_gains(hand, board) if gain is not None) for board in combinations(left, 3)]
        assert found == sum(best, Fraction(0))


# --- Limits --------------------------------------------------------------------------------------------------


def test_more_information_is_never_worth_less() -> None:
    values = [seen(*EVERY[:count]).value for count in range(4)]
    assert values == sorted(values) and len(set(values)) == 4
    assert values[0] == main_of(TERMS).ev


def test_it_does_not_matter_which_card_is_seen() -> None:
    assert seen("community:3").value == seen("community:1").value


def test_an_exposure_adds_up() -> None:
    found = seen("community:1")
    assert found.distribution is not None and found.distribution.total == comb(52, 3) * comb(49, 3) * 3
    assert sum(found.actions.values()) == 1 and found.value == found.distribution.mean and not found.is_simulated
    weights = [change.weight for change in found.changed]
    assert weights == sorted(weights, reverse=True) and 0 < sum(weights) < 1
    assert {change.honest.partition(",")[0] for change in found.changed} <= set(found.actions)


def test_with_nothing_known_every_play_is_worth_what_the_coach_says() -> None:
    hand = Random("coach").sample(PACK, 3)
    honest = {one.name: one.ev for one in discard_advice(TERMS, hand)}
    assert {one.name: one.ev for one in advice_knowing(TERMS, hand, Known())} == honest


def test_other_seats_are_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablelaw.analysis.protection.api.kept_as", lambda form, book, question, solved: solved())
    found = protect(BOOK, ["seats:5"])
    assert found.is_simulated and found.interval is not None and found.interval[0] <= found.value
    assert found.honest < found.value


def test_groups_and_both_kinds_together_are_refused() -> None:
    for items in (["community:1/QKA"], ["community:1", "seats:1"]):
        with pytest.raises(NotThisGame, match=r"seen.*community cards whose faces are seen, or cards out of play"):
            protect(BOOK, items)
