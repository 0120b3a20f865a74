"""Backups and moves: a copy is the same floor on either kind of database, or it is refused."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tablelaw.chance import PracticeChance
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.audit.reexecution import reexecute
from tablelaw.floor.recovery import BrokenLog, recover
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Reads, Store, open_store
from tablelaw.floor.store.schema import devices, properties, users
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.floor.upkeep import backup as copying
from tablelaw.floor.upkeep.backup import back_up, move
from tests.floor.databases import Databases
from tests.floor.played import KEY, UTH, bet, opened, play_on, refusal, sit
from tests.floor.world import World

WAGERS = {"ante": 500, "blind": 500, "progressive": 100}


def fill(store: Store) -> None:
    """Plays a round, takes a snapshot, signs a head, and leaves another round in progress."""
    with opened(store, snapshot_every=15) as world:
        sit(world)
        bet(world, **WAGERS)
        play_on(world, UTH, (1, "check", 0), (1, "bet", 1000))
        sign_log(store, KEY, 1_794_796_000)
        bet(world, **WAGERS)
        play_on(world)


@pytest.fixture
def floor(database: str) -> str:
    with closing(open_store(database)) as store:
        fill(store)
    return database


def everything(name: str) -> list[object]:
    with closing(open_store(name)) as store:
        rows = [store.log_rows(0), store.transfers(0), store.accounts(), store.meters(), store.decks(), store.heads()]
        return [*rows, store.last_snapshot()]


@pytest.mark.parametrize("to", ["sqlite", "postgresql"])
def test_a_moved_floor_is_the_same_in_every_row(floor: str, to: str, databases: Databases) -> None:
    target = databases.empty(to)
    before = everything(floor)
    copied = move(floor, target)
    assert everything(target) == before
    with closing(open_store(target)) as store:
        assert (copied.entries, copied.root) == (store.head(), reexecute(store).root)


@pytest.mark.parametrize("to", ["sqlite", "postgresql"])
def test_a_moved_floor_goes_on_with_the_round(floor: str, to: str, databases: Databases) -> None:
    target = databases.empty(to)
    move(floor, target)
    with closing(open_store(target)) as store, closing(FloorService(store, chance=PracticeChance("on"))) as service:
        world = World(service, "on")
        while world.view(UTH).state.round is not None:
            world.decide(UTH)
            world.run(UTH)
        reexecute(store)


def test_a_backup_is_the_same_floor(floor: str, tmp_path: Path) -> None:
    copied = back_up(floor, tmp_path / "backup.db")
    assert everything(str(tmp_path / "backup.db")) == everything(floor)
    assert copied.entries == len(everything(floor)[0])  # type: ignore[arg-type]
    assert (tmp_path / "backup.db").stat().st_mode & 0o077 == 0, "the order of the decks lies in it"


def test_a_backup_is_made_while_the_floor_is_open(tmp_path: Path) -> None:
    name = str(tmp_path / "floor.db")
    with closing(open_store(name, create=True)) as store, opened(store) as world:
        sit(world)
        copied = back_up(name, tmp_path / "backup.db")
        sit(world, seat=2, player="bob")
        assert (copied.entries, store.head()) == (5, 7)
    with closing(open_store(str(tmp_path / "backup.db"))) as backup:
        assert recover(backup)[0].seq == 5


def test_people_and_devices_move_with_the_floor_and_sessions_do_not(floor: str, databases: Databases) -> None:
    who = {"name": "dana", "role": "auditor", "password": "a hash", "made_at": 1}
    made = {"made_by": "dana", "made_at": 1, "expires_at": None, "seen_at": 2}
    device = {"digest": "a digest", "name": "shoe-1", "kind": "shoe", "tables": '["UTH-1"]', **made}
    kept = {"name": "far figure: far table U 2026-11-18 win below", "value": "{}"}
    ours = sql_engine(floor)
    with ours.begin() as connection:
        connection.execute(users.insert(), [who])
        connection.execute(devices.insert(), [device])
        connection.execute(properties.insert(), [kept])
    target = databases.empty("sqlite")
    move(floor, target)
    theirs = sql_engine(target)
    with theirs.connect() as connection:
        assert [dict(row) for row in connection.execute(users.select()).mappings()] == [who]
        assert [dict(row) for row in connection.execute(devices.select()).mappings()] == [device]
        assert [dict(row) for row in connection.execute(properties.select()).mappings()] == [kept]
    ours.dispose()
    theirs.dispose()


# --- Refusals --------------------------------------------------------------------------------------------------


def test_nothing_is_copied_over(floor: str, databases: Databases, tmp_path: Path) -> None:
    there = databases.fresh("sqlite")
    assert refusal(lambda: move(floor, there)).code == "floor-exists"
    assert refusal(lambda: back_up(floor, Path(there))).code == "floor-exists"


def test_what_is_not_there_is_not_copied(databases: Databases, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere.db")
    assert refusal(lambda: move(nowhere, databases.empty("sqlite"))).code == "no-such-floor"
    assert refusal(lambda: back_up(nowhere, tmp_path / "backup.db")).code == "no-such-floor"
    assert not (tmp_path / "backup.db").exists()


def test_nothing_is_made_beside_another_files_write_ahead_log(floor: str, tmp_path: Path) -> None:
    """SQLite would mistake a write-ahead log left by a crash, whose own database file has been moved away, for the new
    file's log.
    """
    new = tmp_path / "floor.db"
    (tmp_path / "floor.db-wal").write_bytes(b"left by a crash")
    for made in (lambda: back_up(floor, new), lambda: open_store(str(new), create=True)):
        found = refusal(made)
        assert found.code == "floor-exists" and found.where.endswith("floor.db-wal")
    assert not new.exists()


def test_a_floor_that_was_moved_is_not_opened_again(floor: str, databases: Databases) -> None:
    there, back = databases.empty("sqlite"), databases.empty("sqlite")
    move(floor, there)
    for again in (lambda: open_store(floor), lambda: move(floor, databases.empty("sqlite"))):
        found = refusal(again)
        assert found.code == "floor-moved" and there in found.why and there in found.accepted
    assert move(there, back).entries == move(back, databases.empty("sqlite")).entries


def test_a_floor_that_was_backed_up_stays_where_it_is(floor: str, tmp_path: Path) -> None:
    before = everything(floor)
    back_up(floor, tmp_path / "backup.db")
    assert everything(floor) == everything(str(tmp_path / "backup.db")) == before


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path, databases: Databases) -> None:
    name = databases.fresh("sqlite")
    found = refusal(lambda: back_up(name, tmp_path / "no" / "backup.db"))
    assert found.code == "bad-file"


def test_a_copy_that_is_another_floor_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault is a copy that is another floor's log, complete and consistent in itself."""
    ours, other = str(tmp_path / "ours.db"), str(tmp_path / "other.db")
    for name, day in ((ours, "2026-11-15"), (other, "2026-11-16")):
        with closing(open_store(name, create=True)) as store, opened(store, day=day):
            pass
    whole = copying._copy
    with closing(open_store(other)) as swapped:
        monkeypatch.setattr(copying, "_copy", lambda source, target: whole(swapped, target))
        found = refusal(lambda: move(ours, str(tmp_path / "copy.db")))
    assert found.code == "copy-differs"


