"""The end of a day: everybody leaves, tables are closed, boxes counted, and the day's report is read by the auditor."""

from __future__ import annotations

from typing import cast

from houserules.floor import orders
from houserules.floor.reports import DayReport, MeterDay, TableDay, day_report
from houserules.floor.store import Store
from houserules.gaming_day.auditor.auditor import Auditor
from houserules.gaming_day.desk import FLOORPERSON, Desk, Unexpected
from houserules.gaming_day.door import Door
from houserules.gaming_day.preparing import Guest
from houserules.gaming_day.script import Script
from houserules.table import commands


def close_the_day(
    desk: Desk, door: Door, auditor: Auditor, script: Script, guests: dict[str, dict[int, Guest]], day: str
) -> None:
    for table in script.tables:
        guests[table.name].clear()
        if desk.view(table.name).state.decks:
            desk.do(f"closing {table.name} {day}", FLOORPERSON, commands.CloseTable(), table.name)
        there = door.service.views.balance(f"drop:{table.name}").posted
        if there:
            desk.do(f"closing {table.name} {day}", FLOORPERSON, orders.CountDrop(table.name, there))
    desk.do(f"closing {day}", FLOORPERSON, orders.EndDay())
    with cast(Store, door.store).view() as kept:
        refuse_other_report(day_report(kept, day), auditor)


def refuse_other_report(report: DayReport, auditor: Auditor) -> None:
    """The report of the day must say what the auditor's books say."""
    for table in report.tables:
        _compare(f"the report of {table.table}", _found(table), _expected(auditor, table))
    for meter in report.meters:
        _compare(f"the report of {meter.meter}", _found_of(meter), _expected_of(auditor, meter))


def _compare(where: str, found: dict[str, int], expected: dict[str, int]) -> None:
    for name, value in expected.items():
        if found[name] != value:
            raise Unexpected(f"{where}: {name} is {found[name]} and not {value}")


def _found(day: TableDay) -> dict[str, int]:
    return {"closing tray": day.closing_tray_cents, "rounds": day.rounds, "win": day.win_cents - day.drop_cents}


def _expected(auditor: Auditor, day: TableDay) -> dict[str, int]:
    """The win is what the tray has more at the end than at the beginning, fills, credits and drop considered."""
    tray = auditor.accounts.posted[f"tray:{day.table}"]
    filled = day.fills_cents - day.credits_cents
    return {"closing tray": tray, "win": tray - day.opening_tray_cents - filled}


def _found_of(day: MeterDay) -> dict[str, int]:
    return {
        "display": day.closing_units,
        "reserve": day.reserve_closing_units,
        "ledger": day.ledger_cents,
        "agrees": int(day.agrees),
    }


def _expected_of(auditor: Auditor, day: MeterDay) -> dict[str, int]:
    meter = auditor.accounts.meters[day.meter]
    whole = meter.accounts(day.meter)[f"meter:{day.meter}"]
    return {"display": meter.shown, "reserve": meter.reserve, "ledger": whole, "agrees": 1}
