"""What a floorperson asks: every table at a glance, what waits, the meters, and the reports of the day."""

from __future__ import annotations

import secrets

from fastapi import Response

from houserules.amounts import METER_UNITS_PER_CENT
from houserules.cage.accounts import owner_of
from houserules.cage.meters.state import MeterState
from houserules.floor.handlers.dealers import is_served
from houserules.floor.orders import AskClosing, Order
from houserules.floor.read_model import TableView
from houserules.floor.reports.blind_count import is_blind
from houserules.floor.reports.day import DayReport
from houserules.server.audit.access import answer
from houserules.server.audit.messages import SeeDay
from houserules.server.context import House
from houserules.server.http.routing import Ask, route
from houserules.server.order_admission import admitted
from houserules.server.order_decoding import Given
from houserules.server.routes.tables import table_named
from houserules.server.tables.alerts import Alert, FloorRow, Seated, alerts
from houserules.server.users import Person
from houserules.views.messages import Wire, WireTable

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
    return await _asked_to_close(ask, is_taken_back=False)


@route("DELETE /api/tables/{table}/closing", gives=FloorView)
async def keep_open(ask: Ask) -> FloorView:
    """Takes back that a table was to be closed."""
    return await _asked_to_close(ask, is_taken_back=True)


async def _asked_to_close(ask: Ask, is_taken_back: bool) -> FloorView:
    """The log keeps who asked, so that it is not lost with the server; whoever looks at the table is told, too."""
    assert ask.person is not None
    command = AskClosing(table_named(ask), is_taken_back)
    order = Order(id=f"{ask.name}/closing/{secrets.token_hex(8)}", by=f"{ask.role}:{ask.name}", command=command)
    order = await admitted(ask.house, Given(order, None), ask.address)
    await ask.house.carried_out(order)
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
        alerts=tuple(alerts(house, rows, seen)),
        meters=tuple(floor_meter(house, meter) for meter in views.meters.values()),
    )


def _players(house: House) -> tuple[str, ...]:
    views = house.service.views
    seated = {player for table in views.tables.values() for player in table.state.players.values()}
    holding = {owner_of(name) for name, b in views.balances().items() if name.startswith(PURSES) and b.posted}
    return tuple(sorted(seated | holding, key=str.casefold))


def _row(house: House, name: str, table: WireTable) -> FloorRow:
    views = house.service.views
    view = views.tables[name]
    submission = view.engine.submission
    tray = views.balance(f"tray:{name}")
    return FloorRow(
        table=name,
        game=submission.book.game,
        rulebook=submission.book.id,
        phase=table.phase,
        round=table.round,
        rounds=table.rounds,
        players=len(view.state.players),
        dealer=_dealer(house, name),
        deck=table.deck,
        tray=tray.available,
        on_felt=tray.credits_pending,
        overdue=sum(duty.when == "overdue" for duty in table.duties),
        says=table.next.says,
        why_open=_why_open(view, table),
        closing=view.closing,
        assigned=view.dealer,
        seated=tuple(
            Seated(seat=seat, player=player, is_served=is_served(view, seat))
            for seat, player in sorted(view.state.players.items())
        ),
        waiting=table.waiting,
    )


def _dealer(house: House, name: str) -> str:
    """Who has taken the table over; where only people deal, who called no more bets in this round."""
    if house.pace is not None:
        return house.pace.dealers.get(name, "")
    round_ = house.service.views.tables[name].state.round
    return round_.dealer.partition(":")[2] if round_ is not None else ""


def _why_open(view: TableView, table: WireTable) -> str:
    if table.phase == "closed":
        return "It is closed already." + ("" if view.differences else " A dealer opens it by bringing decks.")
    if not table.round:
        return ""
    if table.phase == "ending":
        return f"Wagers lie on the table for round {table.round}, which does not open. Hand them back; then close."
    if table.phase == "betting":
        return f"Wagers lie on the table for round {table.round}. Play it out, or have them taken back; then close."
    return f"Round {table.round} is under way. Its wagers are settled and its cards collected first; then close."


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
    """The report of a gaming day: table win, drop, meters reconciled, exceptions.

    Who may count drop boxes is told neither drop nor win of a table before its box is counted.
    """
    assert ask.person is not None
    return await answer(ask, SeeDay(ask.param("day"), is_blind(ask.person.role)))
