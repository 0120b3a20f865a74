"""Loads a property of 500 tables and 2,000 sockets: on one server process, and on two that share a PostgreSQL database.

It reports the time to an acknowledgement as multiples of a bare commit in the same run, the memory, and how much of a
core each process uses. Only lost wagers or views fail it: with its players on the same machine, it is no measure of a
larger one.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.floor_load import (
    AT_MOST,
    Crowd,
    at,
    bare_commits,
    figures,
    full_house,
    furnish,
    memory_mb,
    percentiles,
    server_commits,
)
from bench.turns import console, verdict
from tests.floor.databases import Databases, temporary_databases
from tests.server.processes import Process

PROPERTY = Crowd(500, (1, 2, 3, 4), 20.0, 30.0)
PROCESSES = (("sqlite", 1), ("postgresql", 1), ("postgresql", 2))


class Loaded(NamedTuple):
    """What one run showed. Times are in seconds, memory in MB; each server has its own figures."""

    bare: float
    acknowledged: Sequence[float]
    displayed: Sequence[float]
    lost: int
    empty_mb: Sequence[float]
    most_mb: Sequence[float]
    cores: Sequence[float]
    """The share of a core that each server used while wagers were counted."""

    def times_bare(self, percent: float) -> float:
        return at(self.acknowledged, percent) / 1000 / self.bare


def measure(_repetitions: int, _seconds: float) -> bool:
    with temporary_databases() as databases:
        met = [_told(kind, servers, loaded(databases, kind, servers, PROPERTY)) for kind, servers in PROCESSES]
    return all(met)


def _told(kind: str, servers: int, run: Loaded) -> bool:
    console.print(
        f"{kind}, {servers} server process{'es' if servers > 1 else ''}: {PROPERTY.tables} tables, "
        f"{PROPERTY.players:,} sockets, a wager each every {PROPERTY.pause:.0f} s for {PROPERTY.seconds:.0f} s: "
        f"{len(run.acknowledged):,} wagers, {len(run.displayed):,} views of them at other players",
        highlight=False,
    )
    multiples = ", ".join(f"p{percent:g} {run.times_bare(percent):.1f} bare commits" for percent in AT_MOST)
    console.print(f"  bare commit: {run.bare * 1000:.2f} ms", highlight=False)
    console.print(f"  wager to acknowledgement: {percentiles(run.acknowledged)}; {multiples}", highlight=False)
    console.print(f"  wager to display: {percentiles(run.displayed)}", highlight=False)
    for empty, most, cores in zip(run.empty_mb, run.most_mb, run.cores, strict=True):
        console.print(
            f"  a server: {empty:.0f} MB without sockets, {most:.0f} MB at most, {cores:.2f} of a core", highlight=False
        )
    came = len(run.displayed) / max(1, len(run.displayed) + run.lost)
    return verdict(f"{kind}, {servers}: views that came of those expected", came, 1.0)


def loaded(databases: Databases, kind: str, servers: int, crowd: Crowd) -> Loaded:
    """One run of this crowd; every table has players at each of the servers."""
    database = databases.fresh(kind)
    with TemporaryDirectory(prefix="hr-load-") as home, ExitStack() as opened:
        players = furnish(database, crowd)
        running = [
            opened.enter_context(closing(Process(database, Path(home) / f"server{n}.txt"))) for n in range(servers)
        ]
        for server in running:
            server.wait()
        bare = bare_commits(Path(home) / "bare.db") if kind == "sqlite" else server_commits(databases.server.url())
        empty = [memory_mb(server.pid, "VmRSS") for server in running]
        spent: list[list[float]] = []

        def note() -> None:
            spent.append([processor_seconds(server.pid) for server in running])

        addresses = [server.address for server in running]
        began = asyncio.run(full_house(addresses, players, crowd, (note, note)))
        most = [memory_mb(server.pid, "VmHWM") for server in running]
        cores = [(after - before) / crowd.seconds for before, after in zip(*spent, strict=True)]
    acknowledged, displayed, lost = figures(players, began, crowd)
    refused = sum(len(player.refused) for player in players)
    return Loaded(median(bare), acknowledged, displayed, lost + refused, empty, most, cores)


def processor_seconds(pid: int) -> float:
    """The processor time of a process so far, without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
