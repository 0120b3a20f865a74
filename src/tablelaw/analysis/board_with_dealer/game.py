"""A hold'em game against the dealer, read from the rulebook: opening wagers, decisions, and what a fold costs.

The game is recognised by its data: two cards each, five community cards, stages between them. All decision wagers
must pay alike (they do, at even money), so that the value of any line of play is: opening wagers + units wagered x
one unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.patterns import bets_add_up, is_one_bet
from tablelaw.analysis.board_with_dealer.value_kernels import Payoffs
from tablelaw.analysis.payoffs import against_the_dealer, as_integers, ask, opening_gains
from tablelaw.analysis.solver import NotThisGame
from tablelaw.law.decisions import Decision, decisions_of
from tablelaw.law.rulebook import Terms


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its choices made."""

    terms: Terms
    decisions: tuple[Decision, ...]
    opening: Mapping[str, Fraction]
    """Wagers made before any card, in Antes."""
    wager: str
    """One of the decision wagers; all pay alike."""
    fold: Fraction
    """What a fold gains (below zero): the opening wagers it collects."""
    unit: int
    """Payoffs are integers in parts of this."""
    payoffs: Payoffs

    @property
    def once(self) -> bool:
        """Whether one bet is made in the round; otherwise bets add up."""
        return self.decisions[0].once


def game_of(terms: Terms, staked: Mapping[str, Fraction] | None = None) -> Game:
    """The game of a rulebook. `staked` adds side wagers that the same hands decide, in units of the Ante."""
    book = terms.book
    decisions = decisions_of(terms)
    _require_supported_shape(terms, decisions)
    openings = {wager.id: Fraction(1) for wager in book.wagers if wager.kind == "opening"} | dict(staked or {})
    bets = [wager.id for wager in book.wagers if wager.kind == "decision"]
    tables = [against_the_dealer(terms, bet) for bet in bets]
    if any(table != tables[0] for table in tables):
        raise NotThisGame("decision wagers pay differently", where=book.id, accepted="decision wagers that pay alike")
    fold = sum((share * _folded(terms, wager) for wager, share in openings.items()), Fraction(0))
    gains: list[Mapping[Any, Fraction]] = [opening_gains(terms, openings), tables[0], {(0,): fold}]
    unit, (opening, one, lost) = as_integers(*gains)
    last = _last_choices(decisions[-1], int(lost[0]))
    payoffs = Payoffs(np.ascontiguousarray(np.stack([opening, one])[:, ::-1, ::-1]), last)
    return Game(terms, decisions, openings, bets[0], fold, unit, payoffs)


def _folded(terms: Terms, wager: str) -> Fraction:
    """What a fold does to an opening wager; one that it leaves in play does not affect best play."""
    row = terms.book.wager(wager)
    if row.hand not in ("", "player") or terms.book.fold_effect(row, terms) != "collected":
        decided = "wagers that the hands of seven cards decide and a fold collects"
        raise NotThisGame(f"{wager} does not depend on the decisions", where=terms.book.id, accepted=decided)
    return ask(terms, wager, {}, None, ["fold"])


def _require_supported_shape(terms: Terms, decisions: tuple[Decision, ...]) -> None:
    rankings = [hand.ranking for hand in terms.book.hands if hand.id in ("player", "dealer")]
    if rankings != ["five-card"] * 2 or not (is_one_bet(decisions) or bets_add_up(decisions)):
        accepted = "one bet before the Flop, after it or after the River; or a bet to stay, after the Flop, the Turn"
        raise NotThisGame("this is not a hold'em game against the dealer", where=terms.book.id, accepted=accepted)


def _last_choices(decision: Decision, fold: int) -> npt.NDArray[np.int64]:
    """Rows (constant, times opening, times unit) of the decision after the last card, a fold first."""
    if decision.seen < 5:
        return np.zeros((0, 3), np.int64)
    rows = [(fold, 0, 0)] if decision.can_fold else []
    rows += [(0, 1, 0)] if decision.can_check else []
    rows += [(0, 1, bet) for bet in decision.bets]
    return np.array(rows, np.int64)
