"""Damage outside the log is repaired from the log, but only if the log verifies."""

from __future__ import annotations

from contextlib import closing

import pytest

from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.audit.property_audit import AuditInput, audit_floor, passed_and_difference
from tablelaw.floor.events import ProjectionsRebuilt
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.orders import Order
from tablelaw.floor.recovery import recover
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import open_store
from tablelaw.floor.upkeep import rebuild as rebuilding
from tablelaw.floor.upkeep.rebuild import Rebuilt, rebuild
from tests.floor.direct_sql import ERRORS, carry_out
from tests.floor.played import KEY, opened, sit
from tests.floor.replayed import STILL, StillClock
from tests.floor.whole_property import dump_store
from tests.floor.world import ADMINISTRATOR, World, example

TWO_PEOPLE = ("floor:eve", "floor:fay")


@pytest.fixture
def floor(database: str) -> str:
    """A floor with rounds, a correction of an old transfer, and several snapshots."""
    with closing(open_store(database)) as store, closing(service(store)) as running:
        world = World(running)
        world.open([example("pa-653a", "U", link="hall"), example("md-thb", "T")])
        bought = world.do(DEALER, orders.BuyIn("ann", "U", 100_00)).entry.transfers[0].id
        for table in ("U", "T"):
            world.seat(table)
            world.play_round(table)
        world.do(FLOORPERSON, orders.CorrectTransfer(bought, 1_00, "counted wrong", TWO_PEOPLE, together=True))
    return database


def service(store: object) -> FloorService:
    return FloorService(store, clock=StillClock(), snapshot_every=20)  # type: ignore[arg-type]


def rebuilt(floor: str, reason: str = "a cent was wrong") -> Rebuilt:
    return rebuild(floor, ADMINISTRATOR, reason, STILL, "rebuild/1")


def rows_of(floor: str) -> bytes:
    with closing(open_store(floor)) as store:
        return dump_store(store)


def damage(floor: str, statement: str) -> None:
    """Changes the database after removing the triggers that protect entries and transfers."""
    for table in ("log", "transfers"):
        on = f" ON {table}" if floor.startswith("postgres") else ""
        for change in ("update", "delete"):
            carry_out(floor, f"DROP TRIGGER IF EXISTS {table}_refuses_{change}{on}")
    carry_out(floor, statement)


def is_guarded(floor: str) -> bool:
    """Whether the database refuses to change or delete rows in append-only tables."""
    for table in ("log", "transfers"):
        for statement in (f"UPDATE {table} SET at = at", f"DELETE FROM {table}"):
            with pytest.raises(ERRORS, match="only ever added"):
                carry_out(floor, statement)
    return True


def audited(floor: str) -> TablelawError | None:
    with closing(open_store(floor)) as store:
        return passed_and_difference(audit_floor(store, AuditInput()))[1]


def opens(floor: str) -> bool:
    try:
        with closing(open_store(floor)) as store, closing(service(store)):
            return True
    except TablelawError as refusal:
        assert "floor rebuild" in refusal.accepted, refusal
        return False


DAMAGE = {
    "a cent of an account": ("UPDATE accounts SET debits = debits + 1 WHERE id = 'cage'", "accounts", True),
    "an account gone": ("DELETE FROM accounts WHERE id = 'cage'", "accounts", True),
    "an account too many": ("INSERT INTO accounts VALUES ('chips:zoe', 0, 5, 0, 0)", "accounts", True),
    "all accounts gone": ("DELETE FROM accounts", "accounts", True),
    "a meter": ("UPDATE meters SET body = replace(body, '\"units\":', '\"units\":1')", "meters", True),
    "a meter gone": ("DELETE FROM meters WHERE id LIKE 'hall-progressive%'", "meters", True),
    "a meter too many": ("INSERT INTO meters VALUES ('ghost', '{}')", "meters", True),
    "a transfer's cents": ("UPDATE transfers SET cents = cents + 1 WHERE seq = 5", "transfers", False),
    "transfers gone": ("DELETE FROM transfers WHERE seq > 3", "transfers", True),
    "the last snapshot": (
        "UPDATE snapshots SET digest = 'x' WHERE seq = (SELECT max(seq) FROM snapshots)",
        "snapshots",
        False,
    ),
    "the first snapshot": (
        "UPDATE snapshots SET body = leaf FROM log WHERE log.seq = 1 AND snapshots.seq = 20",
        "snapshots",
        False,
    ),
    "an order's id": ("UPDATE log SET id = 'another' WHERE seq = 5", "entries", True),
    "an entry's stream": ("UPDATE log SET stream = 'table X' WHERE seq = 30", "entries", True),
    "an entry's round": ("UPDATE log SET round = 77 WHERE seq = 30", "entries", False),
}
"""The damage done to the database, the findings, and whether the floor refuses to open before it is repaired."""


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_beside_the_log_is_mended(floor: str, name: str) -> None:
    statement, kind, is_shut = DAMAGE[name]
    before = rows_of(floor)
    damage(floor, statement)
    assert rows_of(floor) != before or kind == "snapshots"
    assert audited(floor) is not None
    assert not is_shut or not opens(floor)
    done = rebuilt(floor)
    assert done.entry is not None and done.counts[kind] > 0
    assert [kind for kind, count in done.counts.items() if count] == [kind]
    assert audited(floor) is None and opens(floor) and is_guarded(floor)


