"""An administrator's questions: the property's tables and links, and transfers to correct."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import Response

from tablelaw.cage.accounts import account_of
from tablelaw.floor.read_model import TableView
from tablelaw.server.audit.messages import FindTransfers, FoundTransfers
from tablelaw.server.audit.route_helpers import answer, number_in_query
from tablelaw.server.audit.transfer_search import WantedTransfers
from tablelaw.server.context import ServerContext
from tablelaw.server.http.routing import Ask, route
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.routes.floor import FloorMeter, floor_meter
from tablelaw.views.messages import Wire


class PropertyTable(Wire, frozen=True):
    """A table on the floor; money in cents."""

    table: str
    game: str
    rulebook: str
    law: str
    is_physical: bool
    is_open: bool
    """Whether decks are at the table; only a closed table may leave the floor."""
    rounds: int
    players: tuple[str, ...]
    tray: int
    links: tuple[str, ...]


class PropertyLink(Wire, frozen=True):
    link: str
    is_down: bool
    tables: tuple[str, ...]


class PropertyView(Wire, frozen=True):
    property: str
    day: str
    day_to_take_back: str
    """The gaming day that two people may still take back because it was begun or ended by mistake; empty if there is
    none.
    """
    is_demo: bool
    has_key: bool
    """Whether heads of the log can be signed here."""
    tables: tuple[PropertyTable, ...]
    links: tuple[PropertyLink, ...]
    meters: tuple[FloorMeter, ...]


@route("GET /api/property", gives=PropertyView)
async def see_property(ask: Ask) -> PropertyView:
    """The property: its tables with their trays, its links, its meters."""
    context, views = ask.context, ask.context.service.views
    return PropertyView(
        property=views.name,
        day=views.day,
        day_to_take_back=views.day_to_take_back,
        is_demo=context.settings.is_demo,
        has_key=context.key is not None,
        tables=tuple(_table(context, name, table) for name, table in views.tables.items()),
        links=tuple(_links(context)),
        meters=tuple(floor_meter(context, meter) for meter in views.meters.values()),
    )


def _table(context: ServerContext, name: str, table: TableView) -> PropertyTable:
    submission, views = table.engine.submission, context.service.views
    return PropertyTable(
        table=name,
        game=submission.book.game,
        rulebook=submission.book.id,
        law=submission.book.regulation,
        is_physical=table.engine.physical,
        is_open=bool(table.state.decks),
        rounds=table.state.rounds,
        players=tuple(dict.fromkeys(table.state.players.values())),
        tray=views.balance(account_of("tray", name)).posted,
        links=_links_of(table),
    )


def _links_of(table: TableView) -> tuple[str, ...]:
    return tuple(dict.fromkeys(meter.link for meter in table.engine.submission.meters if meter.link))


def _links(context: ServerContext) -> Iterator[PropertyLink]:
    views = context.service.views
    linked = {name: _links_of(table) for name, table in views.tables.items()}
    for link in sorted({link for links in linked.values() for link in links}):
        tables = tuple(name for name, links in linked.items() if link in links)
        yield PropertyLink(link=link, is_down=link in views.links_down, tables=tables)


@route("GET /api/property/transfers", gives=FoundTransfers)
async def find_transfers(ask: Ask) -> Response:
    """Transfers that may be corrected, by player, table, round, gaming day and amount; newest first."""
    wanted = WantedTransfers(
        player=ask.query("player"),
        table=ask.query("table"),
        round=number_in_query(ask, "round"),
        day=ask.query("day"),
        cents=number_in_query(ask, "cents"),
    )
    if not all(named.isprintable() for named in (wanted.player, wanted.table, wanted.day)):
        raise ServerRefused("not-readable")
    return await answer(ask, FindTransfers(wanted))
