"""The sheets of a workbook with amounts that the reader may change: a round with everything staked, and the meters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from openpyxl import Workbook
from openpyxl.styles import Font

from tablelaw.analysis.par import words as say
from tablelaw.analysis.par.contents import Par, ParMeter, ParProgressive, RoundPart
from tablelaw.analysis.par.forms.xlsx_cells import TYPE, Entry, Formula, Row, next_row, write_note, write_table
from tablelaw.money_format import SymbolPosition
from tablelaw.printed_money import money_format

PERCENT, TEN = "0.0000%", "0.0000000000"
TO_CHANGE = "Blue figures on yellow may be changed; the others follow."


def _money() -> str:
    """The number format of an amount that the reader enters."""
    return _cell_format("#,##0.00####")


def _fine_money() -> str:
    """The number format of an amount shown to a hundredth of a cent."""
    shown = _cell_format("#,##0.0000")
    return f"{shown};-{shown}"


def _cell_format(digits: str) -> str:
    """A number format with the currency's symbol; the spreadsheet program adds the reader's own separators."""
    money = money_format()
    quoted = money.symbol if money.symbol == "$" else f'"{money.symbol}"'
    return quoted + digits if money.position is SymbolPosition.BEFORE else digits + quoted


def _unit() -> str:
    return money_format().symbol.strip()


def round_sheet(book: Workbook, par: Par) -> None:
    """What one player stakes and loses in a round, with stakes that can be changed."""
    sheet = book.create_sheet("A round")
    columns = (
        "Wager",
        f"Wagered, {_unit()}",
        "Staked per unit",
        "House edge per unit",
        f"Staked, {_unit()}",
        f"House keeps, {_unit()}",
        "Of the stake",
    )
    rows = list(_parts(par.whole_round))
    first = write_table(
        sheet, columns, rows, {1: _money(), 2: TEN, 3: TEN, 4: _fine_money(), 5: _fine_money(), 6: PERCENT}
    )
    for cell in sheet[first + len(rows) - 1]:
        cell.font = Font(name=TYPE, bold=True)
    write_note(sheet, f"{TO_CHANGE} Zero means that a wager is not made.")
    write_note(
        sheet,
        "Meter wagers at their long-run house edge; a bonus follows the wagers it belongs to; Envy for a full table.",
    )


def _parts(parts: Sequence[RoundPart]) -> Iterator[Row]:
    """A row for each part, from row 2 on, then the totals."""
    place = {part.wager: n for n, part in enumerate(parts, 2)}
    for n, part in enumerate(parts, 2):
        carried = "+".join(f"B{place[name]}" for name in part.rides_on)
        down = Formula(f"={carried}") if carried else Entry(part.stake_cents / 100)
        sums = (Formula(f"=B{n}*C{n}"), Formula(f"=B{n}*D{n}"), Formula(f'=IF(E{n}=0,"",F{n}/E{n})'))
        yield part.name, down, part.staked_per_unit, part.hold_per_unit, *sums
    last = len(parts) + 1
    whole = f"F{last + 1}/E{last + 1}"
    yield "All together", "", "", "", *(Formula(f"=SUM({c}2:{c}{last})") for c in "EF"), Formula(f"={whole}")


# --- Progressives ---------------------------------------------------------------------------------------


def progressives_sheet(book: Workbook, par: Par) -> None:
    """Writes the figures of each meter wager, then its house edge at amounts that the reader enters."""
    if not par.progressives:
        return
    sheet = book.create_sheet("Progressives")
    rows = [(one.name, name, value, say.exact(value)) for one in par.progressives for name, value in _figures(one)]
    write_table(sheet, ("Wager", "Figure", "Value", "Exact"), rows, {2: TEN})
    for name, value in zip(sheet["B"], sheet["C"], strict=True):
        if f", {_unit()}" in str(name.value):
            value.number_format = _money()
    for one in par.progressives:
        columns = ("House edge at an amount on the meter", "Meter", f"Shows, {_unit()}", "Adds to the return")
        rows_of = list(_hold_at(one, next_row(sheet) + 1))
        first = write_table(sheet, columns, rows_of, {2: _money(), 3: PERCENT})
        sheet.cell(first + len(rows_of) - 1, 4).font = Font(name=TYPE, bold=True)
    write_note(sheet, TO_CHANGE)


def _figures(one: ParProgressive) -> Iterator[tuple[str, Fraction]]:
    yield f"Stake, {_unit()}", Fraction(one.stake_cents, 100)
    yield "Return of the fixed rows", 1 + one.fixed
    yield "House edge with meters at their seeds", -one.at_seed
    yield "Long run: to the meters", one.long_run.growth
    yield "Long run: reseeding by the house", one.long_run.reseeding
    yield "Long-run house edge", one.long_run.hold
    for meter in one.meters:
        yield from ((f"{say.sentence(meter.name)}: {name}", value) for name, value in _meter(meter))
    for others, dollars in one.envy.items():
        yield f"Envy with {others} others, {_unit()} a round", dollars


def _meter(meter: ParMeter) -> Iterator[tuple[str, Fraction]]:
    yield f"seed, {_unit()}", meter.seed_cents / 100
    yield f"reseed, {_unit()}", meter.reseed_cents / 100
    yield f"average, {_unit()}", meter.average_cents / 100
    yield f"break-even, {_unit()}", meter.break_even_cents / 100
    yield "share won by one wager", meter.coefficient
    yield "won whole", meter.emptied
    yield "rate", meter.primary
    yield "reserve", meter.reserve


def _hold_at(one: ParProgressive, first: int) -> Iterator[Row]:
    """A row for each meter's amount, then the house edge as a formula: the line that the sheet also plots."""
    stake = Fraction(one.stake_cents, 100)
    for n, meter in enumerate(one.meters, first):
        share = float(meter.coefficient / stake)
        yield one.name, say.sentence(meter.name), Entry(float(meter.seed_cents) / 100), Formula(f"=C{n}*{share!r}")
    last = first + len(one.meters) - 1
    yield "House edge", "", "", Formula(f"=1-({float(1 + one.fixed)!r}+SUM(D{first}:D{last}))")
