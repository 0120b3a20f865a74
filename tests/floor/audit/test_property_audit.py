"""A complete audit: every check reports what it has established, and the first difference ends the audit."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tablelaw.floor import orders
from tablelaw.floor.audit import property_audit
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.audit.property_audit import (
    AuditInput,
    Check,
    SumsDiffer,
    audit_file,
    audit_floor,
    passed_and_difference,
)
from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.log.entry import decode
from tablelaw.floor.log.export import export_log
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store, open_store
from tablelaw.proofs.keys import new_key
from tablelaw.table import events
from tests.floor.forging import entry_with, forged, with_event
from tests.floor.played import KEY, UTH, bet, opened, play_on, royal, sit
from tests.floor.stacked_decks import StackedDecks
from tests.floor.world import World

AT = 1_794_796_000
CHECKS = ["log", "heads", "snapshots", "replay", "sums", "verifier"]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = open_store(str(tmp_path / "floor.db"), create=True)
    with opened(store) as world:
        sit(world)
        bet(world, ante=500, blind=500, progressive=100)
        play_on(world, UTH, (1, "check", 0), (1, "bet", 1000))
    return store


def run(store: Store, asked: AuditInput) -> tuple[dict[str, Check], str]:
    """Runs the audit. Returns the checks that passed, by name, and the code of the first difference or ""."""
    with store.view() as moment:
        passed, difference = passed_and_difference(audit_floor(moment, asked))
    return {check.name: check for check in passed}, difference.code if difference else ""


def test_an_honest_floor_passes_every_check(store: Store) -> None:
    passed, difference = run(store, AuditInput(signing=KEY, now=AT))
    assert (list(passed), difference) == (CHECKS, "")
    assert [name for name, check in passed.items() if not check.is_run] == ["heads"]
    assert "wagers settled 4" in passed["verifier"].says
    assert store.heads() == [], "an audit writes nothing"


def test_a_session_of_every_rulebook_passes(played_session: Store) -> None:
    passed, difference = run(played_session, AuditInput())
    assert (list(passed), difference) == (CHECKS, "")
    assert all(check.is_run for check in passed.values())


def test_a_hand_pay_that_was_corrected_passes(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "paid.db"), create=True)
    decks = StackedDecks("paid")
    decks.always(royal())
    with opened(store, chance=decks) as world:
        sit(world)
        bet(world, ante=500, blind=500, progressive=100)
        play_on(world, UTH, (1, "bet", 2000))
        written = [t for row in store.log_rows(0) for t in decode(row.body).transfers]
        paid = [t for t in written if t.debit == f"handpay:{UTH}" and t.kind == "posted"]
        world.do(FLOORPERSON, orders.CorrectTransfer(paid[-1].id, 100, "wrong payee", ("eve", "fay")))
    passed, difference = run(store, AuditInput(signing=KEY, now=AT))
    assert (list(passed), difference) == (CHECKS, "")


def test_without_key_and_head_the_verifier_cannot_run(store: Store) -> None:
    passed, difference = run(store, AuditInput())
    assert not passed["verifier"].is_run and not difference
    assert "audit head export" in passed["verifier"].says


def test_a_key_that_is_not_the_propertys_signs_nothing(store: Store) -> None:
    assert not run(store, AuditInput(signing=new_key(), now=AT))[0]["verifier"].is_run


def test_a_head_kept_elsewhere_finds_a_log_that_was_cut_off(store: Store, tmp_path: Path) -> None:
    kept = sign_log(store, KEY, AT)
    older = open_store(str(tmp_path / "older.db"), create=True)
    with older.begin() as batch:
        batch.append(store.log_rows(0)[:-1])
        batch.commit()
    assert run(older, AuditInput(kept=[kept]))[1] == "log-truncated"


def test_a_head_kept_elsewhere_finds_a_log_that_was_rewritten(store: Store, tmp_path: Path) -> None:
    kept = sign_log(store, KEY, AT)
    other = open_store(str(tmp_path / "other.db"), create=True)
    entry = entry_with(store, events.WagerPlaced)
    forged(store, other, entry.seq, with_event(events.WagerPlaced, cents=1))
    assert run(other, AuditInput(kept=[kept]))[1] == "log-rewritten"


def test_a_forgery_without_any_head_is_found_by_the_replay(store: Store, tmp_path: Path) -> None:
    other = open_store(str(tmp_path / "other.db"), create=True)
    entry = entry_with(store, events.WagerPlaced)
    forged(store, other, entry.seq, with_event(events.WagerPlaced, cents=1))
    passed, difference = run(other, AuditInput())
    assert (list(passed), difference) == (["log", "heads", "snapshots"], "log-differs")


def test_another_public_key_than_the_one_noted_down_is_found(store: Store) -> None:
    assert run(store, AuditInput(key=new_key().public)) == ({}, "other-key")
    assert run(store, AuditInput(key=KEY.public, signing=KEY, now=AT))[1] == ""


def test_sums_that_differ_from_the_accounts_are_found(store: Store) -> None:
    """Calls the check directly, because re-execution would find the fault first."""
    with store.begin() as batch:
        batch.write_accounts([next(row for row in store.accounts() if row.id == "cage")._replace(credits=7)])
        batch.commit()
    with pytest.raises(SumsDiffer) as found:
        property_audit._summed(store)
    assert found.value.where == "account cage"


def test_a_meter_whose_ledger_is_another_is_found() -> None:
    kept = {"meter:m": 100, "rounding:m": 1}
    property_audit._require_same_meter(kept, "m", 100_0001, 0)
    for units, reserve in ((101_0000, 0), (100_0000, 0), (100_0001, 1), (100_0001, 1_0000)):
        with pytest.raises(SumsDiffer):
            property_audit._require_same_meter(kept, "m", units, reserve)


# --- Exports and the stand-alone verifier ----------------------------------------------------------------------


def test_an_export_is_checked_by_itself(store: Store, tmp_path: Path) -> None:
    kept = sign_log(store, KEY, AT)
    export_log(store, tmp_path / "log.jsonl")
    passed, difference = passed_and_difference(
        audit_file(tmp_path / "log.jsonl", AuditInput(kept=[kept], key=KEY.public))
    )
    assert ([check.name for check in passed], difference) == (["log", "heads", "verifier"], None)


def test_a_verifier_that_disagrees_is_heard(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    says = {"seq": 7, "table": UTH, "round": 1, "seat": 1, "wager": "ante"}
    says |= {"what": "paid", "expected": 0, "found": 500, "paragraph": "653a.11(h)"}
    script = f"import json, sys\nprint(json.dumps({{'differences': [{says!r}]}}))\nsys.exit(1)\n"
    monkeypatch.setattr(property_audit, "verifier_program", script.encode)
    with store.view() as moment:
        passed, difference = passed_and_difference(audit_floor(moment, AuditInput(signing=KEY, now=AT)))
    assert [check.name for check in passed] == CHECKS[:-1]
    assert difference is not None and difference.code == "verifier-disagrees"
    assert difference.where == "entry 7, table UTH-1, round 1, seat 1, wager ante"
    assert "653a.11(h)" in difference.why


def test_a_verifier_that_falls_over_is_no_agreement(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(property_audit, "verifier_program", lambda: b"raise SystemError('fell over')\n")
    with store.view() as moment:
        difference = passed_and_difference(audit_floor(moment, AuditInput(signing=KEY, now=AT)))[1]
    assert difference is not None and "fell over" in difference.why


def test_the_last_head_serves_where_the_key_is_not_at_hand(store: Store) -> None:
    sign_log(store, KEY, AT)
    with closing(FloorService(store)) as service:
        World(service, "later").do(FLOORPERSON, orders.EndDay())
    passed, difference = run(store, AuditInput())
    assert not difference and passed["verifier"].is_run
    assert "entries since then without a head: 1" in passed["heads"].says
