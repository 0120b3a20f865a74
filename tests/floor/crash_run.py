"""Kills a floor under load repeatedly, and checks its invariants after every restart."""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from tablelaw.chance import PracticeChance
from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.events import TableInstalled
from tablelaw.floor.handlers.installation import floor_table
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.log.entry import Entry, Sealed, decode
from tablelaw.floor.orders import FloorCommand
from tablelaw.floor.posting.deck_seals import sealed_cards
from tablelaw.floor.property import FloorTable, stream_of
from tablelaw.floor.snapshots import SNAPSHOT
from tablelaw.floor.store.api import Kept, Store, open_store
from tablelaw.proofs import commitment
from tablelaw.table import events
from tablelaw.table.state import change
from tests.floor.crash_client import Client, Enough, Process
from tests.floor.served_floor import Look
from tests.floor.tally import Tally
from tests.floor.unfit_orders import MISLEADING, misleading_orders, unfit_orders
from tests.floor.world import World, example

TABLES = {
    "UTH-1": example("pa-653a", "UTH-1", link="hall"),
    "UTH-2": example("pa-653a", "UTH-2", link="hall"),
    "HCF-1": example("pa-678a", "HCF-1"),
}
MOST_ORDERS = 40
"""The most orders between two kills."""
STRANGERS_PAUSE = 0.002


class Findings(NamedTuple):
    kills: int
    orders: int
    retried: int
    rounds: int
    """The number of interrupted rounds that were resumed."""
    voids: int
    hand_pays: int
    refused: int
    """The number of invalid orders refused, between kills and during them."""


class CrashRun:
    """Runs three tables and a cage that give orders concurrently; after every kill, restarts the floor and checks
    everything.
    """

    def __init__(self, database: str, home: Path, seed: str, kind: str = "sound") -> None:
        self.database, self.seed, self.kind = database, seed, kind
        self.chance = PracticeChance(f"kills {seed}")
        self.client = Client(home / "acknowledged")
        self.shadow = Shadow(database)
        self.lives = 0
        self.failures: list[BaseException] = []
        self.refused = 0
        self.process = self.start()

    def run(self, kills: int) -> Findings:
        self.client.serve_by(self.process)
        World(self.client, "setting up").open(list(TABLES.values()))
        rounds = 0
        with closing(self.shadow), closing(self.client), self.players():
            for _ in range(kills):
                self.client.go_on()
                self.client.wait_for(1 + self.chance.below(MOST_ORDERS))
                self.restart()
                self.client.hold()
                rounds += self.check()
        self.process.kill()
        seen = self.shadow.seen
        voids, hand_pays = seen[events.IrregularityFound], seen[events.DocumentsCompleted]
        orders_done = len(self.client.acknowledged)
        return Findings(kills, orders_done, self.client.retried, rounds, voids, hand_pays, self.refused)

    def start(self) -> Process:
        self.lives += 1
        process = Process(self.database, self.kind, f"{self.seed} {self.lives}")
        if self.chance.below(10):
            process.opened.wait()
        else:
            time.sleep(self.chance.below(40) / 1000)
        return process

    def restart(self) -> None:
        """Kills the floor within a few milliseconds and restarts it. One start in ten is killed before it completes."""
        time.sleep(self.chance.below(4_000) / 1_000_000)
        self.client.serve_by(None)
        while True:
            self.process.kill()
            self.process = self.start()
            if self.process.opened.is_set():
                return self.client.serve_by(self.process)

    def check(self) -> int:
        self.shadow.read(self.client.acknowledged)
        assert not self.failures, f"whoever gave orders gave up: {self.failures[0]!r}"
        return self.shadow.compare(self.client.look())

    # --- The threads that give orders ------------------------------------------------------------------------

    @contextmanager
    def players(self) -> Iterator[None]:
        doers: list[Callable[[], None]] = [lambda name=name: self.play(name) for name in TABLES]  # type: ignore[misc]
        doers += [self.work_at_the_cage, *([self.misbehave] if self.kind == "sound" else [])]
        threads = [threading.Thread(target=self.live, args=(doer,)) for doer in doers]
        for name, text in TABLES.items():
            self.client.know(name, text)
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.client.end()
            for thread in threads:
                thread.join()

    def live(self, doer: Callable[[], None]) -> None:
        try:
            doer()
        except Enough:
            return
        except BaseException as failure:
            self.failures.append(failure)
            self.client.end()

    def play(self, table: str) -> None:
        world = World(self.client, f"{self.seed} {table}")
        world.seat(table)
        while True:
            world.play_round(table, irregularities=60)

    def work_at_the_cage(self) -> None:
        world = World(self.client, f"{self.seed} cage")
        while True:
            command = errand(world)
            refusal = world.attempt(DEALER if isinstance(command, orders.BuyIn) else FLOORPERSON, command)
            assert refusal is None or refusal.code == "nothing-there", refusal

    def misbehave(self) -> None:
        """Gives orders that must be refused, along with valid orders from people with misleading names."""
        while True:
            table = list(TABLES)[secrets.randbelow(len(TABLES))]
            for expected, order in unfit_orders(table):
                try:
                    self.client.do(order)
                except TablelawError as refusal:
                    assert refusal.code == expected, refusal
                    self.refused += 1
                else:
                    raise AssertionError(f"{order.command} was carried out")
                time.sleep(STRANGERS_PAUSE)
            self.client.do(misleading_orders(table)[secrets.randbelow(len(MISLEADING))])


