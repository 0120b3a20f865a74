"""Loads a server as on a busy night: players at 64 tables with full durability, each wagering at a steady pace over a
socket.

It reports the time from sending a wager to its acknowledgement, and to the view that every other player at the table
gets, compared with a bare commit of a row to SQLite in the same run. TABLELAW_LOAD_SECONDS sets how long it runs.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sqlite3
import time
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench.turns import console, verdict
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import open_store
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.server.users import People, Person
from tests.floor.world import World, example
from tests.server.processes import COOKIE, PASSWORD, Process

TABLES, SEATS = 64, (1, 2, 3, 4, 5, 6)
PAUSE_SECONDS = 5.0
"""The pause between two wagers of a player; shorter than at any real table."""
SECONDS = float(os.environ.get("TABLELAW_LOAD_SECONDS", "20"))
WARM_SECONDS = 5.0
AT_MOST = 20.0
"""The target for the 99th percentile, as a multiple of a bare commit."""
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

    def __init__(self, table: str, seat: int, share: float, key: str, person: Person) -> None:
        """The player waits for `share` of a pause before the first wager, so that wagers are spread evenly.

        Each player connects from a different address, as they would from home, because the server limits what one
        address may send.
        """
        self.table, self.seat, self.share, self.key, self.person = table, seat, share, key, person
        self.source = f"127.1.{seat}.{table.rpartition('-')[2]}"
        self.sent: list[Sent] = []
        self.numbers: list[int] = []
        self.times: list[float] = []
        self.refused: list[str] = []
        self._answers: dict[str, asyncio.Future[int]] = {}

    async def play(self, address: str, ticket: str, until: float) -> None:
        cookie = {"Cookie": f"{COOKIE}={self.key}"}
        where = f"{address.replace('http', 'ws', 1)}/ws?ticket={ticket}"
        source = (self.source, 0)
        async with connect(
            where,
            origin=address,  # type: ignore[arg-type]
            additional_headers=cookie,
            compression=None,
            local_addr=source,
        ) as line:
            listening = asyncio.create_task(self._listen(line))
            await line.send(msgspec.json.encode({"watch": [self.table]}).decode())
            await asyncio.sleep(PAUSE_SECONDS * self.share)
            await self._wager(line, until)
            listening.cancel()

    async def _wager(self, line: ClientConnection, until: float) -> None:
        for n in itertools.count():
            began = time.perf_counter()
            if began >= until:
                return
            number = await self._order(line, f"{n}", n)
            self.sent.append(Sent(began, time.perf_counter(), number))
            await asyncio.sleep(max(0.0, began + PAUSE_SECONDS - time.perf_counter()))

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


def measure(repetitions: int, seconds: float) -> bool:
    with TemporaryDirectory(prefix="hr-load-") as home:
        database = str(Path(home) / "floor.db")
        players = furnish(database)
        server = Process(database, Path(home) / "server.txt")
        try:
            server.wait()
            commits = bare_commits(Path(home) / "bare.db")
            memory = [memory_mb(server.pid, "VmRSS")]
            began = asyncio.run(full_house(server.address, players))
            memory += [memory_mb(server.pid, "VmRSS"), memory_mb(server.pid, "VmHWM")]
        finally:
            server.close()
    return report(players, began, commits, memory)


def furnish(database: str) -> list[Player]:
    """Sets up the tables with every box taken, and a session for each player and for an administrator."""
    open_store(database, create=True).close()
    engine = sql_engine(database)
    people = People(engine)
    people.add("kim", "administrator", PASSWORD)
    with closing(open_store(database)) as store, closing(FloorService(store)) as service:
        world = World(service, "load")
        tables = world.open([example("pa-653a", f"UTH-{n}") for n in range(1, TABLES + 1)])
        for table in tables:
            world.seat(table, SEATS)
            world.run(table)
    boxes = [(table, seat) for seat in SEATS for table in tables]
    found = [
        Player(table, seat, n / len(boxes), *people.enter(f"{table} {seat}", "player"))
        for n, (table, seat) in enumerate(boxes)
    ]
    engine.dispose()
    return found


async def full_house(address: str, players: Sequence[Player]) -> float:
    """Lets everybody connect and play; returns the moment at which the measured time begins."""
    tickets = {}
    for player in players:
        headers = {"Origin": address, "X-CSRF-Token": player.person.csrf, "Cookie": f"{COOKIE}={player.key}"}
        async with httpx2.AsyncHTTPTransport(local_address=player.source) as way:
            asked = httpx2.Request("POST", f"{address}/api/ticket", headers=headers)
            answer = await way.handle_async_request(asked)
            tickets[player.person.name] = msgspec.json.decode(await answer.aread())["ticket"]
    counts = time.perf_counter() + WARM_SECONDS + PAUSE_SECONDS
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(address, tickets[player.person.name], counts + SECONDS))
    return counts


def bare_commits(path: Path) -> list[float]:
    """Times single commits of one row, each synced before the next."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "CREATE TABLE bare (body TEXT)"):
            file.execute(statement)
        found = []
        for _ in range(COMMITS):
            began = time.perf_counter()
            file.execute("INSERT INTO bare VALUES (?)", (BODY,))
            found.append(time.perf_counter() - began)
    return found


