"""If one of two servers on a PostgreSQL floor hangs while claiming a name, the other does not wait long."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tablelaw.floor.store.sql_engine import LIMITS, sql_engine
from tablelaw.server.users import People
from tests.floor.databases import temporary_databases

STANDS_STILL = """
import os, signal, sys
from sqlalchemy.exc import DBAPIError
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.server.users import People

def alone(playing):
    os.kill(os.getpid(), signal.SIGSTOP)
    return True

try:
    People(sql_engine(sys.argv[1]), is_demo=True).enter("Ann", "player", alone)
except DBAPIError:
    print("lost", flush=True)
else:
    print("claimed", flush=True)
"""
PATIENCE = 60.0


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with temporary_databases() as databases:
        yield databases.fresh("postgresql")


@pytest.fixture
def key(database: str) -> str:
    """The session key of a signed-in person."""
    engine = sql_engine(database)
    found, _ = People(engine, is_demo=True).enter("Bob", "dealer")
    engine.dispose()
    return found


@pytest.fixture
def still(database: str, key: str) -> Iterator[subprocess.Popen[str]]:
    """A server process suspended in the middle of a claim, which keeps others from signing in."""
    process = subprocess.Popen([sys.executable, "-c", STANDS_STILL, database], stdout=subprocess.PIPE, text=True)
    until = time.monotonic() + PATIENCE
    while Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":
        assert time.monotonic() < until and process.poll() is None
        time.sleep(0.02)
    yield process
    process.kill()
    process.communicate()


def test_another_server_claims_the_name_once_the_database_has_ended_the_first(
    database: str, key: str, still: subprocess.Popen[str]
) -> None:
    engine = sql_engine(database)
    people = People(engine, is_demo=True)
    began = time.monotonic()
    with ThreadPoolExecutor(1) as hands:
        claim = hands.submit(people.enter, "Ann", "player", lambda playing: "Ann" not in playing)
        assert people.person(key) is not None and not claim.done(), "whoever is signed in is answered meanwhile"
        mine, _ = claim.result(PATIENCE)
    assert time.monotonic() - began < LIMITS["idle_in_transaction_session_timeout"] + 10
    os.kill(still.pid, signal.SIGCONT)
    told, _ = still.communicate(timeout=PATIENCE)
    assert told.strip() == "lost", "the first knows that it has not claimed the name"
    found = people.person(mine)
    assert found is not None and found.name == "Ann" and people.is_playing("Ann")
    engine.dispose()
