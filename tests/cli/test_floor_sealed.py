"""A copy of a floor that cannot be written to is still read and verified, but nothing else is done with it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tablelaw.floor.store import sqlite
from tablelaw.floor.store.api import open_store
from tablelaw.floor.store.refusals import StoreFailed
from tests.cli.floors import Floor

READING = (
    ("floor", "status"),
    ("floor", "status", "UTH-1"),
    ("ledger", "trial-balance"),
    ("meters",),
    ("audit", "verify"),
    ("audit", "head", "list"),
)


@pytest.fixture
def sealed(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> Floor:
    """The floor's file alone in a folder that nobody can write to, not even an administrator."""
    folder, access = floor.folder / "sealed", os.access
    folder.mkdir()
    (folder / "floor.db").write_bytes((floor.folder / "floor.db").read_bytes())
    monkeypatch.setenv("TABLELAW_DB", "sealed/floor.db")

    def sealed_access(path: Any, mode: int) -> bool:
        return access(path, mode) and not (mode == os.W_OK and "sealed" in str(path))

    monkeypatch.setattr(os, "access", sealed_access)
    return floor


def test_reading_commands_read_a_copy_that_cannot_be_written_to(sealed: Floor) -> None:
    before = (sealed.folder / "sealed" / "floor.db").read_bytes()
    for command in READING:
        assert sealed.do(*command)
    assert [path.name for path in (sealed.folder / "sealed").iterdir()] == ["floor.db"], "nothing is made beside it"
    assert (sealed.folder / "sealed" / "floor.db").read_bytes() == before


def test_nothing_is_written_to_it(sealed: Floor) -> None:
    store = open_store("sealed/floor.db", only_read=True)
    with pytest.raises(StoreFailed, match="readonly"):
        store.set_property("name", "other")
    store.close()


def test_a_floor_with_a_write_ahead_log_is_not_taken_for_one_that_lies_still(sealed: Floor) -> None:
    path = Path("sealed/floor.db")
    assert sqlite.is_sealed(path)
    path.with_name("floor.db-wal").touch()
    assert not sqlite.is_sealed(path)
