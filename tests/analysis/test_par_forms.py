"""The human-readable formats of a PAR sheet: text, page and PDF agree, and no input breaks them."""

from __future__ import annotations

import re
import zlib
from fractions import Fraction
from functools import cache
from xml.etree import ElementTree

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.par import par
from tablelaw.analysis.par import words as say
from tablelaw.analysis.par.contents import Par
from tablelaw.analysis.par.forms.html import par_html
from tablelaw.analysis.par.forms.pdf import par_pdf
from tablelaw.analysis.par.forms.pdf_page import MARGIN, Page
from tablelaw.analysis.par.forms.text import grid_lines, par_text
from tablelaw.analysis.par.forms.xlsx import par_xlsx
from tablelaw.analysis.par.sections.blocks import Grid, Section, in_rows, narrowed, right, without_empty_columns
from tablelaw.analysis.par.sections.order import sections
from tablelaw.analysis.par.words import frequency, net, one_in
from tablelaw.jurisdictions import money_format_for
from tablelaw.money_format import MoneyFormat, SymbolPosition
from tablelaw.printed_money import printing_as
from tests.analysis.par_sheets import DAY, EXAMPLES, drawn_bonuses, every_book, filed, sheet

HOSTILE = '=1+1 <script>alert("x")</script> & Żółw'


def hostile() -> Par:
    name = HOSTILE.replace('"', '\\"')
    return par(filed("pa-678a", ('property = "Keystone Casino"', f'property = "{name}"')), DAY)


@cache
def page_of(book: str) -> str:
    return par_html(sheet(book))


@cache
def pdf_of(book: str) -> bytes:
    """The PDF of a book's sheet, after checking that every line fits its space in type large enough to read on
    paper.
    """
    write = Page.write_lines
    least = 6.9

    def watched(page: Page, lines: list[str], x: float, y: float, width: float, line: float, align: str = "L") -> None:
        for n, text in enumerate(lines):
            long = page.get_string_width(text)
            assert long <= width + 0.01, text
            assert x >= MARGIN - 1 and x + (long if align == "L" else width) <= page.w - MARGIN + 1, text
            assert y + (n + 1) * line <= page.h - MARGIN + line, text
            assert page.font_size_pt >= least, text
        write(page, lines, x, y, width, line, align)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Page, "write_lines", watched)
        return par_pdf(sheet(book))


def parsed(page: str) -> ElementTree.Element:
    return ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def read_page(book: str) -> str:
    return squeezed("".join(parsed(page_of(book)).itertext()))


def read_pdf(made: bytes) -> str:
    """The words of a PDF in the standard fonts, in drawing order."""
    begins = re.finditer(rb"/Length (\d+)[^>]*>>\s*stream\r?\n", made)
    streams = [made[begin.end() : begin.end() + int(begin[1])] for begin in begins]
    drawn = b"".join(zlib.decompress(stream) for stream in streams if stream[:1] == b"x")
    words = re.findall(rb"\(((?:\\.|[^()\\])*)\) Tj", drawn)
    return squeezed(re.sub(r"\\(.)", r"\1", "".join(word.decode("windows-1252") for word in words)))


def section(own: Par, name: str) -> Section:
    return next(part for part in sections(own) if part.id == name)


def grids(own: Par, name: str) -> list[Grid]:
    return [block for block in section(own, name).blocks if isinstance(block, Grid)]


# --- Contents of every format ----------------------------------------------------------------------------


def must_say(own: Par) -> list[str]:
    """Every hold, exact expectation, cite and risk figure that a sheet must contain."""
    holds = [own.main.ev, *(side.result.ev for side in own.sides)]
    risk = [own.spread.frequency("won"), own.main.element_of_risk or Fraction(0), own.overall_hold]
    words = [*(say.percent(-ev) for ev in holds), *(say.exact(ev) for ev in holds), *map(say.percent, risk)]
    words += [side.table_cite for side in own.sides] + [stake.cite for stake in own.stakes]
    words += [say.rounds(own.spread.n0), f"{own.spread.standard_deviation:.6f}", own.header.fingerprint, DAY]
    words += [say.exact(one.long_run.hold) for one in own.progressives]
    words += [say.exact(meter.break_even_cents / 100) for one in own.progressives for meter in one.meters]
    return words + [rule.name[1:] for rule in own.strategies]


