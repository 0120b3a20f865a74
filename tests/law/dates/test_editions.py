"""The law over time: which edition is in force on a day, and the rulebook with only the rows of that day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelaw import rulebooks
from tablelaw.law.checks import first_fault
from tablelaw.law.cite import Cite
from tablelaw.law.dates.editions import LawNotAtHand, as_of, edition_of, edition_title, find_edition, is_in_force
from tablelaw.law.row_files import SECTIONS
from tablelaw.law.rows import AT_HAND, Edition, Span

DAY = timedelta(days=1)
FIRST, LAST = date(2024, 3, 23), date(2026, 3, 23)
DATES = st.dates(date(2000, 1, 1), date(2100, 1, 1))


@pytest.mark.parametrize("book_id", ["pa-647a", "pa-653a"])
@pytest.mark.parametrize("first", ["2012-07-07", "2014-08-16", "2014-12-13", "2019-08-31"])
def test_an_edition_begins_on_its_day(book_id: str, first: str) -> None:
    book, day = rulebooks.get(book_id), date.fromisoformat(first)
    assert edition_of(book, day - DAY) != first
    assert edition_of(book, day) == edition_of(book, day + DAY) == first


@pytest.mark.parametrize("book_id", ["pa-647a", "pa-653a"])
def test_before_the_first_edition_there_is_none(book_id: str) -> None:
    book = rulebooks.get(book_id)
    assert edition_of(book, date(2012, 7, 6)) == ""
    assert edition_title(book, date(2012, 7, 6)) == f"{book.regulation}, before its first edition"


@pytest.mark.parametrize("book_id", ["md-thb", "ma-colorado", "pa-677a", "pa-678a"])
@given(day=DATES)
def test_a_text_without_dates_has_one_edition(book_id: str, day: date) -> None:
    book = rulebooks.get(book_id)
    assert find_edition(book, day) == next(edition for edition in book.editions if edition.text == AT_HAND)


def test_the_codified_high_card_flush_is_known_and_not_at_hand() -> None:
    book = rulebooks.get("pa-678a")
    assert [edition.text for edition in book.editions] == [AT_HAND, "not at hand"]
    assert book.status == "codified, with 678a.6 on record; the text here is as proposed"
    assert "678a.6" in book.editions[1].source
    assert "since been codified" in book.reading("proposed-text").doubt


@pytest.mark.parametrize("cite", ["653b.1", "653b.2", "653b.4", "653b.5"])
def test_supplements_without_their_text_are_known(cite: str) -> None:
    provision = rulebooks.get("pa-653a").provision(Cite.parse(cite))
    assert provision.kind == "not_executable" and "not available" in provision.says


def test_the_reading_on_chapter_653b_says_which_of_its_sections_is_carried() -> None:
    """The reading names every supplement, and the dates of the one whose text is available."""
    book = rulebooks.get("pa-653a")
    reading = book.reading("other-chapter-paytables")
    assert all(str(supplement.cite) in reading.doubt for supplement in book.supplements)
    chosen = next(candidate for candidate in reading.candidates if candidate.id == reading.chosen)
    assert "paytable C of 653b.3 on the days it was in force" in chosen.reading and "54 Pa.B. 1537" in reading.evidence


def test_the_supplement_of_647a_is_known() -> None:
    assert rulebooks.get("pa-647a").provision(Cite.parse("647b.1")).kind == "not_executable"


@pytest.mark.parametrize("day", [date(2010, 1, 1), date(2012, 7, 7), date(2019, 8, 30)])
def test_a_text_that_was_not_read_is_refused_with_the_days_accepted(day: date) -> None:
    with pytest.raises(LawNotAtHand) as refusal:
        as_of(rulebooks.get("pa-653a"), day)
    assert refusal.value.accepted == "a day from 2019-08-31 on"


@pytest.mark.parametrize("book_id", rulebooks.IDS)
@pytest.mark.parametrize("day", [date(2019, 8, 31), FIRST - DAY, FIRST, LAST, LAST + DAY, date(2100, 1, 1)], ids=str)
def test_the_law_of_any_day_is_a_sound_rulebook(book_id: str, day: date) -> None:
    book = rulebooks.get(book_id)
    found = as_of(book, day)
    assert first_fault(found) is None
    for section in SECTIONS:
        assert {row.id for row in found.rows(section)} <= {row.id for row in book.rows(section)}


@given(first=st.none() | DATES, length=st.none() | st.integers(0, 900), day=DATES)
def test_a_span_holds_on_its_first_and_last_day(first: date | None, length: int | None, day: date) -> None:
    last = None if length is None else (first or date(2020, 1, 1)) + timedelta(days=length)
    span = Span(effective=first, until=last)
    assert is_in_force(span, day) == ((first or date.min) <= day <= (last or date.max))
    for edge in (first, last):
        assert edge is None or is_in_force(span, edge)
    assert first is None or not is_in_force(span, first - DAY)
    assert last is None or not is_in_force(span, last + DAY)


@pytest.mark.parametrize(("day", "is_law"), [(FIRST - DAY, False), (FIRST, True), (LAST, True), (LAST + DAY, False)])
@pytest.mark.parametrize("section", [name for name in SECTIONS if name != "holds"])
def test_a_dated_row_of_any_section_is_law_on_its_days_only(section: str, day: date, is_law: bool) -> None:
    book = rulebooks.get("pa-653a")
    row = msgspec.structs.replace(book.rows(section)[0], effective=FIRST, until=LAST)
    changed: dict[str, Any] = {section: (row, *book.rows(section)[1:])}
    found = as_of(replace(book, **changed), day)
    assert (row in found.rows(section)) == is_law


def test_a_temporary_edition_gives_way_again() -> None:
    book = rulebooks.get("pa-647a")
    short = Edition(id="2024-03-23", source="", says="", text="at hand", effective=FIRST, until=LAST)
    book = replace(book, editions=(*book.editions, short))
    days = (FIRST - DAY, FIRST, LAST, LAST + DAY)
    assert [edition_of(book, day) for day in days] == ["2019-08-31", "2024-03-23", "2024-03-23", "2019-08-31"]


@pytest.mark.parametrize(
    ("day", "edition", "columns"),
    [
        (FIRST - DAY, "2019-08-31", ("A", "B")),
        (FIRST, "2024-03-23", ("A", "B", "C")),
        (FIRST + DAY, "2024-03-23", ("A", "B", "C")),
        (LAST - DAY, "2024-03-23", ("A", "B", "C")),
        (LAST, "2024-03-23", ("A", "B", "C")),
        (LAST + DAY, "2019-08-31", ("A", "B")),
    ],
    ids=str,
)
def test_bad_beat_c_is_law_for_two_years(day: date, edition: str, columns: tuple[str, ...]) -> None:
    book = as_of(rulebooks.get("pa-653a"), day)
    assert edition_of(book, day) == edition
    assert book.paytable("bad-beat").columns == columns
    assert {len(row) for row in book.paytable("bad-beat").rows} == {len(columns) + 1}
    assert any(str(supplement.cite) == "653b.3" for supplement in book.supplements) == ("C" in columns)


@pytest.mark.parametrize(("column", "cite"), [("A", "653a.12(g)"), ("B", "653a.12(g)"), ("C", "653b.3")])
def test_each_column_of_bad_beat_has_its_paragraph(column: str, cite: str) -> None:
    cells = rulebooks.get("pa-653a").terms().tables["bad-beat", column].values()
    assert {str(cell.cite) for cell in cells} == {cite}
