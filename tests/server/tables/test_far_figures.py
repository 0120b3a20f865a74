"""A figure far from theory is an alert with a time, and stays until somebody acknowledges it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from tablelaw.floor.reports.figure_messages import AgainstTheory, Far, FloorFigures, GroupFigures, TableFigures
from tablelaw.floor.store.api import open_store
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.server.tables.far_figures import FarFigures, FirstNoticed

NOTHING = AgainstTheory(rounds=0, handle_cents=0, win_cents=0, corrected_cents=0, win=None, pushes=0, pushes_span=None)
DAY, NEXT, MONTH = "2026-11-18", "2026-11-19", "2026-11"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Engine]:
    name = str(tmp_path / "floor.db")
    open_store(name, create=True).close()
    engine = sql_engine(name)
    yield engine
    engine.dispose()


def figures(day: str = DAY, table: tuple[Far, ...] = (), dealer: tuple[Far, ...] = ()) -> FloorFigures:
    row = TableFigures(
        table="U",
        game="Ultimate",
        minimum_cents=500,
        seats=6,
        rounds=1,
        void_rounds=0,
        rounds_in_the_last_hour=1,
        handle_cents=0,
        expected_cents=None,
        drop_cents=None,
        win_cents=None,
        hold="",
        against=NOTHING,
        uncounted_rounds=0,
        far=table,
    )
    groups = (
        GroupFigures(by="dealer", name="Dora", against=NOTHING, uncounted_rounds=0, far=dealer),
        GroupFigures(by="table", name="U", against=NOTHING, uncounted_rounds=0, far=table),
    )
    return FloorFigures(
        day=day, month=MONTH, months=(MONTH,), seq=1, tables=(row,), groups=groups, players=(), preparing=(), notes=()
    )


def test_a_day_and_a_dealer_far_from_theory_are_told_with_the_time_of_the_first_notice(database: Engine) -> None:
    far = FarFigures(database)
    far.see(figures(), 10, ())
    assert not far.found
    far.see(figures(table=("win below",), dealer=("pushes below",)), 20, ())
    far.see(figures(table=("win below",), dealer=("pushes below",)), 30, ())
    assert [(one.table, one.says, one.at, one.is_standing) for one in far.found.values()] == [
        ("U", f"On gaming day {DAY} the win is below its 99.9 % limits.", 20, True),
        ("", f"Dealer Dora in {MONTH}: there are fewer pushes than the 99.9 % limits allow.", 20, True),
    ]


def test_it_stays_after_the_day_until_it_is_acknowledged(database: Engine) -> None:
    far = FarFigures(database)
    far.see(figures(table=("win above",)), 20, ())
    far.see(figures(NEXT), 30, ())
    [one] = far.found.values()
    assert one.says == f"On gaming day {DAY} the win is above its 99.9 % limits." and (one.at, one.is_standing) == (
        20,
        False,
    )
    far.see(figures(NEXT), 40, (one.id,))
    assert not far.found


def test_one_that_still_stands_is_kept_after_its_acknowledgement(database: Engine) -> None:
    far = FarFigures(database)
    far.see(figures(table=("win above",)), 20, ())
    [name] = far.found
    far.see(figures(table=("win above",)), 30, (name,))
    assert far.found[name].is_standing


def test_another_server_still_has_it_with_its_time_until_it_is_acknowledged(database: Engine) -> None:
    one = FarFigures(database)
    one.see(figures(table=("win above",)), 20, ())
    [name] = one.found
    other = FarFigures(database)
    assert [(far.id, far.at, far.is_standing) for far in other.found.values()] == [(name, 20, False)]
    other.see(figures(table=("win above",)), 30, ())
    assert [(far.at, far.is_standing) for far in other.found.values()] == [(20, True)]
    other.see(figures(NEXT), 40, ())
    assert not other.found[name].is_standing and name in FarFigures(database).found
    other.see(figures(NEXT), 50, (name,))
    assert not other.found and not FarFigures(database).found


def test_two_servers_at_once_share_what_either_has_found(database: Engine) -> None:
    one, other = FarFigures(database), FarFigures(database)
    one.see(figures(table=("win above",)), 20, ())
    other.see(figures(table=("win above",)), 25, ())
    one.see(figures(NEXT), 30, ())
    other.see(figures(NEXT, dealer=("win below",)), 35, ())
    assert {far.at for far in other.found.values() if far.table} == {20}
    one.see(figures(NEXT), 40, ())
    assert one.found.keys() == other.found.keys() and len(one.found) == 2


def test_an_alert_without_a_time_in_the_log_has_that_of_the_first_notice() -> None:
    noticed = FirstNoticed()
    assert noticed.since(["a"], 10) == {"a": 10}
    assert noticed.since(["a", "b"], 20) == {"a": 10, "b": 20}
    assert noticed.since([], 30) == {}
    assert noticed.since(["a"], 40) == {"a": 40}
