"""The verifier has its own list of each regulation's editions; both lists must name the same edition for every day."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from tablelaw import rulebooks
from tablelaw.law.dates.editions import edition_of
from tablelaw_verifier.law.games import GAMES

EDGES = sorted(
    {
        edge + timedelta(days=away)
        for book in rulebooks.all_rulebooks()
        for edition in book.editions
        for edge in (edition.effective, edition.until)
        if edge is not None
        for away in (-1, 0, 1)
    }
)


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_both_name_the_same_edition_the_day_before_at_and_after_every_date(book_id: str) -> None:
    days = [date(2000, 1, 1), *EDGES, date(2100, 1, 1)]
    book = rulebooks.get(book_id)
    assert [GAMES[book_id].edition(day.isoformat()) for day in days] == [edition_of(book, day) for day in days]


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_both_know_the_same_temporary_columns_and_their_days(book_id: str) -> None:
    typed = {
        (table.id, name): (str(table.column_cites[name]), str(span.effective), str(span.until))
        for table in rulebooks.get(book_id).paytables
        for name, span in table.column_dates.items()
    }
    assert {key: law[1:] for key, law in GAMES[book_id].temporary.items()} == typed
