"""A property written by the program of format 1 is continued by the current one, including its open rounds."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from contextlib import closing
from hashlib import sha1, sha256
from pathlib import Path

import pytest

from tablelaw.chance import PracticeChance
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.audit.property_audit import AuditInput, audit_floor
from tablelaw.floor.house_staff import DEALER
from tablelaw.floor.log.entry import decode
from tablelaw.floor.recovery import recover
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store, open_store
from tablelaw.floor.store.migrate import migrate
from tablelaw.floor.store.schema import VERSION
from tablelaw.floor.upkeep.upgrade_check import check_upgrade
from tablelaw.proofs.keys import SigningKey, new_key
from tablelaw.table import commands
from tests.floor.world import World
from tests.upgrading.going_on import After

ROOT = Path(__file__).parents[2]
ARCHIVE = ROOT / "tests" / "fixtures" / "programs" / "format-1.tar.xz"
DIGEST = "b29a288ee1b5505842430acc26b174cf452bcad4cc3a781d2f2b705ca2af62f2"
COMMIT = "c9da7f4"
SCRIPT = ARCHIVE.with_name("format_1.py")
OPEN = {
    "ma-colorado": "betting",
    "md-thb": "dealing",
    "pa-647a": "deciding",
    "pa-653a": "deciding",
    "pa-677a": "settling",
    "pa-678a": "done",
}
"""The moments at which the second round of each table is left open."""
KEY = new_key()


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The earlier program, unpacked."""
    folder = tmp_path_factory.mktemp("format-1")
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(folder, filter="data")
    return folder


def earlier(program: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs Python with the earlier program and nothing of the present one."""
    told = {**os.environ, "PYTHONPATH": str(program / "src")}
    command = [sys.executable, "-P", *words]
    return subprocess.run(command, cwd=program, env=told, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(scope="module")
def written(program: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A property as the earlier program wrote it, and what that program says about its open rounds."""
    floor = tmp_path_factory.mktemp("written") / "floor.db"
    done = earlier(program, str(SCRIPT), str(floor), str(program / "examples" / "submissions"), KEY.public)
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    assert {number for _, number, _ in rows} == {"2"}
    return floor, {table: phase for table, _, phase in rows}


@pytest.fixture
def floor(written: tuple[Path, dict[str, str]], tmp_path: Path) -> Path:
    copy = tmp_path / "floor.db"
    copy.write_bytes(written[0].read_bytes())
    copy.chmod(0o600)
    return copy


def test_the_archive_is_the_one_that_was_made() -> None:
    assert sha256(ARCHIVE.read_bytes()).hexdigest() == DIGEST


def test_the_archive_is_the_commit_where_the_history_has_it(program: Path) -> None:
    """Each file is the blob of the commit; a clone without history knows the archive only by its digest."""
    listed = subprocess.run(["git", "ls-tree", "-r", COMMIT], cwd=ROOT, capture_output=True, text=True, check=False)
    kept = {path.relative_to(program).as_posix(): path for path in program.rglob("*") if path.is_file()}
    kept = {name: path for name, path in kept.items() if "__pycache__" not in name}
    assert len(kept) > 200
    if listed.returncode:
        return
    blobs = {line.partition("\t")[2]: line.split()[2] for line in listed.stdout.splitlines()}
    for name, path in kept.items():
        body = path.read_bytes()
        assert sha1(b"blob %d\0" % len(body) + body).hexdigest() == blobs[name], name


def test_the_earlier_program_is_really_another(program: Path) -> None:
    done = earlier(program, str(SCRIPT.with_name("which_format_1.py")))
    assert str(program) in done.stdout
    assert "No module named" in done.stderr and "floor.formats'" in done.stderr, "it knows no format number"


def test_the_check_opens_it_and_nothing_is_written(written: tuple[Path, dict[str, str]], floor: Path) -> None:
    assert written[1] == OPEN
    before = floor.read_bytes()
    tried = check_upgrade(str(floor), AuditInput(signing=KEY, now=2_000_000_000))
    assert tried.opens and not tried.closed_to_play and (tried.found, tried.needed) == ("0001", VERSION)
    assert [check.name for check in tried.checks if not check.is_run] == ["heads"], "none was signed yet"
    assert {"replay", "verifier"} <= {check.name for check in tried.checks}
    assert floor.read_bytes() == before


def test_open_rounds_are_settled_and_the_property_plays_on(floor: Path) -> None:
    migrate(str(floor))
    with closing(open_store(str(floor))) as store:
        old = store.head()
        bodies = [row.body for row in store.entries(0)]
        last = decode(bodies[-1]).at
        with closing(FloorService(store, clock=After(last), chance=PracticeChance("goes on"))) as service:
            world = World(service, "goes on")
            phases = {
                name: table.state.round.phase for name, table in service.views.tables.items() if table.state.round
            }
            assert phases == OPEN
            for table in OPEN:
                _settle(world, table)
                assert world.view(table).state.rounds == 2
                world.play_round(table)
                assert world.view(table).state.rounds == 3
        assert [row.body for row in store.entries(0)][:old] == bodies, "what was written stays byte for byte"
        assert store.head() > old
        _audited(store, KEY)
        assert recover(store)[0].seq == store.head()


def _settle(world: World, table: str) -> None:
    """Plays the round under way to its end."""
    round_ = world.view(table).state.round
    assert round_ is not None
    if round_.phase == "betting":
        world.do(DEALER, commands.CloseBets(), table)
    while world.view(table).state.round is not None:
        world.run(table)
        if not world.decide(table):
            break
    world.run(table)


def _audited(store: Store, key: SigningKey) -> None:
    sign_log(store, key, 2_000_000_000)
    checks = {check.name: check for check in audit_floor(store, AuditInput(signing=key, key=key.public))}
    assert {"replay", "verifier", "sums"} <= checks.keys() and all(check.is_run for check in checks.values())


def test_the_earlier_program_goes_on_with_the_backup_and_refuses_what_is_newer(program: Path, floor: Path) -> None:
    """The backup is the way back; a floor that the present program has written to is refused, not misread."""
    opening = str(SCRIPT.with_name("open_format_1.py"))
    done = earlier(program, opening, str(floor))
    assert done.returncode == 0 and int(done.stdout) > 100, done.stderr
    migrate(str(floor))
    with closing(open_store(str(floor))) as store:
        last = decode(store.entries(store.head() - 1)[0].body).at
        with closing(FloorService(store, clock=After(last), chance=PracticeChance("newer"))) as service:
            _settle(World(service, "newer"), "pa-653a")
        head = store.head()
    refused = earlier(program, opening, str(floor))
    assert refused.returncode != 0 and "WrongSchema" in refused.stderr and "accepted: a newer program" in refused.stderr
    with closing(open_store(str(floor))) as store:
        assert store.head() == head
