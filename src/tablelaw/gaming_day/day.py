"""A gaming day from opening to closing, and the auditor's verdict on it."""

from __future__ import annotations

import heapq
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tablelaw.cage.accounts import account_of, parse_account
from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.orders import Order
from tablelaw.gaming_day.auditor.auditor import Auditor, Difference
from tablelaw.gaming_day.faulty_floor import DayClock, FaultyFloor, accepted, empty_floor, fast_folder
from tablelaw.gaming_day.order_giver import OrderGiver, Unexpected
from tablelaw.gaming_day.report.coverage import count_entry
from tablelaw.gaming_day.script import HOUR, OPENS, SHORT_DAY, Item, Script, Shape, script_of
from tablelaw.gaming_day.streams import Streams
from tablelaw.gaming_day.world.before_the_deal import Guest
from tablelaw.gaming_day.world.closing import close_the_day
from tablelaw.gaming_day.world.floor_acts import do_act
from tablelaw.gaming_day.world.random_submissions import PROPERTY, jurisdiction_for
from tablelaw.gaming_day.world.rounds import RoundPlay
from tablelaw.gaming_day.world.seeded_chance import CardSource
from tablelaw.persons import Actor
from tablelaw.table import commands
from tablelaw.table.registry import tag_of

TRAY_CENTS = 5_000_000_00
ADMINISTRATOR = "administrator:kim"
FIRST_DAY = 15


class Disagreement(NamedTuple):
    """The first difference between floor and auditor, or an action that the floor should not have taken."""

    at: int
    item: str
    what: str
    cite: str = ""
    differences: tuple[Difference, ...] = ()


class Reading(NamedTuple):
    """A checkpoint: the time, each table's win so far, and each meter's amount."""

    at: int
    wins: dict[str, int]
    meters: dict[str, int]


@dataclass
class Outcome:
    """The result of a day."""

    script: Script
    counts: Counter[str] = field(default_factory=Counter)
    readings: list[Reading] = field(default_factory=list)
    disagreement: Disagreement | None = None
    told: list[tuple[Order, Entry]] = field(default_factory=list)
    optional: list[str] = field(default_factory=list)


