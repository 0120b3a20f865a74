"""Loads a server as on a busy night: players at 64 tables with full durability, each wagering at a steady pace over a
socket.

It reports the time from sending a wager to its acknowledgement, and to the view that every other player at the table
gets, compared with a bare commit of a row to the same database in the same run. A snapshot is due in the middle of each
run. TABLELAW_LOAD_SECONDS sets how long a run takes; `--trace` shows what delays the slowest acknowledgements.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sqlite3
import sys
import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import httpx2
import msgspec
import psycopg
from websockets.asyncio.client import ClientConnection, connect

from bench import load_trace
from bench.load_trace import Timed
from bench.traced_server import recorded
from bench.turns import console, most_verdict, verdict
from tablelaw.floor.log.entry import decode
from tablelaw.floor.orders import Order
from tablelaw.floor.service import SNAPSHOT_EVERY, FloorService
from tablelaw.floor.store.api import open_store
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.server.users import People, Person
from tablelaw.table import commands
from tests.floor.databases import KINDS, Databases, temporary_databases
from tests.floor.world import World, example
from tests.server.processes import COOKIE, PASSWORD, Process


class Crowd(NamedTuple):
    """Who plays: a player at each of these seats of every table, the pause between two wagers of a player, and for how
    long wagers are counted.
    """

    tables: int
    seats: tuple[int, ...]
    pause: float
    seconds: float

    @property
    def players(self) -> int:
        return self.tables * len(self.seats)


BUSY = Crowd(64, (1, 2, 3, 4, 5, 6), 5.0, float(os.environ.get("TABLELAW_LOAD_SECONDS", "20")))
"""A busy night; the pause is shorter than at any real table."""
WARM_SECONDS = 5.0
AT_MOST = {99.0: 20.0, 99.9: 50.0}
"""The most that these percentiles of the time to an acknowledgement may take, as multiples of a bare commit."""
SNAPSHOT_SECONDS = 5.0
"""How long after a snapshot an acknowledgement counts as given during it, since orders that had to wait are answered
then.
"""

COMMITS = 300
ANSWER_SECONDS = 60
GROWN_MB = 100
"""The most that memory may grow, in MB, between the first and the last wager; more would be a leak."""
BODY = "x" * 300


class Number(msgspec.Struct):
    number: int


class Told(msgspec.Struct):
    """The fields of a socket's message that are used here."""

    view: Number | None = None
    order: str = ""
    number: int = 0
    refused: dict[str, str] | None = None


class Sent(NamedTuple):
    at: float
    acknowledged: float
    number: int


