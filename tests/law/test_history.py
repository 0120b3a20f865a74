"""The history of a paragraph, as the source notes and cross references print it."""

from __future__ import annotations

import pytest

from houserules import rulebooks
from houserules.errors import UnknownParagraph
from houserules.law.cite import Cite
from houserules.law.history import history


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


def test_supplements_named_in_a_note_are_told() -> None:
    assert ("", "supplement 653b.2", "") in told("pa-653a", "653a.12(c)")
    assert ("", "supplement 653b.2", "") not in told("pa-653a", "653a.4(a)")
    assert told("pa-653a", "653b.2") == [("", "supplement 653b.2", "")]
    assert ("", "supplement 647b.1", "") in told("pa-647a", "647a.3(a)")


def test_a_text_without_dates_says_so() -> None:
    assert told("md-thb", "12.A") == [("", "edition 1.0", "MLGCA Version 1.0, as printed on its pages")]


def test_a_paragraph_that_does_not_exist_is_refused() -> None:
    for cite in ("653a.99", "653a.12(z)"):
        with pytest.raises(UnknownParagraph):
            told("pa-653a", cite)
