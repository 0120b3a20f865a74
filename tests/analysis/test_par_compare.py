"""Two PAR sheets compared: every difference is marked, with its exact change."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from xml.etree import ElementTree

from tablelaw.analysis.par import par
from tablelaw.analysis.par.compare import compare
from tablelaw.analysis.par.forms.comparison import compare_html, compare_text
from tablelaw.analysis.par.notebook import ComparedSheets
from tests.analysis.par_sheets import DAY, drawn_bonuses, filed, sheet


@cache
def another_column() -> ComparedSheets:
    other = par(filed("pa-678a", ('\nflush-bonus = "A"', '\nflush-bonus = "B"')), DAY)
    return sheet("pa-678a").compare(other)


def test_a_sheet_does_not_differ_from_itself() -> None:
    found = compare(sheet("pa-653a"), sheet("pa-653a"))
    assert found.differences == ()
    assert found.as_json()["differences"] == 0
    assert "no difference" in compare_text(found)


def test_another_column_is_the_only_difference() -> None:
    found = another_column()
    assert {row.part for row in found.differences} == {"Flush Bonus", "choices", "a round with everything staked"}
    (hold,) = [row for row in found.differences if (row.part, row.name) == ("Flush Bonus", "house edge")]
    assert hold.change == Fraction(7_095_712, 133_784_560) - Fraction(200861, 2572780)
    assert (hold.left, hold.right) == ("7.8072%", "5.3038%")
    (filing,) = [row for row in found.differences if row.part == "choices"]
    assert (filing.name, filing.left, filing.right) == ("paytables.flush-bonus", "A", "B")


def test_json_has_the_change_exact() -> None:
    rows = another_column().as_json()["rows"]
    assert isinstance(rows, list)
    (overall,) = [row for row in rows if row["name"] == "overall house edge"]
    one, other = another_column().left.overall_hold, another_column().right.overall_hold
    assert Fraction(overall["change"]) == other - one
    assert overall["differs"] is True


def test_two_laws_side_by_side_fit_a_terminal() -> None:
    text = compare_text(compare(sheet("pa-647a"), sheet("md-thb")))
    assert max(map(len, text.splitlines())) <= 80
    assert any(line.startswith("regulation") and line.endswith("*") for line in text.splitlines())
    assert any(line.startswith("house edge") and not line.endswith("*") for line in text.splitlines())


def test_what_only_one_says_is_absent_from_the_other() -> None:
    found = compare(sheet("pa-653a"), drawn_bonuses())
    (magic,) = [row for row in found.rows if (row.part, row.name) == ("Magic Card Bonus", "house edge")]
    assert (magic.left, magic.right, magic.change, magic.differs) == ("-", "-9.6154%", None, True)
    assert found.rows[-1].part == "choices"


def test_page_marks_what_differs() -> None:
    page = compare_html(another_column())
    root = ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))
    marked = [row for row in root.iterfind(".//tbody/tr") if row.find("td[@class='alert']") is not None]
    assert len(marked) == len(another_column().differences)
    assert "Flush Bonus" in "".join(root.itertext())
    assert another_column()._repr_html_() in page
