"""Health checks reveal a server's state and nothing else, and a server exits when its floor stops."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from tablelaw.floor import orders
from tablelaw.floor.log.entry_time import EntryTime
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import open_store
from tablelaw.floor.store.refusals import StoreLost
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.server.readiness import Readiness
from tablelaw.server.run import STOPPED
from tablelaw.server.users import People
from tests.floor.world import PROPERTY
from tests.server.conftest import Doors
from tests.server.processes import PASSWORD, Process

END_SECONDS = 60


def test_a_sound_house_is_alive_and_ready(doors: Doors) -> None:
    somebody = doors.nobody()
    for path, state in (("/health", "alive"), ("/ready", "ready")):
        answer = somebody.get(path)
        assert (answer.status_code, answer.json()) == (200, {"state": state})


NOT_READY: dict[str, Callable[[FloorService, pytest.MonkeyPatch], None]] = {
    "stopped": lambda service, patch: patch.setattr(service, "failure", RuntimeError("the disk at /srv/floor.db")),
    "recovering": lambda service, patch: patch.setattr(service, "is_recovering", True),
    "clock": lambda service, patch: patch.setattr(service.entry_time, "fault", "it is 99 s ahead"),
    "database": lambda service, patch: patch.setattr(service.store, "head", unreachable),
    "log put back": lambda service, patch: patch.setattr(service.store, "head", lambda: service.views.seq - 1),
    "slow": lambda service, patch: patch.setattr(service.store, "head", slow),
}


def unreachable() -> int:
    raise StoreLost("gone", where="postgresql://owner@db.example/floor")


def slow() -> int:
    time.sleep(4)
    return 10**9


@pytest.mark.parametrize("what", NOT_READY)
def test_a_house_that_takes_no_orders_says_so_and_nothing_else(
    open_doors: Callable[..., Doors], monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    doors = open_doors(books=())
    assert isinstance(doors.context.service.entry_time, EntryTime)
    NOT_READY[what](doors.context.service, monkeypatch)
    answer = doors.nobody().get("/ready")
    assert (answer.status_code, answer.json()) == (503, {"state": "not ready"})
    assert doors.nobody().get("/health").status_code == 200, "the process lives"
    monkeypatch.undo()


def test_entries_written_while_the_database_answers_are_not_missed(
    open_doors: Callable[..., Doors], monkeypatch: pytest.MonkeyPatch
) -> None:
    doors = open_doors(books=())
    store, before = doors.context.service.store, doors.context.service.views.seq
    head = store.head

    def overtaken() -> int:
        found = head()
        doors.world.do("system", orders.OpenProperty(PROPERTY))
        return found

    monkeypatch.setattr(store, "head", overtaken)
    assert doors.nobody().get("/ready").status_code == 200
    assert doors.context.service.views.seq > before


def test_the_database_is_asked_once_however_many_ask(
    open_doors: Callable[..., Doors], monkeypatch: pytest.MonkeyPatch
) -> None:
    doors, asked = open_doors(books=()), [0]
    head = doors.context.service.store.head

    def counted() -> int:
        asked[0] += 1
        return head()

    monkeypatch.setattr(doors.context.service.store, "head", counted)
    doors.context.readiness = Readiness(doors.context.service)
    began = time.monotonic()
    with doors.browser() as browser:
        assert {browser.get("/ready").status_code for _ in range(20)} == {200}
    assert asked[0] <= 1 + (time.monotonic() - began)


def served_file(folder: Path) -> Path:
    file = folder / "floor.db"
    open_store(str(file), create=True).close()
    engine = sql_engine(str(file))
    People(engine).add("kim", "administrator", PASSWORD)
    engine.dispose()
    return file


def test_a_server_whose_file_is_replaced_ends_by_itself(tmp_path: Path) -> None:
    """The server exits even if no orders arrive, so its supervisor restarts it."""
    file = served_file(tmp_path)
    server = Process(str(file), tmp_path / "told.txt")
    server.wait()
    assert httpx2.get(f"{server.address}/ready").json() == {"state": "ready"}
    shutil.copy(file, tmp_path / "copy.db")
    (tmp_path / "copy.db").replace(file)
    with closing(server):
        try:
            assert server.ended(END_SECONDS) == STOPPED
        except subprocess.TimeoutExpired:
            pytest.fail(f"it goes on: {(tmp_path / 'told.txt').read_text()}")
    assert "FileReplaced" in (tmp_path / "told.txt").read_text()