def memory_mb(pid: int, field: str) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{field}:"))


# --- What came of it -------------------------------------------------------------------------------------------------


def report(players: Sequence[Player], began: float, commits: Sequence[float], memory: Sequence[float]) -> bool:
    acknowledged, displayed, lost = figures(players, began)
    errors = lost + sum(len(player.refused) for player in players)
    bare = median(commits)
    console.print(
        f"{len(players)} players at {TABLES} tables, a wager each every {PAUSE_SECONDS:.0f} s for {SECONDS:.0f} s: "
        f"{len(acknowledged):,} wagers, {len(displayed):,} views of them at other players; {errors} errors",
        highlight=False,
    )
    rows = {"bare commit": commits, "wager to acknowledgement": acknowledged, "wager to display": displayed}
    for name, found in rows.items():
        console.print(f"  {name}: p50 {at(found, 50):.2f} ms, p99 {at(found, 99):.2f} ms", highlight=False)
    console.print(f"  memory: {memory[0]:.0f} MB before, {memory[1]:.0f} MB after, {memory[2]:.0f} MB at most")
    for name in ("wager to acknowledgement", "wager to display"):
        times = at(rows[name], 99) / (bare * 1000)
        met = "met" if times <= AT_MOST else "not met"
        console.print(
            f"target {met}: p99 of {name} is {times:.1f} bare commits (target {AT_MOST:.0f})", highlight=False
        )
    kept = verdict("wagers that came back for each sent", len(acknowledged) / max(1, len(acknowledged) + errors), 1.0)
    return kept and memory[1] - memory[0] < GROWN_MB


def figures(players: Sequence[Player], began: float) -> tuple[list[float], list[float], int]:
    """The seconds to each acknowledgement and to each other player's view, and how many views never arrived."""
    acknowledged, displayed, lost = [], [], 0
    tables: dict[str, list[Player]] = {}
    for player in players:
        tables.setdefault(player.table, []).append(player)
    for player in players:
        for sent in player.sent:
            if not began <= sent.at < began + SECONDS - 1:
                continue
            acknowledged.append(sent.acknowledged - sent.at)
            shown = [other.shown(sent.number) for other in tables[player.table] if other is not player]
            displayed += [moment - sent.at for moment in shown if moment is not None]
            lost += sum(moment is None for moment in shown)
    return acknowledged, displayed, lost


def at(seconds: Sequence[float], percent: int) -> float:
    """A percentile, in milliseconds."""
    return sorted(seconds)[min(len(seconds) - 1, len(seconds) * percent // 100)] * 1000
