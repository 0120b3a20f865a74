"""Planted faults in logs that are signed again: the verifier finds each one at its entry, seat and wager."""

from __future__ import annotations

import os

import pytest

import tablelaw_verifier as verifier
from tablelaw.chance import PracticeChance
from tests.verifier import faults_books
from tests.verifier.conftest import Change
from tests.verifier.editable_log import EditableLog, Object
from tests.verifier.faults import FAULTS

PARTS = (faults_books,)
"""Modules with further faults; importing them registers the faults."""
ENTRIES_AFTER = 40
"""The number of entries kept after a fault; checking later entries for every fault would be slow."""


def cut(editable: EditableLog, seq: int) -> None:
    """Deletes the entries well after a fault, if its position is known."""
    if seq:
        del editable.entries[seq + ENTRIES_AFTER :]


def test_without_a_fault_everything_agrees(editable: EditableLog) -> None:
    report = editable.report()
    assert report.agrees, report.differences[0]


@pytest.mark.parametrize("name", tuple(FAULTS)[::8])
def test_a_report_on_what_was_changed_is_that_on_the_whole_log(name: str, changed: Change) -> None:
    """The other tests verify a changed log only from the last saved state before the change."""
    editable, where = changed(FAULTS[name])
    cut(editable, where.seq)
    log = editable.written()
    assert editable.known.report(log).as_dict() == verifier.verify(log).as_dict()


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found_and_located(name: str, changed: Change) -> None:
    editable, where = changed(FAULTS[name])
    cut(editable, where.seq)
    report = editable.report()
    assert not report.agrees, f"{name}: not found at {where}"
    found = report.differences[0]
    assert where.seq in (0, found.seq), f"{name} at {where}: {found}"
    assert not where.wager or (found.seat, found.wager) == (where.seat, where.wager), f"{name} at {where}: {found}"


# --- Any amount of money ------------------------------------------------------------------------------------

NUMBERS = int(os.environ.get("TABLELAW_NUMBERS", "15"))
AMONG = 2_500
MONEY = ("cents", "stake", "paid", "returned", "kept", "units", "reserve", "meter_before", "meter_after")


def numbers(entry: Object) -> list[tuple[Object, str]]:
    """Every number in an entry that is an amount of money or of a meter."""
    rows = [*entry.get("events", ()), *entry.get("transfers", ()), *entry.get("meters", ())]
    rows += [line for event in entry.get("events", ()) for line in event.get("lines", ())]
    return [(row, name) for row in rows for name in MONEY if row.get(name)]


@pytest.mark.parametrize("number", range(NUMBERS))
def test_any_number_of_money_off_by_one_is_found(number: int, editable: EditableLog) -> None:
    """Changes one figure anywhere in the log by one, up or down."""
    chance = PracticeChance(f"off by one {number}")
    entries = [entry for entry in editable.entries[:AMONG] if numbers(entry)]
    entry = entries[chance.below(len(entries))]
    row, name = numbers(entry)[chance.below(len(numbers(entry)))]
    row[name] += 1 if chance.below(2) else -1
    shown = {key: row[key] for key in ("type", "code", "kind", "wager", name) if key in row}
    cut(editable, entry["seq"])
    report = editable.report()
    assert not report.agrees, f"entry {entry['seq']}: {shown}"
    assert report.differences[0].seq == entry["seq"], f"{shown}: {report.differences[0]}"