def test_everything_is_as_it_was_and_the_log_says_so(floor: str) -> None:
    with closing(open_store(floor)) as store:
        before, head = [store.accounts(), store.meters(), store.transfers(0)], store.head()
        for statement, _, _ in list(DAMAGE.values())[3:9]:
            damage(floor, statement)
        rebuilt(floor)
        assert [store.accounts(), store.meters(), store.transfers(0)] == before
        recovered, _ = recover(store)
        assert recovered.seq == head + 1
        [entry] = store.entries(head)
    with closing(open_store(floor)) as store, closing(service(store)) as running:
        again = running.do(Order(id="after", by=DEALER, command=orders.BuyIn("bob", "T", 100_00)))
        assert again.entry.seq == head + 2
    assert b"ProjectionsRebuilt" in entry.body and b'"by":"administrator:kim"' in entry.body


def test_a_whole_floor_is_left_as_it_is(floor: str) -> None:
    before = rows_of(floor)
    assert rebuilt(floor) == Rebuilt(
        dict.fromkeys(("entries", "transfers", "accounts", "meters", "snapshots"), 0), None
    )
    assert rows_of(floor) == before


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE log SET body = replace(body, '\"cents\":10000', '\"cents\":10001') WHERE seq = 5", "leaf-differs"),
        ("UPDATE decks SET sealed = leaf FROM log WHERE log.seq = 1", "broken-log"),
    ],
    ids=["an entry", "a deck"],
)
def test_a_log_that_does_not_verify_is_left_alone(floor: str, statement: str, code: str) -> None:
    damage(floor, statement)
    damage(floor, DAMAGE["a cent of an account"][0])
    before = rows_of(floor)
    with pytest.raises(TablelawError) as refusal:
        rebuilt(floor)
    assert refusal.value.code == code
    assert rows_of(floor) == before


def test_a_floor_that_goes_on_meanwhile_is_left_alone(floor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    examined = rebuilding.examined
    damage(floor, DAMAGE["the first snapshot"][0])

    def slowly(kept: object) -> object:
        found = examined(kept)  # type: ignore[arg-type]
        with closing(open_store(floor)) as store, closing(service(store)) as running:
            running.do(Order(id="meanwhile", by=DEALER, command=orders.BuyIn("bob", "T", 100_00)))
        return found

    monkeypatch.setattr(rebuilding, "examined", slowly)
    with pytest.raises(rebuilding.FloorWentOn):
        rebuilt(floor)


@pytest.mark.parametrize(
    ("by", "reason", "code"), [("dealer:bob", "x", "wrong-role"), (ADMINISTRATOR, " ", "reason-missing")]
)
def test_who_may_and_why(floor: str, by: str, reason: str, code: str) -> None:
    damage(floor, DAMAGE["a cent of an account"][0])
    with pytest.raises(TablelawError) as refusal:
        rebuild(floor, by, reason, STILL, "r")
    assert refusal.value.code == code and not opens(floor)


def test_a_changed_id_lets_no_order_run_twice(floor: str) -> None:
    damage(floor, DAMAGE["an order's id"][0])
    with closing(open_store(floor)) as store, pytest.raises(TablelawError) as refusal:
        service(store)
    assert refusal.value.code == "broken-log" and refusal.value.where == "entry 5"
    [event] = rebuilt(floor).entry.events  # type: ignore[union-attr]
    assert isinstance(event, ProjectionsRebuilt) and event.entries == 1


def test_the_verifier_reads_a_log_with_a_rebuild(database: str) -> None:
    with closing(open_store(database)) as store:
        with opened(store) as world:
            sit(world)
            damage(database, DAMAGE["a cent of an account"][0])
        assert rebuilt(database).counts["accounts"] == 1
        passed, difference = passed_and_difference(audit_floor(store, AuditInput(signing=KEY, now=STILL)))
        assert difference is None and passed[-1].name == "verifier" and passed[-1].is_run
