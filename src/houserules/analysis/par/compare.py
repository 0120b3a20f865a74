"""Two PAR sheets side by side: every choice and figure of either, and whether they differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from textwrap import wrap

from houserules.analysis.par import blocks
from houserules.analysis.par import words as say
from houserules.analysis.par.as_text import WIDTH, grid_lines
from houserules.analysis.par.blocks import Grid
from houserules.analysis.par.data import Par, ParProgressive, SideWager

ABSENT = "-"
MARK = "*"
HANDS = "first action with two cards"
"""The part of which people are shown only what differs."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing a sheet says: under a heading, by name, as shown, and exactly where it is a number."""

    part: str
    name: str
    shown: str
    exact: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing both sheets may say. A change is right less left, exact."""

    part: str
    name: str
    left: str
    right: str
    change: Fraction | None
    differs: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything two sheets say, side by side."""

    left: Par
    right: Par
    rows: tuple[Difference, ...]

    @property
    def differences(self) -> tuple[Difference, ...]:
        return tuple(row for row in self.rows if row.differs)

    def as_json(self) -> dict[str, object]:
        return {
            "left": _name(self.left),
            "right": _name(self.right),
            "differences": len(self.differences),
            "rows": [
                {
                    "part": row.part,
                    "name": row.name,
                    "left": row.left,
                    "right": row.right,
                    "change": None if row.change is None else say.exact(row.change),
                    "differs": row.differs,
                }
                for row in self.rows
            ],
        }

    def _repr_html_(self) -> str:
        from houserules.analysis.par.as_html import STYLE, grid_html

        return f'<style>{STYLE}</style><article class="par">{"".join(map(grid_html, _grids(self)))}</article>'


def compare(left: Par, right: Par) -> Comparison:
    """Two sheets side by side, in the order of the first; what only the second says follows in its part."""
    ours, theirs = ({(f.part, f.name): f for f in figures(par)} for par in (left, right))
    parts = dict.fromkeys(part for part, _ in (*ours, *theirs))
    keys = [key for part in parts for key in dict.fromkeys((*ours, *theirs)) if key[0] == part]
    return Comparison(left, right, tuple(_difference(key, ours.get(key), theirs.get(key)) for key in keys))


def _difference(key: tuple[str, str], ours: Figure | None, theirs: Figure | None) -> Difference:
    left, right = (ABSENT if figure is None else figure.shown for figure in (ours, theirs))
    one, other = (None if figure is None else figure.exact for figure in (ours, theirs))
    change = other - one if one is not None and other is not None else None
    return Difference(key[0], key[1], left, right, change, bool(change) or left != right)


def compare_text(found: Comparison) -> str:
    """Side by side for a terminal of 80 columns; a star marks what differs."""
    count = f"{len(found.differences)} differences, each marked {MARK}"
    named = (f"First:  {_name(found.left)}", f"Second: {_name(found.right)}")
    lines = [*(line for name in named for line in wrap(name, WIDTH, subsequent_indent=" " * 8)), count]
    blocks = ["\n".join(lines), *("\n".join(grid_lines(grid)) for grid in _grids(found))]
    return "\n\n".join(blocks) + "\n"


def _grids(found: Comparison) -> Iterator[Grid]:
    for part in dict.fromkeys(row.part for row in found.rows):
        own = [row for row in found.rows if row.part == part and (row.differs or part != HANDS)]
        cells = [(MARK if r.differs else "", r.name, r.left, r.right, _change(r)) for r in own]
        columns = ("", "What", "First", "Second", "Change")
        if cells:
            grid = Grid(say.sentence(part), columns, tuple(cells), blocks.right(4))
            yield blocks.without_empty_columns(grid)


def _change(row: Difference) -> str:
    if not row.change:
        return ""
    is_share = row.left.endswith("%")
    return f"{float(row.change) * 100:+.4f} pp" if is_share else f"{float(row.change):+,.6g}"


def _name(par: Par) -> str:
    head = par.header
    return f"{head.game} ({head.regulation}), {say.table_name(par)}, {head.casino}"


# --- What a sheet says ----------------------------------------------------------------------------------


def figures(par: Par) -> Iterator[Figure]:
    """Everything of a sheet that another may say differently."""
    head = par.header
    for name, value in (("game", head.game), ("regulation", head.regulation), ("rulebook data", head.fingerprint)):
        yield Figure("law", name, value)
    yield from _main(par)
    for side in par.sides:
        yield from _side(side)
    for one in par.progressives:
        yield from _progressive(one)
    for choice in par.choices:
        yield Figure("choices", f"{choice.part}.{choice.name}", choice.value)


def _main(par: Par) -> Iterator[Figure]:
    main, spread, part = par.main, par.spread, "main game"
    yield Figure(part, "hold", say.percent(-main.ev), -main.ev)
    if main.average_wager is not None and main.element_of_risk is not None:
        yield Figure(part, "average total wager", f"{float(main.average_wager):.6f}", main.average_wager)
        yield Figure(part, "element of risk", say.percent(main.element_of_risk), main.element_of_risk)
    yield Figure(part, "standard deviation", f"{spread.standard_deviation:.6f}")
    yield Figure(part, "hit frequency", say.percent(spread.frequency("won")), spread.frequency("won"))
    yield Figure(part, "N0", say.rounds(spread.n0), spread.n0)
    for action, share in main.actions.items():
        yield Figure(part, action, say.percent(share), share)
    for cell in par.chart:
        yield Figure(HANDS, cell.name, cell.action)


def _side(side: SideWager) -> Iterator[Figure]:
    yield Figure(side.name, "column", side.column)
    yield Figure(side.name, "hold", say.percent(-side.result.ev), -side.result.ev)
    yield Figure(side.name, "hit frequency", say.frequency(side.spread.frequency("won")), side.spread.frequency("won"))
    yield Figure(side.name, "standard deviation", f"{side.spread.standard_deviation:.6f}")


def _progressive(one: ParProgressive) -> Iterator[Figure]:
    yield Figure(one.name, "return of the fixed rows", say.percent(1 + one.fixed), 1 + one.fixed)
    yield Figure(one.name, "long-run hold", say.percent(one.long_run.hold), one.long_run.hold)
    for meter in one.meters:
        dollars = meter.break_even_cents / 100
        yield Figure(one.name, f"{meter.name} break-even", f"${float(dollars):,.2f}", dollars)
