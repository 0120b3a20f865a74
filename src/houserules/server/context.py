"""The house: everything a server's routes and sockets work with."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from houserules.errors import HouserulesError
from houserules.floor.orders import AssignDealer, Order
from houserules.floor.service import Answer, FloorService
from houserules.proofs.keys import SigningKey
from houserules.server.audit.exports import Exports
from houserules.server.http.lanes import Lanes, aside
from houserules.server.http.rate_limits import BURST_SECONDS, Limit, Requests
from houserules.server.readiness import Readiness
from houserules.server.refusals import TOO_MANY, ServerRefused
from houserules.server.settings import Settings
from houserules.server.tables.day_began import DayBegan
from houserules.server.users import People, Person
from houserules.server.workers import drafts as draft_bench
from houserules.server.workers.client import Workshop
from houserules.server.workers.pools import Pool
from houserules.table.registry import change
from houserules.views.messages import WireTable
from houserules.views.table_view import view

if TYPE_CHECKING:
    from houserules.server.demo.pace import Pace
    from houserules.server.live_sockets import Hub


@dataclass
class House:
    service: FloorService
    people: People
    settings: Settings
    archive: Workshop
    """Answers questions about the log."""
    audits: Workshop
    """Whole audits of the log, which take long."""
    hub: Hub | None = None
    pace: Pace | None = None
    """Who deals where, and how long a player may think."""
    key: SigningKey | None = None
    """The property's own, where heads are signed here."""
    workshop: Workshop = field(default_factory=lambda: Workshop("houserules.server.workers.analysis"))
    coach: Workshop = field(default_factory=lambda: Workshop("houserules.server.workers.coach"))
    """Counts what a player's decisions are worth."""
    exports: Exports = field(default_factory=Exports)
    passwords: Pool = field(default_factory=lambda: Pool("passwords", 1, in_all=8, for_each=4, nice=15, patience=1.0))
    """Argon2 takes a tenth of a second and 64 MiB for each password."""
    drafts: Workshop = field(init=False)
    """Reads and checks the submissions that people write."""
    questions: Pool = field(init=False)
    """What is read from the store or worked out for a page, and is no order."""
    readiness: Readiness = field(init=False)
    requests: Requests = field(init=False)
    lanes: Lanes = field(init=False)
    orders: Limit = field(init=False)
    checks: Limit = field(init=False)
    """Orders and questions of each person; of each address, where nobody is signed in."""
    logins: Limit = field(init=False)
    """Passwords tried, from each address."""
    names_tried: Limit = field(init=False)
    """Passwords tried for each name, from wherever."""

    def __post_init__(self) -> None:
        self.readiness = Readiness(self.service)
        self.day_began = DayBegan(self.service)
        patience = self.settings.answer_seconds
        self.questions = Pool("questions", 2, in_all=64, for_each=16, patience=patience)
        self.drafts = Workshop(draft_bench.__name__, patience=patience)
        rate = self.settings.orders_per_second
        self.orders = Limit(rate, rate * 2)
        self.checks = Limit(self.settings.drafts_per_second, self.settings.drafts_per_second * BURST_SECONDS)
        self.requests = Requests(self.settings)
        self.lanes = Lanes(self.settings.answer_seconds)
        tries = self.settings.logins_per_minute
        self.logins, self.names_tried = Limit(tries / 60, tries), Limit(tries * 3 / 60, tries * 3)

    async def hold_up(self, refusal: HouserulesError) -> None:
        """Keeps whoever asks too often waiting for the refusal: asking again at once would cost others time."""
        if refusal.code == TOO_MANY:
            async with aside():
                await asyncio.sleep(self.settings.refusal_seconds)

    def is_guest(self, name: str) -> bool:
        """Whether a guest of the house has this name, however it is spelled: a name is all that tells two players."""
        return name.casefold() in map(str.casefold, self.guest_names)

    @property
    def guest_names(self) -> list[str]:
        """The house's own guests, under whose names nobody else plays."""
        seats = self.pace.guests.values() if self.pace else ()
        return [guest.name for seat in seats for guest in seat.values()]

    def refuse_other_dealer(self, order: Order) -> None:
        """Where the house deals by itself, a dealer gives orders at the tables taken over and at no other."""
        role, _, name = order.by.partition(":")
        if self.pace is not None and role == "dealer" and order.table and self.pace.dealers.get(order.table) != name:
            raise ServerRefused("not-your-table")

    async def carried_out(self, order: Order) -> Answer:
        """An order given to the floor, until it is durable. Whom a floorperson assigns deals instead of the house."""
        pace, command = self.pace, order.command
        if pace is None or not isinstance(command, AssignDealer):
            async with aside():
                return await asyncio.wrap_future(self.service.submit(order))
        before = dict(pace.dealers)
        pace.assign(command.table, command.dealer)
        try:
            return await asyncio.wrap_future(self.service.submit(order))
        except HouserulesError:
            pace.assign(command.table, before.get(command.table, ""))
            raise

    async def proven(self, name: str, password: str, address: str) -> Person:
        """Who has this name and password; tries are limited for each address and each name."""
        self.logins.take(address)
        self.names_tried.take(name.casefold())
        return await self.passwords.run(address, self.people.proven, name, password)

    def close(self) -> None:
        shops = (self.workshop, self.coach, self.archive, self.audits, self.drafts)
        for part in (*shops, self.exports, self.passwords, self.questions):
            part.close()

    def table_view(self, table: str, person: Person | None) -> WireTable:
        """A table as a person sees it; who is not signed in sees what anybody at the rail sees."""
        views = self.service.views
        shown = {name: meter.units for name, meter in views.meters.items()}
        role, name = (person.role, person.name) if person else ("", "")
        now = self.service.clock.now()
        seen = view(table, views.tables[table], role, name, now, shown, views.links_down)
        if self.pace is None:
            return seen
        return change(seen, is_dealt=self.pace.is_dealt(table), seconds_left=self.pace.seconds_left(table))
