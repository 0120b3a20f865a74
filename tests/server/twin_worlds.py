"""An episode: a round at every table in one world, and the same orders again in worlds with other hidden cards."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tablelaw.cards import Card
from tablelaw.chance import Chance, PracticeChance
from tablelaw.floor.log.entry import decode
from tablelaw.floor.orders import Order
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import open_store
from tablelaw.server.tables.seen_card_updates import watch_on
from tablelaw.table import commands
from tablelaw.table.state import change
from tests.floor.world import BOOKS
from tests.server.asgi import quiet
from tests.server.twin_floor import SEATED, Seconds, TwinHouse, TwinService, install, opened
from tests.server.twin_play import Pi, Played, renamed, tables_of, twin_of
from tests.server.twin_refused import refused_requests, some_probe
from tests.server.twin_watch import DEVICES, WATCHERS, Watcher, compared, hashes_in, questions, secrets_of

AUDITOR_AFTER = "ada"
GROUPS = {
    "public": ("cy", "dan", "flo", "aud", "adm", "", *DEVICES),
    "ann": ("ann",),
    "bob": ("bob",),
    "after": (AUDITOR_AFTER,),
}
"""Groups of watchers who see the same cards: public cards only, their own cards as well, or every card of a finished
round.
"""
SEAT_OF = {player: seat for seat, player in SEATED.items()}
SAMPLE = 2
FIRST_ID = 1_000_000
"""The first order id of an episode, above the template's ids, because a repeated id would be the same order."""
MOST_TICKS = 400


@dataclass
class Script:
    """The orders of an episode: ticks of orders, each order to a different table, and one probe per tick."""

    ticks: list[list[Order]] = field(default_factory=list)
    taken: list[set[str]] = field(default_factory=list)
    probes: list[tuple[str, str, commands.Command]] = field(default_factory=list)


@dataclass
class Found:
    """The results of an episode."""

    differences: list[str] = field(default_factory=list)
    cells: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """How often each combination of watchers, table and phase was compared while the hidden cards differed."""
    watched: Counter[str] = field(default_factory=Counter)
    """The number of messages and answers for each watcher."""
    rounds: int = 0
    messages: int = 0
    bytes: int = 0
    moved: int = 0
    """The number of dealt cards that are different cards in the other world."""


def make_template(file: Path, books: Sequence[str] = BOOKS) -> Path:
    """Creates a floor in a new file, with open tables, seated players and one finished round per table."""
    open_store(str(file), create=True).close()
    furnish(str(file), books)
    return file


def furnish(file: str, books: Sequence[str]) -> None:
    """Opens the tables of an empty floor, seats the players and plays one round at each table."""
    store, clock = open_store(file), Seconds()
    service = TwinService(store, {}, clock)
    install(service, books)
    chance = PracticeChance("template")
    tables, ids = tables_of(service, chance, "over"), itertools.count()
    service.decks = {name: played.deck for name, played in tables.items()}
    while tick := list(_tick(service, tables, chance, ids)):
        clock.time += 1
        for future in [service.submit(order) for order in tick]:
            future.exception()
    service.close()
    store.close()


def _tick(service: FloorService, tables: dict[str, Played], chance: Chance, ids: Iterator[int]) -> Iterator[Order]:
    for name, played in tables.items():
        if not played.is_stopped and (given := played.next(service.views.tables[name], chance, service.clock.now())):
            by, command = given
            yield Order(id=f"{by.partition(':')[2]}/{next(ids)}", by=by, command=command, table=name)


# --- One world -------------------------------------------------------------------------------------------------------


