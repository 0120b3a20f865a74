"""The lobby: an overview of every table, the same for everybody."""

from __future__ import annotations

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.floor.read_model import TableView
from tablelaw.server.context import ServerContext
from tablelaw.views.messages import Wire
from tablelaw.views.table_view import phase_of, title_of


class LobbyMeter(Wire, frozen=True):
    id: str
    name: str
    title: str
    cents: int
    is_down: bool


class LobbyTable(Wire, frozen=True):
    table: str
    rulebook: str
    game: str
    about: str
    """A description of the game for somebody who has never seen it."""
    law: str
    minimum: int
    maximum: int
    seats: int
    players: tuple[str, ...]
    """The players by position; empty if nobody sits there."""
    phase: str
    rounds: int
    is_physical: bool
    is_dealt: bool
    """Whether somebody deals; false if a table of real cards waits for a dealer."""
    meters: tuple[LobbyMeter, ...]


class Neighbour(Wire, frozen=True):
    """A property served alongside this one."""

    name: str
    address: str


class Lobby(Wire, frozen=True, omit_defaults=True):
    property: str
    day: str
    seq: int
    tables: tuple[LobbyTable, ...]
    beside: tuple[Neighbour, ...] = ()


def lobby(context: ServerContext) -> Lobby:
    views = context.service.views
    private = context.house_dealer.practice if context.house_dealer is not None else ()
    tables = tuple(_table(context, name, table) for name, table in views.tables.items() if name not in private)
    beside = tuple(Neighbour(name=name, address=address) for name, address in context.settings.beside)
    return Lobby(property=views.name, day=views.day, seq=views.seq, tables=tables, beside=beside)


def _table(context: ServerContext, name: str, table: TableView) -> LobbyTable:
    submission, state = table.engine.submission, table.state
    return LobbyTable(
        table=name,
        rulebook=submission.book.id,
        game=submission.book.game,
        about=submission.book.presentation.about,
        law=submission.book.regulation,
        minimum=submission.minimum_cents,
        maximum=submission.maximum_cents,
        seats=submission.seats,
        players=tuple(state.players.get(seat, "") for seat in range(1, submission.seats + 1)),
        phase=phase_of(table),
        rounds=state.rounds,
        is_physical=table.engine.physical,
        is_dealt=context.house_dealer is None or context.house_dealer.is_dealt(name),
        meters=_meters(context, table),
    )


def _meters(context: ServerContext, table: TableView) -> tuple[LobbyMeter, ...]:
    views = context.service.views
    shown = [(meter, table.meters[meter.id]) for meter in table.engine.submission.meters]
    return tuple(
        LobbyMeter(
            id=name,
            name=meter.name,
            title=title_of(table, meter),
            cents=views.meters[name].units // METER_UNITS_PER_CENT,
            is_down=meter.link in views.links_down,
        )
        for meter, name in shown
    )
