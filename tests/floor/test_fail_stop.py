"""A failing store stops the floor with a named error, and a floor whose log or stored data was changed does not
reopen.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.orders import Order
from tablelaw.floor.recovery import BrokenLog, recover
from tablelaw.floor.service import FloorService
from tablelaw.floor.store import sqlite
from tablelaw.floor.store.api import Store, open_store
from tests.floor.databases import Databases
from tests.floor.direct_sql import carry_out
from tests.floor.stacked_decks import StackedDecks
from tests.floor.world import World, example

TABLE = "UTH-1"


def fill(number: int) -> Order:
    return Order(id=f"fill {number}", by=FLOORPERSON, command=orders.FillTray(TABLE, 100))


def opened(service: FloorService, rounds: int = 0) -> World:
    world = World(service, "fail-stop")
    world.open([example("pa-653a", TABLE)])
    world.seat(TABLE)
    for _ in range(rounds):
        world.play_round(TABLE)
    return world


def fill_until_stopped(service: FloorService, most: int = 2_000) -> tuple[list[str], TablelawError]:
    """Gives orders until the floor stops. Returns the acknowledged ids and the refusal that ended it."""
    done: list[str] = []
    for number in range(most):
        try:
            service.do(fill(number))
        except TablelawError as refusal:
            return done, refusal
        done.append(f"fill {number}")
    raise AssertionError("nothing failed")


def assert_tells_a_code_alone(refusal: TablelawError, service: FloorService, database: str, words: str) -> None:
    """Checks that a client is told only that the store failed; the details are for the operator."""
    told = str(refusal.as_dict())
    assert refusal.why == "store-failed" and refusal.where == ""
    assert words in str(service.failure) and words not in told
    assert database not in told and "postgresql:" not in told


def check_kept(database: str, acknowledged: list[str]) -> None:
    with closing(open_store(database)) as store, closing(FloorService(store)):
        lost = set(acknowledged) - store.known(acknowledged).keys()
        assert not lost, f"acknowledged and lost: {sorted(lost)}"


def failing_after(store: Any, commits: int, *, is_written: bool) -> None:
    """Makes the store's disk fail at a later commit, either before or after the data is written."""
    write, left = store.write_durably, [commits]

    def write_durably(*parts: Any) -> None:
        left[0] -= 1
        if left[0] >= 0 or is_written:
            write(*parts)
        if left[0] < 0:
            raise store.errors[0]("input/output error")

    store.write_durably = write_durably


# --- A store that fails ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_written", [False, True])
def test_failed_commit_stops_the_floor(store: Store, database: str, is_written: bool) -> None:
    service = FloorService(store)
    opened(service)
    failing_after(store, 7, is_written=is_written)
    done, refusal = fill_until_stopped(service)
    assert len(done) == 7
    assert refusal.code == "floor-stopped"
    assert_tells_a_code_alone(refusal, service, database, "input/output error")
    assert "start the floor again" in refusal.accepted
    assert service.is_stopped
    with pytest.raises(TablelawError, match="stopped"):
        service.do(fill(999))
    service.close()
    check_kept(database, done)
    with closing(open_store(database)) as again, closing(FloorService(again)) as restarted:
        assert restarted.do(fill(7)).again is is_written, "the order nobody had an answer to, given again"


def test_full_disk_stops_the_floor(databases: Databases) -> None:
    database = databases.fresh("sqlite")

    def connect(path: Path) -> Any:
        connection = sqlite.connect(path)
        connection.execute("PRAGMA max_page_count = 90")
        return connection

    with closing(sqlite.open_sqlite(Path(database), connect=connect)) as store:
        service = FloorService(store)
        opened(service)
        done, refusal = fill_until_stopped(service)
        service.close()
    assert done and refusal.code == "floor-stopped"
    assert_tells_a_code_alone(refusal, service, database, "disk is full")
    check_kept(database, done)


def test_planted_disk_that_forgets_is_found(store: Any, database: str) -> None:
    """The planted fault is a commit that reports success but is not made."""
    service = FloorService(store)
    opened(service)
    store.write_durably = lambda cursor, *_: cursor.execute("ROLLBACK")
    service.do(fill(0))
    service.close()
    with pytest.raises(AssertionError, match="acknowledged and lost"):
        check_kept(database, ["fill 0"])


# --- A log that was changed -----------------------------------------------------------------------------------

Tamper = tuple[str, str]
"""A tampering statement, and the place that the refusal names."""

