"""The demo's properties, one for each currency: a table of each game, a table of real cards, linked meters, and
guests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from itertools import cycle
from typing import TYPE_CHECKING

from tablelaw import jurisdictions, rulebooks
from tablelaw.cage.accounts import account_of
from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.floor.property_time import local_date
from tablelaw.law.rulebook import Rulebook
from tablelaw.persons import Actor
from tablelaw.server.demo.guests import Guest
from tablelaw.submission.template import new_submission
from tablelaw.table import commands
from tablelaw.table.commands import Command

if TYPE_CHECKING:
    from tablelaw.floor.service import FloorService

ADMINISTRATOR = "administrator:demo"
TRAY_CENTS = 2_000_000_00
PURSE_CENTS = 20_000_00
ACCOUNT_CENTS = 500_00
GUEST_NAMES = ("Ada", "Bram", "Chidi", "Dolores", "Emil", "Fatima", "Goran", "Hiroko", "Ines", "Jonas", "Kenji")
SEATED = ((2, 5), (1, 4), (3,), (2, 4), (5,), (1, 3), (2,))
"""The seats of the guests, table by table."""
LINK = "keystone"


@dataclass(frozen=True)
class DemoProperty:
    """A property of the demo: a table of each game in its currency, and one of real cards."""

    name: str
    jurisdiction: str
    """The jurisdiction that governs it; its tables belong to several jurisdictions with the same currency."""
    file: str
    """The file in which it is kept if no other is named."""
    takes_house_rules: bool = False
    """Whether it also has tables for house rules, which belong to no state and go with any currency."""

    @cached_property
    def games(self) -> tuple[Rulebook, ...]:
        """The games in this property's currency, the featured one first, then those found outside the package."""
        outside = (rulebooks.get(name) for name in rulebooks.found_outside())
        return tuple(book for book in (*rulebooks.shown_first(), *outside) if self._has(book))

    def _has(self, book: Rulebook) -> bool:
        currency = jurisdictions.find_currency(book)
        if currency is None:
            return self.takes_house_rules
        return currency == jurisdictions.get(self.jurisdiction).currency

    @cached_property
    def tables(self) -> dict[str, str]:
        """The rulebook of each table."""
        return {f"{book.table_prefix}-1": book.id for book in self.games}

    @cached_property
    def real_cards(self) -> dict[str, str]:
        """The table of real cards, with its rulebook: only people deal it, and they enter each card as it leaves a real
        shoe.
        """
        first = self.games[0]
        return {f"{first.table_prefix}-REAL": first.id}

    @cached_property
    def guests(self) -> dict[str, dict[int, str]]:
        """The guests of each table by seat, until the names run out."""
        names = iter(GUEST_NAMES)
        tables = zip((*self.tables, *self.real_cards), cycle(SEATED), strict=False)
        return {table: dict(zip(seats, names, strict=False)) for table, seats in tables}

    def submission(self, table: str, book: str) -> str:
        """A submission that offers everything; its progressives are linked if another game has the same ones."""
        text = new_submission(rulebooks.get(book), offer_all=True)
        text = re.sub(r"(?m)^property = .*$", f'property = "{self.name}"', text)
        text = re.sub(r"(?m)^table = .*$", f'table = "{table}"', text)
        return (
            re.sub(r'(?m)^# link = "(.*)-link"$', rf'link = "{LINK}-\1"', text) if self._shares_meters(book) else text
        )

    def _shares_meters(self, book: str) -> bool:
        """Whether another game of the property has the same meters."""
        own = {meter.id for meter in rulebooks.get(book).meters}
        return any(own.intersection(meter.id for meter in other.meters) for other in self.games if other.id != book)


IN_DOLLARS = DemoProperty("Keystone Demo Casino", "pa", "demo.db", takes_house_rules=True)
IN_EUROS = DemoProperty("Casino de la Baie (demo)", "fr", "demo-fr.db")
PROPERTIES = {demo.jurisdiction: demo for demo in (IN_DOLLARS, IN_EUROS)}
"""The properties of the demo, one for each currency, by their jurisdiction."""


def property_of(jurisdiction: str) -> DemoProperty:
    """The property of a jurisdiction; the one in dollars if none is named."""
    return PROPERTIES[jurisdiction] if jurisdiction else IN_DOLLARS


def build(service: FloorService, demo: DemoProperty, public_key: str = "") -> None:
    """Opens the property, its tables and today's gaming day, unless that has already been done."""
    views = service.views
    if not views.name:
        _give(service, "demo/open", "system", orders.OpenProperty(demo.name, public_key, demo.jurisdiction))
    for table, book in (demo.tables | demo.real_cards).items():
        if table not in views.tables:
            install = orders.InstallTable(demo.submission(table, book), TRAY_CENTS, physical=table in demo.real_cards)
            _give(service, f"demo/install/{table}", ADMINISTRATOR, install)
    today = local_date(service.clock.now(), service.views.time_zone).isoformat()
    if not service.views.day:
        _give(service, f"demo/day/{today}/{service.views.seq}", FLOORPERSON, orders.StartDay(today))


def _give(service: FloorService, order_id: str, by: str, command: Command | FloorCommand, table: str = "") -> None:
    service.do(Order(id=order_id, by=by, command=command, table=table))


def seat_guests(service: FloorService, demo: DemoProperty) -> dict[str, dict[int, Guest]]:
    """Gives guests chips and seats; people already seated keep their seats."""
    found: dict[str, dict[int, Guest]] = {}
    for table, seats in demo.guests.items():
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
    """The orders by which a guest arrives: a buy-in if chips are low, money for the electronic account, and a seat."""
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
