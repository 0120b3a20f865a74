"""A floorperson's questions: an overview of every table, pending matters, the meters, and the day's reports."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from fastapi import Response

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cage.accounts import OF_PLAYER, account_of, parse_account
from tablelaw.cage.meters.state import MeterState
from tablelaw.floor.handlers.dealers_and_served_seats import is_served
from tablelaw.floor.orders import AskClosing, Order
from tablelaw.floor.read_model import TableView
from tablelaw.floor.reports.blind_count import is_blind
from tablelaw.floor.reports.day import DayReport
from tablelaw.floor.reports.open_matters import OpenMatter
from tablelaw.persons import Actor
from tablelaw.server.audit.messages import SeeDay
from tablelaw.server.audit.route_helpers import answer
from tablelaw.server.context import ServerContext
from tablelaw.server.http.routing import Ask, route
from tablelaw.server.order_admission import admitted
from tablelaw.server.received_orders import DecodedOrder
from tablelaw.server.routes.tables import table_named
from tablelaw.server.tables.alerts import Alert, FloorRow, Seated, feed
from tablelaw.server.users import Person
from tablelaw.views.messages import Wire, WireTable

BETTING = "Bets are open."
WITHOUT_DEALER = "The table waits for a dealer."


class FloorMeter(Wire, frozen=True):
    """A meter with everything that the law requires to be counted; money in cents."""

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


class PlayerMoney(Wire, frozen=True):
    """What a player has here besides wagers: chips, and the electronic wagering account; in cents."""

    player: str
    chips: int
    account: int


class FloorView(Wire, frozen=True):
    property: str
    day: str
    seq: int
    automatic: tuple[str, ...]
    """The tables that the house deals, because nobody has taken them over and their cards are not real."""
    is_stopped: bool
    players: tuple[str, ...]
    """Everybody who sits at a table or has chips or an account."""
    money: tuple[PlayerMoney, ...]
    tables: tuple[FloorRow, ...]
    alerts: tuple[Alert, ...]
    more_alerts: int
    """How many alerts are not listed because there are too many; the log has them all."""
    meters: tuple[FloorMeter, ...]
    are_figures_judged: bool
    """Whether the alerts include figures far from theory; not until the server has read the figures once."""


@route("GET /api/floor", gives=FloorView)
async def floor(ask: Ask) -> FloorView:
    """All tables, alerts, pending payouts and meters."""
    return floor_view(ask.context, ask.require_person())


@route("POST /api/tables/{table}/closing", gives=FloorView)
async def close_later(ask: Ask) -> FloorView:
    """Asks for a table to be closed after its round, or at once if there is none."""
    return await _asked_to_close(ask, is_taken_back=False)


@route("DELETE /api/tables/{table}/closing", gives=FloorView)
async def keep_open(ask: Ask) -> FloorView:
    """Withdraws the request to close a table."""
    return await _asked_to_close(ask, is_taken_back=True)


async def _asked_to_close(ask: Ask, is_taken_back: bool) -> FloorView:
    """Records in the log who asked for a table to be closed or kept open, so that the request survives a restart."""
    command = AskClosing(table_named(ask), is_taken_back)
    order = Order(id=f"{ask.name}/closing/{secrets.token_hex(8)}", by=str(ask.actor), command=command)
    order = await admitted(ask.context, DecodedOrder(order, None), ask.address)
    await ask.context.carried_out(order)
    return floor_view(ask.context, ask.require_person())


class DayEnd(Wire, frozen=True):
    """What is still open at the end of the day; empty if nothing is."""

    day: str
    matters: tuple[OpenMatter, ...]


@route("GET /api/floor/day-end", gives=DayEnd)
async def day_end(ask: Ask) -> DayEnd:
    """The checklist before the gaming day is ended: what is still open."""
    return DayEnd(day=ask.context.service.views.day, matters=ask.context.open_matters())


def floor_view(context: ServerContext, person: Person) -> FloorView:
    views = context.service.views
    seen = {name: context.table_view(name, person) for name in views.tables}
    rows = tuple(_row(context, name, table) for name, table in seen.items())
    alerts, more = feed(context, seen)
    return FloorView(
        property=views.name,
        day=views.day,
        seq=views.seq,
        automatic=tuple(name for name in views.tables if _is_automatic(context, name)),
        is_stopped=context.service.is_stopped,
        players=_players(context),
        money=tuple(_money(context)),
        tables=rows,
        alerts=alerts,
        more_alerts=more,
        meters=tuple(floor_meter(context, meter) for meter in views.meters.values()),
        are_figures_judged=context.far_figures.is_read,
    )


def _players(context: ServerContext) -> tuple[str, ...]:
    views = context.service.views
    seated = {player for table in views.tables.values() for player in table.state.players.values()}
    accounts = ((parse_account(name), balance) for name, balance in views.balances().items())
    holding = {account.owner for account, balance in accounts if account.kind in OF_PLAYER and balance.posted}
    return tuple(sorted(seated | holding, key=str.casefold))


def _money(context: ServerContext) -> Iterator[PlayerMoney]:
    views = context.service.views
    for player in _players(context):
        chips, account = (views.balance(account_of(kind, player)).available for kind in ("chips", "game"))
        if chips or account:
            yield PlayerMoney(player=player, chips=chips, account=account)


def _row(context: ServerContext, name: str, table: WireTable) -> FloorRow:
    views = context.service.views
    view = views.tables[name]
    submission = view.engine.submission
    tray = views.balance(account_of("tray", name))
    return FloorRow(
        table=name,
        game=submission.book.game,
        rulebook=submission.book.id,
        phase=table.phase,
        round=table.round,
        rounds=table.rounds,
        players=len(view.state.players),
        dealer=_dealer(context, name),
        deck=table.deck,
        tray=tray.available,
        on_felt=tray.credits_pending,
        overdue=sum(duty.when == "overdue" for duty in table.duties),
        says=_says(context, name, table),
        why_open=_why_open(view, table),
        closing=view.closing,
        assigned=view.dealer,
        seated=tuple(
            Seated(seat=seat, player=player, is_served=is_served(view, seat))
            for seat, player in sorted(view.state.players.items())
        ),
        waiting=table.waiting,
    )


def _is_automatic(context: ServerContext, name: str) -> bool:
    house = context.house_dealer
    return house is not None and name not in house.dealers and house.is_dealt(name)


def _says(context: ServerContext, name: str, table: WireTable) -> str:
    """What is happening at a table, in a floorperson's words."""
    house = context.house_dealer
    if table.phase == "betting" and house is not None and not house.is_dealt(name):
        return WITHOUT_DEALER
    return BETTING if table.phase == "betting" and table.round else table.next.says


