"""The workbook of a PAR sheet: numbers are numbers, next to their fractions, and formulas agree with them."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from io import BytesIO
from math import prod
from typing import Any

import pytest
from openpyxl import load_workbook

from tablelaw.analysis.par import par
from tablelaw.analysis.par.contents import Par
from tablelaw.analysis.par.forms.xlsx import par_xlsx
from tests.analysis.par_sheets import DAY, drawn_bonuses, every_book, filed, sheet
from tests.analysis.test_par_forms import HOSTILE, hostile


def workbook(own: Par) -> Any:
    return load_workbook(BytesIO(par_xlsx(own)))


@cache
def example(book: str) -> Any:
    return workbook(sheet(book))


def column(own: Any, place: int, first: int, last: int) -> list[Any]:
    return [own.cell(n, place).value for n in range(first, last + 1)]


def row_of(own: Any, name: str, place: int = 1) -> int:
    """The first row with this name in a column."""
    return next(n for n in range(1, own.max_row + 1) if own.cell(n, place).value == name)


def ranges(own: Any, formula: str) -> list[list[Any]]:
    """The cells of every range in a formula."""
    found = re.findall(r"\$?([A-Z])\$?(\d+):\$?[A-Z]\$?(\d+)", formula)
    return [column(own, ord(letter) - 64, int(first), int(last)) for letter, first, last in found]


# --- Sheets ----------------------------------------------------------------------------------------------


def test_workbook_has_every_sheet() -> None:
    names = ["Summary", "A round", "Main game", "Distribution", "Side wagers", "Progressives", "169 hands"]
    names += ["Chart of hands", "Choices", "Notes"]
    assert example("pa-653a").sheetnames == names
    absent = ("Progressives", "169 hands", "Chart of hands")
    assert example("ma-colorado").sheetnames == [name for name in names if name not in absent]


@every_book
def test_numbers_are_numbers_beside_exact_fractions(book: str) -> None:
    main = example(book)["Main game"]
    name, value, exact = (cell.value for cell in main[2][:3])
    assert name == f"Expectation per {sheet(book).base}"
    assert value == pytest.approx(float(sheet(book).main.ev), rel=1e-15)
    assert Fraction(exact) == sheet(book).main.ev


@every_book
def test_headings_stay_in_sight_and_are_printed_on_every_page(book: str) -> None:
    for own in example(book).worksheets:
        assert own.freeze_panes
        assert own.print_title_rows


def test_summary_says_whether_a_range_is_met() -> None:
    summary = example("pa-678a")["Summary"]
    row = row_of(summary, "Progressive Jackpot")
    heads = [cell.value for cell in summary[row_of(summary, "Wager")]]
    found = dict(zip(heads, (cell.value for cell in summary[row]), strict=True))
    assert (found["Regulator's low"], found["Regulator's high"], found["Met"]) == (0.23, 0.23, "no")
    assert found["Long-run house edge"] == pytest.approx(10775253 / 33446140)
    assert found["Law"] == "678a.12(d)(1)"


def test_a_count_too_long_for_a_workbook_is_text() -> None:
    counts = [deals for _, deals in sorted(sheet("pa-678a").spread.counts.items())]
    cells = column(example("pa-678a")["Distribution"], 2, 2, len(counts) + 1)
    assert [int(cell) for cell in cells] == counts
    assert all(isinstance(cell, str) == (int(cell) >= 10**15) for cell in cells)


def test_a_name_is_no_formula() -> None:
    summary = workbook(hostile())["Summary"]
    assert all(cell.data_type != "f" for row in summary.iter_rows() for cell in row)
    assert HOSTILE in summary["B2"].value


def test_notes_say_what_the_sheet_says() -> None:
    told = [row[2].value for row in example("pa-653a")["Notes"].iter_rows(min_row=2)]
    assert any("payout limit of $50,000" in note for note in told)
    assert any("A fold loses it [653a.11(f)(2)]" in note for note in told)


# --- Formulas ----------------------------------------------------------------------------------------------


@every_book
def test_distribution_is_worked_out_again_from_its_rows(book: str) -> None:
    own = example(book)["Distribution"]
    row = row_of(own, "Expectation")
    nets, shares = ranges(own, own.cell(row, 2).value)
    assert len(nets) == len(sheet(book).spread.counts)
    assert own.cell(row, 2).value.startswith("=SUMPRODUCT(A2:")
    assert sum(map(prod, zip(nets, shares, strict=True))) == pytest.approx(own.cell(row, 3).value, abs=1e-12)
    assert own.cell(row, 4).value == f"=B{row}-C{row}"
    assert sum(shares) == pytest.approx(1)


@every_book
def test_every_side_wager_is_worked_out_again(book: str) -> None:
    own = example(book)["Side wagers"]
    start = row_of(own, "Recomputed")
    for n, side in enumerate(sheet(book).sides, start + 1):
        names, nets, shares = ranges(own, own.cell(n, 6).value)
        rows = [(net, share) for name, net, share in zip(names, nets, shares, strict=True) if name == side.name]
        assert own.cell(n, 1).value == side.name
        assert len(rows) == len(side.lines)
        assert sum(net * share for net, share in rows) == pytest.approx(float(side.result.ev), abs=1e-9)


def test_stakes_of_a_round_may_be_changed() -> None:
    own = workbook(drawn_bonuses())["A round"]
    parts = drawn_bonuses().whole_round
    for n, part in enumerate(parts, 2):
        put_down, staked, hold = (own.cell(n, place).value for place in (2, 3, 4))
        assert own.cell(n, 1).value == part.name
        assert own.cell(n, 5).value == f"=B{n}*C{n}"
        assert own.cell(n, 6).value == f"=B{n}*D{n}"
        assert (staked, hold) == pytest.approx((float(part.staked_per_unit), float(part.hold_per_unit)))
        assert isinstance(put_down, str) == bool(part.rides_on)
    magic = row_of(own, "Magic Card Bonus")
    carriers = (f"Five Card Hand Bonus, on the {who}" for who in ("player", "dealer"))
    assert own.cell(magic, 2).value == "=" + "+".join(f"B{row_of(own, name)}" for name in carriers)
    last = len(parts) + 2
    assert [own.cell(last, place).value for place in (5, 6, 7)] == [
        f"=SUM(E2:E{last - 1})",
        f"=SUM(F2:F{last - 1})",
        f"=F{last}/E{last}",
    ]


def test_a_meter_may_be_entered() -> None:
    """With its original numbers, the formula gives the hold at the seeds."""
    own, (one,) = workbook(sheet("pa-678a"))["Progressives"], sheet("pa-678a").progressives
    row = row_of(own, "House edge at an amount on the meter") + 1
    shown, adds, hold = own.cell(row, 3).value, own.cell(row, 4).value, own.cell(row + 1, 4).value
    share = float(adds.removeprefix(f"=C{row}*"))
    fixed = float(re.match(r"=1-\(([\d.e-]+)\+SUM", hold)[1])  # type: ignore[index]
    assert shown == 30_000
    assert 1 - (fixed + shown * share) == pytest.approx(float(-one.at_seed), abs=1e-12)


def test_values_of_169_hands_average_to_the_game() -> None:
    own = example("pa-653a")["169 hands"]
    row = row_of(own, "Main game")
    ways, values, _ = ranges(own, own.cell(row, 4).value)
    assert (len(ways), sum(ways)) == (169, 1326)
    value = sum(map(prod, zip(ways, values, strict=True))) / 1326
    assert value == pytest.approx(float(sheet("pa-653a").main.ev), abs=1e-12)


def test_a_wager_by_play_has_exact_fractions() -> None:
    own = example("pa-653a")["Side wagers"]
    row = row_of(own, "By how the main game is played") + 1
    assert [own.cell(n, 3).value for n in (row, row + 1, row + 2)] == [
        "under best play of the main game",
        "for a player who never folds",
        "played together with the main game",
    ]
    assert Fraction(own.cell(row, 7).value) == Fraction(-4940762633, 19810406000)


def test_a_stake_of_five_dollars_is_put_down() -> None:
    five = par(filed("pa-678a", ('amount = "$1"', 'amount = "$5"')), DAY)
    own = workbook(five)["A round"]
    assert own.cell(row_of(own, "Progressive Jackpot"), 2).value == 5
