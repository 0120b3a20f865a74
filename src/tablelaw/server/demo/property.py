"""The demo property: a table of each rulebook, one of real cards, linked progressives, guests at some seats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from itertools import cycle
from typing import TYPE_CHECKING

from tablelaw import rulebooks
from tablelaw.cage.accounts import account_of
from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.floor.property_time import local_date
from tablelaw.persons import Actor
from tablelaw.server.demo.guests import Guest
from tablelaw.submission.template import new_submission
from tablelaw.table import commands
from tablelaw.table.commands import Command

if TYPE_CHECKING:
    from tablelaw.floor.service import FloorService

NAME = "Keystone Demo Casino"
JURISDICTION = "pa"
"""The property's jurisdiction; its tables belong to several."""
ADMINISTRATOR = "administrator:demo"
TRAY_CENTS = 2_000_000_00
PURSE_CENTS = 20_000_00
ACCOUNT_CENTS = 500_00
FEATURED, *_ = GAMES = rulebooks.shown_first()
TABLES = {f"{book.presentation.table_prefix}-1": book.id for book in GAMES}
REAL_CARDS = {f"{FEATURED.presentation.table_prefix}-REAL": FEATURED.id}
"""A practice table: only people deal it, and they enter each card as it leaves a real shoe."""
NAMES = ("Ada", "Bram", "Chidi", "Dolores", "Emil", "Fatima", "Goran", "Hiroko", "Ines", "Jonas", "Kenji")
SEATED = ((2, 5), (1, 4), (3,), (2, 4), (5,), (1, 3), (2,))
"""The seats of the guests, table by table."""
LINK = "keystone"


def _guests() -> dict[str, dict[int, str]]:
    """The guests of each table by seat, as long as there are names."""
    names = iter(NAMES)
    tables = zip((*TABLES, *REAL_CARDS), cycle(SEATED), strict=False)
    return {table: dict(zip(seats, names, strict=False)) for table, seats in tables}


GUESTS = _guests()


def demo_submission(table: str, book: str) -> str:
    """A submission that offers everything, with the progressives linked if two games have the same."""
    text = new_submission(rulebooks.get(book), offer_all=True)
    text = re.sub(r"(?m)^property = .*$", f'property = "{NAME}"', text)
    text = re.sub(r"(?m)^table = .*$", f'table = "{table}"', text)
    return re.sub(r'(?m)^# link = "(.*)-link"$', rf'link = "{LINK}-\1"', text) if _shares_meters(book) else text


def _shares_meters(book: str) -> bool:
    """Whether another game of the demo has the same meters."""
    own = {meter.id for meter in rulebooks.get(book).meters}
    return any(own.intersection(meter.id for meter in other.meters) for other in GAMES if other.id != book)


def build(service: FloorService, public_key: str = "") -> None:
    """Opens the property, its tables and today's gaming day, unless that was done before."""
    views = service.views
    if not views.name:
        _give(service, "demo/open", "system", orders.OpenProperty(NAME, public_key, JURISDICTION))
    for table, book in (TABLES | REAL_CARDS).items():
        if table not in views.tables:
            install = orders.InstallTable(demo_submission(table, book), TRAY_CENTS, physical=table in REAL_CARDS)
            _give(service, f"demo/install/{table}", ADMINISTRATOR, install)
    today = local_date(service.clock.now(), service.views.time_zone).isoformat()
    if not service.views.day:
        _give(service, f"demo/day/{today}/{service.views.seq}", FLOORPERSON, orders.StartDay(today))


def _give(service: FloorService, order_id: str, by: str, command: Command | FloorCommand, table: str = "") -> None:
    service.do(Order(id=order_id, by=by, command=command, table=table))


def seat_guests(service: FloorService) -> dict[str, dict[int, Guest]]:
    """Gives guests chips and seats; people already seated keep their seats."""
    found: dict[str, dict[int, Guest]] = {}
    for table, seats in GUESTS.items():
        if table not in service.views.tables:
            continue
        for seat, name in seats.items():
            if service.views.tables[table].state.players.get(seat, name) == name:
                _seat(service, table, seat, name)
                found.setdefault(table, {})[seat] = Guest(name)
    return found


def _seat(service: FloorService, table: str, seat: int, name: str) -> None:
    views = service.views
    stem = f"demo/{table}/{seat}/{views.seq}"
    for n, (by, command, to) in enumerate(_arrival(service, table, seat, name)):
        try:
            _give(service, f"{stem}/{n}", by, command, to)
        except TablelawError as refusal:
            if refusal.code != "seat-taken":
                raise


Given = tuple[str, Command | FloorCommand, str]
"""Who gives which order to which table."""


def _arrival(service: FloorService, table: str, seat: int, name: str) -> Iterator[Given]:
    """Chips if the guest has few, something for the electronic account, and the seat."""
    views, player = service.views, str(Actor("player", name))
    if views.balance(account_of("chips", name)).available < PURSE_CENTS // 4:
        yield player, orders.BuyIn(name, table, PURSE_CENTS), ""
    if views.balance(account_of("game", name)).available < ACCOUNT_CENTS // 4:
        yield player, orders.LoadAccount(name, ACCOUNT_CENTS), ""
    if seat not in views.tables[table].state.players:
        yield player, commands.TakeSeat(seat), table


def has_pages() -> bool:
    """Whether the pages are installed with the program."""
    return (resources.files("tablelaw.web") / "lobby.html").is_file()
