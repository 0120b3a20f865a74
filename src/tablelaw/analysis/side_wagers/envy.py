"""Bonuses paid for other players' hands, whatever the bettor's own hand is."""

from __future__ import annotations

from fractions import Fraction

from tablelaw.analysis.side_wagers.outcomes import DOLLAR, hand_row, outcomes_of
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Terms


def by_others(terms: Terms, wager: Wager, ev: Fraction) -> dict[int, Fraction]:
    """The value of a bonus paid for other players' hands, by the number of those players; empty for other wagers.

    Every other hand has the same distribution, so expectations add up although all share a Flop.
    """
    others = range(1, int(terms.book.fact("seats")))
    return {number: number * ev for number in others} if _is_for_others(terms, wager) else {}


def envy_by_others(terms: Terms, stake_cents: int = DOLLAR) -> dict[int, Fraction]:
    """The value of all bonuses paid for other players' hands together, in dollars per round, by the number of those
    players.
    """
    total: dict[int, Fraction] = {}
    for wager in terms.book.wagers:
        if _is_for_others(terms, wager):
            dollars = outcomes_of(terms, wager, stake_cents).fixed * stake_cents / 100
            for number, value in by_others(terms, wager, dollars).items():
                total[number] = total.get(number, Fraction(0)) + value
    return total


def _is_for_others(terms: Terms, wager: Wager) -> bool:
    return wager.kind == "bonus" and bool(wager.hand) and "other player" in hand_row(terms.book, wager.hand).cards
