"""What a floorperson asks: every table at a glance, what waits, the meters, and the reports of the day."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import Response

from houserules.amounts import METER_UNITS_PER_CENT, money_text
from houserules.cage.meter_state import MeterState
from houserules.floor.reports import DayReport
from houserules.server.audit_wire import SeeDay
from houserules.server.auditing import answer
from houserules.server.house import House
from houserules.server.people import Person
from houserules.server.routing import Ask, route
from houserules.server.wire import Wire, WireTable, WireWaiting

LOW_TRAY_CENTS = 50_000_00
"""A tray below this is an alert: a fill is due soon."""


class FloorMeter(Wire, frozen=True):
    """A meter with everything the law wants counted; money in cents."""

    id: str
    tables: tuple[str, ...]
    link: str
    is_down: bool
    shown: int
    reserve: int
    pending: int
    amount_in: int
    hits: int
    wins: int
    paid: int
    seed: int


class FloorRow(Wire, frozen=True):
    table: str
    game: str
    rulebook: str
    phase: str
    round: int
    rounds: int
    players: int
    dealer: str
    deck: str
    tray: int
    drop: int
    on_felt: int
    overdue: int
    says: str
    waiting: tuple[WireWaiting, ...]


class Alert(Wire, frozen=True):
    """Something a floorperson should look at; `table` where it is."""

    table: str
    kind: str
    says: str
    cite: str


class FloorView(Wire, frozen=True):
    property: str
    day: str
    seq: int
    is_stopped: bool
    tables: tuple[FloorRow, ...]
    alerts: tuple[Alert, ...]
    meters: tuple[FloorMeter, ...]


@route("GET /api/floor", gives=FloorView)
async def floor(ask: Ask) -> FloorView:
    """All tables at a glance, alerts, payouts that wait, meters."""
    assert ask.person is not None
    return floor_view(ask.house, ask.person)


def floor_view(house: House, person: Person) -> FloorView:
    views = house.service.views
    seen = {name: house.table_view(name, person) for name in views.tables}
    rows = tuple(_row(house, name, table) for name, table in seen.items())
    return FloorView(
        property=views.name,
        day=views.day,
        seq=views.seq,
        is_stopped=house.service.is_stopped,
        tables=rows,
        alerts=tuple(_alerts(house, rows, seen)),
        meters=tuple(_meter(house, meter) for meter in views.meters.values()),
    )


def _row(house: House, name: str, table: WireTable) -> FloorRow:
    views = house.service.views
    submission = views.tables[name].engine.submission
    tray = views.balance(f"tray:{name}")
    return FloorRow(
        table=name,
        game=submission.book.game,
        rulebook=submission.book.id,
        phase=table.phase,
        round=table.round,
        rounds=table.rounds,
        players=len(views.tables[name].state.players),
        dealer=house.pace.dealers.get(name, "") if house.pace else "",
        deck=table.deck,
        tray=tray.available,
        drop=views.balance(f"drop:{name}").posted,
        on_felt=tray.credits_pending,
        overdue=sum(duty.when == "overdue" for duty in table.duties),
        says=table.next.says,
        waiting=table.waiting,
    )


def _alerts(house: House, rows: tuple[FloorRow, ...], seen: dict[str, WireTable]) -> Iterator[Alert]:
    if house.service.is_stopped:
        yield Alert(table="", kind="stopped", says="The floor has stopped. Start it again.", cite="")
    for link in sorted(house.service.views.links_down):
        says = f"Link {link} is down: its wagers are not taken."
        yield Alert(table="", kind="link", says=says, cite="605a.7")
    for row in rows:
        for wait in row.waiting:
            sum_ = f" of {money_text(wait.cents)}" if wait.cents else ""
            what = "to be validated" if wait.what == "validate" else "waits for its documents"
            yield Alert(
                table=row.table, kind=wait.what, says=f"Seat {wait.seat}: {wait.name}{sum_} {what}.", cite=wait.cite
            )
        if row.tray < LOW_TRAY_CENTS:
            yield Alert(
                table=row.table, kind="tray", says=f"The tray is down to {money_text(row.tray)}.", cite="465a.2"
            )
        for duty in seen[row.table].duties:
            if duty.when == "overdue":
                yield Alert(table=row.table, kind="duty", says=f"Overdue: {duty.name}.", cite=duty.cite)


def _meter(house: House, meter: MeterState) -> FloorMeter:
    return FloorMeter(
        id=meter.id,
        tables=meter.tables,
        link=meter.link,
        is_down=meter.link in house.service.views.links_down,
        shown=meter.units // METER_UNITS_PER_CENT,
        reserve=meter.reserve_units // METER_UNITS_PER_CENT,
        pending=meter.pending_units // METER_UNITS_PER_CENT,
        amount_in=meter.amount_in,
        hits=meter.hits,
        wins=meter.wins,
        paid=meter.paid,
        seed=meter.seed // METER_UNITS_PER_CENT,
    )


@route("GET /api/reports/{day}", gives=DayReport)
async def report(ask: Ask) -> Response:
    """The report of a gaming day: table win, drop, meters reconciled, exceptions."""
    return await answer(ask, SeeDay(ask.param("day")))
