"""The forms of a PAR sheet: text, page, PDF and workbook say the same, and nothing breaks them."""

from __future__ import annotations

import re
from fractions import Fraction
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from openpyxl import load_workbook

from houserules import rulebooks
from houserules.analysis.par import par
from houserules.analysis.par.as_html import par_html
from houserules.analysis.par.as_pdf import par_pdf
from houserules.analysis.par.as_text import par_text
from houserules.analysis.par.as_xlsx import par_xlsx
from houserules.analysis.par.blocks import Grid, in_rows, without_empty_columns
from houserules.analysis.par.compare import compare, compare_text
from houserules.analysis.par.data import Par
from houserules.analysis.par.sections import sections
from houserules.analysis.par.words import frequency, net, one_in
from tests.analysis.test_par import DAY, EXAMPLES, filed, sheet

every_book = pytest.mark.parametrize("book", rulebooks.IDS)
HOSTILE = '=1+1 <script>alert("x")</script> & Żółw'


def hostile() -> Par:
    name = HOSTILE.replace('"', '\\"')
    return par(filed("pa-678a", ('property = "Keystone Casino"', f'property = "{name}"')), DAY)


# --- Text ----------------------------------------------------------------------------------------------


@every_book
def test_text_fits_a_terminal(book: str) -> None:
    text = par_text(sheet(book))
    assert max(map(len, text.splitlines())) <= 80
    assert sheet(book).header.fingerprint in text
    assert all(section.title.upper() in text for section in sections(sheet(book)))


def test_text_has_the_chart_of_hands() -> None:
    lines = par_text(sheet("pa-653a")).splitlines()
    aces = next(line for line in lines if line.startswith("  A "))
    assert aces.split() == ["A", *["4x"] * 13]


@pytest.mark.parametrize(
    ("share", "shown"),
    [("1/4", "25.00%"), ("1/649740", "0.000154%"), ("0", "0%"), ("1", "100%"), ("99999/100000", "99.99900%")],
)
def test_a_rare_share_is_seen(share: str, shown: str) -> None:
    assert frequency(Fraction(share)) == shown


def test_nets_and_odds_against() -> None:
    assert [net(Fraction(value)) for value in ("-1", "0", "3/2", "1000", "4/3")] == [
        "-1",
        "0",
        "+1.5",
        "+1,000",
        "+4/3",
    ]
    assert [one_in(Fraction(value)) for value in ("0", "1/3", "1/649740")] == ["never", "1 in 3.00", "1 in 649,740"]


def test_a_column_that_says_nothing_is_left_out() -> None:
    grid = Grid("", ("a", "b", "c"), (("1", "", "2"),), frozenset((2,)))
    assert without_empty_columns(grid).columns == ("a", "c")
    assert without_empty_columns(grid).numbers == frozenset((1,))


def test_narrow_blocks_stand_together() -> None:
    wide, narrow = Grid("", ("a",), ()), Grid("", ("a",), (), is_narrow=True)
    assert list(in_rows([wide, narrow, narrow, wide])) == [(wide,), (narrow, narrow), (wide,)]


# --- Page ----------------------------------------------------------------------------------------------


def parsed(page: str) -> ElementTree.Element:
    return ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))


@every_book
def test_page_is_well_formed_and_fetches_nothing(book: str) -> None:
    page = par_html(sheet(book))
    root = parsed(page)
    ids = [found for element in root.iter() if (found := element.get("id"))]
    assert len(ids) == len(set(ids))
    assert not re.search(r"(src|href)=\"(?!#)|url\((?!#)|@import", page)


@every_book
def test_page_has_its_plots(book: str) -> None:
    figures = len(parsed(par_html(sheet(book))).findall(".//figure"))
    own = sheet(book)
    meters = {(one.fixed, one.meters) for one in own.progressives}
    assert figures == 1 + bool(own.chart) + len(meters)


def test_names_cannot_break_the_page() -> None:
    page = par_html(hostile())
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_a_notebook_shows_the_sheet() -> None:
    assert "<article" in sheet("pa-678a")._repr_html_()