TAMPERS: dict[str, Tamper] = {
    "a byte of an entry": ("UPDATE log SET body = replace(body, '\"CloseBets\"', '\"CloseBetz\"')", "entry "),
    "an entry removed": ('DELETE FROM log WHERE body LIKE \'{"seq":%"type":"CloseBets"%\'', "entry "),
    "an account": ("UPDATE accounts SET credits = credits + 1 WHERE id = 'cage'", "account cage"),
    "an account removed": ("DELETE FROM accounts WHERE id = 'tray:UTH-1'", "account tray:UTH-1"),
    "an account made up": ("INSERT INTO accounts VALUES ('chips:eve', 0, 500, 0, 0)", "account chips:eve"),
    "a meter": ("UPDATE meters SET body = replace(body, '\"units\":', '\"units\":1')", "meter UTH-1/"),
    "a meter removed": ("DELETE FROM meters", "meter UTH-1/"),
    "a deck": ("UPDATE decks SET sealed = (SELECT sealed FROM decks ORDER BY seq LIMIT 1)", "deck of entry "),
    "a deck removed": ("DELETE FROM decks", "deck of entry "),
}


def without_triggers(database: str, kind: str) -> None:
    """Removes the triggers, as an intruder with the database owner's rights would do first."""
    on = " ON log" if kind == "postgresql" else ""
    for change in ("update", "delete"):
        carry_out(database, f"DROP TRIGGER log_refuses_{change}{on}")


def play(database: str, snapshot_every: int = 10_000) -> None:
    decks = StackedDecks("fail-stop")
    with (
        closing(open_store(database)) as store,
        closing(FloorService(store, chance=decks, snapshot_every=snapshot_every)) as service,
    ):
        opened(service, rounds=2)


def start(database: str) -> BrokenLog:
    with closing(open_store(database)) as store, pytest.raises(BrokenLog) as refused:
        FloorService(store)
    return refused.value


@pytest.mark.parametrize("what", TAMPERS)
def test_changed_floor_does_not_open(what: str, database: str, kind: str) -> None:
    play(database)
    without_triggers(database, kind)
    statement, place = TAMPERS[what]
    carry_out(database, statement)
    assert start(database).where.startswith(place)


def test_changed_snapshot_does_not_open(database: str, kind: str) -> None:
    play(database, snapshot_every=20)
    carry_out(database, f"UPDATE snapshots SET body = {'X' if kind == 'sqlite' else ''}'00'")
    refused = start(database)
    assert refused.where.startswith("snapshot ")
    carry_out(database, "DELETE FROM snapshots")
    with closing(open_store(database)) as store:
        assert recover(store)[0].seq == store.head(), "the log alone gives the property"


def test_untouched_floor_opens(database: str, kind: str) -> None:
    """As a control, checks that the preparations of the tests above do not themselves cause a refusal."""
    play(database)
    without_triggers(database, kind)
    with closing(open_store(database)) as store:
        assert recover(store)[0].seq == store.head() > 20


def test_log_changed_under_a_running_floor_stops_it(database: str, kind: str) -> None:
    """The change is in another process's entry, which is checked before it is applied."""
    with closing(open_store(database)) as store, closing(FloorService(store)) as service:
        opened(service)
        with closing(open_store(database)) as other, closing(FloorService(other)) as second:
            second.do(fill(1))
        without_triggers(database, kind)
        carry_out(database, "UPDATE log SET body = replace(body, 'FillTray', 'FillTrax')")
        with pytest.raises(TablelawError, match="broken-log"):
            service.do(fill(2))
        assert service.is_stopped and "bytes do not match" in str(service.failure)


# --- Clients --------------------------------------------------------------------------------------------------


def test_client_that_goes_away_harms_nobody(store: Store) -> None:
    service = FloorService(store)
    opened(service)
    with store.begin():
        waiting = [service.submit(fill(number)) for number in range(20)]
        for done in waiting[1::2]:
            done.cancel()
    for done in waiting[::2]:
        done.result(60)
    assert service.do(fill(100)).entry.seq == service.views.seq
    service.close()


def test_floor_that_is_closed_refuses(store: Store) -> None:
    service = FloorService(store)
    service.close()
    with pytest.raises(TablelawError, match="the floor is closed"):
        service.submit(fill(1)).result(60)


def test_name_of_a_snapshot_is_not_a_clients(store: Store) -> None:
    """Otherwise a client who guesses the id could stop the floor when the snapshot is due."""
    service = FloorService(store, snapshot_every=12)
    opened(service)
    for number in range(30):
        with pytest.raises(TablelawError, match="cannot be stored"):
            service.do(Order(id=f"snapshot {number}", by=FLOORPERSON, command=orders.FillTray(TABLE, 100)))
    for number in range(30):
        service.do(fill(number))
    assert not service.is_stopped
    service.close()


def test_order_to_the_property_stays_out_of_a_tables_stream(store: Store) -> None:
    service = FloorService(store)
    opened(service)
    answer = service.do(Order(id="1", by=DEALER, command=orders.BuyIn("ann", TABLE, 500), table=TABLE))
    assert answer.entry.stream == "floor"
    service.close()
    assert recover(store)[0].seq == service.views.seq
