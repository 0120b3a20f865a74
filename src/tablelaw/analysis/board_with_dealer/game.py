"""A game against the dealer with a shared board, read from the rulebook: opening wagers, decisions, what a fold costs.

Each side has two cards, and the board five; decisions come before the flop and after three, four or five community
cards, in any pattern. All decision wagers must pay alike (they do, at even money), so that the value of any line of
play is: opening wagers + steps wagered x one step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.decision_tree import (
    CONSTANT,
    OPENING_PART,
    STEP_PART,
    Line,
    Rows,
    Tree,
    line_name,
    lines_of,
    tree_of,
)
from tablelaw.analysis.board_with_dealer.structure_fit import FAMILY, misfit
from tablelaw.analysis.board_with_dealer.value_kernels import Payoffs
from tablelaw.analysis.main_choices import main_bonuses
from tablelaw.analysis.payoffs import against_the_dealer, as_integers, ask, opening_gains, rungs_of
from tablelaw.analysis.solver import NotThisGame
from tablelaw.law.decisions import Decision, decisions_of
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import structure_of

BOARD = 5


@dataclass(frozen=True, slots=True)
class Game:
    """A game under one set of the operator's choices."""

    terms: Terms
    decisions: tuple[Decision, ...]
    opening: Mapping[str, Fraction]
    """Wagers made before any card is dealt, in Antes, and bonuses that ride on them."""
    wager: str
    """One of the decision wagers; all pay alike."""
    fold: Fraction
    """What a fold gains (below zero): it loses the opening wagers."""
    folded_bet: Fraction
    """What a fold gains for every Ante bet before it."""
    unit: int
    """How many parts make a unit; payoffs are whole numbers of parts."""
    steps: int
    """How many steps make an Ante; bets are whole numbers of steps."""
    payoffs: Payoffs
    tree: Tree
    bounds: tuple[int, ...]
    """The least strength of each class, lowest first."""

    @property
    def once(self) -> bool:
        """Whether a player bets only once in a round; otherwise bets add up."""
        return self.decisions[0].once

    @property
    def lines(self) -> dict[str, Line]:
        """Every complete way to play, by name, in the order in which they are listed."""
        lines = lines_of(self.tree.root)
        named = {line_name(line, self.decisions, self.steps): line for line in lines}
        assert len(named) == len(lines), "every line has its own name"
        return named

    @property
    def key(self) -> str:
        """Everything that best play and its outcomes depend on, the same for every rulebook with the same game."""
        pay, last = self.payoffs.pay.tolist(), self.payoffs.last_choices.tolist()
        return f"{self.decisions} {self.fold} {self.folded_bet} {self.unit} {self.steps} {self.bounds} {pay} {last}"

    @property
    def with_largest_bets(self) -> Game:
        """The same game with only the largest bet at each decision."""
        decisions = tuple(replace(one, bets=(max(one.bets),)) if one.bets else one for one in self.decisions)
        lost = int(self.fold * self.unit), int(self.folded_bet * self.unit / self.steps)
        tree = tree_of(decisions, self.steps, *lost)
        return replace(self, decisions=decisions, tree=tree, payoffs=payoffs_of(self.payoffs.pay, tree))

    def antes(self, steps: int) -> int | Fraction:
        """Converts a number of steps to Antes."""
        antes = Fraction(steps, self.steps)
        return int(antes) if antes.denominator == 1 else antes


