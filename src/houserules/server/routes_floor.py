"""What a floorperson asks: every table at a glance, what waits, the meters, and the reports of the day."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import Response

from houserules.amounts import METER_UNITS_PER_CENT, money_text
from houserules.cage.accounts import owner_of
from houserules.cage.meter_state import MeterState
from houserules.floor.governing import governing
from houserules.floor.lapses import lapse_alerts
from houserules.floor.reports import DayReport
from houserules.jurisdictions.model import Matter
from houserules.server.audit_wire import SeeDay
from houserules.server.auditing import answer
from houserules.server.house import House
from houserules.server.payouts import payout_text
from houserules.server.people import Person
from houserules.server.refusals import ServerRefused
from houserules.server.routes import table_named
from houserules.server.routing import Ask, route
from houserules.server.wire import Wire, WireTable, WireWaiting

LOW_TRAY_CENTS = 50_000_00
"""A tray below this is an alert: a fill is due soon."""

PURSES = ("chips:", "game:")
"""The accounts of players."""


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
    on_felt: int
    overdue: int
    says: str
    why_open: str
    """Why the table cannot be closed now; nothing where it can."""
    closing: str
    """Who asked for the table to be closed once its round is over; nothing where nobody did."""
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
    is_automatic: bool
    """Whether the house deals tables that nobody has taken over."""
    is_stopped: bool
    players: tuple[str, ...]
    """Everybody who sits at a table or holds chips or an account."""
    tables: tuple[FloorRow, ...]
    alerts: tuple[Alert, ...]
    meters: tuple[FloorMeter, ...]


@route("GET /api/floor", gives=FloorView)
async def floor(ask: Ask) -> FloorView:
    """All tables at a glance, alerts, payouts that wait, meters."""
    assert ask.person is not None
    return floor_view(ask.house, ask.person)


@route("POST /api/tables/{table}/closing", gives=FloorView)
async def close_later(ask: Ask) -> FloorView:
    """Asks for a table that the house deals to be closed as soon as its round is over; at once where there is none."""
    name = table_named(ask)
    pace, state = ask.house.pace, ask.house.service.views.tables[name].state
    if pace is None or not state.decks:
        raise ServerRefused("not-now")
    pace.closing[name] = ask.name
    return _told(ask, name)


@route("DELETE /api/tables/{table}/closing", gives=FloorView)
async def keep_open(ask: Ask) -> FloorView:
    """Takes back that a table was to be closed."""
    name, pace = table_named(ask), ask.house.pace
    if pace is None or pace.closing.pop(name, None) is None:
        raise ServerRefused("not-now")
    return _told(ask, name)


def _told(ask: Ask, name: str) -> FloorView:
    """The floor as it is now; whoever looks at the table is told, too."""
    assert ask.house.hub is not None and ask.person is not None
    ask.house.hub.tell((name,))
    return floor_view(ask.house, ask.person)


def floor_view(house: House, person: Person) -> FloorView:
    views = house.service.views
    seen = {name: house.table_view(name, person) for name in views.tables}
    rows = tuple(_row(house, name, table) for name, table in seen.items())
    return FloorView(
        property=views.name,
        day=views.day,
        seq=views.seq,
        is_automatic=house.pace is not None,
        is_stopped=house.service.is_stopped,
        players=_players(house),
        tables=rows,
        alerts=tuple(_alerts(house, rows, seen)),
        meters=tuple(floor_meter(house, meter) for meter in views.meters.values()),
    )


def _players(house: House) -> tuple[str, ...]:
    views = house.service.views
    seated = {player for table in views.tables.values() for player in table.state.players.values()}
    holding = {owner_of(name) for name, b in views.balances().items() if name.startswith(PURSES) and b.posted}
    return tuple(sorted(seated | holding, key=str.casefold))


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
        dealer=_dealer(house, name),
        deck=table.deck,
        tray=tray.available,
        on_felt=tray.credits_pending,
        overdue=sum(duty.when == "overdue" for duty in table.duties),
        says=table.next.says,
        why_open=_why_open(table),
        closing=house.pace.closing.get(name, "") if house.pace is not None else "",
        waiting=table.waiting,
    )


def _dealer(house: House, name: str) -> str:
    """Who has taken the table over; where only people deal, who called no more bets in this round."""
    if house.pace is not None:
        return house.pace.dealers.get(name, "")
    round_ = house.service.views.tables[name].state.round
    return round_.dealer.partition(":")[2] if round_ is not None else ""


def _why_open(table: WireTable) -> str:
    if table.phase == "closed":
        return "It is closed already. A dealer opens it by bringing decks."
    if not table.round:
        return ""
    if table.phase == "betting":
        return f"Wagers lie on the table for round {table.round}. Play it out, or have them taken back; then close."
    return f"Round {table.round} is under way. Its wagers are settled and its cards collected first; then close."


def _alerts(house: House, rows: tuple[FloorRow, ...], seen: dict[str, WireTable]) -> Iterator[Alert]:
    if house.service.is_stopped:
        yield Alert(table="", kind="stopped", says="The floor has stopped. Start it again.", cite="")
    for link in sorted(house.service.views.links_down):
        says = f"Link {link} is down: its wagers are not taken."
        cite = governing(house.service.views, Matter.LINKS)
        yield Alert(table="", kind="link", says=says, cite=cite)
    for row in rows:
        yield from _lapses_of(house, row.table)
        yield from _alerts_of(house, row, seen[row.table])


def _lapses_of(house: House, table: str) -> Iterator[Alert]:
    """Wagers of a table that the law of the gaming day does not permit."""
    views = house.service.views
    view = views.tables[table]
    for says, cite in lapse_alerts(view.text, view.engine, views.day, house.service.clock.now()):
        yield Alert(table=table, kind="lapsed", says=says, cite=cite)


def _alerts_of(house: House, row: FloorRow, table: WireTable) -> Iterator[Alert]:
    for wait in row.waiting:
        says = payout_text(house.service.views, table, wait)
        yield Alert(table=row.table, kind=wait.what, says=says, cite=wait.cite)
    if differences := house.service.views.tables[row.table].differences:
        says = f"Installed under other rules than those at hand, so no new round opens: {'; '.join(differences)}."
        yield Alert(table=row.table, kind="rules", says=says, cite="")
    if row.deck == "inspected":
        says = "The dealer has inspected the decks; a floorperson verifies it."
        yield Alert(table=row.table, kind="verify", says=says, cite=table.next.cite)
    if row.tray < LOW_TRAY_CENTS:
        views = house.service.views
        cite = governing(views, Matter.FILLS, views.tables[row.table])
        yield Alert(table=row.table, kind="tray", says=f"The tray is down to {money_text(row.tray)}.", cite=cite)
    for duty in table.duties:
        if duty.when == "overdue":
            yield Alert(table=row.table, kind="duty", says=f"Overdue: {duty.name}.", cite=duty.cite)


def floor_meter(house: House, meter: MeterState) -> FloorMeter:
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
