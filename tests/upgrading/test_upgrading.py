"""A property is upgraded from one version to the next and back, as docs/upgrading.md says, with a round open."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from tablelaw import __version__
from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import open_store
from tablelaw.proofs.keys import create_key
from tablelaw.table import commands
from tests.floor.played import UTH, Hours, bet, opened, play_on, sit
from tests.floor.world import World
from tests.upgrading.versions import NEXT_VERSION, SOURCE, Version, commands_of, copy_of_source, edit, next_version

PAGE = Path(__file__).parents[2] / "docs" / "upgrading.md"
WAGERS = {"ante": 500, "blind": 500, "trips": 500}
NOW = Version(SOURCE)


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Version:
    return next_version(tmp_path_factory.mktemp("next"))


@pytest.fixture
def floor(tmp_path: Path) -> Path:
    """A property with a finished round and an open one, as this version writes it, and its key."""
    key = create_key(tmp_path / "floor.key")
    with closing(open_store(str(tmp_path / "floor.db"), create=True)) as store, opened(store, key=key) as world:
        sit(world)
        bet(world, **WAGERS)
        play_on(world, UTH, (1, "check", 0), (1, "bet", 1000))
        bet(world, **WAGERS)
        play_on(world, UTH, (1, "check", 0))
    return tmp_path


def sign_a_head(floor: Path) -> None:
    done = NOW.run("audit", "head", "export", "--db", "floor.db", "-o", "floor.head", cwd=floor)
    assert done.returncode == 0, done.stderr


def test_the_page_is_carried_out_word_for_word(floor: Path, later: Version) -> None:
    env: dict[str, str] = {}
    said: dict[str, str] = {}
    for words in commands_of(PAGE):
        if words[0] == "export":
            name, _, value = words[1].partition("=")
            env[name] = value
            continue
        version = later if words[0] == "next/bin/tablelaw" else NOW
        done = version.run(*words[1:], cwd=floor, env=env)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        said[" ".join(words)] = done.stdout
    assert said["tablelaw --version"].strip() == __version__
    assert said["next/bin/tablelaw --version"].strip() == NEXT_VERSION
    assert "This program opens the floor" in said["next/bin/tablelaw floor check"]
    assert "Everything agrees." in said["next/bin/tablelaw audit verify"]


ORDERS = """
import sys
from tests.upgrading.going_on import go_on
go_on(sys.argv[1], sys.argv[2])
"""


def test_a_round_left_open_is_settled_by_the_next_version_and_the_one_before_goes_on(
    floor: Path, later: Version
) -> None:
    """Each version in turn finishes the open round and opens the next one; both write the same log."""
    sign_a_head(floor)
    for seed, version in enumerate((later, NOW, later, NOW)):
        version.python(ORDERS, str(floor / "floor.db"), f"turn {seed}", cwd=floor)
    for version in (NOW, later):
        done = version.run("audit", "verify", "--db", "floor.db", cwd=floor)
        assert done.returncode == 0, done.stderr
        assert "Everything agrees." in done.stdout
    with closing(open_store(str(floor / "floor.db"))) as store, closing(FloorService(store)) as service:
        assert service.views.tables[UTH].state.rounds >= 5


def test_a_changed_cell_is_named_before_the_upgrade(floor: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    sign_a_head(floor)
    source = copy_of_source(tmp_path_factory.mktemp("changed"))
    tables = source / "tablelaw" / "rulebooks" / "pa_653a" / "paytables.toml"
    edit(tables, r'(\["flush", +)"7 to 1"', r'\1"8 to 1"')
    done = Version(source).run("floor", "check", "--db", "floor.db", "--json", cwd=floor)
    told = json.loads(done.stdout)
    assert told["closed_to_play"] == {UTH: ["trips, flush: 7 to 1 in the log, 8 to 1 now"]}
    assert told["opens"] and done.returncode == 0
    assert [check["check"] for check in told["checks"] if not check["run"]] == ["rules"]


def test_a_program_that_reads_another_log_is_refused(floor: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The code of a transfer was changed by mistake; the check finds it, and says to keep the old version."""
    source = copy_of_source(tmp_path_factory.mktemp("broken"))
    edit(source / "tablelaw" / "cage" / "accounts.py", r'"cash into the drop box', '"cash (into the drop box)')
    edit(source / "tablelaw" / "floor" / "handlers" / "money.py", r'"buy-in"', '"buy in"')
    edit(source / "tablelaw" / "cage" / "accounts.py", r'"buy-in"', '"buy in"')
    done = Version(source).run("floor", "check", "--db", "floor.db", cwd=floor)
    assert done.returncode == 1
    assert "Do not use this program on this floor" in done.stdout


def test_nothing_is_written_to_the_floor(floor: Path) -> None:
    before = {file.name: file.read_bytes() for file in floor.iterdir()}
    assert NOW.run("floor", "check", "--db", "floor.db", cwd=floor).returncode == 0
    assert {file.name: file.read_bytes() for file in floor.iterdir()} == before


def test_what_is_no_floor_is_refused_by_name(tmp_path: Path) -> None:
    done = NOW.run("floor", "check", "--db", "nowhere.db", cwd=tmp_path)
    assert done.returncode == 2
    assert "there is no such file" in done.stderr
    assert not list(tmp_path.iterdir())


def test_an_open_floor_goes_on_while_it_is_checked(floor: Path) -> None:
    with closing(open_store(str(floor / "floor.db"))) as store, closing(FloorService(store, clock=_later())) as service:
        world = World(service, "meanwhile")
        done = NOW.run("floor", "check", "--db", "floor.db", cwd=floor)
        assert done.returncode == 0, done.stderr
        world.do(FLOORPERSON, commands.ReportIrregularity("wrong-number-of-cards", 1), UTH)


def _later() -> Hours:
    clock = Hours()
    clock.time += 1_000_000
    return clock
