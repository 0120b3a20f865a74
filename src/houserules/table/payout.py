"""From a verdict to a line: what is paid, returned and kept, to the cent, and what a meter shows after it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from houserules.amounts import METER_UNITS_PER_CENT
from houserules.law.conduct import Outcome, Verdict
from houserules.law.odds import Odds
from houserules.submission.submission import MeterTerms
from houserules.table.events import Line
from houserules.table.registry import change
from houserules.table.state import Round

if TYPE_CHECKING:
    from houserules.table.engine import Engine


def line_of(
    engine: Engine, round_: Round, seat: int, verdict: Verdict, stake: int, meters: dict[str, int], base: int
) -> Line:
    """A line for a settled wager. `base` is what odds are reckoned on: the stake, or a bonus's carrier's."""
    made = partial(
        Line,
        seat=seat,
        wager=verdict.wager,
        stake=stake,
        outcome=verdict.outcome.value,
        cite=str(verdict.cite),
        odds=str(verdict.odds or ""),
        row=verdict.row,
        paid_under=str(verdict.paid_under or ""),
    )
    if verdict.outcome is Outcome.LOST:
        return made(kept=stake)
    if verdict.outcome is not Outcome.WON or verdict.odds is None:
        return made(returned=stake)
    if verdict.odds.pays_from_meter:
        return _from_meter(engine, round_, made(kept=stake), verdict.odds, meters)
    payment = verdict.odds.payment(base)
    returned = int(payment.returned) if stake else 0
    return made(paid=int(payment.paid), returned=returned, kept=stake - returned)


def _from_meter(engine: Engine, round_: Round, line: Line, odds: Odds, meters: dict[str, int]) -> Line:
    """A share of a meter: cents rounded down, the rest left on the meter; divided where the law divides it."""
    meter = meter_for(engine, line.wager, odds.meter)
    reading = meters[meter.id]
    shared = partial(change, line, meter=meter.id, meter_before=reading, hand_pay=True)
    earlier = _first_share(round_, line.wager, meter.id)
    if earlier is not None:
        return shared(paid=earlier.paid, meter_after=reading, note=earlier.note)
    sharers = _sharers(engine, round_, line.wager)
    paid = int(odds.amount * reading / (METER_UNITS_PER_CENT * sharers))
    left = reading - paid * sharers * METER_UNITS_PER_CENT
    reseed = int(meter.reseed_cents * METER_UNITS_PER_CENT) if odds.amount == 1 else 0
    note = f"divided among {sharers}" if sharers > 1 else ""
    return shared(paid=paid, meter_after=left + reseed, note=note)


def meter_for(engine: Engine, wager: str, name: str) -> MeterTerms:
    return next(m for m in engine.plan.meters.values() if wager in m.wagers and m.name == name)


def _sharers(engine: Engine, round_: Round, wager: str) -> int:
    """Among how many wagers a win on this hand is divided."""
    if not engine.plan.wagers[wager].divided:
        return 1
    return sum(wager in seat.wagers for seat in round_.seats.values())


def _first_share(round_: Round, wager: str, meter: str) -> Line | None:
    """An earlier part of the same divided win."""
    earlier = (line for line in round_.lines if line.wager == wager and line.meter == meter)
    return next((line for line in earlier if line.note.startswith("divided")), None)


def limit_line(engine: Engine, lines: tuple[Line, ...], seat: int) -> Line | None:
    """The payout limit as a line of its own: what the counted wagers won beyond it is not paid."""
    limit_cents = engine.submission.payout_limit_cents
    limit = next(iter(engine.plan.book.limits), None)
    if limit is None or limit_cents is None:
        return None
    won = sum(line.paid for line in lines if line.seat == seat and line.wager in limit.wagers)
    if won <= limit_cents:
        return None
    note = f"winnings of {won} cents exceed the limit of {limit_cents}"
    return Line(
        seat=seat,
        wager="payout limit",
        stake=0,
        outcome="limited",
        cite=str(limit.cite.first),
        paid=limit_cents - won,
        note=note,
    )
