"""What actions are worth with a board when a card of the dealer is seen, against the rulebook's own settlement."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.api import advise
from tablelaw.analysis.cache import FOLDER
from tablelaw.analysis.earlier_decisions import Done
from tablelaw.analysis.protection.board_with_dealer.best_play import decided
from tablelaw.analysis.protection.board_with_dealer.exposure import question_of
from tablelaw.analysis.protection.board_with_dealer.first_decision import classes_of, first_actions
from tablelaw.analysis.protection.board_with_dealer.sights import sights_of
from tablelaw.analysis.symmetry.suits import PAIRS
from tablelaw.analysis.watch.spots import Spot, Worths
from tablelaw.analysis.watch.valuers import usual_information, valuer_of
from tablelaw.analysis.watch.with_board import WithBoard, add_first_decisions
from tablelaw.cards import PACK, Card, parse_cards
from tablelaw.law.conduct import Case, Standing

BOOK = rulebooks.get("pa-653a")
TERMS = BOOK.terms()
CARDS, BOARD = parse_cards("Kd Qh"), parse_cards("4s 5h 6d 8c 9d")
CHECKED = (Done("check"), Done("check"))
SEEN = parse_cards("Ks 9c 2d")


def worths(board: tuple[Card, ...], decision: int) -> Worths:
    return valuer_of(TERMS, usual_information(TERMS)).worths(CARDS, Spot(decision, board, CHECKED[: decision - 1]))


def gain(own: tuple[Card, ...], dealer: tuple[Card, ...]) -> Fraction:
    """What Ante, Blind and a Play wager of one Ante gain, as the rulebook settles them."""
    ranking = TERMS.ranking_of("player")
    assert ranking.strength is not None
    mine, theirs = ranking.strength(own), ranking.strength(dealer)
    standing = Standing.HIGHER if mine > theirs else Standing.EQUAL if mine == theirs else Standing.LOWER
    hands = {"player": ranking.classify(own), "dealer": ranking.classify(dealer)}
    found = Fraction(0)
    for wager in ("ante", "blind", "play"):
        verdict = BOOK.settle(Case(wager, TERMS, hands, standing))
        if verdict.outcome.value == "won":
            assert verdict.odds is not None
            found += verdict.odds.net_per_unit()
        elif verdict.outcome.value == "lost":
            found -= 1
    return found


def test_first_decisions_are_prepared_once_and_then_read_from_disk(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    monkeypatch.setattr(WithBoard, "_solve_first", lambda self: {"worth": np.zeros((52, PAIRS, 3))})
    valuer, other = (valuer_of(TERMS, usual_information(TERMS)) for _ in range(2))
    assert [valuer.is_prepared, other.is_prepared] == [False, False]
    valuer.prepare()
    assert [valuer.is_prepared, other.is_prepared] == [True, True]


def test_first_decisions_are_prepared_without_a_disk_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, "")
    monkeypatch.setattr(WithBoard, "_solve_first", lambda self: {"worth": np.zeros((52, PAIRS, 3))})
    valuer = valuer_of(TERMS, usual_information(TERMS))
    before = valuer.is_prepared
    valuer.prepare()
    assert (before, valuer.is_prepared) == (False, True)


@pytest.mark.parametrize("card", SEEN, ids=str)
def test_the_last_bet_with_a_seen_card_is_worth_what_the_rulebook_pays(card: Card) -> None:
    left = [other for other in PACK if other not in (*CARDS, *BOARD, card)]
    plain = sum(gain((*CARDS, *BOARD), (card, other, *BOARD)) for other in left) / len(left)
    found = worths(BOARD, 2)
    assert found.actions == (Done("fold"), Done("bet", 1))
    assert found.informed[:, card] == pytest.approx([-2, float(plain)])


@pytest.mark.parametrize(("seen", "decision"), [(3, 1), (5, 2)])
def test_without_a_seen_card_actions_are_worth_what_is_advised(seen: int, decision: int) -> None:
    board = BOARD[:seen]
    advised = {one.action: float(one.ev) for one in advise(BOOK, "Kd Qh", " ".join(map(str, board)))}
    found = worths(board, decision)
    assert dict(zip([action.action for action in found.actions], found.honest, strict=True)) == pytest.approx(advised)


def test_a_card_that_is_seen_early_makes_waiting_worth_more_and_a_bet_worth_the_same() -> None:
    found = worths(BOARD[:3], 1)
    check, bet = np.nanmean(found.informed, axis=1) - found.honest
    assert bet == pytest.approx(0)
    assert check > 0.01


def test_cards_in_view_cannot_have_been_seen() -> None:
    assert np.isnan(worths(BOARD, 2).informed[:, [*CARDS, *BOARD]]).all()


@pytest.mark.long
def test_first_decisions_with_an_ace_seen_have_the_value_that_is_solved() -> None:
    information = usual_information(TERMS)
    question, sight = question_of(TERMS, information), sights_of(information)[-1]
    worth = np.full((len(PACK), PAIRS, len(question.game.decisions[0].actions)), np.nan)
    known = classes_of(sight, question.tree, True)
    here = decided(question, sight, known)
    add_first_decisions(question, sight, known, here, worth)
    first = first_actions(question.tree, here.sums, here.deals)
    best = worth[sight.cards[:, 0]].max(axis=2)
    assert np.nanmean(best) == pytest.approx(first.total / (first.deals * question.game.unit))
    assert np.isnan(worth[: int(sight.cards.min())]).all()
