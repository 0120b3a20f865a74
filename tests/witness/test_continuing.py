"""A property written in log format 1 is continued: its open rounds finished, others played, the next day begun."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import tablelaw_verifier as verifier
from tablelaw.floor import orders
from tablelaw.floor.audit.property_audit import AuditInput, audit_floor
from tablelaw.floor.log.export import export_log
from tablelaw.floor.recovery import recover
from tablelaw.floor.store.api import open_store
from tablelaw.proofs.keys import SigningKey
from tablelaw.table.events import RoundCleared
from tests.verifier.played_session import START
from tests.witness.fixture import HEAD_FILES, kept_heads
from tests.witness.property import DAY, FLOORPERSON, WitnessProperty
from tests.witness.test_witness import ENTRIES, OPEN


@pytest.fixture
def later(copied: str, key: SigningKey) -> Iterator[WitnessProperty]:
    with closing(WitnessProperty(copied, key, "continued")) as property:
        property.clock.time = property.service.views.now + 60
        yield property


def test_it_goes_on_and_the_whole_log_is_audited(later: WitnessProperty, key: SigningKey, tmp_path: Path) -> None:
    later.finish_rounds()
    cleared = {
        entry.stream.removeprefix("table ")
        for entry in later.entries(ENTRIES)
        if any(isinstance(event, RoundCleared) for event in entry.events)
    }
    assert cleared == set(OPEN)
    later.errands()
    later.do(FLOORPERSON, orders.EndDay())
    later.day(3, 1)
    later.look_and_export()
    later.reinstall()
    later.damage_and_rebuild()
    size = later.sign()
    export_log(later.store, tmp_path / "log.jsonl", size)
    report = verifier.verify(tmp_path / "log.jsonl", HEAD_FILES, key.public)
    assert report.agrees, str(report.differences[0])
    checks = list(audit_floor(later.store, AuditInput(kept_heads(), key.public, key, later.clock.now())))
    assert all(check.is_run for check in checks) and later.clock.now() > START + 3 * DAY


def test_it_is_opened_again_after_it_went_on(copied: str, key: SigningKey) -> None:
    with closing(WitnessProperty(copied, key, "continued")) as property:
        property.clock.time = property.service.views.now + 60
        property.finish_rounds()
        seq = property.service.views.seq
    with closing(open_store(copied)) as store:
        assert recover(store)[0].seq == seq > ENTRIES
