"""Two PAR sheets side by side: every choice and figure of either, and whether they differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from tablelaw.analysis.par import words as say
from tablelaw.analysis.par.contents import Par, ParProgressive, SideWager
from tablelaw.printed_money import money_format

ABSENT = "-"
LAW, ROUND, MAIN, CHOICES = "law", "a round with everything staked", "main game", "choices"
HANDS = "first action with two cards"
"""The part of which people are shown only the differences."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a sheet: its heading, name and text, and its exact value if it is a number."""

    part: str
    name: str
    shown: str
    exact: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure of both sheets; `change` is right minus left, exact."""

    part: str
    name: str
    left: str
    right: str
    change: Fraction | None
    differs: bool

    def as_json(self) -> dict[str, object]:
        change = None if self.change is None else say.exact(self.change)
        row = {"part": self.part, "name": self.name, "left": self.left, "right": self.right}
        return {**row, "change": change, "differs": self.differs}


@dataclass(frozen=True, slots=True)
class Comparison:
    """All figures of two sheets, side by side."""

    left: Par
    right: Par
    rows: tuple[Difference, ...]

    @property
    def differences(self) -> tuple[Difference, ...]:
        return tuple(row for row in self.rows if row.differs)

    def as_json(self) -> dict[str, object]:
        return {
            "left": name_of(self.left),
            "right": name_of(self.right),
            "differences": len(self.differences),
            "rows": [row.as_json() for row in self.rows],
        }


def compare(left: Par, right: Par) -> Comparison:
    """Compares two sheets part by part; figures found only in the second follow the others of their part."""
    ours, theirs = ({(f.part, f.name): f for f in figures(par)} for par in (left, right))
    names = dict.fromkeys((*ours, *theirs))
    keys = [key for part in _parts(names) for key in names if key[0] == part]
    return Comparison(left, right, tuple(_difference(key, ours.get(key), theirs.get(key)) for key in keys))


def _parts(names: Iterable[tuple[str, str]]) -> list[str]:
    """The parts of both sheets, each once, with the choices last because they explain the others."""
    found = dict.fromkeys(part for part, _ in names)
    return [*(part for part in found if part != CHOICES), CHOICES]


def _difference(key: tuple[str, str], ours: Figure | None, theirs: Figure | None) -> Difference:
    left, right = (ABSENT if figure is None else figure.shown for figure in (ours, theirs))
    one, other = (None if figure is None else figure.exact for figure in (ours, theirs))
    change = other - one if one is not None and other is not None else None
    return Difference(key[0], key[1], left, right, change, bool(change) or left != right)


def name_of(par: Par) -> str:
    head = par.header
    return f"{head.game} ({head.regulation}), {say.table_name(par)}, {head.casino}"


# --- What a sheet says ----------------------------------------------------------------------------------


def figures(par: Par) -> Iterator[Figure]:
    """Every figure of a sheet that may differ from another sheet's."""
    head = par.header
    for name, value in (
        ("game", head.game),
        ("regulation", head.regulation),
        ("edition", head.edition),
        ("rulebook data", head.fingerprint),
    ):
        yield Figure(LAW, name, value)
    yield from _round(par)
    yield from _main(par)
    for side in par.sides:
        yield from _side(side)
    for one in par.progressives:
        yield from _progressive(one)
    for choice in par.choices:
        yield Figure(CHOICES, f"{choice.part}.{choice.name}", choice.value)


def _share(part: str, name: str, value: Fraction) -> Figure:
    return Figure(part, name, say.percent(value), value)


def _round(par: Par) -> Iterator[Figure]:
    for part in par.whole_round:
        yield Figure(ROUND, f"kept of {part.name}", say.dollars(part.kept_cents), part.kept_cents / 100)
    yield _share(ROUND, "overall house edge", par.overall_hold)


def _main(par: Par) -> Iterator[Figure]:
    main, spread = par.main, par.spread
    yield _share(MAIN, "house edge", -main.ev)
    if main.average_wager is not None and main.element_of_risk is not None:
        yield Figure(MAIN, "average total wager", f"{float(main.average_wager):.6f}", main.average_wager)
        yield _share(MAIN, "element of risk", main.element_of_risk)
    yield Figure(MAIN, "standard deviation", f"{spread.standard_deviation:.6f}")
    yield _share(MAIN, "hit frequency", spread.frequency("won"))
    yield Figure(MAIN, "N0", say.rounds(spread.n0), spread.n0)
    for action, share in main.actions.items():
        yield _share(MAIN, action.replace("-", " "), share)
    for cell in par.chart:
        yield Figure(HANDS, cell.name, cell.action)


def _side(side: SideWager) -> Iterator[Figure]:
    yield Figure(side.name, "column", say.column(side.column))
    yield _share(side.name, "house edge", -side.result.ev)
    if side.never_folding is not None:
        yield _share(side.name, "house edge, never folding", -side.never_folding)
    if side.played_together is not None:
        yield _share(side.name, "house edge, played together", -side.played_together)
    if side.printed is not None:
        yield Figure(side.name, "the regulator's range", say.range_verdict(side.printed))
    yield Figure(side.name, "hit frequency", say.frequency(side.spread.frequency("won")), side.spread.frequency("won"))
    yield Figure(side.name, "standard deviation", f"{side.spread.standard_deviation:.6f}")


def _progressive(one: ParProgressive) -> Iterator[Figure]:
    yield _share(one.name, "return of the fixed rows", 1 + one.fixed)
    yield _share(one.name, "long-run house edge", one.long_run.hold)
    for meter in one.meters:
        dollars = meter.break_even_cents / 100
        yield Figure(one.name, f"{meter.name} break-even", money_format().decimals(float(dollars), 2), dollars)