@every_book
def test_every_form_says_every_figure_and_its_law(book: str) -> None:
    own = sheet(book)
    forms = {"page": read_page(book), "pdf": read_pdf(pdf_of(book)), "text": squeezed(par_text(own))}
    for form, read in forms.items():
        if form != "text":
            assert [word for word in must_say(own) if squeezed(word) not in read] == [], form
    wrapped = {squeezed(line) for line in par_text(own).splitlines()}
    assert all(any(squeezed(say.exact(s.result.ev)) in line for line in wrapped) for s in own.sides)


@every_book
def test_every_choice_filed_is_on_every_form(book: str) -> None:
    own = sheet(book)
    for read in (read_page(book), read_pdf(pdf_of(book))):
        assert [c.name for c in own.choices if squeezed(c.name) not in read or squeezed(c.value) not in read] == []


def test_summary_has_the_range_the_regulator_printed() -> None:
    (holds, everything) = grids(sheet("pa-678a"), "summary")
    column = holds.columns.index("Printed range")
    told = ["", "within 4.8 to 9.6%", "within 6.26 to 7.75%", "outside 23%"]
    assert [row[column] for row in holds.rows] == told
    assert holds.alerts == {(3, column)}
    assert everything.rows[-1] == ("All together", "$19.5562", "$1.1776", "6.0214%")
    assert everything.has_total


def test_a_game_the_player_wins_is_marked() -> None:
    """Colorado with a permissible bet and winning tens has a negative hold; a bonus that only pays does not count."""
    changes = (('version = "required"', 'version = "permissible"'), ('pair-of-tens = "push"', 'pair-of-tens = "win"'))
    holds, _ = grids(par(filed("ma-colorado", *changes), DAY), "summary")
    assert holds.rows[0][2] == "-2.2170%"
    assert holds.alerts == {(0, 2)}
    assert "A house edge below zero favours the player." in holds.note
    says = "The player has the advantage in the main game: with best play, it costs the house 2.2170% of the Ante."
    assert says in holds.note
    ultimate, _ = grids(sheet("pa-653a"), "summary")
    assert any(row[2].startswith("-") for row in ultimate.rows)
    assert not ultimate.alerts and "advantage" not in ultimate.note


def test_a_missed_range_says_by_how_much_and_what_would_meet_it() -> None:
    notes = {grid.title: grid.note for grid in grids(sheet("pa-678a"), "sides")}
    told = notes["Progressive Jackpot, column A"]
    assert "the long-run house edge, 32.2167%, is outside it, by 9.2167 percentage points." in told
    assert "the printed range is met at a rate of 29.2167%." in told


def test_wagers_by_play() -> None:
    grid = grids(sheet("pa-653a"), "sides")[-1]
    assert [row[1:3] for row in grid.rows] == [
        ("under best play of the main game", "24.9402%"),
        ("for a player who never folds", "20.3873%"),
        ("played together with the main game", "20.5772%"),
    ]
    assert "each at its smallest stake (Bad Beat Bonus at one Ante)" in grid.note
    assert "(Bonus at 1/5 of an Ante)" in grids(sheet("ma-colorado"), "sides")[-1].note


def test_envy_by_the_number_of_others() -> None:
    envy = next(grid for grid in grids(sheet("pa-653a"), "progressives") if grid.title.startswith("Envy"))
    assert [row[0] for row in envy.rows] == ["1", "2", "3", "4", "5"]
    assert envy.rows[-1] == ("5", "$0.028473", "2.8473%", "925/32487")
    assert envy.cite == "653a.1(Envy bonus), 653a.11(k)(5)"


