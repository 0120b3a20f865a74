"""From a verdict to a line: what is paid, returned and kept, to the cent, and what a meter shows after it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from houserules.amounts import METER_UNITS_PER_CENT, money_text
from houserules.law.conduct import Outcome, Verdict
from houserules.law.odds import Odds
from houserules.submission.submission import MeterTerms
from houserules.table.events import Line
from houserules.table.registry import change
from houserules.table.state import Round

if TYPE_CHECKING:
    from houserules.table.engine import Engine

DIVIDED = "divided among"


def blank_line(verdict: Verdict, stake: int, base: int) -> Line:
    """The line of a verdict, before it stands at a seat and before a meter is read.

    `base` is what odds are reckoned on: the stake, or for a bonus the stake of the wager it rides on.
    """
    paid, returned, outcome, odds = 0, stake, verdict.outcome, verdict.odds
    from_meter = odds is not None and odds.pays_from_meter
    if outcome is Outcome.LOST or from_meter:
        returned = 0
    elif outcome is Outcome.WON and odds is not None:
        payment = odds.payment(base)
        paid, returned = int(payment.paid), int(payment.returned) if stake else 0
    return Line(
        seat=0,
        wager=verdict.wager,
        stake=stake,
        outcome=outcome.value,
        cite=str(verdict.cite),
        odds=odds.printed if odds else "",
        row=verdict.row,
        paid=paid,
        returned=returned,
        kept=stake - returned,
        paid_under=str(verdict.paid_under) if verdict.paid_under else "",
        hand_pay=from_meter,
    )


def line_at(engine: Engine, round_: Round, seat: int, blank: Line, meters: dict[str, int]) -> Line:
    """A blank line at a seat; a share is measured on what its meter shows now."""
    line = change(blank, seat=seat)
    return _from_meter(engine, round_, line, meters) if blank.hand_pay else line


# --- Meters --------------------------------------------------------------------------------------


def _from_meter(engine: Engine, round_: Round, line: Line, meters: dict[str, int]) -> Line:
    """A share of a meter: cents rounded down, the rest left on the meter; divided where the law divides it."""
    odds = Odds.parse(line.odds)
    meter = meter_for(engine, line.wager, odds.meter)
    reading = meters[meter.id]
    if (earlier := share_drawn(round_, line.wager)) is not None:
        paid, after, moved, note = earlier.paid, reading, 0, earlier.note
    else:
        sharers = _sharers(engine, round_, line.wager)
        paid = int(odds.amount * reading / (METER_UNITS_PER_CENT * sharers))
        reseed = int(meter.reseed_cents * METER_UNITS_PER_CENT) if odds.amount == 1 else 0
        moved = meters.get(reserve_of(meter.id), 0) if odds.amount == 1 else 0
        after = reading - paid * sharers * METER_UNITS_PER_CENT + reseed + moved
        note = f"{DIVIDED} {sharers}" if sharers > 1 else ""
    return change(
        line, paid=paid, meter=meter.id, meter_before=reading, meter_after=after, reserve_moved=moved, note=note
    )


def reserve_of(meter: str) -> str:
    """The name a meter's reserve is read under."""
    return f"{meter} reserve"


def readings_after(lines: Iterable[Line]) -> dict[str, int]:
    """What the meters, and the reserves that moved onto them, show after some lines."""
    moved = {line.meter: line.meter_after for line in lines if line.meter}
    emptied = {reserve_of(line.meter): 0 for line in lines if line.reserve_moved}
    return {**moved, **emptied}


def meter_for(engine: Engine, wager: str, name: str) -> MeterTerms:
    return next(m for m in engine.plan.meters.values() if wager in m.wagers and m.name == name)


def _sharers(engine: Engine, round_: Round, wager: str) -> int:
    """Among how many wagers a win on this hand is divided: those that have not been lost already."""
    if not engine.plan.wagers[wager].divided:
        return 1
    return sum(wager in seat.wagers and round_.line_of(n, wager) is None for n, seat in round_.seats.items())


def share_drawn(round_: Round, wager: str) -> Line | None:
    """The first part of a win that is divided: with it the whole share left the meter."""
    return next((line for line in round_.lines if line.wager == wager and is_divided(line)), None)


def is_divided(line: Line) -> bool:
    """Is the line a part of a share that several wagers divide among them?"""
    return line.note.startswith(DIVIDED)


def part_given_back(round_: Round, line: Line, meters: dict[str, int]) -> Line:
    """A lost wager for which a part of a divided share was drawn: that part goes back to the meter."""
    drawn = share_drawn(round_, line.wager)
    if drawn is None:
        return line
    reading = meters[drawn.meter]
    after = reading + drawn.paid * METER_UNITS_PER_CENT
    note = f"its part, {money_text(drawn.paid)}, stays on the meter"
    return change(line, meter=drawn.meter, meter_before=reading, meter_after=after, note=note)


# --- The payout limit ------------------------------------------------------------------------------


def limit_line(engine: Engine, lines: tuple[Line, ...], seat: int) -> Line | None:
    """The payout limit as a line of its own: what the counted wagers won beyond it is not paid."""
    limit_cents, limits = engine.submission.payout_limit_cents, engine.plan.book.limits
    if limit_cents is None or not limits:
        return None
    won = sum(line.paid for line in lines if line.seat == seat and line.wager in limits[0].wagers)
    if won <= limit_cents:
        return None
    return Line(
        seat=seat,
        wager="payout limit",
        stake=0,
        outcome="limited",
        cite=engine.plan.cite(limits[0].cite),
        paid=limit_cents - won,
        note=f"winnings of {money_text(won)} exceed the limit of {money_text(limit_cents)}",
    )
