"""What an administrator asks: the tables and links of the property, who may sign in, transfers to be set right."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import Response

from houserules.floor.read_model import TableView
from houserules.server.audit.access import answer, number
from houserules.server.audit.messages import FindTransfers, FoundTransfers
from houserules.server.audit.transfer_search import WantedTransfers
from houserules.server.context import House
from houserules.server.http.routing import Ask, route
from houserules.server.refusals import ServerRefused
from houserules.server.routes.floor import FloorMeter, floor_meter
from houserules.views.messages import Wire


class PropertyTable(Wire, frozen=True):
    """A table that stands on the floor; money in cents."""

    table: str
    game: str
    rulebook: str
    law: str
    is_physical: bool
    is_open: bool
    """With decks at the table: only a closed one leaves the floor."""
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
    """The gaming day begun or ended by mistake that two persons may still take back; empty where none may be."""
    is_demo: bool
    has_key: bool
    """Heads of the log can be signed here."""
    tables: tuple[PropertyTable, ...]
    links: tuple[PropertyLink, ...]
    meters: tuple[FloorMeter, ...]


class ListedPerson(Wire, frozen=True):
    name: str
    role: str


class ListedPeople(Wire, frozen=True):
    people: tuple[ListedPerson, ...]


@route("GET /api/property", gives=PropertyView)
async def see_property(ask: Ask) -> PropertyView:
    """The property: its tables with their trays, its links, its meters."""
    house, views = ask.house, ask.house.service.views
    return PropertyView(
        property=views.name,
        day=views.day,
        day_to_take_back=views.day_to_take_back,
        is_demo=house.settings.is_demo,
        has_key=house.key is not None,
        tables=tuple(_table(house, name, table) for name, table in views.tables.items()),
        links=tuple(_links(house)),
        meters=tuple(floor_meter(house, meter) for meter in views.meters.values()),
    )


def _table(house: House, name: str, table: TableView) -> PropertyTable:
    submission, views = table.engine.submission, house.service.views
    return PropertyTable(
        table=name,
        game=submission.book.game,
        rulebook=submission.book.id,
        law=submission.book.regulation,
        is_physical=table.engine.physical,
        is_open=bool(table.state.decks),
        rounds=table.state.rounds,
        players=tuple(dict.fromkeys(table.state.players.values())),
        tray=views.balance(f"tray:{name}").posted,
        links=_links_of(table),
    )


def _links_of(table: TableView) -> tuple[str, ...]:
    return tuple(dict.fromkeys(meter.link for meter in table.engine.submission.meters if meter.link))


def _links(house: House) -> Iterator[PropertyLink]:
    views = house.service.views
    linked = {name: _links_of(table) for name, table in views.tables.items()}
    for link in sorted({link for links in linked.values() for link in links}):
        tables = tuple(name for name, links in linked.items() if link in links)
        yield PropertyLink(link=link, is_down=link in views.links_down, tables=tables)


@route("GET /api/property/people", gives=ListedPeople)
async def see_people(ask: Ask) -> ListedPeople:
    """Who may sign in here, and as what."""
    listed = await ask.house.questions.run(ask.giver, ask.house.people.listed)
    return ListedPeople(people=tuple(ListedPerson(name=name, role=role) for name, role in listed))


@route("GET /api/property/transfers", gives=FoundTransfers)
async def find_transfers(ask: Ask) -> Response:
    """Transfers that may be set right, found by player, table, round, gaming day and sum; the newest first."""
    wanted = WantedTransfers(
        player=ask.query("player"),
        table=ask.query("table"),
        round=number(ask, "round"),
        day=ask.query("day"),
        cents=number(ask, "cents"),
    )
    if not all(named.isprintable() for named in (wanted.player, wanted.table, wanted.day)):
        raise ServerRefused("not-readable")
    return await answer(ask, FindTransfers(wanted))
