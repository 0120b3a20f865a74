"""Measures durable wagers per second through the floor service, compared with the bare databases, and how fast a floor
starts.
"""

from __future__ import annotations

import re
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import floor_start
from bench.floor_wagers import Wagers
from bench.turns import console, rates_table, ratio, verdict
from tests.floor.databases import Databases, temporary_databases

MANY = 64
ALONE_LEAST, TOGETHER_LEAST, SERVER_LEAST = 0.4, 3.0, 0.6
BODY = "x" * 300
INSERT = "INSERT INTO bare (body) VALUES ('" + BODY + "');\n"


def measure(repetitions: int, seconds: float) -> bool:
    with temporary_databases() as databases:
        rates = [_sqlite(databases, repetitions, seconds), _postgres(databases, repetitions, seconds)]
        return all([*rates, floor_start.measure(databases)])


# --- SQLite ------------------------------------------------------------------------------------------------------


class BareInserts:
    """Inserts rows into one table, each in its own transaction, synced before the next."""

    def __init__(self, path: Path) -> None:
        self._file = sqlite3.connect(path, isolation_level=None)
        for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "CREATE TABLE bare (body TEXT)"):
            self._file.execute(statement)

    def rate(self, seconds: float) -> float:
        start, done = time.perf_counter(), 0
        while (spent := time.perf_counter() - start) < seconds:
            self._file.execute("INSERT INTO bare VALUES (?)", (BODY,))
            done += 1
        return done / spent

    def close(self) -> None:
        self._file.close()


def _sqlite(databases: Databases, repetitions: int, seconds: float) -> bool:
    with (
        TemporaryDirectory(prefix="hr-bare-") as home,
        closing(BareInserts(Path(home) / "bare.db")) as bare,
        closing(Wagers(databases.fresh("sqlite"), 1)) as alone,
        closing(Wagers(databases.fresh("sqlite"), MANY)) as together,
    ):
        works = {"bare inserts": bare.rate, "wagers, one table": alone.rate, f"wagers, {MANY} tables": together.rate}
        turns = [{name: rate(seconds) for name, rate in works.items()} for _ in range(repetitions)]
        rates = {name: [turn[name] for turn in turns] for name in works}
    console.print(rates_table("Durable on SQLite, wall clock", rates))
    inserts, one, many = rates.values()
    met = verdict("wagers of one table for each bare insert", ratio(one, inserts), ALONE_LEAST, places=1)
    what = f"wagers of {MANY} tables for each bare insert"
    return verdict(what, ratio(many, inserts), TOGETHER_LEAST, places=1) and met


# --- PostgreSQL ----------------------------------------------------------------------------------------------------


def _postgres(databases: Databases, repetitions: int, seconds: float) -> bool:
    server = databases.server
    with TemporaryDirectory(prefix="hr-bare-") as home, closing(Wagers(databases.fresh("postgresql"), MANY)) as floor:
        script = Path(home) / "insert.sql"
        script.write_text(INSERT)
        _pgbench(databases, "-i", "-q")
        subprocess.run([server.bin / "psql", server.url(), "-qc", "CREATE TABLE bare (body TEXT)"], check=True)
        rates: dict[str, list[float]] = {"pgbench, an insert": [], "pgbench, TPC-B": [], f"wagers, {MANY} tables": []}
        for _ in range(repetitions):
            length = ("-T", str(max(1, round(seconds))), "-n", "-c", str(MANY), "-j", "2")
            found = _tps(_pgbench(databases, *length, "-f", str(script))), _tps(_pgbench(databases, *length))
            for name, rate in zip(rates, (*found, floor.rate(seconds)), strict=True):
                rates[name].append(rate)
    console.print(rates_table(f"Durable on PostgreSQL, {MANY} clients, wall clock", rates))
    inserts, accounts, wagers = rates.values()
    print(f"  wagers for each commit of pgbench's own script, for comparison: {ratio(wagers, accounts):.2f}")
    return verdict("wagers for each commit of a bare insert", ratio(wagers, inserts), SERVER_LEAST, places=2)


def _pgbench(databases: Databases, *options: str) -> str:
    server = databases.server
    command = [str(server.bin / "pgbench"), "-h", str(server.home), "-U", "postgres", *options, "postgres"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _tps(told: str) -> float:
    found = re.search(r"tps = ([\d.]+)", told)
    assert found, told
    return float(found.group(1))