# --- PDF -----------------------------------------------------------------------------------------------


@every_book
def test_pdf_has_two_to_four_pages(book: str) -> None:
    made = par_pdf(sheet(book))
    assert made.startswith(b"%PDF")
    assert 2 <= len(re.findall(rb"/Type /Page\b(?!s)", made)) <= 4


def test_a_form_is_the_same_each_time() -> None:
    assert par_pdf(sheet("pa-678a")) == par_pdf(sheet("pa-678a"))
    assert par_html(sheet("pa-678a")) == par_html(sheet("pa-678a"))


def test_pdf_takes_letters_of_any_alphabet() -> None:
    assert par_pdf(hostile()).startswith(b"%PDF")


# --- Workbook ------------------------------------------------------------------------------------------


def workbook(own: Par) -> Any:
    return load_workbook(BytesIO(par_xlsx(own)))


def test_workbook_has_every_sheet() -> None:
    names = ["Summary", "Main game", "Distribution", "Side wagers", "Progressives", "169 hands", "Choices"]
    assert workbook(sheet("pa-653a")).sheetnames == names
    assert workbook(sheet("ma-colorado")).sheetnames == [n for n in names if n not in ("Progressives", "169 hands")]


@every_book
def test_numbers_are_numbers_beside_exact_fractions(book: str) -> None:
    main = workbook(sheet(book))["Main game"]
    name, value, exact = (cell.value for cell in main[2][:3])
    assert name == f"Expectation per {sheet(book).base}"
    assert value == pytest.approx(float(sheet(book).main.ev), rel=1e-15)
    assert Fraction(exact) == sheet(book).main.ev


@every_book
def test_headings_stay_in_sight(book: str) -> None:
    assert all(own.freeze_panes for own in workbook(sheet(book)).worksheets)


def test_a_count_too_long_for_a_workbook_is_text() -> None:
    cells = [row[1].value for row in workbook(sheet("pa-678a"))["Distribution"].iter_rows(min_row=2)]
    counts = [deals for _, deals in sorted(sheet("pa-678a").spread.counts.items())]
    assert [int(cell) for cell in cells] == counts
    assert all(isinstance(cell, str) == (int(cell) >= 10**15) for cell in cells)


def test_a_name_is_no_formula() -> None:
    summary = workbook(hostile())["Summary"]
    assert all(cell.data_type != "f" for row in summary.iter_rows() for cell in row)
    assert HOSTILE in summary["B2"].value


# --- Side by side --------------------------------------------------------------------------------------


def test_a_sheet_does_not_differ_from_itself() -> None:
    found = compare(sheet("pa-653a"), sheet("pa-653a"))
    assert found.differences == ()
    assert found.as_json()["differences"] == 0


def test_another_column_is_the_only_difference() -> None:
    other = par(filed("pa-678a", ('\nflush-bonus = "A"', '\nflush-bonus = "B"')), DAY)
    found = compare(sheet("pa-678a"), other)
    assert {row.part for row in found.differences} == {"Flush Bonus", "choices"}
    (hold,) = [row for row in found.differences if row.name == "hold"]
    assert hold.change == sheet("pa-678a").sides[0].result.ev - other.sides[0].result.ev
    assert -other.sides[0].result.ev == Fraction(7_095_712, 133_784_560)
    assert (hold.left, hold.right) == ("7.8072%", "5.3038%")


def test_two_laws_side_by_side_fit_a_terminal() -> None:
    text = compare_text(compare(sheet("pa-647a"), sheet("md-thb")))
    assert max(map(len, text.splitlines())) <= 80
    assert "647a.12" not in text.splitlines()[0]
    assert any(line.startswith("*") and "regulation" in line for line in text.splitlines())


def test_examples_are_all_there() -> None:
    assert sorted(path.stem for path in EXAMPLES.glob("*.toml")) == sorted(rulebooks.IDS)