def test_draws_are_not_called_deals() -> None:
    magic = next(grid for grid in grids(drawn_bonuses(), "sides") if grid.title.startswith("Magic Card"))
    assert magic.columns == ("Hand", "Pays", "Draws", "Frequency", "Return")
    assert "one draw in 20 rounds" in magic.note


def test_three_meters_have_three_break_even_sums() -> None:
    figures = next(grid for grid in grids(drawn_bonuses(), "progressives"))
    told = {row[0]: row[1] for row in figures.rows}
    assert [told[f"{name}: break-even"] for name in ("Mega", "Major", "Minor")] == [
        "$303,808",
        "$33,645.33",
        "$2,133.38",
    ]


def test_where_the_payout_limit_bites() -> None:
    """A payout of 505 Antes reaches the $50,000 limit at an Ante between $99 and $100; a payout of 5 Antes of at most
    $500 does not reach it.
    """
    (told,) = (note for note in sheet("pa-653a").notes if "payout limit" in note)
    assert "on Ante, Blind, Play together [653a.12(h)]" in told
    assert told.endswith("505 times the Ante, which exceeds it at wagers above $99.")
    (other,) = (note for note in sheet("pa-647a").notes if "payout limit" in note)
    assert other.endswith("5 times the Ante, which does not reach it at this table.")


# --- Text ----------------------------------------------------------------------------------------------


@every_book
def test_text_fits_a_terminal(book: str) -> None:
    text = par_text(sheet(book))
    assert max(map(len, text.splitlines())) <= 80
    assert sheet(book).header.fingerprint in text
    assert all(part.title.upper() in text for part in sections(sheet(book)))


def test_text_has_the_chart_of_hands() -> None:
    lines = par_text(sheet("pa-653a")).splitlines()
    aces = next(line for line in lines if line.startswith("  A "))
    assert aces.split() == ["A", *["4x"] * 13]


def test_a_total_stands_under_a_line() -> None:
    grid = Grid("", ("a", "b"), (("x", "1"), ("all", "1")), right(1), has_total=True)
    assert grid_lines(grid) == ["a    b", "---  -", "x    1", "---  -", "all  1"]


@pytest.mark.parametrize(
    ("share", "shown"),
    [("1/4", "25.00%"), ("1/649740", "0.000154%"), ("0", "0%"), ("1", "100%"), ("99999/100000", "99.99900%")],
)
def test_a_rare_share_is_seen(share: str, shown: str) -> None:
    assert frequency(Fraction(share)) == shown


def test_nets_and_odds_against() -> None:
    shown = ["-1", "0", "+1.5", "+1,000", "+4/3"]
    assert [net(Fraction(value)) for value in ("-1", "0", "3/2", "1000", "4/3")] == shown
    assert [one_in(Fraction(value)) for value in ("0", "1/3", "1/649740")] == ["never", "1 in 3.00", "1 in 649,740"]


def test_a_column_that_says_nothing_is_left_out() -> None:
    grid = Grid("", ("a", "b", "c"), (("1", "", "2"),), frozenset((2,)), alerts=frozenset(((0, 2),)))
    left = without_empty_columns(grid)
    assert left.columns == ("a", "c")
    assert (set(left.numbers), set(left.alerts)) == ({1}, {(0, 1)})


def test_narrow_blocks_stand_together_and_long_ones_in_halves() -> None:
    wide, narrow = Grid("", ("a",), ()), Grid("", ("a",), (), is_narrow=True)
    assert list(in_rows([wide, narrow, narrow, wide])) == [(wide,), (narrow, narrow), (wide,)]
    rows = tuple((str(n),) for n in range(9))
    first, rest = narrowed([Grid("t", ("a",), rows, right(0))])
    assert isinstance(first, Grid) and isinstance(rest, Grid)
    assert (first.rows, rest.rows, rest.title) == (rows[:5], rows[5:], "t, continued")


