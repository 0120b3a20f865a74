"""Wagers that depend on main-game play, because a fold loses them or a discard changes their hand.

Each is valued under best play of the main game, for a player who never folds, and with both optimised together, as what
it then adds per unit staked on it. If main-game play is not known card by card for the wager's own hand, the figure is
that of a player who never folds, and is labelled as such.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from tablelaw.analysis.board_with_dealer.wagers_lost_by_folds import (
    first_folds,
    is_folded_first,
    is_folded_last,
    is_read_from_the_flop,
    outcomes_with,
    together,
)
from tablelaw.analysis.cache import kept_by
from tablelaw.analysis.payoffs import net_of
from tablelaw.analysis.result import Result, Value
from tablelaw.analysis.result_files import COUNTS
from tablelaw.analysis.side_wagers.outcomes import Outcomes, is_drawn, outcomes_of
from tablelaw.analysis.side_wagers.progressives import seeds_filed, seeds_of
from tablelaw.analysis.side_wagers.values import (
    AS_MAIN_GAME,
    FOLD_NOTE,
    IN_MAIN_GAME,
    NEVER_FOLDING,
    TOGETHER,
    is_lost_by_a_fold,
)
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.law.conduct import Case
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Terms
from tablelaw.submission.submission import Submission

MAIN_PLAY, BY_ONE_WHO_NEVER_FOLDS = "under best play of the main game", "for a player who never folds"
TURNS_RIVERS_AND_DEALERS = 47 * 46 * comb(45, 2)
EQUAL = Fraction(1)
"""The default stake of a wager: equal to the Ante."""


@dataclass(frozen=True, slots=True)
class Hanging:
    """A side wager's result, and the strategy under which it is valid."""

    result: Result
    basis: str = ""
    outcomes: Outcomes | None = None
    """For a wager on shares of a meter: its outcomes under main-game play."""

    @property
    def never_folding(self) -> Fraction | None:
        """The gain of a player who never folds, if the result is for main-game play."""
        return self.result.plays[NEVER_FOLDING].ev if NEVER_FOLDING in self.result.plays else None

    @property
    def joint(self) -> Fraction | None:
        """What it adds per unit when both are optimised together."""
        return self.result.plays[TOGETHER].ev if TOGETHER in self.result.plays else None

    @property
    def ratio(self) -> Fraction | None:
        """Its stake in Antes when both are optimised together."""
        return self.result.plays[TOGETHER].staked if TOGETHER in self.result.plays else None


def under_main_play(submission: Submission, wager: Wager, main: Result, plain: Result | None) -> Hanging:
    """The result of an offered wager; `plain` is its result without decisions, if there is one.

    When both are optimised together, both have their smallest stake.
    """
    ratio = Fraction(_least_stake(submission, wager), submission.minimum_cents)
    return hanging(submission.terms, wager, main, plain, seeds_filed(submission, wager.id), ratio)


def _least_stake(submission: Submission, wager: Wager) -> int:
    """The smallest stake in cents; a bonus has the stake of the wager it belongs to."""
    carrier = wager.rides_on[0] if wager.rides_on else wager.id
    return min(submission.wagers[carrier].amounts_cents or (submission.wagers[carrier].minimum_cents,))


def hanging(
    terms: Terms,
    wager: Wager,
    main: Result,
    plain: Result | None,
    seeds: Mapping[str, Fraction] | None = None,
    ratio: Fraction = EQUAL,
) -> Hanging:
    """The result of a wager under a main game's best play. `seeds` are its meters per unit staked, if not the law's
    own.

    `ratio` is its stake in Antes if both are optimised together.
    """
    if plain is None:
        return Hanging(solver_of(terms).side_result(terms, wager, main, ratio), MAIN_PLAY)
    if not is_lost_by_a_fold(terms, wager):
        return Hanging(plain)
    outcomes = _unfolded(terms, wager, main)
    if outcomes is None:
        return Hanging(plain, BY_ONE_WHO_NEVER_FOLDS)
    meters = seeds or seeds_of(terms, wager)
    plays = {NEVER_FOLDING: Value(plain.ev, plain.meters)}
    if is_folded_first(terms):
        plays[TOGETHER] = Value((together(terms, wager, main, meters, ratio) - main.ev) / ratio, staked=ratio)
    return Hanging(_in_main_game(plain, outcomes, meters, plays), MAIN_PLAY, outcomes)


def _in_main_game(
    plain: Result, outcomes: Outcomes, meters: Mapping[str, Fraction], plays: Mapping[str, Value]
) -> Result:
    spread = outcomes.distribution(meters)
    notes = tuple(note for note in plain.notes if note != FOLD_NOTE)
    figures = replace(plain, ev=spread.mean, meters=outcomes.coefficients, distribution=spread, notes=notes)
    counted = f"exact count of {outcomes.total:,} deals, {AS_MAIN_GAME}"
    return replace(figures, method=counted, play=IN_MAIN_GAME, plays=plays)


# --- Wagers on a player's own cards, or on a draw ---------------------------------------------------------


def _unfolded(terms: Terms, wager: Wager, main: Result) -> Outcomes | None:
    """A wager's outcomes under main-game play; None if it is not known how often each of its hands is folded."""
    if is_drawn(wager):
        return _drawn(terms, wager, main)
    if not is_read_from_the_flop(terms, wager):
        return None
    if is_folded_first(terms):
        return outcomes_with(terms, wager, first_folds(main))
    if not is_folded_last(terms):
        return None
    folded = _last_folds(terms)
    return outcomes_with(terms, wager, folded, TURNS_RIVERS_AND_DEALERS)


def _drawn(terms: Terms, wager: Wager, main: Result) -> Outcomes:
    """The outcomes of a drawn wager: whether a draw wins does not depend on the cards, so its chance is the same in the
    rounds not folded.
    """
    folded = sum((share for action, share in main.actions.items() if action.endswith("fold")), Fraction(0))
    lines = [(net, count * (folded.denominator - folded.numerator)) for net, count in outcomes_of(terms, wager).lines]
    lost = net_of(terms.book.settle(Case(wager.id, terms, acts=frozenset(("fold",)))))
    return Outcomes((*lines, (lost, outcomes_of(terms, wager).total * folded.numerator)))


def _last_folds(terms: Terms) -> Counter[str]:
    """How many deals best play folds after the last card, by the class of two cards and the Flop; cached."""
    from tablelaw.analysis.board_with_dealer.game import game_of
    from tablelaw.analysis.board_with_dealer.last_fold_counts import folded_by_class
    from tablelaw.analysis.board_with_dealer.solution import solved_game

    game = game_of(terms)
    return kept_by(COUNTS, f"folds by class at the Flop, {game.key}", lambda: folded_by_class(solved_game(game)))
