"""What every solver offers, whatever the game. Each family of structures has one solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.earlier_decisions import Earlier, options_taken
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.own_strategies import Decide
from tablelaw.analysis.result import Distribution, Result
from tablelaw.cards import Card
from tablelaw.errors import TablelawError, WrongCardCount
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import Structure

BEST, NEVER_FOLD = "best", "never fold"
"""Strategies that every game has."""
SAYS_NEVER_FOLD = "the best strategy that never folds"
MAIN = "main game"

Spreads = dict[str, Distribution]
"""The distribution of each wager, and of all together under MAIN."""
Priced = dict[str, tuple[Fraction, str]]
"""The value per Ante and the description of each strategy, by its name."""


class NotThisGame(TablelawError):
    """The solver is for games with a different structure."""


class Misfit(NamedTuple):
    """The part of a structure that a solver does not support, and what it supports instead."""

    part: str
    accepted: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What a player knows at a decision: the cards held, other face-up cards, and the earlier decisions."""

    cards: Sequence[Card]
    board: Sequence[Card] = ()
    """The community cards, or the dealer's upcard in a game without a board."""
    earlier: Earlier | None = None
    """None if the earlier decisions are not known."""

    def require_first_decision(self, terms: Terms) -> None:
        """Refuses earlier decisions, for games with one decision."""
        options_taken(terms, 0, self.earlier or ())

    def require_no_board(self, terms: Terms) -> None:
        if self.board:
            raise WrongCardCount(
                f"{terms.book.game} is decided before any community card is shown", accepted="no board"
            )


def misfit_of_pulls(structure: Structure) -> Misfit | None:
    """Why a solver that does not support pulls cannot solve a game, or None if the game has no pulls."""
    if not structure.pulls:
        return None
    return Misfit(f"{' and '.join(structure.pulls)} can be taken back", "wagers that stay on the table")


def misfit_of_actions(structure: Structure, *taken: str) -> Misfit | None:
    """Why a solver that supports only these actions cannot solve a game, or None if the game has no others."""
    others = sorted(structure.actions.difference(taken))
    return Misfit(f"the action {others[0]}", " or ".join(taken)) if others else None


def misfit_of_limits(structure: Structure, *known: str) -> Misfit | None:
    """Why a solver that knows only these hands at a decision cannot solve a game, or None if no other hand limits the
    choices.
    """
    others = sorted(structure.limited_by.difference(known))
    accepted = f"choices that only the hand {' or '.join(known)} limits" if known else "choices open to every hand"
    return Misfit(f"the hand {others[0]} limits what may be chosen", accepted) if others else None


def misfit_of_cards(structure: Structure, bought: int = 0, discard: int = 0) -> Misfit | None:
    """Why a solver for these numbers of bought and discarded cards cannot solve a game, or None if it can."""
    if structure.bought != bought:
        return Misfit(f"{structure.bought or 'no'} cards may be bought", f"{bought or 'no'} cards bought")
    if structure.discard != discard:
        return Misfit(f"{structure.discard or 'no'} cards discarded", f"{discard or 'no'} cards discarded")
    return None


class Solver(Protocol):
    """Solves a family of games exactly. Kernels are slow to load, so a solver loads them when it is first used."""

    @property
    def family(self) -> str:
        """The name of the family, which the simulated tables of the same games share."""

    @property
    def takes_minutes(self) -> bool:
        """Whether solving a whole game takes minutes; advice for one hand never does."""

    def misfit(self, structure: Structure) -> Misfit | None:
        """The first part of a structure that does not fit, or None if the solver can solve such games."""

    def ask_rules(self, terms: Terms) -> None:
        """Asks the rules of the main game without solving it; refuses a rule that reads a hand the solver does not
        know.
        """

    def solve(self, terms: Terms) -> Result:
        """The main game under best play, per Ante."""

    def advise(self, terms: Terms, seen: Seen, tell: Told | None = None) -> list[Advice]:
        """The exact gain of every legal action, best first; `tell` is called with what must be solved first."""

    def assumed(self, terms: Terms, seen: Seen) -> tuple[str, str]:
        """The earlier decisions that advice assumes if it is not told any, and which these are, such as "best play";
        two empty texts if there was nothing to decide.
        """

    def play_names(self, terms: Terms) -> tuple[str, ...]:
        """The names of the strategies that `decision_tables`, `endings` and `side_spread` accept: BEST, NEVER_FOLD and
        the game's named strategies.
        """

    def decision_tables(self, terms: Terms, play: str, beside: str = "") -> tuple[Any, ...]:
        """A strategy as arrays, for programs that play many rounds; ties are broken in favour of a side wager."""

    def endings(self, terms: Terms, play: str, beside: str = "") -> Spreads:
        """The distribution of each wager of the main game in Antes under a strategy, and of all together."""

    def strategies(self, terms: Terms) -> Priced:
        """The named strategies, and never folding where a game has folds."""

    def own_strategy(self, terms: Terms, decide: Decide) -> Distribution | None:
        """The distribution of the main game in Antes under a player's own strategy; None if it cannot be counted
        exactly, or only in too long a time.
        """

    def best_play(self, terms: Terms) -> tuple[str, ...]:
        """Best play in a few sentences; empty if the solver does not put it into words."""

    def side_result(self, terms: Terms, wager: Wager, main: Result, ratio: Fraction) -> Result:
        """The result of a side wager that depends on decisions, under best play of the main game; `ratio` is its stake
        in Antes when both are optimised together.
        """

    def side_spread(self, terms: Terms, wager: str, play: str) -> Distribution:
        """The distribution of a side wager that depends on decisions under a named strategy, per unit."""


class OwnStrategiesSimulated:
    """For solvers of games with too many different hands to call a function for each of them."""

    def own_strategy(self, terms: Terms, decide: Decide) -> Distribution | None:
        return None


class SideWagersApart:
    """Methods for solvers of games in which no side wager depends on a decision and best play is not put into words."""

    def best_play(self, terms: Terms) -> tuple[str, ...]:
        return ()

    def side_result(self, terms: Terms, wager: Wager, main: Result, ratio: Fraction) -> Result:
        raise _depends_on_decisions(terms, wager.id)

    def side_spread(self, terms: Terms, wager: str, play: str) -> Distribution:
        raise _depends_on_decisions(terms, wager)


def _depends_on_decisions(terms: Terms, wager: str) -> NotThisGame:
    what = f"the hand of the side wager {wager} depends on decisions"
    return NotThisGame(what, where=terms.book.id, accepted="side wagers on cards that no decision changes")