# --- Page ----------------------------------------------------------------------------------------------


@every_book
def test_page_is_well_formed_and_fetches_nothing(book: str) -> None:
    page = page_of(book)
    ids = [found for element in parsed(page).iter() if (found := element.get("id"))]
    assert len(ids) == len(set(ids))
    assert not re.search(r"(src|href)=\"(?!#)|url\((?!#)|@import", page)


@every_book
def test_page_has_its_plots_each_with_words(book: str) -> None:
    own = sheet(book)
    meters = {(one.fixed, one.meters) for one in own.progressives}
    figures = parsed(page_of(book)).findall(".//figure")
    assert len(figures) == 1 + bool(own.chart) + len(meters)
    assert all(figure.find("figcaption") is not None for figure in figures)
    assert page_of(book).count('role="img" aria-label="') == len(figures)


@every_book
def test_every_table_of_the_page_is_named_and_has_headings(book: str) -> None:
    root = parsed(page_of(book))
    for frame in root.iterfind(".//div[@role='region']"):
        assert frame.get("aria-label")
        assert frame.get("tabindex") == "0"
        assert all(head.get("scope") == "col" and head.text for head in frame.iterfind(".//thead/tr/th"))
        assert all(row.find("th[@scope='row']") is not None for row in frame.iterfind(".//tbody/tr"))


def test_page_marks_what_is_outside_the_range() -> None:
    marked = parsed(page_of("pa-678a")).findall(".//td[@class='alert']")
    assert [cell.text for cell in marked] == ["outside 23%"]


def test_names_cannot_break_the_page() -> None:
    page = par_html(hostile())
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_a_notebook_shows_the_sheet() -> None:
    shown = sheet("pa-678a")._repr_html_()
    assert shown.startswith("<style>")
    assert "2.6645%" in shown and "<html" not in shown


# --- PDF -----------------------------------------------------------------------------------------------


@every_book
def test_pdf_has_a_few_pages(book: str) -> None:
    made = pdf_of(book)
    assert made.startswith(b"%PDF")
    assert 3 <= len(re.findall(rb"/Type /Page\b(?!s)", made)) <= 7


@every_book
def test_pdf_cuts_no_word_and_stays_on_the_page(book: str) -> None:
    assert pdf_of(book), "every line is examined while it is written"


def test_a_long_name_takes_more_lines() -> None:
    name = "The Very Long Name of a Casino and Resort " * 5
    own = par(filed("pa-678a", ('property = "Keystone Casino"', f'property = "{name.strip()}"')), DAY)
    assert squeezed(name) in read_pdf(par_pdf(own))
    assert max(map(len, par_text(own).splitlines())) <= 80


def test_a_form_is_the_same_each_time() -> None:
    assert par_pdf(sheet("pa-678a")) == pdf_of("pa-678a")
    assert par_html(sheet("pa-678a")) == page_of("pa-678a")


def test_pdf_takes_letters_of_any_alphabet() -> None:
    assert par_pdf(hostile()).startswith(b"%PDF")


def test_a_sheet_in_euros_is_written_in_every_format() -> None:
    own = sheet("fr-trois-cartes")
    with printing_as(money_format_for(rulebooks.get("fr-trois-cartes"))):
        forms = {"page": par_html(own), "pdf": read_pdf(par_pdf(own)), "text": par_text(own)}
        assert par_xlsx(own).startswith(b"PK")
    staked = "5,0000€"
    assert [name for name, made in forms.items() if staked not in squeezed(made)] == []


def test_a_currency_that_the_standard_fonts_lack_is_printed_in_another() -> None:
    with printing_as(MoneyFormat(symbol=" zł", decimal=",", grouping=" ", position=SymbolPosition.AFTER)):
        assert b"/FontFile2" in par_pdf(sheet("pa-678a"))


def test_examples_are_all_there() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.toml")} == set(rulebooks.IDS)