class World:
    """A floor and its watchers. Orders from `alone` are given one by one, over the socket if that player is
    watching.
    """

    def __init__(self, house: TwinHouse, watching: Sequence[str], alone: str) -> None:
        self.context, self.service, self._alone = house, house.service, alone
        self.watchers = {name: Watcher(house, name) for name in watching}

    async def begin(self) -> None:
        await self.context.context.hub.start()
        for watcher in self.watchers.values():
            await watcher.watch()

    async def give(self, tick: Sequence[Order]) -> set[str]:
        """Gives a tick of orders. Returns the ids of the accepted orders."""
        self.context.clock.time += 1
        others = [order for order in tick if order.by != self._alone]
        futures = [(order, self.service.submit(order)) for order in others]
        # This blocks the loop until all orders are durable, so a socket is notified once per tick in every world.
        taken = {order.id for order, future in futures if future.exception() is None}
        await quiet(self.context.context.hub)
        for order in tick:
            if order.by == self._alone and await self._is_taken(order):
                taken.add(order.id)
        return taken

    async def _is_taken(self, order: Order) -> bool:
        """Gives one order for a player who may be watching, and returns whether it was accepted."""
        watcher = self.watchers.get(order.by.removeprefix("player:"))
        if watcher is not None:
            return '"refused"' not in await watcher.order(order.command, order.table, order.id.partition("/")[2])
        is_taken = self.service.submit(order).exception() is None
        await quiet(self.context.context.hub)
        return is_taken

    async def probe(self, name: str, table: str, command: commands.Command) -> None:
        if (watcher := self.watchers.get(name)) is not None:
            await watcher.order(command, table, f"probe {len(watcher.lines[0].texts)}")

    async def sweep(self, sample: Sequence[str]) -> None:
        for watcher in self.watchers.values():
            for path in questions(self.context, watcher.name, sample):
                await watcher.get(path.replace(" ", "%20"))
            tables = sample if watcher.name not in DEVICES else ()
            for method, path, body in refused_requests(self.context, watcher.name, tables):
                await watcher.send(method, path.replace(" ", "%20"), body)
                assert watcher.answers[-1][1].status >= 400, f"{path} {body!r}: was not refused"
        await quiet(self.context.context.hub)

    async def look(self, rounds: Sequence[tuple[str, int]]) -> None:
        """Has the auditor inspect finished rounds. Each inspection is a log entry, so other watchers disconnect
        first.
        """
        for name, watcher in self.watchers.items():
            if name != AUDITOR_AFTER:
                await watcher.hang_up()
        for name, watcher in self.watchers.items():
            for table, number in rounds if name == AUDITOR_AFTER else ():
                await watcher.send("POST", f"/api/audit/rounds/{table}/{number}".replace(" ", "%20"))
        await quiet(self.context.context.hub)

    async def end(self) -> None:
        if AUDITOR_AFTER in self.watchers:
            await self.watchers[AUDITOR_AFTER].hang_up()
        await self.context.context.hub.stop()


# --- An episode ------------------------------------------------------------------------------------------------------


