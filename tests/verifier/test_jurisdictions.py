"""The verifier's own table of paragraphs matches the jurisdictions' data, and sessions under each law verify."""

from __future__ import annotations

from pathlib import Path

import pytest

import tablelaw_verifier as verifier
from tablelaw import jurisdictions
from tablelaw.jurisdictions.model import Matter
from tablelaw_verifier.entries import fields as verifier_fields
from tablelaw_verifier.law import jurisdictions as verifier_jurisdictions
from tablelaw_verifier.rebuilding import property as verifier_property
from tests.currencies import IN_EUROS, books_in
from tests.verifier.editable_log import EditableLog
from tests.verifier.played_session import PlayedSession

NOT_IN_A_LOG = {Matter.PROGRESSIVE_SYSTEMS, Matter.CARDS, Matter.PAYOUT_DOCUMENTS}
"""Matters without a property event; the regulation of the round covers what a log records about them."""


@pytest.mark.parametrize("told", ["", *jurisdictions.IDS])
def test_both_tables_name_the_same_paragraphs(told: str) -> None:
    known = jurisdictions.get(told or jurisdictions.FORMAT_1)
    asked = {str(matter): known.cite(matter) for matter in Matter if matter not in NOT_IN_A_LOG}
    assert verifier_jurisdictions.PARAGRAPHS[told] == asked
    assert verifier_jurisdictions.TIME_ZONES.get(told) == (known.time_zone if told else None)


def test_every_happening_is_of_a_matter() -> None:
    assert (
        set(verifier_jurisdictions.MATTERS)
        == set(verifier_property.EVENT_HANDLERS)
        == set(verifier_fields.PROPERTY_EVENTS)
    )


@pytest.mark.parametrize("told", ["", *jurisdictions.IDS])
def test_a_session_under_each_law_is_verified(told: str, tmp_path: Path) -> None:
    books = books_in(jurisdictions.get(told or jurisdictions.FORMAT_1).currency)
    log = PlayedSession(tmp_path, f"under {told}", 30, told, books).played(tmp_path / "log.jsonl")
    assert verifier.verify(log).differences == []


# --- Rounds in euros ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def in_euros(tmp_path_factory: pytest.TempPathFactory) -> EditableLog:
    folder = tmp_path_factory.mktemp("euros")
    session = PlayedSession(folder, "in euros", 60, "fr", IN_EUROS)
    return EditableLog(session.played(folder / "log.jsonl"), session.key)


@pytest.mark.parametrize("book", IN_EUROS)
def test_a_forged_payout_of_each_game_in_euros_is_found(book: str, in_euros: EditableLog) -> None:
    log = in_euros.copy()
    paid = [
        (entry["seq"], line)
        for entry in log.entries
        if entry["stream"].startswith(f"table {book} ")
        for event in entry.get("events", ())
        for line in event.get("lines", ())
        if line["paid"]
    ]
    assert log.report().agrees and paid, f"{book} pays nobody"
    seq, line = paid[-1]
    line["paid"] += 1
    found = log.report().differences[0]
    assert (found.seq, found.wager) == (seq, line["wager"])
