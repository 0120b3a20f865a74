"""A server leaves no temporary files behind, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from tablelaw.floor.store.api import open_store
from tablelaw.server.audit.exports import FOLDER, Exports
from tests.server.served import START_SECONDS, address_of, listening


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder that only this test uses."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def ended_process() -> int:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return ended.pid


def test_copies_of_a_killed_server_go_with_the_next_and_those_of_a_running_one_stay(temporary: Path) -> None:
    dead, old, alive, other = (
        temporary / name
        for name in (f"{FOLDER}{ended_process()}-a", f"{FOLDER}abcd", f"{FOLDER}{os.getppid()}-b", "something-else")
    )
    for folder in (dead, old, alive, other):
        folder.mkdir()
        (folder / "log.jsonl").write_text("{}")
    exports = Exports()
    assert not dead.exists() and not old.exists() and alive.exists() and other.exists()
    _, path = exports.place("an auditor")
    Exports()
    assert path.parent.exists()
    exports.close()
    assert not path.parent.exists()


SERVING = """
import sys
from tablelaw.server.http.listeners import bound_sockets
from tablelaw.server.run import build, serve
from tablelaw.server.settings import Settings
with bound_sockets("127.0.0.1", int(sys.argv[2])) as doors:
    running = build(sys.argv[1], Settings(trusted_hosts=("127.0.0.1",)))
    running.context.exports.place("an auditor")[1].write_text("a copy")
    try:
        serve(running, doors)
    finally:
        running.close()
"""
"""A program that serves a floor and has a copy of its log that has not been downloaded yet."""


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_takes_its_copies_along(temporary: Path, tmp_path: Path, told: int) -> None:
    database = str(tmp_path / "floor.db")
    open_store(database, create=True).close()
    with closing(listening()) as listener:
        address = address_of(listener)
    port = address.rpartition(":")[2]
    server = subprocess.Popen([sys.executable, "-c", SERVING, database, port], stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            assert httpx2.get(f"{address}/api/lobby", timeout=5).status_code == 200
            break
        except httpx2.TransportError:
            assert server.poll() is None and time.monotonic() < until
            time.sleep(0.05)
    assert len(list(temporary.glob(f"{FOLDER}*/*.jsonl"))) == 1
    server.send_signal(told)
    _, said = server.communicate(timeout=START_SECONDS)
    assert server.returncode == 0 and "Traceback" not in said
    assert not list(temporary.glob(f"{FOLDER}*"))
