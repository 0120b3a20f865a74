"""The history of a paragraph, as the source notes and cross references print it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest

from tablelaw import rulebooks
from tablelaw.errors import UnknownParagraph
from tablelaw.law.cite import Cite
from tablelaw.law.dates.history import amendments_in_words, history
from tablelaw.law.rows import Edition


def told(book: str, cite: str) -> list[tuple[str, str, str]]:
    found = history(rulebooks.get(book), Cite.parse(cite, rulebooks.get(book).notation))
    return [(str(change.effective or ""), change.what, change.source) for change in found]


def test_the_payout_odds_of_653a_were_amended_three_times() -> None:
    assert told("pa-653a", "653a.12(g)")[:4] == [
        ("2012-07-07", "edition 2012-07-07", "42 Pa.B. 4333"),
        ("2014-08-16", "edition 2014-08-16", "44 Pa.B. 5463"),
        ("2014-12-13", "edition 2014-12-13", "44 Pa.B. 7683"),
        ("2019-08-31", "edition 2019-08-31", "49 Pa.B. 4956"),
    ]


def test_a_section_that_was_never_amended_has_its_adoption_only() -> None:
    assert [what for _, what, _ in told("pa-653a", "653a.3(a)") if what.startswith("edition")] == ["edition 2012-07-07"]


def test_a_whole_section_may_be_asked_for() -> None:
    assert told("pa-653a", "653a.12")[:4] == told("pa-653a", "653a.12(g)")[:4]


def test_supplements_named_in_a_note_are_listed() -> None:
    assert ("", "supplement 653b.2", "") in told("pa-653a", "653a.12(c)")
    assert ("", "supplement 653b.2", "") not in told("pa-653a", "653a.4(a)")
    assert told("pa-653a", "653b.2") == [("", "supplement 653b.2", "")]
    assert ("", "supplement 647b.1", "") in told("pa-647a", "647a.3(a)")


def test_a_text_without_dates_says_so() -> None:
    assert told("md-thb", "12.A") == [("", "edition 1.0", "MLGCA Version 1.0, as printed on its pages")]


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_section_lists_each_edition_until_the_next_in_order_of_date(book_id: str) -> None:
    book = rulebooks.get(book_id)
    for section in sorted({p.cite.section for p in book.provisions} | {s.cite.section for s in book.supplements}):
        found = history(book, Cite.parse(section, book.notation))
        dates = [change.effective for change in found if change.effective]
        assert dates == sorted(dates), section
        assert len({change.what for change in found}) == len(found), section
        lasting = [change for change in found if not change.is_supplement]
        for change, later in pairwise(lasting):
            assert change.superseded_by == later.what.removeprefix("edition ")
            assert change.until == (later.effective - timedelta(days=1) if later.effective else None)
        assert not lasting or lasting[-1].superseded_by == ""


def test_superseded_editions_end_on_the_day_before_the_next() -> None:
    found = history(rulebooks.get("pa-653a"), Cite.parse("653a.12"))
    assert [str(change.until) for change in found[:5]] == [
        "2014-08-15",
        "2014-12-12",
        "2019-08-30",
        "None",
        "2026-03-23",
    ]


@pytest.mark.parametrize(
    ("book", "cite", "texts"),
    [
        ("pa-653a", "653a.3", ["at hand"]),
        ("pa-653a", "653a.1", ["not at hand", "at hand"]),
        ("pa-653a", "653a.12", ["not at hand", "not at hand", "not at hand", "at hand"]),
        ("pa-678a", "678a.7", ["at hand", "not at hand"]),
        ("pa-653a", "653b.3", ["at hand"]),
    ],
)
def test_the_last_words_of_a_section_are_at_hand_where_a_later_text_prints_them(
    book: str, cite: str, texts: list[str]
) -> None:
    found = history(rulebooks.get(book), Cite.parse(cite))
    assert [change.text for change in found if not change.is_supplement] == texts


def test_the_proposal_comes_before_what_became_of_it() -> None:
    assert [what for _, what, _ in told("pa-678a", "678a.6")] == ["edition proposed-2015-08-14", "edition codified"]


def test_a_supplement_is_listed_once() -> None:
    assert [what for _, what, _ in told("pa-653a", "653b.3")] == ["edition 2024-03-23"]


@pytest.mark.parametrize(
    ("book_id", "cite", "words"),
    [
        ("pa-653a", "653a.3(a)", "653a.3 has not been amended since its first edition, 2012-07-07 (42 Pa.B. 4333)."),
        ("pa-653a", "653a.12(g)", ""),
        ("pa-653a", "653b.3", "No amendment of 653b.3 is known."),
        ("md-thb", "12.A", "No amendment of 12 is known."),
        ("pa-678a", "678a.6", ""),
    ],
)
def test_a_section_that_was_never_amended_says_so(book_id: str, cite: str, words: str) -> None:
    book = rulebooks.get(book_id)
    assert amendments_in_words(book, Cite.parse(cite, book.notation)) == words


FIRST, LAST, DAY = date(2024, 3, 23), date(2026, 3, 23), timedelta(days=1)


@pytest.mark.parametrize(
    ("next_day", "until", "superseded_by"),
    [(LAST, LAST - DAY, "2026-03-23"), (LAST + DAY, LAST, ""), (LAST + 2 * DAY, LAST, "")],
)
def test_a_temporary_edition_ends_with_its_expiry_or_the_next_edition(
    next_day: date, until: date, superseded_by: str
) -> None:
    """A temporary edition replaces the one before only on its own days; that one ends with the next permanent
    edition.
    """
    book, sections = rulebooks.get("pa-647a"), rulebooks.get("pa-647a").editions[-1].sections
    short = Edition(id=str(FIRST), source="", says="", text="at hand", effective=FIRST, until=LAST, sections=sections)
    lasting = Edition(id=str(next_day), source="", says="", text="at hand", effective=next_day, sections=sections)
    book = replace(book, editions=(*book.editions, short, lasting))
    *_, before, temporary, newest = (c for c in history(book, Cite.parse("647a.12")) if not c.is_supplement)
    assert (before.until, before.superseded_by) == (next_day - DAY, str(next_day))
    assert (temporary.until, temporary.superseded_by) == (until, superseded_by)
    assert (newest.until, newest.superseded_by) == (None, "")


def test_a_paragraph_that_does_not_exist_is_refused() -> None:
    for cite in ("653a.99", "653a.12(z)"):
        with pytest.raises(UnknownParagraph):
            told("pa-653a", cite)