def test_a_floor_that_goes_on_meanwhile_is_not_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, whole = str(tmp_path / "floor.db"), copying._copy
    with closing(open_store(name, create=True)) as store, opened(store) as world:

        def copied_slowly(source: Reads, target: Store) -> None:
            whole(source, target)
            sit(world)

        monkeypatch.setattr(copying, "_copy", copied_slowly)
        found = refusal(lambda: move(name, str(tmp_path / "copy.db")))
    assert (found.code, found.why) == ("copy-differs", "it now has 5 entries, the copy 3")


def test_a_move_cut_short_leaves_a_floor_that_does_not_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, target = str(tmp_path / "floor.db"), str(tmp_path / "copy.db")
    with closing(open_store(name, create=True)) as store, opened(store):
        pass

    def killed(self: object, rows: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tablelaw.floor.store.sql_store.Batch.write_accounts", killed)
    with pytest.raises(KeyboardInterrupt):
        move(name, target)
    assert [path.name for path in tmp_path.iterdir()] == ["floor.db"], "of a file nothing is left"
    with pytest.raises(KeyboardInterrupt):
        copying._copied(name, target)  # as in a server's database
    monkeypatch.undo()
    with closing(open_store(target)) as copy, pytest.raises(BrokenLog):
        recover(copy)
        assert copy.head() == 3
