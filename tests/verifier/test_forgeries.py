"""The verifier finds every forgery at its entry, or states that no program can find it in a log alone."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import tablelaw_verifier as verifier
from tablelaw_verifier import NOT_TO_BE_FOUND, report_text
from tests.verifier import (
    forgeries_hidden,
    forgeries_jurisdiction,
    forgeries_money,
    forgeries_orders,
    forgeries_readings,
    forgeries_seldom,
    forgeries_tables,
    forgeries_writing,
)
from tests.verifier.conftest import Change
from tests.verifier.editable_log import EditableLog
from tests.verifier.forgeries import FORGERIES
from tests.verifier.test_faults import cut

PARTS = (
    *(forgeries_writing, forgeries_orders, forgeries_money, forgeries_tables, forgeries_hidden),
    *(forgeries_jurisdiction, forgeries_readings, forgeries_seldom),
)
"""Modules with forgeries; importing them registers the forgeries."""
FOUND = [name for name, forgery in FORGERIES.items() if not forgery.limit]
HIDDEN = [name for name, forgery in FORGERIES.items() if forgery.limit]
LIMITS = {limit.id: limit for limit in NOT_TO_BE_FOUND}


def test_the_catalogue_has_at_least_69_kinds() -> None:
    assert len(FORGERIES) >= 69
    assert {FORGERIES[name].limit for name in HIDDEN} == set(LIMITS)


@pytest.mark.parametrize("name", FOUND)
def test_a_forgery_is_found_at_its_entry(name: str, changed: Change, changed_seldom: Change) -> None:
    forgery = FORGERIES[name]
    editable, seq = (changed_seldom if forgery.is_seldom else changed)(forgery.forge)
    cut(editable, seq)
    report = editable.report()
    assert not report.agrees, f"{name}: not found at entry {seq}"
    difference = report.differences[0]
    assert difference.seq == seq, f"{name} at entry {seq}: {difference}"
    assert forgery.names in str(difference), f"{name}: {difference}"


@pytest.mark.parametrize("name", HIDDEN)
def test_what_no_program_can_find_is_stated_and_found_by_a_kept_head(name: str, changed_as_a_whole: Change) -> None:
    editable, (kept, _) = changed_as_a_whole(
        lambda editable: (editable.head(len(editable.entries)), FORGERIES[name].forge(editable))
    )
    alone = editable.report()
    with_head = verifier.verify(editable.written(), [kept])
    assert alone.agrees, f"{name}: {alone.differences[0]}"
    assert LIMITS[FORGERIES[name].limit].what in report_text(alone)
    assert "kept elsewhere" in with_head.differences[0].what


def test_every_report_ends_with_what_cannot_be_found(editable: EditableLog) -> None:
    """Holds for logs that agree and logs that do not, as text and as JSON."""
    honest = editable.report()
    next(editable.lines(outcome="lost"))[2]["kept"] += 1
    for report in (honest, editable.report()):
        lines = report_text(report).splitlines()[-len(NOT_TO_BE_FOUND) :]
        assert lines == [f"- {limit.what}: {limit.why}." for limit in NOT_TO_BE_FOUND]
        told = json.loads(json.dumps(report.as_dict(), default=str))["not_to_be_found"]
        assert [row["id"] for row in told] == list(LIMITS)


def test_a_kept_head_is_said_to_bind_its_entries(editable: EditableLog) -> None:
    report = verifier.verify(editable.written(), [editable.head(300)])
    assert report.as_dict()["entries_bound_by_kept_heads"] == 300
    assert "Entries 1 to 300 are bound by a head kept elsewhere" in report_text(report)
    assert "No head kept elsewhere was given" in report_text(editable.report())


def test_no_limit_is_stated_twice() -> None:
    assert max(Counter(limit.what for limit in NOT_TO_BE_FOUND).values()) == 1