def _dealer(context: ServerContext, name: str) -> str:
    """The dealer who has taken over the table; if only people deal, the dealer who closed the bets of this round."""
    if context.house_dealer is not None:
        return context.house_dealer.dealers.get(name, "")
    round_ = context.service.views.tables[name].state.round
    return Actor.parse(round_.dealer).name if round_ is not None else ""


def _why_open(view: TableView, table: WireTable) -> str:
    if table.phase == "closed":
        return "It is closed already." + ("" if view.differences else " A dealer opens it by bringing decks.")
    if not table.round:
        return ""
    if table.phase == "ending":
        return (
            f"There are wagers on the table for round {table.round}, which will not open. Hand them back; then close."
        )
    if table.phase == "betting":
        return (
            f"There are wagers on the table for round {table.round}. Play it out, or have them taken back; then close."
        )
    return f"Round {table.round} is under way. Settle its wagers and collect its cards; then close."


def floor_meter(context: ServerContext, meter: MeterState) -> FloorMeter:
    return FloorMeter(
        id=meter.id,
        tables=meter.tables,
        link=meter.link,
        is_down=meter.link in context.service.views.links_down,
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

    People who may count drop boxes see neither drop nor win of a table before its box is counted.
    """
    return await answer(ask, SeeDay(ask.param("day"), is_blind(ask.role)))