class World:
    """A simulated property: one or several days on one floor."""

    def __init__(self, script: Script, database: str, days: int, without: frozenset[str], tell: bool) -> None:
        self.script, self.days, self.tell = script, days, tell
        self.outcome = Outcome(script)
        self.auditor = Auditor()
        self.streams = Streams(script.seed)
        self.clock = DayClock(OPENS - HOUR)
        self.faulty_floor = FaultyFloor(database, self.clock, CardSource(self.streams), self._saw)
        self.staff = OrderGiver(script.seed, self.faulty_floor, self.clock, self.streams, without)
        self.staff.done = self.outcome.counts
        self.staff.optional = self.outcome.optional
        self.guests: dict[str, dict[int, Guest]] = {table.name: {} for table in script.tables}
        self.busy: set[str] = set()
        self.is_lucky = self.streams.named("luck").one_in(2)
        self.doing = "opening"
        self.last: list[Entry] = []

    def _saw(self, order: Order, entry: Entry) -> None:
        try:
            self.auditor.take(accepted(order, entry))
        except Exception as lost:
            # Either the floor accepted an order that cannot follow those before it, or the law has no answer.
            what = f"{tag_of(type(order.command))} by {order.by}"
            raise Unexpected(f"the auditor cannot follow {what}: {lost!r}") from lost
        self.last.append(entry)
        count_entry(self.outcome.counts, self.faulty_floor.service.views, order, entry)
        if self.tell:
            self.outcome.told.append((order, entry))
            self._look_closely()

    def _look_closely(self) -> None:
        """Has the auditor check after every order, so that a story can be told, unless several orders were given
        together.
        """
        if not self.faulty_floor.unseen:
            self._compare()

    # --- Running -------------------------------------------------------------------------------------------------

    def run(self) -> Outcome:
        try:
            self._open()
            for day in range(self.days):
                self._day(day)
        except Unexpected as surprise:
            self._disagree(str(surprise))
        except _Found:
            pass
        finally:
            self.outcome.counts.update({f"crash {how}": n for how, n in self.faulty_floor.crashes.items() if n})
            self.faulty_floor.close()
        return self.outcome

    def _open(self) -> None:
        books = [table.book for table in self.script.tables]
        self.staff.do("opening", "system", orders.OpenProperty(PROPERTY, jurisdiction=jurisdiction_for(books)))
        for table in self.script.tables:
            command = orders.InstallTable(table.text, TRAY_CENTS, table.is_physical)
            self.staff.do(f"opening {table.name}", ADMINISTRATOR, command)
        self._audit()

    def _day(self, day: int) -> None:
        later = day * 24 * HOUR
        self.clock.time = max(self.clock.time, OPENS - HOUR + later)
        self.staff.do(f"day {day}", FLOORPERSON, orders.StartDay(f"2026-11-{FIRST_DAY + day:02d}"))
        waiting = [(item.at + later, n, _named(item, day)) for n, item in enumerate(self.script.items)]
        running = [(at, n, item, self._moves(item)) for at, n, item in waiting]
        heapq.heapify(running)
        while running:
            at, n, item, moves = heapq.heappop(running)
            self.clock.time, self.doing = max(self.clock.time, at), item.name
            pause = next(moves, None)
            if pause is None:
                self._audit()
            else:
                heapq.heappush(running, (self.clock.time + pause, n, item, moves))
        self.doing = "closing"
        close_the_day(
            self.staff, self.faulty_floor, self.auditor, self.script, self.guests, f"2026-11-{FIRST_DAY + day:02d}"
        )
        self._audit()

    def _moves(self, item: Item) -> Iterator[int]:
        if item.kind == "round":
            yield from self._when_free(item, self._round)
        elif item.kind == "visit":
            self._arrive(item)
            yield max(1, item.until - item.at)
            yield from self._when_free(item, self._leave)
        else:
            yield from do_act(self.staff, self.faulty_floor, item)

    def _when_free(self, item: Item, what: Callable[[Item], Iterator[int]]) -> Iterator[int]:
        """Waits until the table is free, so that it does only one thing at a time."""
        while item.table in self.busy:
            yield 60
        self.busy.add(item.table)
        yield from what(item)
        self.busy.discard(item.table)

    def _round(self, item: Item) -> Iterator[int]:
        yield from RoundPlay(self.staff, item, dict(self.guests[item.table]), self.is_lucky).moves()

    # --- People --------------------------------------------------------------------------------------------------

    def _arrive(self, item: Item) -> None:
        """Lets a player buy chips, put some on the electronic account if the table takes wagers from it, and take their
        seats.
        """
        draws = self.streams.named(item.name, "purse")
        cents = draws.between(20, 400) * 1000 + draws.below(100)
        self.staff.do(item.name, DEALER, orders.BuyIn(item.player, item.table, cents))
        wagers = self.staff.view(item.table).engine.submission.wagers
        rows = self.staff.view(item.table).engine.rules.wagers
        if any(rows[wager].medium == "electronic account" for wager in wagers):
            self.staff.do(item.name, DEALER, orders.LoadAccount(item.player, cents // 5))
        for seat in item.seats:
            self.staff.do(item.name, str(Actor("player", item.player)), commands.TakeSeat(seat), item.table)
            self.guests[item.table][seat] = Guest(item.player, item.skill)

    def _leave(self, item: Item) -> Iterator[int]:
        yield 1
        for seat in item.seats:
            if self.guests[item.table].pop(seat, None) is not None:
                self.staff.do(item.name, str(Actor("player", item.player)), commands.LeaveSeat(seat), item.table)
        for account, command in (
            (account_of("game", item.player), orders.CloseAccount),
            (account_of("chips", item.player), orders.CashOut),
        ):
            if self.faulty_floor.service.views.balance(account).available > 0:
                self.staff.do(item.name, str(Actor("player", item.player)), command(item.player))

    # --- The auditor ---------------------------------------------------------------------------------------------

    def _audit(self) -> None:
        """Audits at a checkpoint."""
        self._compare()
        self.outcome.counts["checkpoints"] += 1
        wins = {table.name: self._win(table.name) for table in self.script.tables}
        shown = {name: meter.shown for name, meter in self.auditor.accounts.meters.items()}
        self.outcome.readings.append(Reading(self.clock.now(), wins, shown))

    def _win(self, table: str) -> int:
        """A table's win: what the tray gained, apart from fills and credits, plus the cash paid for chips."""
        books = self.auditor
        given = books.fills[table] - books.credits[table]
        return books.accounts.posted[account_of("tray", table)] - given + books.drops[table]

    def _compare(self) -> None:
        views = self.faulty_floor.service.views
        found = tuple(self.auditor.differences(views.balances(), views.meters))
        if found:
            self._disagree(found[0].sentence(), self._cite(found[0]), found)
            raise _Found
        self.last.clear()

    def _cite(self, found: Difference) -> str:
        """The paragraph of the last transfer or meter change since the previous checkpoint that affected the differing
        figure.
        """
        kind, owner = parse_account(found.account)
        meter = owner if kind else found.account.removeprefix("display of ")
        for entry in reversed(self.last):
            cites = [t.cite for t in entry.transfers if found.account in (t.debit, t.credit)]
            cites += [change.cite for change in entry.meters if change.meter == meter]
            if cites:
                return cites[-1]
        return ""

    def _disagree(self, what: str, cite: str = "", found: tuple[Difference, ...] = ()) -> None:
        self.outcome.disagreement = Disagreement(self.clock.now(), self.doing, what, cite, found)


class _Found(Exception):
    """Raised when the auditor disagrees, which ends the day."""


def _named(item: Item, day: int) -> Item:
    """The item under its name for the day; items of later days have different names and therefore separate streams."""
    if not day:
        return item
    return item._replace(name=f"{item.name}, day {day + 1}", player=item.player and f"{item.player}, day {day + 1}")


def play_day(
    seed: int,
    shape: Shape = SHORT_DAY,
    *,
    database: str = "",
    days: int = 1,
    without: frozenset[str] = frozenset(),
    tell: bool = False,
) -> Outcome:
    """Plays a day; `database` names an empty floor, by default a new one in memory."""
    script = script_of(seed, shape).without(without)
    if database:
        return World(script, database, days, without, tell).run()
    with tempfile.TemporaryDirectory(prefix="gaming-day-", dir=fast_folder()) as folder:
        return World(script, empty_floor(folder), days, without, tell).run()
