"""A bonus that belongs to the main game is part of its value in every family, or refused by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import msgspec
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.payoffs import ask
from tablelaw.analysis.side_wagers.counts import class_counts
from tablelaw.analysis.side_wagers.values import side_results
from tablelaw.analysis.solver import BEST, MAIN, NEVER_FOLD, NotThisGame
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.law.conduct import NOTHING, Case, Outcome, Ruling, Standing, rule
from tablelaw.law.odds import Odds
from tablelaw.law.rulebook import Rulebook
from tablelaw.law.structure import structure_of
from tests.examples import example

EVEN = Ruling(Outcome.WON, Odds.parse("1 to 1"))
Earned = Callable[[Case], bool]


def from_class(cls: str) -> Earned:
    return lambda case: case.at_least("player", cls)


def with_bonus(book: Rulebook, earned: Earned, *rides_on: str) -> Rulebook:
    """The same game with a bonus of one unit on some wagers if the player's own hand earns it; a fold ends it."""
    ante = book.first_wager
    ended = msgspec.structs.replace(ante.on_fold, effect="collected")
    bonus = msgspec.structs.replace(ante, id="own-bonus", kind="bonus", rides_on=rides_on or (ante.id,), on_fold=ended)

    @rule(str(book.rules[0].cite), "own-bonus")
    def own_bonus(case: Case) -> Ruling | None:
        """Pays one to one for a hand that earns it."""
        return EVEN if earned(case) else NOTHING

    rules = (*book.rules, own_bonus.read_in(book.notation))
    return replace(book, id=f"{book.id}-with-bonus", wagers=(*book.wagers, bonus), rules=rules)


FLUSHES, THREE = rulebooks.get("pa-678a"), example("three-card-poker")
MISSISSIPPI, LET_IT_RIDE = example("mississippi-stud"), example("let-it-ride")


def value(book: Rulebook, play: str = BEST) -> Fraction:
    terms = book.terms()
    return solver_of(terms).endings(terms, play)[MAIN].mean


@pytest.mark.parametrize(
    ("book", "cls"),
    [(FLUSHES, "five-card flush"), (MISSISSIPPI, "full house"), (LET_IT_RIDE, "full house"), (THREE, "straight")],
    ids=lambda part: part.id if isinstance(part, Rulebook) else "",
)
def test_a_bonus_on_the_first_wager_adds_its_share_of_deals(book: Rulebook, cls: str) -> None:
    """Nobody folds in these plays, so the bonus adds the share of hands that earn it, whatever else is decided."""
    richer = with_bonus(book, from_class(cls))
    terms = richer.terms()
    found = solver_of(terms).endings(terms, NEVER_FOLD)
    share = found["own-bonus"].frequency("won")
    assert found["own-bonus"].mean == share == shares(book, cls)
    assert found[MAIN].mean == value(book, NEVER_FOLD) + share
    assert sum((spread.mean for name, spread in found.items() if name != MAIN), Fraction(0)) == found[MAIN].mean
    assert not [result for result in side_results(richer) if result.wager == "own-bonus"]


def shares(book: Rulebook, cls: str) -> Fraction:
    """How often a hand of this class or higher is dealt, counted over all hands by the ranking."""
    hand = structure_of(book.terms()).hands["player"]
    counts = class_counts(hand.ranking.name, hand.size)
    return Fraction(sum(n for own, n in counts.items() if hand.ranking.at_least(own, cls)), sum(counts.values()))


@pytest.mark.parametrize("book", [FLUSHES, MISSISSIPPI, LET_IT_RIDE], ids=lambda book: book.id)
def test_best_play_takes_the_bonus_into_account(book: Rulebook) -> None:
    """The bonus is no stake, and best play is worth at least as much as without it and as never folding."""
    cls = "five-card flush" if book is FLUSHES else "full house"
    richer = with_bonus(book, from_class(cls))
    terms = richer.terms()
    main, plain = solver_of(terms).solve(terms), solver_of(book.terms()).solve(book.terms())
    found = solver_of(terms).endings(terms, BEST)
    assert main.ev == found[MAIN].mean and main.distribution is not None
    assert sum((spread.mean for name, spread in found.items() if name != MAIN), Fraction(0)) == main.ev
    assert plain.ev < main.ev <= plain.ev + shares(book, cls) and main.ev >= value(richer, NEVER_FOLD)
    assert abs(float(main.average_wager or 0) - float(plain.average_wager or 0)) < 0.01


@pytest.mark.parametrize(
    ("book", "bet", "cls"),
    [(FLUSHES, "raise", "six-card flush"), (MISSISSIPPI, "fifth", "four-of-a-kind"), (THREE, "play", "straight flush")],
    ids=lambda part: part.id if isinstance(part, Rulebook) else "",
)
def test_a_bonus_on_two_wagers_is_paid_on_both(book: Rulebook, bet: str, cls: str) -> None:
    """The table pays a line for each wager that carries the bonus, so it is worth as much as on each of them alone."""
    ante = book.first_wager.id
    apart, together = [], with_bonus(book, from_class(cls), ante, bet).terms()
    for carrier in (ante, bet):
        terms = with_bonus(book, from_class(cls), carrier).terms()
        apart.append(solver_of(terms).endings(terms, NEVER_FOLD)["own-bonus"].mean)
    found = solver_of(together).endings(together, NEVER_FOLD)["own-bonus"].mean
    assert min(apart) > 0 and found == sum(apart)


@pytest.mark.parametrize(
    ("book", "carriers", "what"),
    [
        (rulebooks.get("ma-colorado"), ("ante",), "the bonus own-bonus belongs to the main game"),
        (rulebooks.get("fr-ultimate"), ("ante", "blind"), "own-bonus rides on several wagers"),
    ],
    ids=lambda part: part.id if isinstance(part, Rulebook) else "",
)
def test_a_bonus_that_a_solver_cannot_count_is_refused_by_name(
    book: Rulebook, carriers: tuple[str, ...], what: str
) -> None:
    terms = with_bonus(book, from_class("flush"), *carriers).terms()
    with pytest.raises(NotThisGame, match=what) as refused:
        solver_of(terms).solve(terms)
    assert refused.value.accepted


def test_a_bonus_is_asked_without_a_comparison_as_the_table_asks_it() -> None:
    """A bonus for the player's own hand is settled at the table without a standing, so a rule that wants one never pays
    it, neither there nor here.
    """
    terms = with_bonus(THREE, lambda case: case.is_higher).terms()
    hands = {"player": "pair", "dealer": "high card", "dealer-qualifies": "qualifies"}
    assert ask(terms, "own-bonus", hands, Standing.HIGHER) == 0
