"""What a hold'em game against the dealer is, read off the rulebook: opening wagers, decisions, and what a fold costs.

The game is told by its data: two cards each, five community cards, stages between them. Every decision wager must pay
alike (all do, at even money), so that the value of any line of play is: opening wagers + units wagered x one unit.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houserules.analysis.holdem_walk import Payoffs
from houserules.analysis.payoffs import against_the_dealer, as_integers
from houserules.errors import HouserulesError
from houserules.law.rows import Choice, Stage
from houserules.law.terms import Terms


class NotThisGame(HouserulesError):
    """The solver is for another shape of game."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One stage: how many community cards are seen, and the multiples of the Ante a bet may be (least and most)."""

    stage: str
    seen: int
    can_check: bool
    can_fold: bool
    bets: tuple[int, ...]
    once: bool
    """One bet is made in the round, at this stage or another; else the bet adds to those before."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its choices made."""

    terms: Terms
    decisions: tuple[Decision, ...]
    opening: tuple[str, ...]
    wager: str
    fold: Fraction
    """What a fold gains (below zero): the opening wagers it collects."""
    unit: int
    """Payoffs are integers in parts of this."""
    payoffs: Payoffs


def game_of(terms: Terms, staked: dict[str, Fraction] | None = None) -> Game:
    """The game of a rulebook. `staked` adds side wagers that the same hands decide, in units of the Ante."""
    book = terms.book
    decisions = _decisions(terms)
    openings = {wager.id: Fraction(1) for wager in book.wagers if wager.kind == "opening"} | (staked or {})
    bets = [wager.id for wager in book.wagers if wager.kind == "decision"]
    tables = [against_the_dealer(terms, bet) for bet in bets]
    if any(table != tables[0] for table in tables):
        raise NotThisGame("decision wagers pay differently", where=book.id, accepted="decision wagers that pay alike")
    opening = {key: sum(share * t[key] for share, t in _each(terms, openings)) for key in tables[0]}
    unit, (opening_pay, unit_pay) = as_integers(opening, tables[0])
    fold = -sum((share for wager, share in openings.items() if _is_collected(terms, wager)), Fraction(0))
    last = _last_choices(decisions[-1], fold, unit) if decisions[-1].seen == 5 else np.zeros((0, 3), np.int64)
    payoffs = Payoffs(np.ascontiguousarray(np.stack([opening_pay, unit_pay])[:, ::-1, ::-1]), last)
    return Game(terms, decisions, tuple(openings), bets[0], fold, unit, payoffs)


def _each(terms: Terms, openings: dict[str, Fraction]) -> list[tuple[Fraction, dict[tuple[int, int, int], Fraction]]]:
    return [(share, against_the_dealer(terms, wager)) for wager, share in openings.items()]


def _is_collected(terms: Terms, wager: str) -> bool:
    return terms.book.fold_effect(terms.book.wager(wager), terms) == "collected"


def _decisions(terms: Terms) -> tuple[Decision, ...]:
    stages = {stage.id: stage for stage in terms.book.stages}
    seen, found = 0, []
    for entry in terms.book.flow:
        if entry.do == "community":
            seen += entry.cards
        elif entry.do == "decide" and terms.holds(entry.when):
            found.append(_decision(terms, stages[entry.stage], seen, stages))
    return tuple(found)


def _decision(terms: Terms, stage: Stage, seen: int, stages: dict[str, Stage]) -> Decision:
    choices = [choice for choice in stage.choices if terms.holds(choice.when)]
    actions = {choice.action for choice in choices}
    bets = sorted({times for choice in choices if choice.wager for times in multiples(terms, choice)})
    once = any(other.asks == "players still deciding" for other in stages.values())
    return Decision(stage.id, seen, "check" in actions, "fold" in actions, tuple(bets), once)


def multiples(terms: Terms, choice: Choice) -> tuple[int, ...]:
    """The multiples worth looking at: all fixed ones, or the ends of a range (a value is linear in the bet)."""
    chosen = terms.reading(choice.reading) if choice.reading else ""
    if chosen in choice.by_reading:
        return choice.by_reading[chosen]
    return choice.times if choice.up_to is None else (1, choice.up_to)


def _last_choices(decision: Decision, fold: Fraction, unit: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Rows (constant, times opening, times unit) of the decision after the last card, a fold first."""
    rows = [(int(fold * unit), 0, 0)] if decision.can_fold else []
    rows += [(0, 1, 0)] if decision.can_check else []
    rows += [(0, 1, bet) for bet in decision.bets]
    return np.array(rows, np.int64)
