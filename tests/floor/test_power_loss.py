"""If power is lost at any moment, everything acknowledged is still there and the data is consistent."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tablelaw.chance import PracticeChance
from tablelaw.floor.store.api import open_store
from tablelaw.floor.store.refusals import StoreFailed, StoreRefused
from tablelaw.floor.store.sqlite import open_sqlite
from tests.floor import power_loss, recording_vfs
from tests.floor.databases import Databases
from tests.floor.power_loss import Folder, failures
from tests.floor.power_run import Recorded, finding, record
from tests.floor.recording_vfs import Create, Cut, Delete, RecordingDisk, Step, Sync, Write
from tests.floor.samples import append

STATES = int(os.environ.get("TABLELAW_POWER_STATES", "150"))
CONTROL_STATES = 60
STATES_A_RUN = 2_000
SEED = os.environ.get("TABLELAW_SEED", "power")


def outcomes(recorded: Recorded, states: int, seed: str) -> Counter[str]:
    """Counts the states that are intact, have lost an acknowledged entry, or are broken, with the reasons."""
    chance = PracticeChance(seed)
    seen: Counter[str] = Counter()
    for folder in failures({"floor.db": recorded.before}, recorded.tape, states, chance):
        with TemporaryDirectory(prefix="hr-power-") as home:
            folder.pull_the_plug(Path(home), chance)
            try:
                found = finding(Path(home) / "floor.db", folder.acknowledged, folder.asked)
            except StoreRefused as refused:
                found = f"broken: {refused}"
        seen[found.partition(":")[0] or "well"] += 1
    return seen


def recorded_run(databases: Databases, home: Path, seed: str, synchronous: str = "FULL") -> Recorded:
    path = home / "floor.db"
    path.write_bytes(Path(databases.fresh("sqlite")).read_bytes())
    return record(path, PracticeChance(f"run {seed}"), synchronous)


def test_power_loss_loses_nothing_that_was_acknowledged(databases: Databases, tmp_path: Path) -> None:
    seen: Counter[str] = Counter()
    for run, first in enumerate(range(0, STATES, STATES_A_RUN)):
        home = tmp_path / str(run)
        home.mkdir()
        recorded = recorded_run(databases, home, f"{SEED} {run}")
        seen += outcomes(recorded, min(STATES_A_RUN, STATES - first), f"states {SEED} {run}")
    print(f"power loss: {STATES} states, seed {SEED!r}: {dict(seen)}")
    assert seen == {"well": STATES}


@pytest.mark.parametrize(("synchronous", "damage"), [("NORMAL", "lost"), ("OFF", "broken")])
def test_control_without_syncing_fails(databases: Databases, tmp_path: Path, synchronous: str, damage: str) -> None:
    """Runs the same test on a database that syncs less, to show that the test would detect it."""
    recorded = recorded_run(databases, tmp_path, SEED, synchronous)
    seen = outcomes(recorded, CONTROL_STATES, f"states {SEED}")
    print(f"power loss, synchronous {synchronous}: {CONTROL_STATES} states, seed {SEED!r}: {dict(seen)}")
    assert seen[damage] > CONTROL_STATES // 4


def test_run_has_everything_that_can_be_interrupted(databases: Databases, tmp_path: Path) -> None:
    """The recording includes commits, checkpoints, restarts of the write-ahead log, and files created and deleted."""
    tape = recorded_run(databases, tmp_path, SEED).tape
    kinds = Counter((type(step).__name__, getattr(step, "file", "")) for step in tape)
    assert kinds["Create", "floor.db-wal"] == kinds["Delete", "floor.db-wal"] >= 2
    assert kinds["Sync", "floor.db"] >= 6, "checkpoints"
    starts = [step for step in tape if isinstance(step, Write) and step[:2] == ("floor.db-wal", 0)]
    assert len(starts) >= 6, "the log starts anew"
    assert kinds["Acknowledged", ""] == kinds["Submitted", ""] > 100


@pytest.mark.parametrize(
    ("step", "error", "words"),
    [
        (Sync, recording_vfs.IO_ERROR_SYNC, "disk I/O error"),
        (Write, recording_vfs.IO_ERROR_WRITE, "disk I/O error"),
        (Write, recording_vfs.FULL, "disk is full"),
    ],
)
def test_first_failed_write_or_sync_stops_the_store(
    databases: Databases, step: type[Step], error: int, words: str
) -> None:
    database = Path(databases.fresh("sqlite"))
    disk = RecordingDisk("failing")
    with closing(disk), closing(open_sqlite(database, connect=disk.connect)) as store:
        append(store, 3)
        disk.fault = lambda taken: error if isinstance(taken, step) else recording_vfs.OK
        with pytest.raises(StoreFailed, match=words):
            append(store)
        disk.fault = lambda taken: recording_vfs.OK
        with pytest.raises(StoreFailed, match=words):
            append(store)
    with closing(open_store(str(database))) as again:
        assert 3 <= again.head() <= 4
        assert again.known([f"order-{seq}" for seq in range(1, 4)]) == {f"order-{seq}": seq for seq in range(1, 4)}


@pytest.mark.parametrize(
    ("steps", "possible"),
    [
        ([Write("f", 0, b"BB"), Sync("f")], {b"BBaa"}),
        ([Write("f", 0, b"BB")], {b"aaaa", b"BBaa"}),
        ([Cut("f", 1)], {b"aaaa", b"a"}),
        ([Write("f", 4, b"C"), Sync("f"), Cut("f", 4)], {b"aaaaC", b"aaaa"}),
        ([Write("f", 6, b"C")], {b"aaaa", b"aaaa\0\0C", b"aaaa\0\0"}),
        ([Delete("f", False)], {b"aaaa", None}),
        ([Delete("f", True)], {None}),
        ([Create("f")], {b"aaaa", b""}),
        ([Create("f"), Write("f", 0, b"N"), Sync("f")], {b"N"}),
        ([Delete("f", False), Create("f"), Write("f", 0, b"N")], {b"aaaa", b"N", b"", b"\0"}),
    ],
)
def test_states_a_disk_may_be_in(steps: list[Step], possible: set[bytes | None], tmp_path: Path) -> None:
    """Tests the model itself, on files of a few bytes."""
    seen: set[bytes | None] = set()
    chance = PracticeChance("model")
    for _ in range(100):
        folder = Folder({"f": b"aaaa"})
        for step in steps:
            folder.take(step)
        (tmp_path / "f").unlink(missing_ok=True)
        folder.pull_the_plug(tmp_path, chance)
        seen.add((tmp_path / "f").read_bytes() if (tmp_path / "f").exists() else None)
    assert seen <= possible
    assert seen >= possible - {b"aaaa\0\0", b"\0"}


def test_write_is_torn_where_sectors_meet() -> None:
    pieces = list(power_loss.sectors([Write("f", 500, bytes(1100))]))
    assert [(piece.offset, len(piece.data)) for piece in pieces if isinstance(piece, Write)] == [
        (500, 12),
        (512, 512),
        (1024, 512),
        (1536, 64),
    ]