def game_of(terms: Terms, staked: Mapping[str, Fraction] | None = None, folding: bool = True) -> Game:
    """Reads the game from a rulebook. `staked` adds side wagers that the same hands decide, in units of the Ante.

    Without folding, no decision allows a fold.
    """
    book = terms.book
    _require_fit(terms)
    decisions = tuple(replace(one, can_fold=one.can_fold and folding) for one in decisions_of(terms))
    staked_first = {wager.id: Fraction(1) for wager in book.wagers if wager.kind == "opening"} | dict(staked or {})
    bonuses = _bonuses(terms)
    openings = staked_first | dict.fromkeys(bonuses, Fraction(1))
    bets = [wager.id for wager in book.wagers if wager.kind == "decision"]
    tables = [against_the_dealer(terms, bet) for bet in bets]
    if any(table != tables[0] for table in tables):
        raise NotThisGame("decision wagers pay differently", where=book.id, accepted="decision wagers that pay alike")
    fold = sum((share * _folded(terms, wager) for wager, share in openings.items()), Fraction(0))
    folded_bet = _folded_bet(terms, bets, decisions)
    steps = lcm(*(Fraction(bet).denominator for decision in decisions for bet in decision.bets))
    gains: list[Mapping[Any, Fraction]] = [
        opening_gains(terms, openings),
        {key: gain / steps for key, gain in tables[0].items()},
        {(0,): fold, (1,): folded_bet / steps},
    ]
    unit, (opening, one, lost) = as_integers(*gains)
    tree = tree_of(decisions, steps, *lost.tolist())
    pay = np.ascontiguousarray(np.stack([opening, one])[:, ::-1, ::-1])
    bounds = tuple(rung.least for rung in reversed(rungs_of(terms)))
    return Game(terms, decisions, openings, bets[0], fold, folded_bet, unit, steps, payoffs_of(pay, tree), tree, bounds)


def _bonuses(terms: Terms) -> tuple[str, ...]:
    """Bonuses for the player's own hand that ride on the opening wagers: they cost nothing and are part of the game."""
    found = main_bonuses(terms.book)
    for bonus in found:
        if any(terms.book.wager(wager).kind != "opening" for wager in bonus.rides_on):
            accepted = "a bonus on an opening wager"
            raise NotThisGame(f"{bonus.id} rides on a decision wager", where=terms.book.id, accepted=accepted)
        if len(bonus.rides_on) > 1:
            accepted = "a bonus on one opening wager"
            raise NotThisGame(f"{bonus.id} rides on several wagers", where=terms.book.id, accepted=accepted)
    return tuple(bonus.id for bonus in found)


def payoffs_of(pay: npt.NDArray[np.int64], tree: Tree) -> Payoffs:
    """The payoffs of the wagers, together with the choices of the decisions made after the last card."""
    return Payoffs(pay, _last_choices([tree.rows[part] for part in tree.parts(BOARD)]))


def _require_fit(terms: Terms) -> None:
    found = misfit(structure_of(terms))
    if found is not None:
        what = f"this is not a game of the family {FAMILY}: {found.part}"
        raise NotThisGame(what, where=terms.book.id, accepted=found.accepted)


def _folded(terms: Terms, wager: str) -> Fraction:
    """What a fold gains on an opening wager; refuses a wager that the decisions do not affect."""
    row = terms.book.wager(wager)
    if row.hand not in ("", "player") or terms.book.fold_effect(row, terms) != "collected":
        decided = "wagers that the seven-card hands decide and a fold collects"
        raise NotThisGame(f"{wager} does not depend on the decisions", where=terms.book.id, accepted=decided)
    return ask(terms, wager, {}, None, ["fold"])


def _folded_bet(terms: Terms, bets: Sequence[str], decisions: Sequence[Decision]) -> Fraction:
    """What a fold gains per Ante bet before it; 0 if nobody can fold after betting."""
    first_bet = next((n for n, decision in enumerate(decisions) if decision.bets), len(decisions))
    if not any(decision.can_fold and decision.asks_again for decision in decisions[first_bet + 1 :]):
        return Fraction(0)
    for bet in bets:
        if terms.book.fold_effect(terms.book.wager(bet), terms) != "collected":
            accepted = "decision wagers that a later fold collects"
            raise NotThisGame(f"a fold does not collect {bet}", where=terms.book.id, accepted=accepted)
    return ask(terms, bets[0], {}, None, ["fold"])


def _last_choices(decisions: Sequence[Rows]) -> npt.NDArray[np.int64]:
    """[decision, action] -> (constant, times opening, times step); shorter rows are padded with the first action."""
    most = max(map(len, decisions), default=0)
    table = np.zeros((len(decisions), most, 3), np.int64)
    for n, rows in enumerate(decisions):
        for place in range(most):
            parts = dict(rows[place if place < len(rows) else 0])
            table[n, place] = [parts.get(part, 0) for part in (CONSTANT, OPENING_PART, STEP_PART)]
    return table
