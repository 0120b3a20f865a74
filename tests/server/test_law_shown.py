"""Paragraphs and readings are public, and pages that show a reading link to it."""

from __future__ import annotations

from pathlib import Path

import pytest

import tablelaw
from tablelaw import rulebooks
from tests.server.conftest import Doors

WEB = Path(tablelaw.__file__).parent / "web"


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_reading_is_shown_with_its_doubt_its_meanings_and_why(doors: Doors, book_id: str) -> None:
    somebody = doors.somebody("ann", "player")
    for reading in rulebooks.get(book_id).readings:
        told = somebody.get(f"/api/readings/{book_id}/{reading.id}").json()
        assert (told["title"], told["doubt"], told["why"]) == (reading.title, reading.doubt, reading.why)
        assert [one["name"] for one in told["meanings"] if one["is_chosen"]] == [reading.chosen]
        assert [one["name"] for one in told["meanings"]] == [candidate.id for candidate in reading.candidates]
        assert told["may_be_filed"] is reading.switch


@pytest.mark.parametrize("path", ["pa-653a/no-such-reading", "pa-000a/limit-is-winnings", "pa-653a/%00"])
def test_a_reading_nobody_knows_is_not_found(doors: Doors, path: str) -> None:
    answer = doors.somebody("ann", "player").get(f"/api/readings/{path}")
    assert answer.status_code == 404 and "not-found" in answer.text


def test_every_page_that_names_a_reading_links_to_it() -> None:
    for path in WEB.rglob("*.js"):
        text = path.read_text("utf-8")
        if ".readings" in text and "form.readings" not in text:
            assert "readAs(" in text, path.name
