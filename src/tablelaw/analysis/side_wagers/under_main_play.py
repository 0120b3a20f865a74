"""Wagers that depend on main-game play: a fold loses them, or a discard changes their hand.

Each is valued under best play of the main game, for a player who never folds, and with both optimised together: what
it then adds, per unit of it. If main-game play is not known card by card for the wager's own hand, the figure is
that of a player who never folds, and says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from tablelaw.analysis.board_with_dealer.distribution import side_wager
from tablelaw.analysis.board_with_dealer.endings import Ends
from tablelaw.analysis.board_with_dealer.first_folds import (
    first_folds,
    is_folded_first,
    is_read_from_the_flop,
    outcomes_with,
    together,
)
from tablelaw.analysis.cache import kept
from tablelaw.analysis.game_shape import DISCARD, shape_of
from tablelaw.analysis.main_game import main_question
from tablelaw.analysis.payoffs import net_of
from tablelaw.analysis.result import Result, Value
from tablelaw.analysis.side_wagers.outcomes import Outcomes, is_drawn, outcomes_of
from tablelaw.analysis.side_wagers.progressives import seeds_filed, seeds_of
from tablelaw.analysis.side_wagers.values import FOLD_NOTE, NEVER_FOLDING, choices_for, is_lost_by_a_fold
from tablelaw.law.conduct import Case
from tablelaw.law.rows import Wager
from tablelaw.law.terms import Terms
from tablelaw.submission.submission import Submission

MAIN_PLAY, BY_ONE_WHO_NEVER_FOLDS = "under best play of the main game", "for a player who never folds"
IN_MAIN_GAME, TOGETHER = "main game", "both together"
AS_MAIN_GAME = "played as the main game is"
FOLD_WITH = "fold with "
TURNS_RIVERS_AND_DEALERS = 47 * 46 * comb(45, 2)
EQUAL = Fraction(1)
"""A wager is staked equal to the Ante by default."""


@dataclass(frozen=True, slots=True)
class Hanging:
    """A side wager's result, and the play under which it holds."""

    result: Result
    basis: str = ""
    outcomes: Outcomes | None = None
    """For a wager on shares of a meter: its outcomes under main-game play."""

    @property
    def never_folding(self) -> Fraction | None:
        """The gain of a player who never folds, if the result is under main-game play."""
        return self.result.plays[NEVER_FOLDING].ev if NEVER_FOLDING in self.result.plays else None

    @property
    def joint(self) -> Fraction | None:
        """What it adds per unit when both are optimised together."""
        return self.result.plays[TOGETHER].ev if TOGETHER in self.result.plays else None

    @property
    def ratio(self) -> Fraction | None:
        """Its stake in that case, in Antes."""
        return self.result.plays[TOGETHER].staked if TOGETHER in self.result.plays else None


def under_main_play(submission: Submission, wager: Wager, main: Result, plain: Result | None) -> Hanging:
    """The result of an offered wager; `plain` is its result without decisions, if there is one.

    When both are optimised together, both have their smallest stake.
    """
    ratio = Fraction(_least_stake(submission, wager), submission.minimum_cents)
    return hanging(submission.terms, wager, main, plain, seeds_filed(submission, wager.id), ratio)


def _least_stake(submission: Submission, wager: Wager) -> int:
    """In cents; a bonus has the stake of the wager it belongs to."""
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
    """A wager under a main game's best play. `seeds` are its meters per unit staked, if not the law's own.

    `ratio` is its stake in Antes if both are optimised together.
    """
    if plain is None:
        valued = _by_discard if shape_of(terms.book) == DISCARD else _against_the_dealer
        return Hanging(valued(terms, wager, main, ratio), MAIN_PLAY)
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


# --- Three cards, one put away -------------------------------------------------------------------------


def _by_discard(terms: Terms, wager: Wager, main: Result, ratio: Fraction) -> Result:
    from tablelaw.analysis.against_paytable import solve as discard_game

    played = discard_game.side_result(terms, wager.id)
    assert played.distribution is not None
    plays = {TOGETHER: Value(discard_game.joint_side_result(terms, wager.id, ratio).ev, staked=ratio)}
    if is_lost_by_a_fold(terms, wager):
        plays[NEVER_FOLDING] = Value(discard_game.side_result(terms, wager.id, folding=False).ev)
    counted = f"exact count of {played.distribution.total:,} deals, {AS_MAIN_GAME}"
    return replace(played, method=counted, play=IN_MAIN_GAME, plays=plays)