class Player:
    """One player's socket, which places wagers and takes them back in turn, and records when each view arrived."""

    def __init__(self, table: str, seat: int, wait: float, pause: float, key: str, person: Person) -> None:
        """The player waits before the first wager, each player for a different time, so that wagers are spread evenly.

        Each player connects from a different address, as they would from home, because the server limits what one
        address may send.
        """
        self.table, self.seat, self.wait, self.pause, self.key, self.person = table, seat, wait, pause, key, person
        fifty, one = divmod(int(table.rpartition("-")[2]), 50)
        self.source = f"127.{1 + fifty}.{seat}.{1 + one}"
        self.sent: list[Sent] = []
        self.numbers: list[int] = []
        self.times: list[float] = []
        self.refused: list[str] = []
        self._answers: dict[str, asyncio.Future[int]] = {}
        self._line: ClientConnection

    async def enter(self, address: str) -> None:
        """Asks for a ticket and opens the socket with it at once, because a ticket is valid only for a moment."""
        headers = {"Origin": address, "X-CSRF-Token": self.person.csrf, "Cookie": f"{COOKIE}={self.key}"}
        async with httpx2.AsyncHTTPTransport(verify=False, local_address=self.source) as way:
            asked = httpx2.Request("POST", f"{address}/api/ticket", headers=headers)
            answer = await way.handle_async_request(asked)
            ticket = msgspec.json.decode(await answer.aread())["ticket"]
        self._line = await connect(
            f"{address.replace('http', 'ws', 1)}/ws?ticket={ticket}",
            origin=address,  # type: ignore[arg-type]
            additional_headers={"Cookie": f"{COOKIE}={self.key}"},
            compression=None,
            local_addr=(self.source, 0),
        )

    async def play(self, until: float) -> None:
        async with self._line as line:
            listening = asyncio.create_task(self._listen(line))
            await line.send(msgspec.json.encode({"watch": [self.table]}).decode())
            await asyncio.sleep(self.wait)
            await self._wager(line, until)
            listening.cancel()

    async def _wager(self, line: ClientConnection, until: float) -> None:
        for n in itertools.count():
            began = time.perf_counter()
            if began >= until:
                return
            number = await self._order(line, f"{n}", n)
            self.sent.append(Sent(began, time.perf_counter(), number))
            await asyncio.sleep(max(0.0, began + self.pause - time.perf_counter()))

    async def _order(self, line: ClientConnection, order_id: str, n: int) -> int:
        place = {"type": "PlaceWager", "seat": self.seat, "wager": "ante", "cents": 500}
        command = place if n % 2 == 0 else {"type": "WithdrawWager", "seat": self.seat, "wager": "ante"}
        self._answers[order_id] = asyncio.get_running_loop().create_future()
        body = {"order": {"id": order_id, "table": self.table, "command": command}}
        await line.send(msgspec.json.encode(body).decode())
        number = await asyncio.wait_for(self._answers[order_id], ANSWER_SECONDS)
        del self._answers[order_id]
        return number

    async def _listen(self, line: ClientConnection) -> None:
        async for text in line:
            now, told = time.perf_counter(), _TOLD.decode(text)
            if told.view is not None:
                self.numbers.append(told.view.number)
                self.times.append(now)
            elif told.refused is not None:
                self.refused.append(told.refused.get("code", ""))
                for waiting in self._answers.values():
                    waiting.cancel()
            elif told.order in self._answers:
                self._answers[told.order].set_result(told.number)

    def shown(self, number: int) -> float | None:
        """When the view of an entry, or of a later one, arrived."""
        at = bisect_left(self.numbers, number)
        return self.times[at] if at < len(self.times) else None


_TOLD: msgspec.json.Decoder[Told] = msgspec.json.Decoder(Told)


# --- The run ---------------------------------------------------------------------------------------------------------


def measure(repetitions: int, seconds: float, is_traced: bool = False) -> bool:
    with temporary_databases() as databases:
        met = [_loaded(databases, kind, is_traced) for kind in KINDS]
    return all(met)


def _loaded(databases: Databases, kind: str, is_traced: bool) -> bool:
    """One run on a database of this kind."""
    database = databases.fresh(kind)
    with TemporaryDirectory(prefix="hr-load-") as home:
        players = furnish(database, BUSY)
        trace = Path(home) / "trace.json"
        program = (sys.executable, "-m", "bench.traced_server", str(trace)) if is_traced else ()
        server = Process(database, Path(home) / "server.txt", program=program)
        try:
            server.wait()
            bare = bare_commits(Path(home) / "bare.db") if kind == "sqlite" else server_commits(databases.server.url())
            memory = [memory_mb(server.pid, "VmRSS")]
            began = asyncio.run(full_house([server.address], players, BUSY))
            memory += [memory_mb(server.pid, "VmRSS"), memory_mb(server.pid, "VmHWM")]
        finally:
            server.close()
        met = report(kind, players, began, bare, memory, snapshot_numbers(database))
        if is_traced:
            sent = [(player, n, one) for player in players for n, one in enumerate(player.sent)]
            timed = [Timed(f"{player.person.name}/{n}", one.at, one.acknowledged) for player, n, one in sent]
            load_trace.tell(recorded(trace), [one for one in timed if counts(began, one.sent, BUSY)])
    return met


