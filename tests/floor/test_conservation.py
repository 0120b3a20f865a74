"""Money is conserved: whatever is ordered, no cent and no meter unit is lost, created or spent twice."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from tablelaw.cage.meters import transfers
from tablelaw.floor import snapshots
from tablelaw.floor.posting import meter_changes
from tablelaw.floor.posting import transfers as money
from tablelaw.table import events
from tablelaw.table.state import change
from tests.cage.sequences import run
from tests.floor.databases import Databases
from tests.floor.floor_machine import Floor

ASKED = os.environ.get("TABLELAW_SEQUENCES")
SEQUENCES = {kind: int(ASKED or usual) for kind, usual in (("sqlite", 60), ("postgresql", 15))}
"""The logic is the same on either database, so `make test` mostly uses the faster one and `make torture` both
equally.
"""


def machine(databases: Databases, kind: str) -> type[Floor]:
    return type(f"Floor on {kind}", (Floor,), {"fresh": staticmethod(lambda: databases.fresh(kind))})


def test_no_cent_is_lost_made_or_spent_twice(databases: Databases, kind: str) -> None:
    run(machine(databases, kind), SEQUENCES[kind])


# --- Planted faults --------------------------------------------------------------------------------------------

Plant = Callable[[pytest.MonkeyPatch], None]


def nothing(*_: Any) -> None: ...


def ignore_voids(patch: pytest.MonkeyPatch, movements: dict[Any, Any]) -> None:
    patch.setitem(movements, events.IrregularityFound, nothing)


def keep_winnings_of_a_void_round(patch: pytest.MonkeyPatch) -> None:
    ignore_voids(patch, money.MOVEMENTS)


def keep_a_meters_win_in_a_void_round(patch: pytest.MonkeyPatch) -> None:
    ignore_voids(patch, meter_changes.MOVEMENTS)


def count_void_hands(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(meter_changes, "_end_of_stake", lambda *_: "counted")


def lose_started_cents(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(transfers, "_started", lambda _: 0)


def pay_a_cent_too_much(patch: pytest.MonkeyPatch) -> None:
    pay = money.TransferWriter._pay

    def more(self: Any, round_: Any, line: Any, cents: int, code: str) -> None:
        pay(self, round_, line, cents + (code == "win"), code)

    patch.setattr(money.TransferWriter, "_pay", more)


def forget_wagers_in_a_snapshot(patch: pytest.MonkeyPatch) -> None:
    taken = snapshots._table_taken
    patch.setattr(snapshots, "_table_taken", lambda table: change(taken(table), held=[]))


PLANTED: dict[Plant, int] = {
    keep_winnings_of_a_void_round: 4,
    keep_a_meters_win_in_a_void_round: 6,
    count_void_hands: 22,
    lose_started_cents: 1,
    pay_a_cent_too_much: 1,
    forget_wagers_in_a_snapshot: 9,
}
"""Planted faults, each with a seed that finds it quickly; the limit on sequences is the same for all."""


@pytest.mark.parametrize("plant", PLANTED)
def test_planted_fault_is_found(plant: Plant, databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders are given one by one, so snapshots fall on the same entries whenever a sequence is repeated."""
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        run(machine(databases, "sqlite"), start=PLANTED[plant], are_together=False)