# --- Hands of seven cards against the dealer's ------------------------------------------------------------


def _against_the_dealer(terms: Terms, wager: Wager, main: Result, ratio: Fraction) -> Result:
    """Derived from how the main game's deals end; only for both together must a game be solved."""
    assert main.ends is not None
    spread = side_wager(terms, wager.id, main.ends)
    plays = {
        NEVER_FOLDING: Value(side_wager(terms, wager.id, _showdowns(terms)).mean),
        TOGETHER: Value((_together(terms, wager, ratio) - main.ev) / ratio, staked=ratio),
    }
    columns = choices_for(terms, wager)
    result = Result(terms.book.id, wager.id, columns, "wager", spread.mean, distribution=spread)
    counted = f"exact count of {spread.total:,} deals, {AS_MAIN_GAME}"
    return replace(result, method=counted, play=IN_MAIN_GAME, plays=plays)


def _showdowns(terms: Terms) -> Ends:
    from tablelaw.analysis.board_with_dealer.count_endings import showdowns

    empty = Result(terms.book.id, "main", {}, "ante", Fraction(0))
    found = kept(terms.book, "every deal played to the end", lambda: replace(empty, ends=showdowns())).ends
    assert found is not None
    return found


def _together(terms: Terms, wager: Wager, ratio: Fraction) -> Fraction:
    """The main game and the wager under best play of both."""
    from tablelaw.analysis.board_with_dealer.game import game_of
    from tablelaw.analysis.board_with_dealer.solve import solve

    def answer() -> Result:
        value = solve(game_of(terms, {wager.id: ratio})).value
        return Result(terms.book.id, f"main+{wager.id}", {}, "ante", value)

    return kept(terms.book, f"{choices_for(terms, wager)} at {ratio} beside {main_question(terms)}", answer).ev


# --- Wagers on a player's own cards, or on a draw ---------------------------------------------------------


def _unfolded(terms: Terms, wager: Wager, main: Result) -> Outcomes | None:
    """A wager's outcomes under main-game play; None if a fold and another player's cards decide together."""
    if is_drawn(wager):
        return _drawn(terms, wager, main)
    if not is_read_from_the_flop(terms, wager):
        return None
    if is_folded_first(terms):
        return outcomes_with(terms, wager, first_folds(main))
    folded = _last_folds(terms, main)
    return outcomes_with(terms, wager, folded, TURNS_RIVERS_AND_DEALERS)


def _drawn(terms: Terms, wager: Wager, main: Result) -> Outcomes:
    """A draw is as likely to win with any cards, so it wins as often as without folds, times the rounds not folded."""
    folded = sum((share for action, share in main.actions.items() if action.endswith("fold")), Fraction(0))
    lines = [(net, count * (folded.denominator - folded.numerator)) for net, count in outcomes_of(terms, wager).lines]
    lost = net_of(terms.book.settle(Case(wager.id, terms, acts=frozenset(("fold",)))))
    return Outcomes((*lines, (lost, outcomes_of(terms, wager).total * folded.numerator)))


def _last_folds(terms: Terms, main: Result) -> Counter[str]:
    """Deals that best play folds after the last card, by the class of two cards and the Flop; cached."""
    question = f"folds by class at the Flop, {main_question(terms)}"

    def answer() -> Result:
        from tablelaw.analysis.board_with_dealer.game import game_of
        from tablelaw.analysis.board_with_dealer.last_folds import folded_by_class
        from tablelaw.analysis.board_with_dealer.solve import DEALS, solve

        folded = folded_by_class(solve(game_of(terms)))
        shares = {f"{FOLD_WITH}{cls}": Fraction(deals, DEALS) for cls, deals in folded.items()}
        return Result(terms.book.id, "main", main.choices, "ante", main.ev, actions=shares)

    found = kept(terms.book, question, answer).actions
    deals = comb(52, 5) * comb(5, 2) * TURNS_RIVERS_AND_DEALERS
    return Counter({name.removeprefix(FOLD_WITH): int(share * deals) for name, share in found.items()})
