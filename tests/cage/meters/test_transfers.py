"""Meters in the ledger: their accounts hold whole cents, with fractions rounded up, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from tablelaw.amounts import METER_UNITS_PER_CENT as CENT
from tablelaw.cage.ledger import Ledger
from tablelaw.cage.meters.change_effects import STEPS, changed_by
from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.meters.state import MeterState
from tablelaw.cage.meters.transfers import CODES, change_transfers
from tests.cage.meter_machine import Rounds, reserve_left_behind, without_the_started_cent
from tests.cage.sequences import run

AMOUNTS = [whole * CENT + part for whole in (0, 1, 2) for part in (0, 1, 5_000, 9_999)]
APPROVED = {"reason": "misread", "approvers": ("cho", "dan")}


def state(units: int, reserve: int) -> MeterState:
    return MeterState(
        id="M",
        cite="653a.12(e)(4)",
        seed=0,
        reseed=0,
        primary=(1, 1),
        reserve=(0, 1),
        tables=("T",),
        is_open=True,
        units=units,
        reserve_units=reserve,
    )


def change(kind: str, **more: Any) -> MeterChange:
    return MeterChange(meter="M", kind=kind, cite="653a.12(e)(4)", table="T", **more)


def ledger_of(meter: MeterState) -> Ledger:
    """A ledger with a meter at these amounts, reached by one adjustment from zero."""
    ledger = Ledger()
    risen = change("adjusted", units=meter.units, reserve=meter.reserve_units, **APPROVED)
    ledger.post(change_transfers(state(0, 0), risen, meter, "first"))
    return ledger


def shown(ledger: Ledger) -> tuple[int, int, int]:
    return (
        ledger.balance("meter:M").posted,
        ledger.balance("reserve:M").posted,
        ledger.balance("rounding:M").posted,
    )


def expected(meter: MeterState) -> tuple[int, int, int]:
    started = (meter.units % CENT > 0) + (meter.reserve_units % CENT > 0)
    return meter.units // CENT, meter.reserve_units // CENT, started


def every_move() -> Iterator[tuple[MeterState, MeterChange]]:
    for units, reserve in product(AMOUNTS, AMOUNTS):
        before = state(units, reserve)
        if reserve:
            yield before, change("reserve moved", units=reserve)
        for part in AMOUNTS[1:]:
            if part <= units:
                yield before, change("reserve returned", units=part)
        for other, rest in product(AMOUNTS, AMOUNTS):
            if (other, rest) != (units, reserve):
                yield before, change("adjusted", units=other - units, reserve=rest - reserve, **APPROVED)


def test_whatever_the_fractions_the_ledger_follows_the_meter() -> None:
    """Moves a meter between all pairs of amounts whose fractions of a cent are zero, small, a half or nearly one."""
    moves = 0
    for before, made in every_move():
        ledger, after = ledger_of(before), changed_by(before, made)
        assert shown(ledger) == expected(before)
        ledger.post(change_transfers(before, made, after, "then"))
        assert shown(ledger) == expected(after), f"{made} on {before}"
        assert ledger.trial_balance().is_balanced
        moves += 1
    assert moves > 20_000


def test_each_change_that_moves_money_has_a_code() -> None:
    assert set(STEPS) - set(CODES) == {"staked", "withdrawn"}


def test_ids_are_the_stem_and_a_number_and_the_paragraph_goes_along() -> None:
    before, made = state(5_000, 0), change("adjusted", units=10_000, reserve=1, **APPROVED)
    moved = change_transfers(before, made, changed_by(before, made), "table T:7/meter0")
    assert [transfer.id for transfer in moved] == [f"table T:7/meter0/{n}" for n in range(len(moved))]
    assert {transfer.cite for transfer in moved} == {"653a.12(e)(4)"}
    assert {(transfer.reason, transfer.approvers) for transfer in moved} == {("misread", ("cho", "dan"))}


def test_what_is_pending_moves_nothing() -> None:
    before, made = state(5_000, 0), change("staked", units=CENT, cents=1)
    assert change_transfers(before, made, changed_by(before, made), "x") == ()


# --- Rounds at random ---------------------------------------------------------------------------------------


def test_linked_meters_and_the_ledger_agree_after_every_change() -> None:
    run(Rounds)


@pytest.mark.parametrize("fault", [without_the_started_cent, reserve_left_behind])
def test_a_planted_fault_is_found(fault: Any) -> None:
    with pytest.raises(AssertionError):
        run(Rounds, transfers=staticmethod(fault))
