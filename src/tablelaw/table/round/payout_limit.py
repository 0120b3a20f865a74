"""The payout limit: winnings above it are not paid, but deducted from certain wagers."""

from __future__ import annotations

from tablelaw.amounts import money_text
from tablelaw.law.conditions import conditions
from tablelaw.law.rows import Limit
from tablelaw.law.rulebook import Terms
from tablelaw.table.events import Line
from tablelaw.table.rules import TableRules

LIMITED = "limited"
"""The outcome of the line that reduces what other wagers of the seat won to the limit."""


def limit_line(rules: TableRules, lines: tuple[Line, ...], seat: int) -> Line | None:
    """A separate line for the payout limit that lists the deduction from each wager; None if the limit is not
    reached.
    """
    limit_cents, limits = rules.submission.payout_limit_cents, rules.book.limits
    if limit_cents is None or not limits:
        return None
    limit, terms = limits[0], rules.terms
    counted = [line for line in lines if line.seat == seat and line.wager in limit.wagers]
    won = sum(line.paid for line in counted)
    excess = min(counted_cents(limit, terms, counted) - limit_cents, won)
    if excess <= 0:
        return None
    names = {wager: rules.wagers[wager].name for wager in limit.wagers}
    cuts = [f"{names[wager]} {money_text(cents)}" for wager, cents in cuts_of(limit, terms, counted, excess).items()]
    note = f"winnings of {money_text(won)} exceed the limit of {money_text(limit_cents)}; taken off {', '.join(cuts)}"
    return Line(
        seat=seat,
        wager="payout limit",
        stake=0,
        outcome=LIMITED,
        cite=rules.cites.first(limit.cite),
        paid=-excess,
        note=note,
        readings=readings_of(limit, terms),
    )


def readings_of(limit: Limit, terms: Terms) -> tuple[str, ...]:
    """The readings in force that decide what counts towards the limit and which wagers are reduced."""
    found = [name for when in (*limit.counts, *limit.cut_first) if terms.holds(when) for name, _ in conditions(when)]
    return tuple(dict.fromkeys(found))


def counted_cents(limit: Limit, terms: Terms, lines: list[Line]) -> int:
    """The cents that count towards the limit: winnings and, under some readings, returned stakes or lost wagers."""
    how = next((how for when, how in limit.counts.items() if terms.holds(when)), "winnings")
    won = sum(line.paid for line in lines)
    if how == "winnings and stakes":
        return won + sum(line.returned for line in lines)
    return won - sum(line.kept for line in lines) if how == "winnings less losses" else won


def cuts_of(limit: Limit, terms: Terms, lines: list[Line], excess: int) -> dict[str, int]:
    """The cents deducted from each wager, in the order a reading gives or in proportion to what each wager won."""
    paid = {line.wager: line.paid for line in lines if line.paid}
    order = next((wagers for when, wagers in limit.cut_first.items() if terms.holds(when)), ())
    if not order:
        return _in_proportion(paid, excess)
    cuts: dict[str, int] = {}
    for wager in order:
        if cents := min(paid.get(wager, 0), excess - sum(cuts.values())):
            cuts[wager] = cents
    return cuts


def _in_proportion(paid: dict[str, int], excess: int) -> dict[str, int]:
    """Deductions in proportion to what each wager won, rounded down.

    The wagers settled last bear the remaining cents.
    """
    cuts = {wager: excess * cents // sum(paid.values()) for wager, cents in paid.items()}
    for wager in list(reversed(cuts))[: excess - sum(cuts.values())]:
        cuts[wager] += 1
    return cuts
