"""What every solver offers, whatever the game: one solver for each family of structures."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.earlier_decisions import Earlier
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.result import Distribution, Result
from tablelaw.cards import Card
from tablelaw.errors import TablelawError
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import Structure

BEST, NEVER_FOLD = "best", "never fold"
"""Plays that every game has."""
SAYS_NEVER_FOLD = "best play among those that never fold"
MAIN = "main game"

Spreads = dict[str, Distribution]
"""By wager, and of all together under MAIN."""
Priced = dict[str, tuple[Fraction, str]]
"""By name of a strategy: its value per Ante, and its description."""


class NotThisGame(TablelawError):
    """The solver is for another structure of game."""


class Misfit(NamedTuple):
    """The part of a structure that a solver cannot serve, and what it could serve instead."""

    part: str
    accepted: str


def misfit_of_pulls(structure: Structure) -> Misfit | None:
    """Why a solver that knows no pulls cannot serve a game, or None if the game has none."""
    if not structure.pulls:
        return None
    return Misfit(f"{' and '.join(structure.pulls)} can be taken back", "wagers that stay on the table")


class Solver(Protocol):
    """A family of games solved exactly. Kernels are slow to load, so a solver loads them when it is first asked."""

    @property
    def family(self) -> str:
        """Its name, which is also that of the simulated tables of the same games."""

    @property
    def takes_minutes(self) -> bool:
        """Whether solving a whole game takes minutes; advice for one hand never does."""

    def misfit(self, structure: Structure) -> Misfit | None:
        """The first part of a structure that does not fit, or None if the solver can solve such games."""

    def solve(self, terms: Terms) -> Result:
        """The main game under best play, per Ante."""

    def advise(
        self,
        terms: Terms,
        cards: Sequence[Card],
        board: Sequence[Card],
        tell: Told | None = None,
        earlier: Earlier | None = None,
    ) -> list[Advice]:
        """The exact gain of every legal action, the best first; `tell` is called with what must be solved first.

        `earlier` are the decisions made before; None if they are not known.
        """

    def play_names(self, terms: Terms) -> tuple[str, ...]:
        """BEST, NEVER_FOLD and the named strategies of the game: the plays of the three methods below."""

    def decision_tables(self, terms: Terms, play: str, beside: str = "") -> tuple[Any, ...]:
        """A play as arrays, for programs that play many rounds; ties are broken in favour of a side wager."""

    def endings(self, terms: Terms, play: str, beside: str = "") -> Spreads:
        """Every wager of the main game by itself under a play, in Antes, and all together."""

    def strategies(self, terms: Terms) -> Priced:
        """The named strategies, and never folding where a game has folds."""

    def best_play(self, terms: Terms) -> tuple[str, ...]:
        """Best play in a few sentences; none if the result has a chart."""

    def side_result(self, terms: Terms, wager: Wager, main: Result, ratio: Fraction) -> Result:
        """A side wager that depends on decisions, under best play of the main game; staked at `ratio` of the Ante
        where both are optimised together."""

    def side_spread(self, terms: Terms, wager: str, play: str) -> Distribution:
        """The same wager under a named play, per unit."""


class SideWagersApart:
    """Part of a solver of games in which no side wager depends on a decision, and whose chart tells best play."""

    def best_play(self, terms: Terms) -> tuple[str, ...]:
        return ()

    def side_result(self, terms: Terms, wager: Wager, main: Result, ratio: Fraction) -> Result:
        raise _depends_on_decisions(terms, wager.id)

    def side_spread(self, terms: Terms, wager: str, play: str) -> Distribution:
        raise _depends_on_decisions(terms, wager)


def _depends_on_decisions(terms: Terms, wager: str) -> NotThisGame:
    what = f"the hand of the side wager {wager} depends on decisions"
    return NotThisGame(what, where=terms.book.id, accepted="side wagers on cards that no decision changes")
