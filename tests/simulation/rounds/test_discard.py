"""Colorado Hold 'Em, simulated: the kernel compared with a slow reference in both versions, plays, and refusals."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.against_paytable.discard.best_play import (
    CLOSED,
    _all_deals,
    _main_stakes,
    _pays,
    _worth,
    discard_advice,
    game_of,
)
from tablelaw.analysis.against_paytable.discard.decision_tables import Decisions, best_decisions, hands_of_three
from tablelaw.analysis.against_paytable.discard.kernels import BOARDS
from tablelaw.cards import RANKINGS, Card
from tablelaw.law.rulebook import Terms
from tablelaw.simulation.rounds.game import TableGame
from tablelaw.simulation.rounds.hand_readers import BestFive
from tablelaw.simulation.rounds.set_plays import SetPlays
from tablelaw.simulation.seating import BEST, NEVER_FOLD, BadSeat, Seat
from tablelaw.simulation.settlement_tables import UNRULED
from tablelaw.simulation.streams import Stream
from tablelaw.studies.games.simulated_table import game_of as table_of
from tablelaw.studies.games.simulated_table import plays_of
from tests.simulation.twins import Action, Dealt, Shown, deals, differences, mistaken

BOOK = rulebooks.get("ma-colorado")
BOTH = {"ante": 1000, "bonus": 100}
VERSIONS = ("required", "permissible")
INSTANT = ("three card straight flush", "three-of-a-kind")


@cache
def terms_of(version: str, **readings: str) -> Terms:
    return BOOK.terms({name.replace("_", "-"): value for name, value in readings.items()}, version=version)


def discard_table(terms: Terms, seats: Sequence[Seat]) -> TableGame:
    table = table_of(terms, seats)
    assert isinstance(table, TableGame)
    return table


# --- The slow twin -------------------------------------------------------------------------------------------


def legal(terms: Terms, cards: Sequence[Card]) -> list[Action]:
    """The legal actions in order: without a Bet, an instant winner, with a Bet; any card may be discarded (10(b),
    11(b)).
    """
    in_order = sorted(cards)
    bets = [Action("bet", "bet", 1, card) for card in in_order]
    instant = BOOK.ranking_of("initial", terms).classify(cards) in INSTANT
    without = [Action("fold")] if terms.choice("version") == "required" else []
    without += [Action("play", put_away=card) for card in in_order] if terms.choice("version") == "permissible" else []
    return without + ([Action("declare")] if instant else []) + bets


def right(terms: Terms, cards: Sequence[Card], seat: Seat) -> Action:
    """What best play does with these cards; a test below compares it with the advice of the analysis."""
    in_order = sorted(cards)
    decisions = decisions_of(terms, "bonus" if "bonus" in seat.wagers else "", seat.play == BEST)
    play = decisions.plays[decisions.by_hand[NUMBER[tuple(in_order)]]]
    return Action(play.action, play.wager, play.times, None if play.put_away is None else in_order[play.put_away])


@cache
def decisions_of(terms: Terms, beside: str, folding: bool) -> Decisions:
    return best_decisions(terms, beside, folding)


NUMBER = {tuple(map(Card, hand)): place for place, hand in enumerate(hands_of_three().tolist())}


def shown(terms: Terms, own: Sequence[Card], board: Sequence[Card], action: Action) -> Shown:
    hands = {"initial": BOOK.ranking_of("initial", terms).classify(own)}
    if action.put_away is not None:
        kept = [card for card in own if card != action.put_away]
        hands["player"] = RANKINGS["colorado"].classify([*kept, *board])
    return Shown(hands, None, action)


def twin_differs(terms: Terms, seats: Sequence[Seat], rounds: int, game: TableGame | None = None) -> int:
    def settled(dealt: Dealt, stream: Stream) -> list[Shown]:
        *own, board = dealt
        actions = [
            mistaken(stream, right(terms, cards, seat), legal(terms, cards), seat.mistakes)
            for cards, seat in zip(own, seats, strict=True)
        ]
        return [shown(terms, cards, board, action) for cards, action in zip(own, actions, strict=True)]

    return differences(game or discard_table(terms, seats), terms, seats, settled, [3] * (len(seats) + 1), rounds)


SEATS = (Seat(BOTH, BEST, Fraction(1, 3)), Seat({"ante": 2500}, NEVER_FOLD), Seat(BOTH | {"ante": 500}, BEST))


@pytest.mark.parametrize("version", VERSIONS)
def test_every_code_is_what_the_settlement_says(version: str) -> None:
    assert twin_differs(terms_of(version), SEATS, 300) == 0


@pytest.mark.parametrize("version", VERSIONS)
def test_the_other_readings_and_seats_that_only_err(version: str) -> None:
    terms = terms_of(version, pair_of_tens="win", suited_ace_two_three="ace-high-only")
    assert twin_differs(terms, [Seat(BOTH, BEST, Fraction(1))] * 6, 60) == 0


def test_the_twin_finds_a_planted_fault() -> None:
    """The faults: another card is discarded, and a class of final hands is one too high."""
    terms, game = terms_of("required"), discard_table(terms_of("required"), SEATS)
    assert isinstance(game.plays, SetPlays)
    (point,) = game.plays.points
    away = point.put_away.copy()
    away[2:] = np.roll(away[2:], 1)
    other = game.plays._replace(points=(point._replace(put_away=away),))
    assert twin_differs(terms, SEATS, 60, replace(game, plays=other)) > 0
    hands = []
    for hand in game.layout.hands:
        if isinstance(hand.reader, BestFive):
            places = np.maximum(hand.reader.ladder.places, 1) - 1
            hand = hand._replace(reader=hand.reader._replace(ladder=hand.reader.ladder._replace(places=places)))
        hands.append(hand)
    assert twin_differs(terms, SEATS, 60, replace(game, layout=game.layout._replace(hands=tuple(hands)))) > 0


# --- Plays -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("play", [BEST, NEVER_FOLD])
def test_plays_are_what_the_analysis_advises(version: str, play: str) -> None:
    """The tables choose the best play of the main game; among equally good ones, the best for the Bonus, then the first
    named.
    """
    terms = terms_of(version)
    for cards, _ in deals(8, 0, 40, [3, 49]):
        own = sorted(cards)
        alone, both = (known(terms, own, side) for side in ({}, {"bonus": Fraction(1)}))
        open_to = [a for a in legal(terms, own) if play == BEST or a.word != "fold"]
        best = max(open_to, key=lambda action: (alone[action[0], action[3]], both[action[0], action[3]]))
        assert right(terms, own, Seat(BOTH, play)) == best


def known(terms: Terms, cards: list[Card], side: dict[str, Fraction]) -> dict[tuple[str, Card | None], Fraction]:
    return {(one.action, one.discard): one.ev for one in discard_advice(terms, cards, side)}


@pytest.mark.parametrize("version", VERSIONS)
def test_hands_that_differ_only_in_suits_are_played_alike(version: str) -> None:
    """Compares every seventh of all hands with the same hand with its suits renamed."""
    for hand in list(NUMBER)[::7]:
        own, other = (right(terms_of(version), cards, SEATS[0]) for cards in (hand, [Card(card ^ 3) for card in hand]))
        assert (own.word, own.times) == (other.word, other.times)
        if own.put_away is not None and len({card.rank for card in hand}) == 3:
            assert other.put_away is not None
            assert own.put_away.rank == other.put_away.rank


@pytest.mark.parametrize("version", VERSIONS)
def test_mistakes_cost_what_the_other_plays_are_worth(version: str) -> None:
    """A quarter of the decisions are replaced by another play, all equally likely; the cost agrees with the exact one
    within four standard errors.
    """
    terms, rate = terms_of(version), Fraction(1, 4)
    table = discard_table(terms, [Seat({"ante": 100}, BEST, rate)])
    nets = [np.array([meaning.net for meaning in column.meanings]) for column in table.columns]
    codes = np.concatenate([table.play(3, block)[:, 0] for block in range(12)])
    gains = np.sum([net[codes[:, column]] for column, net in enumerate(nets)], axis=0) / 100
    assert abs(gains.mean() - mistaken_value(terms, rate)) < 4 * gains.std() / len(gains) ** 0.5


def mistaken_value(terms: Terms, rate: Fraction) -> float:
    """The value per Ante with mistakes, over every suit-distinct hand: from its best play and the mean of its other
    plays.
    """
    game = game_of(terms)
    dealt = _all_deals(game.final, game.initial)
    unit, worth = _worth(game, dealt, _pays(game, _main_stakes(game, {})))
    is_open, best = worth > CLOSED, worth.max(axis=1)
    others = (np.where(is_open, worth, 0).sum(axis=1) - best) / (is_open.sum(axis=1) - 1)
    total = float(dealt.times @ ((1 - float(rate)) * best + float(rate) * others))
    return total / (unit * int(dealt.times.sum()) * BOARDS)


def test_10_b_2_only_the_required_version_folds() -> None:
    for version, folds in (("required", 568), ("permissible", 0)):
        decisions = decisions_of(terms_of(version), "", True)
        words = [decisions.plays[place].action for place in decisions.by_hand.tolist()]
        assert words.count("fold") == folds
        never = best_decisions(terms_of(version), folding=False)
        assert "fold" not in {never.plays[place].action for place in never.by_hand.tolist()}


# --- The table as a whole --------------------------------------------------------------------------------------------


def test_a_seed_and_a_block_are_a_result() -> None:
    game, again = (discard_table(terms_of("required"), SEATS) for _ in range(2))
    assert game.fingerprint == again.fingerprint != discard_table(terms_of("permissible"), SEATS).fingerprint
    assert (game.play(1, 5) == again.play(1, 5)).all()
    assert (game.play(1, 5) == pickle.loads(pickle.dumps(game)).play(1, 5)).all(), "a worker elsewhere deals the same"
    assert (game.play(1, 5) != game.play(1, 6)).any() and (game.play(1, 5) != game.play(2, 5)).any()


@pytest.mark.parametrize("count", [1, 2, 6, 16])
def test_7_c_one_to_sixteen_seats(count: int) -> None:
    game = discard_table(terms_of("required"), [Seat(BOTH)] * count)
    codes = game.play(4, 0)
    assert codes.shape == (16_384, count, 3)
    assert codes.max() < UNRULED


def test_6a_b_a_bonus_of_two_dollars_is_refused() -> None:
    with pytest.raises(BadSeat, match=r"\$2 on Bonus; accepted: \$1"):
        discard_table(terms_of("required"), [Seat({"ante": 500, "bonus": 200})])


def test_a_play_nobody_knows_is_refused() -> None:
    with pytest.raises(BadSeat, match='no strategy named \'bluff\'; accepted: "best", "never fold"'):
        plays_of(terms_of("required"), [Seat(BOTH, "bluff")])


def test_the_deals_of_the_twin_are_whole_rounds() -> None:
    for dealt in deals(1, 0, 50, [3, 3, 3]):
        assert len({card for cards in dealt for card in cards}) == 9