def furnish(database: str, crowd: Crowd) -> list[Player]:
    """Sets up the tables with their boxes taken, and a session for each player and for an administrator.

    Wagers are then placed and taken back until a snapshot is due in the middle of the run.
    """
    if not Path(database).exists() and "://" not in database:
        open_store(database, create=True).close()
    engine = sql_engine(database)
    people = People(engine)
    people.add("kim", "administrator", PASSWORD)
    with closing(open_store(database)) as store, closing(FloorService(store)) as service:
        world = World(service, "load")
        tables = world.open([example("pa-653a", f"UTH-{n}") for n in range(1, crowd.tables + 1)])
        for table in tables:
            world.seat(table, crowd.seats)
            world.run(table)
        orders = crowd.players * (WARM_SECONDS + crowd.pause + crowd.seconds / 2) / crowd.pause
        _write_until(service, SNAPSHOT_EVERY - int(orders) % SNAPSHOT_EVERY)
    boxes = [(table, seat) for seat in crowd.seats for table in tables]
    found = [
        Player(table, seat, crowd.pause * n / len(boxes), crowd.pause, *people.enter(f"{table} {seat}", "player"))
        for n, (table, seat) in enumerate(boxes)
    ]
    engine.dispose()
    return found


def _write_until(service: FloorService, past: int) -> None:
    """Writes entries until the log is this many entries past its last snapshot, with every box empty."""
    table = next(iter(service.views.tables))
    giver = f"player:{table} 1"
    last = max((row.seq for row in [service.store.last_snapshot()] if row is not None), default=0)
    place, withdraw = commands.PlaceWager(1, "ante", 500), commands.WithdrawWager(1, "ante")
    while service.views.seq - last < past:
        given = itertools.cycle((place, withdraw))
        start = service.views.seq
        batch = [Order(id=f"fill{start}-{n}", by=giver, command=next(given), table=table) for n in range(200)]
        for answer in [service.submit(order) for order in batch]:
            answer.result()


def snapshot_numbers(database: str) -> list[int]:
    """When the log says that the last snapshot was taken, in seconds since 1970; empty if none was."""
    with closing(open_store(database)) as store:
        last = store.last_snapshot()
        kept = store.entry(last.seq + 1) if last is not None else None
        return [decode(kept.body).at] if kept is not None else []


async def full_house(
    addresses: Sequence[str], players: Sequence[Player], crowd: Crowd, meanwhile: Sequence[Callable[[], None]] = ()
) -> float:
    """Lets everybody connect, the players of each table spread over the servers, and play; returns the moment at which
    the measured time begins. Of the functions `meanwhile`, the first is called then and the second when that time is
    over.
    """
    for n, player in enumerate(players):
        await player.enter(addresses[(n + player.seat) % len(addresses)])
    began = time.perf_counter() + WARM_SECONDS + crowd.pause
    loop = asyncio.get_running_loop()
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(began + crowd.seconds))
        for n, note in enumerate(meanwhile):
            loop.call_at(loop.time() + began - time.perf_counter() + n * crowd.seconds, note)
    return began


def counts(began: float, sent: float, crowd: Crowd) -> bool:
    """Whether a wager was sent in the measured time, early enough for its views to arrive before the end."""
    return began <= sent < began + crowd.seconds - 1


def bare_commits(path: Path) -> list[float]:
    """Times single commits of one row, each synced before the next."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "CREATE TABLE bare (body TEXT)"):
            file.execute(statement)
        return _timed(lambda: file.execute("INSERT INTO bare VALUES (?)", (BODY,)))


def server_commits(url: str) -> list[float]:
    """Times single commits of one row on the PostgreSQL server, each synced before the next."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE bare_load (body TEXT)")
        try:
            return _timed(lambda: connection.execute("INSERT INTO bare_load VALUES (%s)", (BODY,)))
        finally:
            connection.execute("DROP TABLE bare_load")


def _timed(commit: Callable[[], object]) -> list[float]:
    found = []
    for _ in range(COMMITS):
        began = time.perf_counter()
        commit()
        found.append(time.perf_counter() - began)
    return found