class Episode:
    def __init__(
        self, template: Path, folder: Path, seed: str, groups: Sequence[str], turn: int, stop: str = ""
    ) -> None:
        """`turn` selects which two of the public watchers have open sockets, and which two devices read the feed.

        `stop` is the phase in which all tables are left; by default each table has its own.
        """
        few = [name for name in GROUPS["public"] if name and name not in DEVICES]
        people = (few[turn % len(few)], few[(turn + 2) % len(few)])
        devices = (DEVICES[turn % len(DEVICES)], DEVICES[(turn + 2) % len(DEVICES)])
        chosen = {"public": ("", *people, *devices)}
        self.watching = {group: chosen.get(group, GROUPS[group]) for group in groups}
        self.stop = stop
        self.template, self.folder, self.seed, self.groups = template, folder, seed, groups
        self.chance = PracticeChance(f"episode {seed}")
        self.alone = next((f"player:{group}" for group in groups if group in SEAT_OF), "")
        self.script, self.found = Script(), Found()
        self.tables: dict[str, Played] = {}
        self.sample: list[str] = []
        self.over: list[tuple[str, int]] = []
        self.salts: dict[str, dict[str, str]] = {}

    def run(self) -> Found:
        watching = [name for names in self.watching.values() for name in names]
        with opened(self.template, self.folder / "a.db", {}) as house:
            first = asyncio.run(self._play(World(house, watching, self.alone)))
            pis = {group: self._twins(house.service, group) for group in self.groups}
        for group in self.groups:
            decks = {t: [pis[group][t].get(c, c) for c in played.deck] for t, played in self.tables.items()}
            with opened(self.template, self.folder / "b.db", decks) as house:
                second = asyncio.run(self._again(World(house, self.watching[group], self.alone), pis[group]))
            self._compare(group, first, second, pis[group])
        return self.found

    async def _play(self, world: World) -> World:
        self.tables = tables_of(world.service, self.chance, self.stop)
        world.service.decks = {name: played.deck for name, played in self.tables.items()}
        names = list(self.tables)
        self.sample = [names[self.chance.below(len(names))] for _ in range(SAMPLE)]
        await world.begin()
        ids = itertools.count(FIRST_ID)
        while tick := list(_tick(world.service, self.tables, self.chance, ids)):
            before = world.service.views.seq
            taken = await world.give(tick)
            # Orders that were refused to other players are not repeated, because their cards may have been the reason.
            self.script.ticks.append([order for order in tick if order.id in taken or order.by == self.alone])
            self.script.taken.append(taken)
            for order in tick:
                played = self.tables[order.table]
                played.refused = 0 if order.id in taken else played.refused + 1
            self._see(world.service, before)
            self.script.probes.append(self._probe(names))
            await world.probe(*self.script.probes[-1])
            assert len(self.script.ticks) < MOST_TICKS, "a table does not go on"
        await self._finish(world)
        self.salts = {name: secrets_of(world.context, name) for name in self.tables}
        return world

    def _see(self, service: FloorService, before: int) -> None:
        for row in service.store.entries(before):
            entry = decode(row.body)
            table = entry.stream.removeprefix("table ")
            if table in self.tables:
                self.tables[table].see(service.views.tables[table], entry)

    def _probe(self, names: Sequence[str]) -> tuple[str, str, commands.Command]:
        """Picks a watcher and an order that is refused, at any table."""
        return some_probe(self.chance, [name for name in WATCHERS if name and name not in DEVICES], names)

    async def _finish(self, world: World) -> None:
        views = world.service.views.tables
        # At a table left during a round, only the template's round is finished, and its cards are the same in all
        # worlds.
        looked = [table for table, played in self.tables.items() if played.phase == "over" or table in self.sample]
        self.over = [(table, views[table].state.rounds) for table in looked]
        while await watch_on(world.context.context):
            pass
        await world.sweep(self.sample)
        await world.look(self.over)
        await world.end()

    def _twins(self, service: FloorService, group: str) -> dict[str, Pi]:
        views, own = service.views.tables, SEAT_OF.get(group, 0)
        return {
            name: twin_of(played, views[name], self.seen(group, played), own, self.chance)
            for name, played in self.tables.items()
        }

    def seen(self, group: str, played: Played) -> set[Card]:
        """The cards that every member of a group may have seen by the end."""
        if group == "after" and played.phase == "over":
            return set(played.dealt)
        return played.public | played.at_seat.get(SEAT_OF.get(group, 0), set())

    async def _again(self, world: World, pis: dict[str, Pi]) -> World:
        await world.begin()
        script = self.script
        for tick, taken, probe in zip(script.ticks, script.taken, script.probes, strict=True):
            given = [change(order, command=renamed(order.command, pis[order.table])) for order in tick]
            if await world.give(given) != taken:
                self.found.differences.append("an order that is taken in one world is refused in its twin")
            await world.probe(*probe)
        await self._finish(world)
        return world

    # --- Differences ----------------------------------------------------------------------------------------------

    def _compare(self, group: str, first: World, second: World, pis: dict[str, Pi]) -> None:
        for name in self.watching[group]:
            one, other = first.watchers[name].transcript(), second.watchers[name].transcript()
            self.found.messages += len(one)
            self.found.watched[name] += len(one)
            self.found.bytes += sum(len(text) for _, text in one)
            self.found.differences += _differences(group, name, one, other)
            self.found.differences += self._salts_told(group, name, first.watchers[name].raw())
        self._count(group, pis)

    def _salts_told(self, group: str, name: str, raw: bytes) -> Iterator[str]:
        """Finds salts in a transcript: a card's salt gives away the card by trying all 52, and the key gives
        all salts.
        """
        told = hashes_in(raw)
        for table, played in self.tables.items():
            seen = {str(card) for card in self.seen(group, played)}
            yield from (
                f"{name or 'nobody'} ({group}): {table}: the salt of {card or 'the whole deck'} is told"
                for card, salt in self.salts[table].items()
                if card not in seen and salt in told
            )

    def _count(self, group: str, pis: dict[str, Pi]) -> None:
        for table, played in self.tables.items():
            pi = pis[table]
            self.found.moved += sum(pi.get(card, card) != card for card in played.dealt)
            self.found.cells[group, table, played.phase] += 1
        self.found.rounds += len(self.tables) if group == self.groups[0] else 0


def _differences(group: str, name: str, one: list[tuple[str, bytes]], other: list[tuple[str, bytes]]) -> Iterator[str]:
    who = f"{name or 'nobody'} ({WATCHERS.get(name, 'auditor')}, {group})"
    if len(one) != len(other):
        yield f"{who}: {len(one)} messages and {len(other)}"
    for (what, text), (_, twin) in zip(one, other, strict=False):
        if text != twin and (text := compared(what, text, group)) != (twin := compared(what, twin, group)):
            at = next(
                (n for n, (a, b) in enumerate(zip(text, twin, strict=False)) if a != b), min(len(text), len(twin))
            )
            yield f"{who}: {what}: {text[max(0, at - 60) : at + 40]!r} and {twin[max(0, at - 60) : at + 40]!r}"