class CutRun(CrashRun):
    """Keeps the floor running, but cuts its database connections repeatedly."""

    def __init__(self, database: str, home: Path, seed: str, cut: Callable[[], object]) -> None:
        super().__init__(database, home, seed)
        self.cut = cut

    def restart(self) -> None:
        time.sleep(self.chance.below(4_000) / 1_000_000)
        self.cut()


def errand(world: World) -> FloorCommand:
    table, cents = list(TABLES)[world.chance.below(len(TABLES))], 1 + world.chance.below(10_000)
    player = f"walker {world.chance.below(3)}"
    return [
        orders.FillTray(table, cents),
        orders.CreditTray(table, cents),
        orders.BuyIn(player, table, cents),
        orders.CashOut(player),
    ][world.chance.below(4)]


class Shadow:
    """The property rebuilt from the log on disk, for comparison with what a floor reports about itself."""

    def __init__(self, database: str) -> None:
        self.store: Store = open_store(database)
        self.seq = 0
        self.ids = set[str]()
        self.tally = Tally()
        self.tables: dict[str, FloorTable] = {}
        self.seen: Counter[type] = Counter()

    def close(self) -> None:
        self.store.close()

    def read(self, acknowledged: dict[str, tuple[int, bytes]]) -> None:
        """Checks that entries and acknowledged orders match one to one, with the same content."""
        for row in self.store.entries(self.seq):
            entry = decode(row.body)
            assert entry.seq == self.seq + 1, f"entry {entry.seq} follows {self.seq}"
            if not entry.id.startswith(SNAPSHOT):
                assert acknowledged.get(entry.id) == (entry.seq, row.body), f"not as acknowledged: {entry.id}"
            self.take(row, entry)
        lost = [order for order in acknowledged if order not in self.ids]
        assert not lost, f"acknowledged and lost: {lost}"

    def take(self, row: Kept, entry: Entry) -> None:
        self.seq = entry.seq
        self.ids.add(entry.id)
        self.tally.see(entry)
        table = self.tables.get(entry.stream.removeprefix(stream_of("")))
        for event in entry.events:
            self.seen[type(event)] += 1
            if isinstance(event, TableInstalled):
                self.tables[event.table] = floor_table(event.submission, physical=False)
            elif table is not None:
                assert isinstance(event, events.Event)
                if isinstance(event, events.Shuffled):
                    event = change(event, cards=self.order_of(entry))
                table.state = table.engine.evolve(table.state, event)

    def order_of(self, entry: Entry) -> tuple[object, ...]:
        """The card order of a shuffled deck, checked against the commitment in the log."""
        secret = self.store.deck(entry.seq)
        assert secret is not None and entry.sealed is not None, f"entry {entry.seq}: the deck is lost"
        sealed, _ = commitment.seal(commitment.cards_of(secret), secret[: commitment.KEY_SIZE])
        assert Sealed(*sealed) == entry.sealed, f"entry {entry.seq}: another deck"
        return sealed_cards(secret)

    def compare(self, look: Look) -> int:
        """Asserts that nothing differs, and returns the number of rounds in progress."""
        assert look.seq == self.seq
        assert sum(balance.posted for balance in look.balances.values()) == 0
        different = list(self.tally.differences(look.balances, look.meters))
        assert not different, "; ".join(different)
        for name, table in self.tables.items():
            assert look.tables[name] == table.state, f"{name} stands otherwise than it did"
        return sum(table.round is not None for table in look.tables.values())
