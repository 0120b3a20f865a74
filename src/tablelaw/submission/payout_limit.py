"""Payout limits: their minimum, and the greater-of rule, which also considers the minimum wager's largest win."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from tablelaw.amounts import parse_money
from tablelaw.law.odds import OddsKind
from tablelaw.law.rows import Limit, Wager
from tablelaw.law.rulebook import Terms
from tablelaw.submission.draft import Draft


def payout_limit_cents(draft: Draft, terms: Terms) -> int | None:
    """The payout limit in force: the one filed, or else the law's if it is mandatory, or else None."""
    written = draft.part("limits").get("payout_limit")
    if written is not None:
        return parse_money(written)
    limit = next(iter(draft.book.limits), None)
    if limit is None or limit.kind != "mandatory":
        return None
    return lowest_limit_cents(limit, terms, draft)


def lowest_limit_cents(limit: Limit, terms: Terms, draft: Draft) -> int:
    """The smallest permitted limit: the printed sum or, under the greater-of rule, the minimum wager's largest win if
    that is more.
    """
    if not limit.or_minimum_wager_win:
        return limit.floor.cents
    wins = (_best_win(wager, terms) * _minimum_cents(wager, draft) for wager in _counted(limit, terms))
    return max(limit.floor.cents, ceil(sum(wins, Fraction(0))))


def _minimum_cents(wager: Wager, draft: Draft) -> int:
    """The minimum of a wager: its own if one is filed, otherwise the table's."""
    own = draft.wager(wager.id).get("minimum")
    return parse_money(own if own is not None else draft.part("limits")["minimum"])


def _counted(limit: Limit, terms: Terms) -> list[Wager]:
    return [terms.book.wager(wager) for wager in limit.wagers if wager in terms.offered]


def _best_win(wager: Wager, terms: Terms) -> Fraction:
    """The most a wager can win per unit of its base wager: the best odds times the largest multiple."""
    odds = [
        cell.odds.amount
        for table in terms.book.paytables_of(wager.id)
        for cell in terms.column(table.id).values()
        if cell.odds.kind is OddsKind.TO
    ]
    return max(odds, default=Fraction(0)) * most_times(wager, terms)


def most_times(wager: Wager, terms: Terms) -> int:
    """The largest multiple of the Ante that a wager can be: 1, unless the wager is placed at a decision."""
    if wager.kind != "decision":
        return 1
    stages = [stage for stage in terms.book.stages if terms.holds(stage.when)]
    choices = [c for stage in stages for c in stage.choices if c.wager == wager.id and terms.holds(c.when)]
    return max((max([*choice.times, choice.up_to or 0]) for choice in choices), default=1)
