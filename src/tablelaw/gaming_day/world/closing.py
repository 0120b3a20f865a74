"""The end of a day: everybody leaves, tables are closed, boxes are counted, and the auditor checks the day's report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cage.accounts import account_of
from tablelaw.floor import orders
from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.reports.day import DayReport, MeterDay, TableDay, day_report
from tablelaw.floor.store.api import Store
from tablelaw.gaming_day.auditor.auditor import Auditor
from tablelaw.gaming_day.faulty_floor import FaultyFloor
from tablelaw.gaming_day.order_giver import OrderGiver, Unexpected
from tablelaw.gaming_day.script import Script
from tablelaw.gaming_day.world.before_the_deal import Guest
from tablelaw.table import commands

Totals = dict[tuple[str, str], int]


def close_the_day(
    staff: OrderGiver,
    faulty_floor: FaultyFloor,
    auditor: Auditor,
    script: Script,
    guests: dict[str, dict[int, Guest]],
    day: str,
) -> None:
    for table in script.tables:
        guests[table.name].clear()
        if staff.view(table.name).state.decks:
            staff.do(f"closing {table.name} {day}", FLOORPERSON, commands.CloseTable(), table.name)
        there = faulty_floor.service.views.balance(account_of("drop", table.name)).posted
        if there:
            staff.do(f"closing {table.name} {day}", FLOORPERSON, orders.CountDrop(table.name, there))
    staff.do(f"closing {day}", FLOORPERSON, orders.EndDay())
    with cast(Store, faulty_floor.store).view() as kept:
        require_same_report(day_report(kept, day), auditor)


def require_same_report(report: DayReport, auditor: Auditor) -> None:
    """Requires the day's report to match the auditor's books."""
    now = auditor.totals()
    for table in report.tables:
        _compare(f"the report of {table.table}", _found(table), _expected(auditor.opening, now, table.table))
    for meter in report.meters:
        expected = _expected_of(auditor.opening, now, meter.meter)
        _compare(f"the report of {meter.meter}", _found_of(meter), expected)


def _compare(where: str, found: Mapping[str, int | None], expected: dict[str, int]) -> None:
    for name, value in expected.items():
        if found[name] != value:
            raise Unexpected(f"{where}: {name} is {found[name]}, not {value}")


def _found(day: TableDay) -> dict[str, int | None]:
    return {
        "opening tray": day.opening_tray_cents,
        "closing tray": day.closing_tray_cents,
        "fills": day.fills_cents,
        "credits": day.credits_cents,
        "drop": day.drop_cents,
        "win": day.win_cents,
        "rounds": day.rounds,
        "void rounds": day.void_rounds,
    }


def _expected(before: Totals, now: Totals, table: str) -> dict[str, int]:
    """A table's figures for the day by the auditor's books; its win is what the tray gained, apart from fills and
    credits, plus the cash paid for its chips.
    """
    day = {
        what: now[table, what] - before.get((table, what), 0)
        for what in ("tray", "fills", "credits", "drop", "rounds", "void rounds")
    }
    win = day["tray"] - day["fills"] + day["credits"] + day["drop"]
    trays = {"opening tray": before.get((table, "tray"), 0), "closing tray": now[table, "tray"]}
    return {**trays, **{what: sum_ for what, sum_ in day.items() if what != "tray"}, "win": win}


def _found_of(day: MeterDay) -> dict[str, int]:
    return {
        "opening": day.opening_units,
        "closing": day.closing_units,
        "contributions": day.contribution_units,
        "reserve": day.reserve_closing_units,
        "amount in": day.amount_in_cents,
        "hits": day.hits,
        "paid": day.paid_cents,
        "ledger": day.ledger_cents,
        "agrees": int(day.agrees),
    }


def _expected_of(before: Totals, now: Totals, meter: str) -> dict[str, int]:
    units = now[meter, "units"]
    run = {"contributions": "contributed", "amount in": "amount_in", "hits": "hits", "paid": "paid"}
    day = {says: now[meter, what] - before.get((meter, what), 0) for says, what in run.items()}
    stands = {"opening": before.get((meter, "units"), 0), "closing": units, "reserve": now[meter, "reserve_units"]}
    return {**stands, **day, "ledger": units // METER_UNITS_PER_CENT, "agrees": 1}
