"""Attackers send expensive requests: each is answered or refused in time, and players hardly notice.

TABLELAW_HOSTILE sets the number of seconds per kind of attack and kind of database. Time windows with and without an
attack alternate on the same server. Everything in front of the database is the same for both kinds, so a short run
attacks a server on SQLite, and a long run one on each.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import open_store
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.server.users import People
from tablelaw.table import commands
from tests.floor.databases import KINDS, temporary_databases
from tests.floor.world import World, example
from tests.server.processes import PASSWORD, Process, signed_in
from tests.server.strangers import KINDS as ATTACKS
from tests.server.watching import Control, Player, Seen, Strangers, Window, before_others, bring_forward, p99, tree

SECONDS = float(os.environ.get("TABLELAW_HOSTILE", "0.4"))
WINDOW_SECONDS = min(SECONDS, 15.0)
"""The length of a window: longer than the server waits for the end of a request, if the run is long enough."""
IS_LONG = SECONDS >= 10
"""Whether each kind of attack has enough windows to be judged separately."""
SEED = 653
ANSWER_SECONDS = 2.0
RESOLUTION_SECONDS = 0.001 if IS_LONG else 0.05
"""A p99 below this counts as this, since the clock and scheduler are no more precise.

In windows under a second, the p99 is one or two answers at the moment when all attackers start, so it depends on the
machine as much as on the server. The short run therefore only detects that people are kept waiting, and the long run
judges for how long.
"""
MOST_MEMORY = 384 * 2**20
"""The most memory the server's own process may ever use."""
MOST_MEMORY_OF_ALL = 1536 * 2**20
"""The most memory the server and its worker processes may use together."""
MOST_DISCARDED = 10
"""The number of window pairs of one kind that may be discarded; with more, the machine is too busy to measure."""
ROUNDS = 3
"""The most rounds of measurements. A kind is measured again while its p99 is above the limit, and all rounds count."""
pytestmark = pytest.mark.alone
ROLES = {"boss": "administrator", "ann": "player", "bob": "player", "eve": "administrator"}


def furnish(database: str) -> None:
    """Creates the users and opens a table that takes wagers, with Bob seated."""
    engine = sql_engine(database)
    people = People(engine)
    for name, role in ROLES.items():
        people.add(name, role, PASSWORD)
    engine.dispose()
    with closing(open_store(database)) as store, closing(FloorService(store)) as service:
        world = World(service, "hostile")
        world.open([example("pa-653a", "T")])
        world.do(DEALER, orders.BuyIn("bob", "T", 1_000_00))
        world.do("player:bob", commands.TakeSeat(1), "T")
        world.run("T")


class Field:
    """A server, a player, attackers, and a control process."""

    def __init__(self, database: str, folder: Path, kept: ExitStack) -> None:
        self.server = Process(database, folder / "output.txt")
        kept.callback(self.server.close)
        self.server.wait()
        who = {name: signed_in(self.server, name) for name in ROLES}
        self.control = kept.enter_context(closing(Control()))
        self.strangers = kept.enter_context(closing(Strangers(self.server, who["eve"])))
        self.player = kept.enter_context(closing(Player(self.server, who["ann"], who["bob"], self.control)))
        self.seen = {kind: Seen() for kind in ATTACKS}

    def idle(self) -> Window:
        is_over = threading.Event()
        threading.Timer(WINDOW_SECONDS, is_over.set).start()
        return self.player.watch(is_over)

    def attack(self, kind: str, number: int) -> bool:
        """Measures one window without the attack and one with it. Returns whether the pair counts."""
        idle, is_over = self.idle(), threading.Event()
        with ThreadPoolExecutor(1) as hands:
            watching = hands.submit(self.player.watch, is_over)
            try:
                told = self.strangers.attack(kind, WINDOW_SECONDS, SEED + number)
            finally:
                is_over.set()
            return self.seen[kind].add(idle, watching.result(), told)

    def attack_for(self, kind: str, first: int) -> None:
        """Measures windows of one kind until enough of them count; fails if too many are discarded."""
        counted, seen = 0, self.seen[kind]
        before = seen.discarded
        while counted < max(1, round(SECONDS / WINDOW_SECONDS)):
            counted += self.attack(kind, first + counted + seen.discarded)
            lost = seen.discarded - before
            assert lost <= MOST_DISCARDED + counted, f"{kind}: the machine is too busy: {lost} pairs discarded"

    def memory(self) -> tuple[int, int]:
        """The server's peak memory in bytes, and the current memory of the server and its child processes."""
        peak = _status(self.server.pid, "VmHWM")
        return peak, sum(_status(pid, "VmRSS") for pid in tree(self.server.pid))


def _status(pid: int, name: str) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith(name)), 0)


@pytest.fixture(params=KINDS if IS_LONG else KINDS[:1])
def field(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Field]:
    with ExitStack() as kept:
        kept.enter_context(before_others())
        database = kept.enter_context(temporary_databases()).fresh(request.param)
        furnish(database)
        yield Field(database, tmp_path, kept)
    assert "Traceback" not in (tmp_path / "output.txt").read_text()


def is_slowed(seen: list[Seen]) -> bool:
    idle = max(RESOLUTION_SECONDS, p99([seconds for one in seen for seconds in one.idle]))
    return p99([seconds for one in seen for seconds in one.attacked]) > 2 * idle


def judged(field: Field) -> list[list[Seen]]:
    """Groups the windows that are judged together: each kind by itself if it has enough windows, otherwise all
    kinds.
    """
    kinds = list(field.seen.values())
    return [[seen] for seen in kinds] if IS_LONG else [kinds]


def slowed(field: Field) -> list[str]:
    """The kinds of attack that are still over the limit."""
    late = [seen for together in judged(field) if is_slowed(together) for seen in together]
    return [kind for kind, seen in field.seen.items() if any(seen is one for one in late)]


def test_whatever_strangers_send_is_answered_in_time_and_who_plays_hardly_notices(field: Field) -> None:
    for kind in ATTACKS:
        field.strangers.attack(kind, 0.3, SEED)  # starts the workers and loads what the first question needs
    kinds = list(ATTACKS)
    for number in range(ROUNDS):
        bring_forward()
        for kind in kinds:
            field.attack_for(kind, number * 1_000)
        kinds = slowed(field)
    own, of_all = field.memory()
    print(*(told(kind, seen) for kind, seen in field.seen.items()), sep="\n")
    print(f"hostile: seed {SEED}, memory {own / 2**20:.0f} MiB at most, {of_all / 2**20:.0f} MiB with workshops")
    for kind, seen in field.seen.items():
        assert not seen.accidents, kind
        assert seen.slowest < ANSWER_SECONDS, f"{kind}: {seen.slowest:.2f} s for {seen.slowest_what}"
    assert not kinds, f"who plays waits more than twice as long: {kinds}"
    assert own < MOST_MEMORY and of_all < MOST_MEMORY_OF_ALL


def told(kind: str, seen: Seen) -> str:
    return (
        f"hostile: {kind}: {dict(sorted(seen.statuses.items()))}, slowest answer {seen.slowest:.2f} s; who plays: "
        f"p99 {p99(seen.attacked) * 1000:.1f} ms, without the attack {p99(seen.idle) * 1000:.1f} ms "
        f"({len(seen.attacked)} and {len(seen.idle)} answers); {seen.discarded} pairs of windows discarded"
    )
