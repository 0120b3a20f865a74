"""A submission is checked against the law of the day it is filed: Bad Beat C (653b.3), 2024-03-23 to 2026-03-23."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from datetime import date
from typing import Any

import msgspec
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.par.sheet import header
from tablelaw.errors import BadSubmission
from tablelaw.law.rulebook import Rulebook
from tablelaw.submission.checks.all_checks import check
from tablelaw.submission.draft import Draft, parse_draft
from tablelaw.submission.filled_template import filled
from tablelaw.submission.signs.sign import make_sign
from tablelaw.submission.submission import accept
from tablelaw.submission.template import new_submission

BOOK = rulebooks.get("pa-653a")
FIRST, LAST = date(2024, 3, 23), date(2026, 3, 23)
DAYS = [
    ("2024-03-22", "not-yet-effective"),
    ("2024-03-23", ""),
    ("2024-03-24", ""),
    ("2026-03-22", ""),
    ("2026-03-23", ""),
    ("2026-03-24", "lapsed"),
    ("2026-04-01", "lapsed"),
]


def draft(filed: object = None, book: Rulebook = BOOK, column: str = "C") -> Draft:
    raw: dict[str, Any] = tomllib.loads(new_submission(BOOK, offer_all=True))
    raw["paytables"]["bad-beat"] = column
    return Draft(book, raw if filed is None else {**raw, "filed": filed}, "submission")


def codes(found: Draft, on: date | None = None) -> list[str]:
    return [finding.code for finding in check(found, on)]


@pytest.mark.parametrize(("day", "code"), DAYS)
def test_a_filed_submission_is_checked_against_the_law_of_that_day(day: str, code: str) -> None:
    """This holds however the day is written, and whenever the submission is checked again."""
    expected = [code] if code else []
    for written in (day, date.fromisoformat(day)):
        assert codes(draft(written)) == codes(draft(written), date(2030, 1, 1)) == expected


@pytest.mark.parametrize(("day", "code"), DAYS)
def test_without_a_day_the_day_of_the_check_decides(day: str, code: str) -> None:
    assert codes(draft(), date.fromisoformat(day)) == ([code] if code else [])


def test_a_lapsed_choice_is_refused_with_its_expiry_its_paragraph_and_what_would_do() -> None:
    (found,) = check(draft("2026-04-01"))
    assert (found.code, found.where, found.cite) == ("lapsed", "[paytables]", "653b.3")
    assert found.what == "bad-beat = 'C' lapsed after 2026-03-23, its last day in force; filed on 2026-04-01"
    assert found.satisfy == "bad-beat = one of A, B"
    with pytest.raises(BadSubmission, match="lapsed after 2026-03-23"):
        accept(draft("2026-04-01"))


def test_submissions_of_logs_without_a_day_pass_as_before() -> None:
    """A submission that is read back needs no day; elsewhere a day matters only if the caller names one."""
    assert codes(draft()) == []
    assert accept(draft(), read_back=True).filed_on is None
    assert accept(draft("2026-04-01"), read_back=True).filed_on == date(2026, 4, 1)


@pytest.mark.parametrize("column", ["A", "B"])
@pytest.mark.parametrize("day", ["2019-08-31", "2024-03-22", "2026-03-24"])
def test_columns_of_the_chapter_itself_have_no_end(day: str, column: str) -> None:
    assert codes(draft(day, column=column)) == []


@pytest.mark.parametrize("written", ["", "soon", "2025-6-3", "20250603", 20250603, True, ["2025-06-03"]])
def test_a_day_that_cannot_be_read_is_refused(written: object) -> None:
    assert codes(draft(written)) == ["unreadable-date"]


@pytest.mark.parametrize(("on", "found"), [(date(2025, 6, 29), ["filed-later"]), (date(2025, 6, 30), [])])
def test_a_submission_is_not_filed_after_the_day_of_the_check(on: date, found: list[str]) -> None:
    assert codes(draft("2025-06-30"), on) == found


@pytest.mark.parametrize(("day", "found"), [("2019-08-30", ["law-not-at-hand"]), ("2019-08-31", [])])
def test_the_text_of_the_day_must_be_at_hand(day: str, found: list[str]) -> None:
    assert codes(draft(day, column="A")) == found


@pytest.mark.parametrize("section", ["wagers", "paytables", "meters", "options", "dealing", "limits"])
@pytest.mark.parametrize(("day", "code"), DAYS)
def test_a_dated_row_of_any_kind_is_a_choice_with_days(section: str, day: str, code: str) -> None:
    """This holds whichever row of the submission has the dates."""
    rows = list(BOOK.rows(section))
    rows[0] = msgspec.structs.replace(rows[0], effective=FIRST, until=LAST)
    changed: dict[str, Any] = {section: tuple(rows)}
    found = codes(draft(day, replace(BOOK, **changed), "A"))
    assert set(found) == ({code} if code else set())


@pytest.mark.parametrize("written", ["2025-06-30", date(2025, 6, 30)])
def test_the_day_is_kept_when_a_draft_is_written_out(written: object) -> None:
    assert parse_draft(filled(BOOK, draft(written).raw)).filed_on == date(2025, 6, 30)


def test_the_template_says_which_columns_have_an_end() -> None:
    text = new_submission(BOOK)
    assert "#   C is in force only from 2024-03-23 until 2026-03-23 (653b.3)" in text
    assert parse_draft(text).filed_on is None


@pytest.mark.parametrize(
    ("filed", "offered"),
    [
        (None, "one of A, B; C only from 2024-03-23 until 2026-03-23"),
        (FIRST, "one of A, B; C only from 2024-03-23 until 2026-03-23"),
        (LAST, "one of A, B; C only from 2024-03-23 until 2026-03-23"),
        (date(2024, 3, 22), "one of A, B"),
        (date(2026, 3, 24), "one of A, B"),
    ],
)
def test_the_template_never_offers_a_dated_column_without_its_days(filed: date | None, offered: str) -> None:
    text = new_submission(BOOK, offer_all=True, filed=filed)
    found = " ".join(line.removeprefix("# ") for line in text.splitlines())
    assert f"Bad Beat Bonus, on the losing hand (653a.12(g)): {offered} " in found
    assert ("2,500 to 1" in text) == ("C only" in offered)
    assert parse_draft(text).filed_on == filed
    assert check(parse_draft(text), filed) == []


@pytest.mark.parametrize("column", ["Z", None])
def test_a_finding_never_offers_a_dated_column_without_its_days(column: str | None) -> None:
    raw: dict[str, Any] = dict(draft(column="A").raw)
    raw["paytables"] = {name: chosen for name, chosen in raw["paytables"].items() if name != "bad-beat"}
    raw["paytables"] |= {"bad-beat": column} if column else {}
    (found,) = check(Draft(BOOK, raw, "submission"), date(2026, 4, 1))
    assert found.satisfy.endswith("one of A, B; C only from 2024-03-23 until 2026-03-23")


@pytest.mark.parametrize(
    ("filed", "column", "edition"),
    [("2025-06-30", "C", "2024-03-23"), ("2026-04-01", "A", "2019-08-31"), (None, "A", "2019-08-31")],
)
def test_a_sign_names_the_edition_of_the_day_it_is_filed(filed: object, column: str, edition: str) -> None:
    """Without a filing day, the sign names the newest permanent text available, since a temporary one may have
    lapsed.
    """
    sign = make_sign(accept(draft(filed, column=column)))
    assert sign.footer.startswith(f"58 Pa. Code ch. 653a, edition {edition}, Pennsylvania")


def test_sign_and_sheet_say_of_which_day_the_law_is_and_how_long_a_dated_paytable_lasts() -> None:
    """They do not say "in force", because the paytable may lapse while the sign is displayed."""
    filed = accept(draft("2025-06-01"))
    words = "Pennsylvania (the law of 2025-06-01; paytable C of Bad Beat Bonus from 2024-03-23 until 2026-03-23)"
    assert words in make_sign(filed).footer
    assert header(filed, "2026-11-17", "").status in words
    assert header(accept(draft(column="A")), "2026-11-17", "").status == "in force"
    assert accept(draft("2025-06-01", column="A")).law_status == "the law of 2025-06-01"
    alone = draft("2025-06-01")
    alone.raw["wagers"]["bad-beat"]["offered"] = False
    assert accept(alone).law_status == "the law of 2025-06-01"
