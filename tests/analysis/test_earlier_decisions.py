"""Advice after earlier decisions: they affect what is best, and impossible ones are refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

import tablelaw
from tablelaw.analysis.earlier_decisions import Done, options_taken, parse_earlier
from tablelaw.analysis.options_and_outcomes import Option
from tablelaw.errors import WrongDecisions
from tests.examples import example
from tests.floor.played import refusal

MISSISSIPPI, LET_IT_RIDE, CASINO = "mississippi-stud", "let-it-ride", "casino-holdem"


@pytest.fixture(autouse=True)
def examples() -> None:
    for name in (MISSISSIPPI, LET_IT_RIDE, CASINO):
        example(name)


# --- Parsing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("", ()),
        ("check", (Done("check"),)),
        ("bet 1x, Bet 3 x", (Done("bet", 1), Done("bet", 3))),
        ("bet 1/2x,pull , ride", (Done("bet", Fraction(1, 2)), Done("pull"), Done("ride"))),
        ("bet 4/2x", (Done("bet", 2),)),
    ],
)
def test_decisions_are_read_in_their_order(text: str, done: tuple[Done, ...]) -> None:
    assert parse_earlier(text) == done


@pytest.mark.parametrize("text", ["bet 0x", "bet 1/0x", "bet -1x", "bet $5", "bet 1x 2x", "3x", "bet 1.5x"])
def test_what_is_no_decision_is_refused(text: str) -> None:
    refused = refusal(lambda: parse_earlier(text))
    assert isinstance(refused, WrongDecisions)
    assert refused.code == "wrong-decisions"
    assert (refused.what, refused.where) == (repr(text), "earlier decisions")
    assert '"bet 1/2x"' in refused.accepted


# --- Possible decisions ------------------------------------------------------------------------------------------


def test_decisions_lead_to_options_with_their_wagers() -> None:
    terms = example(MISSISSIPPI).terms()
    found = options_taken(terms, 2, parse_earlier("bet 1x, bet 3x"))
    assert found == (Option("bet", "third", 1), Option("bet", "fourth", 3))


@pytest.mark.parametrize(
    ("book", "seen", "text", "what", "where", "accepted"),
    [
        (MISSISSIPPI, 1, "", "too few decisions", "third-street", "bet 1x or bet 2x or bet 3x"),
        (MISSISSIPPI, 2, "bet 1x", "too few decisions", "fourth-street", "bet 1x or bet 2x or bet 3x"),
        (MISSISSIPPI, 1, "bet 4x", "'bet 4x'", "third-street", "bet 1x or bet 2x or bet 3x"),
        (MISSISSIPPI, 1, "bet 1/2x", "'bet 1/2x'", "third-street", "bet 1x or bet 2x or bet 3x"),
        (MISSISSIPPI, 1, "bet", "'bet'", "third-street", "bet 1x or bet 2x or bet 3x"),
        (MISSISSIPPI, 1, "fold", "'fold'", "third-street", "bet 1x or bet 2x or bet 3x"),
        (MISSISSIPPI, 1, "bet 1x, bet 1x", "'bet 1x' after the last decision", MISSISSIPPI, "the decisions so far"),
        (MISSISSIPPI, 0, "bet 1x", "'bet 1x' after the last decision", MISSISSIPPI, "the decisions so far"),
        (LET_IT_RIDE, 1, "bet 1x", "'bet 1x'", "first-bet", "pull or ride"),
        (LET_IT_RIDE, 1, "pull 1x", "'pull 1x'", "first-bet", "pull or ride"),
    ],
)
def test_what_no_player_can_have_done_is_refused(
    book: str, seen: int, text: str, what: str, where: str, accepted: str
) -> None:
    refused = refusal(lambda: options_taken(example(book).terms(), seen, parse_earlier(text)))
    assert (refused.what, refused.where, refused.accepted) == (what, where, accepted)


def test_a_player_who_has_bet_is_not_asked_again_where_one_bet_is_made() -> None:
    refused = refusal(lambda: tablelaw.advise("pa-653a", "Kd Qh", "4s 5h 6d", earlier="bet 4x"))
    assert (refused.what, refused.where) == ("a bet was made earlier", "after-flop")
    board = "4s 5h 6d 8c 9d"
    known, unknown = (tablelaw.advise("pa-653a", "Kd Qh", board, earlier=text) for text in ("check, check", None))
    assert known.actions == unknown.actions


@pytest.mark.parametrize(("book", "cards"), [("pa-678a", "Th 8h 6h 7d 4d 2d 9c"), ("ma-colorado", "Kd Kh 4s")])
def test_where_one_decision_is_made_none_came_before(book: str, cards: str) -> None:
    assert refusal(lambda: tablelaw.advise(book, cards, earlier="check")).where == book


# --- Effects on the advice -----------------------------------------------------------------------------------------


def test_more_at_stake_makes_a_player_stay_who_would_fold() -> None:
    """In Mississippi Stud a fold loses earlier bets, so a weak hand stays in after large ones."""
    cards, board = "Js 7d", "3c 2h"
    small, large = (
        tablelaw.advise(MISSISSIPPI, cards, board, earlier=text) for text in ("bet 1x, bet 1x", "bet 3x, bet 3x")
    )
    folds = [next(one.ev for one in found if one.action == "fold") for found in (small, large)]
    assert folds == [-3, -7]
    assert small.best.name == "fold"
    assert large.best.name == "bet 1x"
    assert large.title == "Js 7d | 3c 2h, after bet 3x, bet 3x"
    assert large.as_json()["earlier"] == "bet 3x, bet 3x"
    assert "earlier" not in tablelaw.advise(MISSISSIPPI, cards).as_json()


@pytest.mark.parametrize(
    ("book", "cards", "board", "title"),
    [
        (LET_IT_RIDE, "Ts Td 4c", "", "Ts Td 4c"),
        (LET_IT_RIDE, "Ts Td 4c", "2h", "Ts Td 4c | 2h, after ride (best play)"),
        (LET_IT_RIDE, "9s 7d 4c", "2h", "9s 7d 4c | 2h, after pull (best play)"),
        ("pa-647a", "As Kd", "2h 3h 4h 5d", "As Kd | 2h 3h 4h 5d, after bet 2x, check (the least bets)"),
        ("pa-653a", "As Kd", "2h 3h 4h", "As Kd | 2h 3h 4h"),
    ],
)
def test_advice_that_is_told_no_decisions_says_which_it_assumes(book: str, cards: str, board: str, title: str) -> None:
    """Advice that is told the same decisions is the same."""
    found = tablelaw.advise(book, cards, board)
    assert found.title == title and "earlier" not in found.as_json()
    if found.assumed:
        assert tablelaw.advise(book, cards, board, earlier=found.assumed).actions == found.actions


def test_what_cannot_be_read_is_refused_with_the_decisions_of_the_game() -> None:
    refused = refusal(lambda: tablelaw.advise(LET_IT_RIDE, "Ts Td 4c", "2h", earlier="3x"))
    assert refused.accepted == "first-bet: pull or ride; second-bet: pull or ride, separated by commas"


def test_what_was_taken_back_is_neither_won_nor_lost() -> None:
    """With a pair of tens in hand every wager wins at least its own amount."""
    pulled, rode = (tablelaw.advise(LET_IT_RIDE, "Ts Td 4c", "2h", earlier=text) for text in ("pull", "ride"))
    one = pulled[0].ev - pulled[1].ev
    assert one > 0
    assert [found.best.name for found in (pulled, rode)] == ["ride", "ride"]
    assert rode.best.ev - pulled.best.ev == one


def test_earlier_bets_of_a_fraction_are_counted_exactly() -> None:
    """In Texas Hold 'Em Bonus the bet on the flop adds its winnings equally to every action."""
    cards, board = "Ad Jh", "4s 5h 6d Tc"
    with_bet, without = (
        tablelaw.advise("pa-647a", cards, board, earlier=text) for text in ("bet 2x, bet 1x", "bet 2x, check")
    )
    gains = {one.name: one.ev for one in without}
    step = gains["bet 1x"] - gains["check"]
    assert {one.name: one.ev - gains[one.name] for one in with_bet} == dict.fromkeys(gains, step)