def memory_mb(pid: int, field: str) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{field}:"))


# --- What came of it -------------------------------------------------------------------------------------------------


def report(
    kind: str,
    players: Sequence[Player],
    began: float,
    commits: Sequence[float],
    memory: Sequence[float],
    snapshots: Sequence[int],
) -> bool:
    acknowledged, displayed, lost = figures(players, began, BUSY)
    errors = lost + sum(len(player.refused) for player in players)
    console.print(
        f"{kind}: {len(players)} players at {BUSY.tables} tables, a wager each every {BUSY.pause:.0f} s for "
        f"{BUSY.seconds:.0f} s: {len(acknowledged):,} wagers, {len(displayed):,} views of them at other players; "
        f"{errors} errors",
        highlight=False,
    )
    rows = {
        "bare commit": commits,
        "wager to acknowledgement": acknowledged,
        "the same during a snapshot": during(players, began, snapshots),
        "wager to display": displayed,
    }
    for name, found in rows.items():
        console.print(f"  {name}: {percentiles(found)} ({len(found):,})", highlight=False)
    console.print(f"  memory: {memory[0]:.0f} MB before, {memory[1]:.0f} MB after, {memory[2]:.0f} MB at most")
    met = [within(f"{kind}, {name}", rows[name], commits) for name in list(rows)[1:3]]
    met.append(
        verdict("wagers that came back for each sent", len(acknowledged) / max(1, len(acknowledged) + errors), 1.0)
    )
    met.append(most_verdict(f"{kind}, MB of memory more after the run", memory[1] - memory[0], GROWN_MB, places=0))
    return all(met)


def within(name: str, found: Sequence[float], commits: Sequence[float]) -> bool:
    """Whether the percentiles are at most their multiples of a bare commit; false if no wager was counted."""
    if not found:
        return verdict(f"wagers counted as {name}", 0, 1)
    bare = median(commits) * 1000
    met = []
    for percent, most in AT_MOST.items():
        times = at(found, percent) / bare
        what = (
            f"p{percent:g} of {name} is {times:.1f} bare commits (at most {most:.0f}): what is allowed for each taken"
        )
        met.append(verdict(what, most / times, 1.0, places=1))
    return all(met)


def during(players: Sequence[Player], began: float, snapshots: Sequence[int]) -> list[float]:
    """The seconds to the acknowledgements of wagers sent around a snapshot; the log gives its time in whole seconds."""
    ahead = time.time() - time.perf_counter()
    moments = [moment - ahead for moment in snapshots]
    sent = [one for player in players for one in player.sent if counts(began, one.at, BUSY)]
    near = [one for one in sent if any(-1 <= one.at - moment <= SNAPSHOT_SECONDS for moment in moments)]
    return [one.acknowledged - one.at for one in near]


def figures(players: Sequence[Player], began: float, crowd: Crowd) -> tuple[list[float], list[float], int]:
    """The seconds to each acknowledgement and to each other player's view, and how many views never arrived."""
    acknowledged, displayed, lost = [], [], 0
    tables: dict[str, list[Player]] = {}
    for player in players:
        tables.setdefault(player.table, []).append(player)
    for player in players:
        for sent in player.sent:
            if not counts(began, sent.at, crowd):
                continue
            acknowledged.append(sent.acknowledged - sent.at)
            shown = [other.shown(sent.number) for other in tables[player.table] if other is not player]
            displayed += [moment - sent.at for moment in shown if moment is not None]
            lost += sum(moment is None for moment in shown)
    return acknowledged, displayed, lost


def percentiles(seconds: Sequence[float]) -> str:
    told = (f"p{percent:g} {at(seconds, percent):.2f} ms" for percent in (50, *AT_MOST))
    return ", ".join(told) if seconds else "none"


def at(seconds: Sequence[float], percent: float) -> float:
    """A percentile, in milliseconds."""
    return sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * percent / 100))] * 1000
