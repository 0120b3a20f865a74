"""A property written in log format 1 is opened, audited, re-executed and verified, byte for byte as it was signed."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import tablelaw_verifier as verifier
from tablelaw.floor.audit.log_audit import audit_export, audit_store
from tablelaw.floor.audit.property_audit import AuditInput, audit_floor
from tablelaw.floor.audit.reconstruction import reconstruct
from tablelaw.floor.audit.reexecution import reexecute
from tablelaw.floor.handlers.inspection import open_rounds, settled_size
from tablelaw.floor.log.entry import decode, encode
from tablelaw.floor.log.export import export_log
from tablelaw.floor.log.log_proofs import (
    EntryProof,
    GrowthProof,
    check_entry,
    check_growth,
    prove_entry,
    prove_growth,
)
from tablelaw.floor.log.signed_heads import stored_heads
from tablelaw.floor.read_model import Views
from tablelaw.floor.recovery import recover
from tablelaw.floor.reports.day import day_report
from tablelaw.floor.store.api import Store
from tablelaw.floor.upkeep.rebuild import each_snapshot, examined
from tablelaw.proofs import heads
from tablelaw.proofs.keys import SigningKey
from tests.currencies import IN_DOLLARS
from tests.witness.covering import kinds_in
from tests.witness.fixture import EXPORT, FOLDER, HEAD_FILES, kept_heads
from tests.witness.property import PROPERTY, TABLES

ENTRIES, SETTLED, SNAPSHOTS = 1152, 1107, 3
OPEN = ["UTH-1", "HCF-1"]
"""Tables with a round under way at the end of the recording."""


def bodies_of(store: Store) -> list[bytes]:
    return [kept.body for kept in store.entries(0)]


def assert_same_lines(found: bytes, kept: bytes) -> None:
    """Compares two texts and names the first line that differs."""
    for number, (line, expected) in enumerate(zip(found.splitlines(), kept.splitlines(), strict=False), 1):
        assert line == expected, f"line {number} differs"
    assert found == kept


# --- In its database -----------------------------------------------------------------------------------------


def test_it_opens_as_it_was_left(witness: Store) -> None:
    floor, taken_at = recover(witness)
    assert (floor.name, floor.seq, floor.day, floor.last_day) == (PROPERTY, ENTRIES, "2026-11-17", "2026-11-16")
    assert set(floor.tables) == {table.name for table in TABLES}
    assert taken_at > 0, "no snapshot was used"
    assert {name for name, table in floor.tables.items() if table.state.round is not None} == set(OPEN)


def test_it_has_every_rulebook() -> None:
    assert {table.book for table in TABLES} == set(IN_DOLLARS)


def test_every_entry_is_read_and_written_again_to_the_byte(witness: Store) -> None:
    for body in bodies_of(witness):
        assert encode(decode(body)) == body


def test_every_entry_is_made_again_from_its_command_to_the_byte(witness: Store) -> None:
    made = reexecute(witness)
    assert (made.entries, made.root) == (ENTRIES, audit_store(witness).root)


def test_a_whole_audit_passes_every_check(witness: Store, key: SigningKey) -> None:
    asked = AuditInput(kept_heads(), key.public, key, recover(witness)[0].now)
    checks = list(audit_floor(witness, asked))
    assert [check.name for check in checks] == ["log", "heads", "snapshots", "replay", "sums", "verifier"]
    assert all(check.is_run for check in checks)


def test_what_is_kept_beside_the_log_is_what_the_log_makes_it(witness: Store) -> None:
    assert not any(examined(witness)[1].counts.values())
    assert sum(1 for _ in each_snapshot(witness)) == SNAPSHOTS


def test_rounds_under_way_are_not_shown(witness: Store) -> None:
    views = Views(recover(witness)[0])
    assert [known.table for known in open_rounds(views, witness)] == OPEN
    assert settled_size(views, witness) == SETTLED


@pytest.mark.parametrize("table", [table.name for table in TABLES])
def test_a_round_of_each_table_is_reconstructed_with_its_proofs(witness: Store, table: str) -> None:
    first = next(
        kept.seq
        for kept in witness.entries(0)
        if f'"table {table}"'.encode() in kept.body and decode(kept.body).round == 1
    )
    found = reconstruct(witness, table, 1, first)
    assert found.cards and found.steps


@pytest.mark.parametrize("day", ["2026-11-15", "2026-11-16"])
def test_a_day_is_reported(witness: Store, day: str) -> None:
    report = day_report(witness, day)
    assert {table.table for table in report.tables} == {table.name for table in TABLES}


# --- What was signed and left the floor ----------------------------------------------------------------------


@pytest.mark.parametrize("file", HEAD_FILES, ids=lambda file: file.stem)
def test_a_kept_head_is_verified_and_written_again_to_the_byte(file: Path, key: SigningKey) -> None:
    signed = heads.read_text(file.read_text("utf-8"), file.name)
    head = heads.verify_head(signed, key.public, PROPERTY)
    assert heads.as_text(signed).encode() == file.read_bytes()
    assert key.sign(heads.canonical(head, signed.format)) == signed.signature


def test_the_stored_heads_are_the_kept_ones(witness: Store) -> None:
    assert stored_heads(witness) == kept_heads()


def test_the_export_is_written_again_to_the_byte(witness: Store, tmp_path: Path) -> None:
    export_log(witness, tmp_path / "log.jsonl", SETTLED)
    assert_same_lines((tmp_path / "log.jsonl").read_bytes(), EXPORT.read_bytes())


def test_the_export_is_audited_against_the_kept_heads(key: SigningKey) -> None:
    audit = audit_export(EXPORT, kept_heads(), key.public)
    assert (audit.size, audit.vouched) == (SETTLED, SETTLED)


def test_the_stand_alone_verifier_agrees_with_the_export(key: SigningKey) -> None:
    report = verifier.verify(EXPORT, HEAD_FILES, key.public)
    assert report.agrees, str(report.differences[0])
    assert (report.size, report.kept) == (SETTLED, SETTLED)


def test_the_proofs_are_written_again_to_the_byte_and_hold(witness: Store) -> None:
    old, new = kept_heads()[0].head, kept_heads()[-1].head
    entry, growth = ((FOLDER / f"{name}-proof.json").read_bytes() for name in ("entry", "growth"))
    assert msgspec.json.format(msgspec.json.encode(prove_entry(witness, old.size, new.size))) + b"\n" == entry
    assert msgspec.json.format(msgspec.json.encode(prove_growth(witness, old.size, new.size))) + b"\n" == growth
    check_entry(msgspec.json.decode(entry, type=EntryProof), new)
    check_growth(msgspec.json.decode(growth, type=GrowthProof), old, new)


def test_both_databases_hold_the_log_that_was_exported(witness: Store) -> None:
    lines = EXPORT.read_bytes().splitlines()
    assert bodies_of(witness)[:SETTLED] == lines[1:-1]
    assert len(kinds_in(lines[1:-1])) > 100
