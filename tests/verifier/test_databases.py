"""A floor's log, exported from either database, passes the stand-alone verifier and is the same byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tablelaw.floor import orders
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.log.export import export_log
from tablelaw.floor.store.api import open_store
from tablelaw.table import commands
from tests.floor.databases import KINDS, Databases, temporary_databases
from tests.floor.played import KEY, UTH, Hours, bet, opened, play_on, sit
from tests.verifier.built import run_alone

WAGERS = {"ante": 500, "blind": 500, "trips": 500, "progressive": 100}


@pytest.fixture(scope="module")
def databases() -> Iterator[Databases]:
    with temporary_databases() as found:
        yield found


def exported(databases: Databases, kind: str, folder: Path) -> Path:
    """Exports a session with normal rounds, a void round, a table asked to close, kept open and asked again, snapshots,
    an acknowledged alert, and a day that ends with something open.
    """
    with closing(open_store(databases.fresh(kind))) as store:
        with opened(store, snapshot_every=20) as world:
            sit(world)
            for _ in range(2):
                bet(world, **WAGERS)
                play_on(world, UTH, (1, "check", 0), (1, "bet", 1000))
            bet(world, **WAGERS)
            play_on(world)
            world.do(FLOORPERSON, commands.ReportIrregularity("wrong-number-of-cards", 1), UTH)
            world.run(UTH)
            for is_taken_back in (False, True, False):
                world.do(FLOORPERSON, orders.AskClosing(UTH, is_taken_back))
            world.do(FLOORPERSON, commands.CloseTable(), UTH)
            world.do(FLOORPERSON, orders.AcknowledgeAlert("entry 9", "seen", "Round 3 is void."))
            world.do("administrator:Ada", orders.ChangePerson("Pia", "added", "player"))
            world.do("administrator:Ada", orders.ChangePerson("Dan", "added", "dealer", ("Ada", "Flo")))
            world.do(FLOORPERSON, orders.EndDay("Ann stays overnight.", ("Ann still has $10.",)))
        sign_log(store, KEY, Hours().now() + 10**7)
        export_log(store, folder / f"{kind}.jsonl")
    return folder / f"{kind}.jsonl"


def test_an_export_of_either_database_agrees_and_both_are_the_same(databases: Databases, tmp_path: Path) -> None:
    files = [exported(databases, kind, tmp_path) for kind in KINDS]
    for file in files:
        ran = run_alone(file)
        assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
        assert "Everything agrees. Root " in ran.stdout
    first, *others = [file.read_bytes() for file in files]
    assert all(other == first for other in others)
    assert all(
        kind in first for kind in (b'"ClosingAsked"', b'"AlertAcknowledged"', b'"PersonChanged"', b'"open_matters"')
    )


@pytest.mark.parametrize(
    ("told", "instead"),
    [
        (b'"floorperson":"in charge"', b'"floorperson":"in change"'),
        (b'"AskClosing","table":"UTH-1","is_taken_back":true', b'"AskClosing","table":"UTH-1","is_taken_back":false'),
    ],
)
def test_an_altered_request_to_close_is_found(
    databases: Databases, tmp_path: Path, told: bytes, instead: bytes
) -> None:
    file = exported(databases, "sqlite", tmp_path)
    text = file.read_bytes()
    assert told in text
    file.write_bytes(text.replace(told, instead, 1))
    assert run_alone(file).returncode == 1
