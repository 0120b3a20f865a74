"""If creating a floor is stopped or killed at any step, repeating the command gives a complete floor."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tablelaw.floor.store.api import MOVED, open_store
from tablelaw.floor.store.refusals import FloorExists, StoreRefused
from tablelaw.floor.upkeep.creation import make_floor, open_new_store
from tablelaw.proofs.keys import create_key, load_key
from tablelaw.server.run import _store
from tests.floor.databases import Databases
from tests.floor.direct_sql import carry_out
from tests.floor.upkeep.stopping import NAME, Stopped, stop_at
from tests.floor.whole_property import dump_store

STEPS = [
    ("tablelaw.floor.store.{kind}", "create_floor"),
    ("tablelaw.floor.store.{kind}", "build"),
    ("tablelaw.floor.store.versions", "_run_steps"),
    ("tablelaw.floor.upkeep.creation", "open_new_store"),
    ("tablelaw.floor.upkeep.creation", "FloorService"),
    ("tablelaw.floor.upkeep.creation", "create_key"),
    ("tablelaw.files", "os.open"),
    ("tablelaw.proofs.keys", "os.fsync"),
    ("tablelaw.files", "_give_name"),
    ("tablelaw.floor.upkeep.creation", "OpenProperty"),
]
"""The steps of creating a floor, each named by its function."""
IN_A_FILE = [("tablelaw.floor.store.sqlite", "prepared"), ("tablelaw.floor.store.sqlite", "os.close")]


def steps(kind: str) -> list[tuple[str, str]]:
    module = {"sqlite": "sqlite", "postgresql": "postgres"}[kind]
    return [(place.format(kind=module), name) for place, name in STEPS] + IN_A_FILE * (kind == "sqlite")


def check_whole(database: str, key_file: Path) -> None:
    """Checks that the floor has one entry, that it names the key in the file, and that the floor cannot be created
    again.
    """
    with closing(open_store(database)) as store:
        assert store.head() == 1
        assert load_key(key_file).public.encode() in store.log_rows(0)[0].body
        before = dump_store(store), key_file.read_bytes()
        with pytest.raises(FloorExists):
            make_floor(database, NAME, key_file)
        with pytest.raises(FloorExists):
            make_floor(database, NAME, key_file.with_name("other.key"))
        assert (dump_store(store), key_file.read_bytes()) == before
    assert not key_file.with_name("other.key").exists()


@pytest.mark.parametrize("is_after", [False, True])
def test_what_was_stopped_at_any_step_is_finished(
    kind: str, is_after: bool, databases: Databases, tmp_path: Path
) -> None:
    for number, (module, name) in enumerate(steps(kind)):
        database, key_file = databases.empty(kind), tmp_path / f"{number}.key"
        with pytest.MonkeyPatch.context() as patch, pytest.raises(Stopped):
            stop_at(patch, module, name, is_after=is_after)
            make_floor(database, NAME, key_file)
        kept = key_file.read_bytes() if key_file.exists() else None
        made = make_floor(database, NAME, key_file)
        assert made.answer.entry.seq == 1
        assert kept in (None, key_file.read_bytes()), f"stopped at {name}, the key was made anew"
        check_whole(database, key_file)


def test_what_was_stopped_at_one_step_after_another_is_finished(
    kind: str, databases: Databases, tmp_path: Path
) -> None:
    database, key_file = databases.empty(kind), tmp_path / "floor.key"
    for module, name in steps(kind):
        with pytest.MonkeyPatch.context() as patch:
            stop_at(patch, module, name, is_after=True)
            try:
                make_floor(database, NAME, key_file)
            except Stopped:
                continue
            break
    else:
        make_floor(database, NAME, key_file)
    check_whole(database, key_file)


def test_a_floor_whose_first_entry_was_written_is_whole(kind: str, databases: Databases, tmp_path: Path) -> None:
    database, key_file = databases.empty(kind), tmp_path / "floor.key"
    with pytest.MonkeyPatch.context() as patch, pytest.raises(Stopped):
        stop_at(patch, "tablelaw.floor.upkeep.creation", "FloorService.do", is_after=True)
        make_floor(database, NAME, key_file)
    check_whole(database, key_file)


def test_the_key_of_another_floor_is_neither_replaced_nor_removed(
    kind: str, databases: Databases, tmp_path: Path
) -> None:
    key_file = tmp_path / "floor.key"
    key = create_key(key_file)
    pem = key_file.read_bytes()
    database = databases.empty(kind)
    with pytest.MonkeyPatch.context() as patch, pytest.raises(Stopped):
        stop_at(patch, "tablelaw.floor.upkeep.creation", "FloorService.do", is_after=False)
        make_floor(database, NAME, key_file)
    assert key_file.read_bytes() == pem
    assert make_floor(database, NAME, key_file).key.public == key.public
    assert key_file.read_bytes() == pem


# --- Databases that are not taken over -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    ["UPDATE floor_version SET version_num = '0000'", "UPDATE floor_version SET version_num = '9999'", "moved"],
)
def test_a_floor_of_another_version_or_moved_away_is_not_taken_over(database: str, statement: str) -> None:
    if statement == "moved":
        with closing(open_store(database)) as store:
            store.set_property(MOVED, "elsewhere.db")
    else:
        carry_out(database, statement)
    with pytest.raises(FloorExists):
        open_new_store(database)


def test_a_database_of_something_else_is_not_taken_over(kind: str, databases: Databases) -> None:
    name = databases.empty(kind)
    if kind == "sqlite":
        Path(name).touch()
    carry_out(name, "CREATE TABLE guests (name TEXT)")
    with pytest.raises(FloorExists):
        open_new_store(name)


def test_a_file_that_is_no_database_and_a_folder_are_not_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    path.write_text("seat, wager, cents\n" * 100)
    for name in (path, tmp_path):
        with pytest.raises(FloorExists):
            open_new_store(str(name))


# --- A demo, which creates its own floor -----------------------------------------------------------------------


def test_a_demo_whose_first_start_was_stopped_at_any_step_starts(kind: str, databases: Databases) -> None:
    for module, name in steps(kind)[:3] + IN_A_FILE * (kind == "sqlite"):
        for is_after in (False, True):
            database = databases.empty(kind)
            with pytest.MonkeyPatch.context() as patch, pytest.raises(Stopped):
                stop_at(patch, module, name, is_after=is_after)
                _store(database, is_demo=True)
            _store(database, is_demo=True).close()


def test_a_demo_is_not_made_over_something_else(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    path.write_text("seat, wager, cents\n" * 100)
    with pytest.raises(StoreRefused) as caught:
        _store(str(path), is_demo=True)
    assert caught.value.code == "not-a-floor"


# --- Killed ----------------------------------------------------------------------------------------------------

KILLED = """
import os, signal, sys
from pathlib import Path
import pytest
from tablelaw.floor.upkeep.creation import make_floor
from tests.floor.upkeep.stopping import NAME, stop_at

module, name, is_after, database, key_file = sys.argv[1:]
with pytest.MonkeyPatch.context() as patch:
    stop_at(patch, module, name, is_after=is_after == "True", stop=lambda: os.kill(os.getpid(), signal.SIGKILL))
    make_floor(database, NAME, Path(key_file))
"""


@pytest.mark.parametrize(
    ("module", "name", "is_after"),
    [
        ("tablelaw.floor.store.versions", "_run_steps", True),
        ("tablelaw.proofs.keys", "os.fsync", False),
        ("tablelaw.floor.upkeep.creation", "FloorService.do", False),
    ],
)
def test_what_was_killed_is_finished(
    kind: str, module: str, name: str, is_after: bool, databases: Databases, tmp_path: Path
) -> None:
    database, key_file = databases.empty(kind), tmp_path / "floor.key"
    arguments = [module, name, str(is_after), database, str(key_file)]
    done = subprocess.run([sys.executable, "-c", KILLED, *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert key_file.exists() == (name == "FloorService.do")
    make_floor(database, NAME, key_file)
    check_whole(database, key_file)
