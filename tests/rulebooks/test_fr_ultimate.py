"""Arrêté du 14 mai 2007, arts 55-20 and 55-20-1, ultimate hold'em poker: conduct and data, named by alinéa."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablelaw import jurisdictions, rulebooks
from tablelaw.analysis.api import analyze
from tablelaw.cards.rankings import five_card
from tablelaw.law.conduct import Case, Standing
from tablelaw.submission.checks.all_checks import check
from tablelaw.submission.draft import Draft, parse_draft
from tablelaw.submission.template import new_submission
from tests.support import EQUAL, HIGHER, LOWER, said

BOOK = "fr-ultimate"
CLASSES = five_card.CLASSES
TRIPS_OR_BETTER, BELOW_TRIPS = CLASSES[:7], CLASSES[7:]
BLIND = ("500 to 1", "50 to 1", "10 to 1", "3 to 1", "3 to 2", "1 to 1")
TRIPS = ("50 to 1", "40 to 1", "30 to 1", "8 to 1", "7 to 1", "4 to 1", "3 to 1")
PUBLISHED = Fraction(-607_723_787_676, 27_813_810_024_000)
"""What the published game with this Blind table is worth to the player, per Ante."""


def outcome(wager: str, standing: Standing, player: str = "pair", dealer: str = "pair") -> tuple[str, str, str]:
    """A verdict as (outcome, odds as printed, cite)."""
    book = rulebooks.get(BOOK)
    return said(book.settle(Case(wager, book.terms(), {"player": player, "dealer": dealer}, standing, frozenset())))


def draft(**limits: str) -> Draft:
    """A submission with these limits."""
    made = parse_draft(new_submission(rulebooks.get(BOOK), table="UHP-1"))
    return Draft(made.book, {**made.raw, "limits": {**made.part("limits"), **limits}}, made.source)


def codes(made: Draft) -> list[str]:
    return [found.code for found in check(made)]


# --- Art. 55-20 al. 15 to 18: against the dealer ------------------------------------------------------


def test_al_15_a_higher_hand_is_paid_once_on_ante_and_play() -> None:
    for wager in ("ante", "play"):
        assert outcome(wager, HIGHER) == ("won", "1 to 1", "Art. 55-20 al. 15")
    assert outcome("play", HIGHER, dealer="high card") == ("won", "1 to 1", "Art. 55-20 al. 15")


@pytest.mark.parametrize("dealer", ["high card", "pair", "straight"])
def test_al_15_the_blind_is_paid_from_a_straight_up(dealer: str) -> None:
    for hand, odds in zip(CLASSES[:6], BLIND, strict=True):
        assert outcome("blind", HIGHER, hand, dealer) == ("won", odds, "Art. 55-20 al. 15")
    for hand in CLASSES[6:]:
        assert outcome("blind", HIGHER, hand, dealer) == ("push", "push", "Art. 55-20 al. 15")


def test_al_16_a_higher_dealer_takes_all_three() -> None:
    for wager in ("ante", "blind", "play"):
        assert outcome(wager, LOWER) == ("lost", "", "Art. 55-20 al. 16")
    for wager in ("blind", "play"):
        assert outcome(wager, LOWER, "high card", "high card") == ("lost", "", "Art. 55-20 al. 16")


def test_al_17_equal_hands_leave_the_wagers() -> None:
    for wager in ("ante", "blind", "play"):
        assert outcome(wager, EQUAL) == ("returned", "", "Art. 55-20 al. 17")
    assert outcome("blind", EQUAL, "straight", "straight") == ("returned", "", "Art. 55-20 al. 17")


@pytest.mark.parametrize("standing", [HIGHER, LOWER, EQUAL])
def test_al_18_the_ante_is_given_back_below_a_pair(standing: Standing) -> None:
    for dealer in CLASSES:
        is_below = dealer == "high card"
        assert (outcome("ante", standing, "pair", dealer)[2] == "Art. 55-20 al. 18") == is_below
    assert outcome("ante", standing, "high card", "high card") == ("returned", "", "Art. 55-20 al. 18")


# --- al. 19 to 34: the tables of payment -----------------------------------------------------------------


@pytest.mark.parametrize("standing", [HIGHER, LOWER, EQUAL])
def test_al_27_trips_is_paid_from_three_of_a_kind_up(standing: Standing) -> None:
    for hand, odds in zip(TRIPS_OR_BETTER, TRIPS, strict=True):
        assert outcome("trips", standing, hand, "high card") == ("won", odds, "Art. 55-20 al. 27")


def test_al_20_trips_is_lost_below_three_of_a_kind() -> None:
    for hand in BELOW_TRIPS:
        assert outcome("trips", HIGHER, hand) == ("lost", "", "Art. 55-20 al. 20")


# --- Art. 55-20-1: the limits -----------------------------------------------------------------------------


@pytest.mark.parametrize("times", [10, 20, 30])
def test_55_20_1_al_4_the_maximum_is_a_permitted_multiple(times: int) -> None:
    assert codes(draft(minimum="5 €", maximum=f"{5 * times} €")) == []
    for beside in (5 * times - 1, 5 * times + 1):
        (found,) = check(draft(minimum="5 €", maximum=f"{beside} €"))
        assert (found.code, found.cite) == ("maximum-not-a-multiple", "Art. 55-20-1 al. 4")
        assert f"{times} times, {5 * times}\u00a0€" in found.satisfy


@pytest.mark.parametrize("times", [1, 9, 11, 40, 100])
def test_55_20_1_al_4_no_other_multiple_is_accepted(times: int) -> None:
    assert codes(draft(minimum="5 €", maximum=f"{5 * times} €")) == ["maximum-not-a-multiple"]


@pytest.mark.parametrize("wager", ["ante", "blind", "trips"])
@pytest.mark.parametrize(
    ("key", "sum_", "codes_"), [("maximum", "51 €", 1), ("minimum", "4 €", 1), ("maximum", "20 €", 0)]
)
def test_55_20_1_al_1_no_wager_goes_beyond_the_limits_of_the_table(
    wager: str, key: str, sum_: str, codes_: int
) -> None:
    own = f'\n[wagers.{wager}]\n{key} = "{sum_}"\n'
    found = check(parse_draft(new_submission(rulebooks.get(BOOK), table="UHP-1") + own))
    assert [(one.code, one.cite) for one in found] == [("beyond-the-table-limits", "Art. 55-20-1 al. 4")] * codes_


@pytest.mark.parametrize("sum_", ["$5", "$7.50"])
def test_sums_of_a_french_submission_are_in_euros(sum_: str) -> None:
    assert "another-currency" in codes(draft(minimum=sum_))


def test_a_new_submission_is_in_euros_and_passes() -> None:
    text = new_submission(rulebooks.get(BOOK), table="UHP-1")
    assert 'minimum = "5 €"' in text and 'maximum = "50 €"' in text and "$" not in text
    assert codes(draft()) == []


def test_40_1_al_5_a_shuffler_needs_two_decks() -> None:
    for shuffler in ("none", "automated", "counting"):
        for decks, colours in ((1, ["blue"]), (2, ["blue", "red"])):
            made = draft()
            procedure = {**made.part("procedure"), "shuffler": shuffler, "decks": decks, "back_colours": colours}
            found = check(Draft(made.book, {**made.raw, "procedure": procedure}, made.source))
            refused = [(one.code, one.cite.partition(",")[0]) for one in found]
            if shuffler == "none" and decks == 2:
                assert refused == [("two-decks-need-shuffler", "Art. 55-20 al. 3")]
            elif shuffler != "none" and decks == 1:
                assert refused == [("shuffler-needs-two-decks", "Art. 55-20 al. 3")]
            else:
                assert refused == []


# --- The table -----------------------------------------------------------------------------------------------


def test_facts_of_the_table() -> None:
    book = rulebooks.get(BOOK)
    facts = {
        "seats": 7,
        "positions-per-player": 1,
        "deck": 52,
        "decks-with-shuffler": 2,
        "bankroll-times-minimum": 5000,
    }
    assert {name: book.fact(name) for name in facts} == facts
    assert jurisdictions.find_currency(book) == "EUR"


def test_al_10_to_14_the_course_of_a_round() -> None:
    book = rulebooks.get(BOOK)
    (dealing,) = book.dealing
    assert [(step.to, step.cards) for step in dealing.steps] == [(("players", "dealer"), 2)]
    course = [(step.do, step.cards) for step in book.flow if step.do in ("decide", "community", "burn")]
    assert course == [("decide", 0), ("community", 3), ("decide", 0), ("community", 2), ("decide", 0)]
    times = [[choice.times for choice in stage.choices if choice.action == "bet"] for stage in book.stages]
    assert times == [[(3, 4)], [(2,)], [(1,)]]


# --- What it is worth ------------------------------------------------------------------------------------------


def test_the_main_game_is_worth_what_is_published() -> None:
    main, *others = analyze(BOOK)
    assert main.wager == "main" and main.ev == PUBLISHED
    assert {result.ev for result in others} == {Fraction(-233_985, 6_689_228)}
