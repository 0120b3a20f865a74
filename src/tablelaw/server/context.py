"""The server's context: everything that its routes and sockets use."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from tablelaw.errors import TablelawError
from tablelaw.floor.orders import AssignDealer, Order
from tablelaw.floor.reports.incident_feed import IncidentFeed
from tablelaw.floor.reports.open_matters import OpenMatter, not_acknowledged, open_matters
from tablelaw.floor.rules.governing import governing
from tablelaw.floor.service import Answer, FloorService
from tablelaw.jurisdictions.model import Matter
from tablelaw.persons import Actor
from tablelaw.proofs.keys import SigningKey
from tablelaw.server.audit.exports import Exports
from tablelaw.server.demo.house_dealer import HouseDealer
from tablelaw.server.devices import Devices
from tablelaw.server.http.rate_limits import BURST_SECONDS, Limit, Requests
from tablelaw.server.http.session_queues import SessionQueues, aside
from tablelaw.server.metrics import Metrics
from tablelaw.server.open_feeds import Feeds
from tablelaw.server.open_sockets import Hub
from tablelaw.server.readiness import Readiness
from tablelaw.server.refusals import TOO_MANY, ServerRefused
from tablelaw.server.settings import Settings
from tablelaw.server.tables.day_began import DayBegan
from tablelaw.server.tables.far_figures import FarFigures, FirstNoticed
from tablelaw.server.tables.seen_card_flags import SeenCardFlags
from tablelaw.server.tables.table_closer import TableCloser
from tablelaw.server.thread_pools import Pool
from tablelaw.server.users import People, Person
from tablelaw.server.workers import drafts as draft_worker
from tablelaw.server.workers.client import WorkerClient
from tablelaw.server.workers.coach_messages import WORKER as COACH
from tablelaw.table.registry import tag_of
from tablelaw.table.state import change
from tablelaw.views.messages import WirePace, WireTable
from tablelaw.views.table_view import view


@dataclass
class ServerContext:
    service: FloorService
    people: People
    settings: Settings
    log_worker: WorkerClient
    """Answers questions about the log."""
    audit_worker: WorkerClient
    """Runs whole audits of the log, which take a long time."""
    hub: Hub
    """The open sockets."""
    house_dealer: HouseDealer | None = None
    """Who deals where, and how long a player may think; None if only people deal."""
    key: SigningKey | None = None
    """The property's key, if heads are signed here."""
    analysis_worker: WorkerClient = field(default_factory=lambda: WorkerClient("tablelaw.server.workers.analysis"))
    coach_worker: WorkerClient = field(default_factory=lambda: WorkerClient(COACH))
    """Computes what a player's decisions are worth."""
    figures: WorkerClient | None = None
    """The worker for the floor's figures, if it is not the log worker."""
    theory_worker: WorkerClient = field(default_factory=lambda: WorkerClient("tablelaw.server.workers.theory"))
    """Works out what each wager of a table is expected to win, and watches decisions for seen cards."""
    exports: Exports = field(default_factory=Exports)
    passwords: Pool = field(default_factory=lambda: Pool("passwords", 1, in_all=8, for_each=4, nice=15, patience=1.0))
    """Threads that check passwords; with Argon2 each check takes a tenth of a second and 64 MiB."""
    figures_worker: WorkerClient = field(init=False)
    """Keeps the floor's figures up to date from the log."""
    draft_worker: WorkerClient = field(init=False)
    """Reads and checks submissions that people write."""
    changing_people: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while somebody is added, changed or removed, from the last check until it is done."""
    questions: Pool = field(init=False)
    """Threads for reading the store and other work for a page; orders have their own thread."""
    feed_pages: Pool = field(init=False)
    """The thread that writes the messages of the event feeds, of which there may be hundreds."""
    devices: Devices = field(init=False)
    """Tokens of devices."""
    feeds: Feeds = field(init=False)
    """The open event feeds."""
    metrics: Metrics = field(default_factory=Metrics)
    readiness: Readiness = field(init=False)
    day_began: DayBegan = field(init=False)
    alerts: IncidentFeed = field(init=False)
    """Incidents, and who has acknowledged them."""
    far_figures: FarFigures = field(init=False)
    seen_cards: SeenCardFlags = field(default_factory=SeenCardFlags)
    """Who is flagged for decisions that fit a hidden card."""
    first_noticed: FirstNoticed = field(default_factory=FirstNoticed)
    requests: Requests = field(init=False)
    session_queues: SessionQueues = field(init=False)
    order_rate: Limit = field(init=False)
    draft_check_rate: Limit = field(init=False)
    """Drafts checked for each person, or for each address if nobody is signed in."""
    practice_rate: Limit = field(init=False)
    """Private tables made from each address."""
    login_rate: Limit = field(init=False)
    """Sign-in attempts from each address."""
    login_rate_by_name: Limit = field(init=False)
    """Sign-in attempts for each name, from any address."""

    def __post_init__(self) -> None:
        self.figures_worker = self.figures or self.log_worker
        self.devices = Devices(self.people.engine, self.settings.is_demo)
        self.far_figures = FarFigures(self.people.engine)
        self.feeds = Feeds(self.service, self.settings)
        self.service.time_commits(self.metrics.commits.add)
        self.readiness = Readiness(self.service)
        self.day_began = DayBegan(self.service)
        self.alerts = IncidentFeed(self.service.store, lambda: self.service.views.tables)
        self.service.subscribe(self.alerts.follow)
        TableCloser(self.service, lambda: self.house_dealer is None)
        patience = self.settings.answer_seconds
        self.questions = Pool("questions", 2, in_all=64, for_each=16, patience=patience)
        # A feed that has just been closed may still have a page under way.
        feeds, of_a_device = self.settings.feeds_in_all, self.settings.feeds_per_device
        self.feed_pages = Pool("feeds", 1, in_all=2 * feeds, for_each=2 * of_a_device)
        self.draft_worker = WorkerClient(draft_worker.__name__, patience=patience)
        rate = self.settings.orders_per_second
        self.order_rate = Limit(rate, rate * 2)
        self.draft_check_rate = Limit(self.settings.drafts_per_second, self.settings.drafts_per_second * BURST_SECONDS)
        practice = self.settings.practice_tables_per_minute
        self.practice_rate = Limit(practice / 60, practice)
        self.requests = Requests(self.settings)
        self.session_queues = SessionQueues(self.settings.answer_seconds)
        tries = self.settings.logins_per_minute
        self.login_rate, self.login_rate_by_name = Limit(tries / 60, tries), Limit(tries * 3 / 60, tries * 3)

    async def delay_refusal(self, refusal: TablelawError) -> None:
        """Delays the refusal of a client who asks too often, so that repeated requests do not take time from others."""
        if refusal.code == TOO_MANY:
            async with aside():
                await asyncio.sleep(self.settings.refusal_seconds)

    def is_guest(self, name: str) -> bool:
        """Whether a guest of the house has this name in any spelling, because players are told apart only by name."""
        return name.casefold() in map(str.casefold, self.guest_names)

    @property
    def guest_names(self) -> list[str]:
        """Names of the house's own guests, which nobody else may use."""
        seats = self.house_dealer.guests.values() if self.house_dealer else ()
        return [guest.name for seat in seats for guest in seat.values()]

    def require_dealer_of_table(self, order: Order) -> None:
        """Where the house deals by itself, refuses a dealer's order at a table that the dealer has not taken over."""
        if self.house_dealer is None or order.actor.role != "dealer" or not order.table:
            return
        if self.house_dealer.dealers.get(order.table) != order.actor.name:
            raise ServerRefused("not-your-table")

    def require_own_table(self, actor: Actor, table: str) -> None:
        """Refuses other players and all dealers at a private table, where only its owner plays and only the house
        deals.
        """
        house_dealer = self.house_dealer
        if house_dealer is None or table not in house_dealer.practice or actor.role not in ("player", "dealer"):
            return
        if actor.role == "dealer" or house_dealer.practice.owner(table) != actor.name:
            raise ServerRefused("private-table")

    def may_ask_about(self, person: Person, table: str) -> bool:
        """Whether a device is assigned to a table. No device is assigned to a player's private table."""
        return person.may_ask_about(table) and not (person.kind and not self.is_public(table))

    def is_public(self, table: str) -> bool:
        """Whether a table is not a visitor's private practice table."""
        return self.house_dealer is None or table not in self.house_dealer.practice

    async def carried_out(self, order: Order) -> Answer:
        """Gives an order to the floor and waits until it is durable; if it assigns a dealer, that dealer takes over
        from the house.
        """
        house_dealer, command = self.house_dealer, order.command
        if house_dealer is None or not isinstance(command, AssignDealer):
            async with aside():
                return self._counted(await asyncio.wrap_future(self.service.submit(order)), order)
        before = dict(house_dealer.dealers)
        house_dealer.assign(command.table, command.dealer)
        try:
            return self._counted(await asyncio.wrap_future(self.service.submit(order)), order)
        except TablelawError:
            house_dealer.assign(command.table, before.get(command.table, ""))
            raise

    def _counted(self, answer: Answer, order: Order) -> Answer:
        """Counts an order that was carried out now, and not before."""
        if not answer.again:
            self.metrics.orders[tag_of(type(order.command))] += 1
        return answer

    async def authenticated(self, name: str, password: str, address: str) -> Person:
        """Authenticates a person by name and password; attempts are limited for each address and each name."""
        self.login_rate.take(address)
        self.login_rate_by_name.take(name.casefold())
        return await self.passwords.run(address, self.people.authenticated, name, password)

    def open_matters(self) -> tuple[OpenMatter, ...]:
        """What would be open if the gaming day ended now."""
        views = self.service.views
        found = [(one.id, one.table, one.says) for one in self.far_figures.found.values()]
        found += [(one.id, one.table, one.says) for one in self.seen_cards.in_feed(self.alerts)]
        unseen = ((table, says) for name, table, says in found if name not in self.alerts.acknowledged)
        cite = governing(views, Matter.INTERNAL_CONTROLS)
        return (
            *open_matters(views, self.alerts.open, self.service.clock.now()),
            *(not_acknowledged(table, says, cite) for table, says in unseen),
        )

    def close(self) -> None:
        of_log = (self.log_worker, self.audit_worker, self.figures_worker)
        of_games = (self.analysis_worker, self.coach_worker, self.theory_worker, self.draft_worker)
        for part in (*of_log, *of_games, self.exports, self.passwords, self.questions, self.feed_pages):
            part.close()

    def table_view(self, table: str, person: Person | None) -> WireTable:
        """A table as a person sees it; without a session, as anyone standing at the rail sees it."""
        views = self.service.views
        shown = {name: meter.units for name, meter in views.meters.items()}
        role, name = (person.role, person.name) if person else ("", "")
        now = self.service.clock.now()
        seen = view(table, views.tables[table], role, name, now, shown, views.links_down)
        if self.house_dealer is None:
            return seen
        pace = WirePace(
            is_private=table in self.house_dealer.practice,
            can_say_ready=self.house_dealer.can_say_ready(table),
            is_ready=self.house_dealer.is_ready(table, name),
            waits_for=self.house_dealer.waits_for(table),
            extensions_left=self.house_dealer.extensions_left(table),
        )
        is_dealt, seconds_left = self.house_dealer.is_dealt(table), self.house_dealer.seconds_left(table)
        return change(seen, is_dealt=is_dealt, seconds_left=seconds_left, pace=pace)
