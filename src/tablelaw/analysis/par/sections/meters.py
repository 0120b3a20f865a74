"""Progressives on a PAR sheet: house edge as a function of the meters, break-even amounts, the long run, and envy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from tablelaw.amounts import percent_text
from tablelaw.analysis.par import words as say
from tablelaw.analysis.par.choices import cents_text, names_together
from tablelaw.analysis.par.contents import Par, ParMeter, ParProgressive
from tablelaw.analysis.par.sections.blocks import Block, Grid, Plot, right
from tablelaw.money_format import DOLLARS
from tablelaw.printed_money import money_format, printed

READ_AS = (
    "Share won: of the meter, by one wager on average. Average: what the meter shows when one of many wagers is "
    "settled. Break-even: what it must show for a wager to cost nothing while other meters show their seeds. "
    "A wager feeds the meter after its own round."
)


def progressives(par: Par) -> Iterator[Block]:
    """A part for each meter wager; wagers that differ only in name share one."""
    for n, (names, one) in enumerate(alike(par)):
        title = f"{names}, {printed(one.stake_cents)}"
        notes = [READ_AS] * (n == 0) + [f"A fold loses the wager; the figures are {one.basis}."] * bool(one.basis)
        narrow = len(one.meters) == 1
        yield Grid(
            title, ("Figure", "Shown", "Exact"), tuple(_figures(one)), right(1, 2), " ".join(notes), one.cite, narrow
        )
        yield Plot(f"meter {one.wager}", f"The house edge on {names} against what a meter shows.", narrow)
        if one.envy:
            yield _envy(one)


def alike(par: Par) -> list[tuple[str, ParProgressive]]:
    """Groups the meter wagers whose figures are the same."""
    groups: dict[str, list[ParProgressive]] = {}
    for one in par.progressives:
        groups.setdefault(repr(replace(one, wager="", name="")), []).append(one)
    return [(names_together([one.name for one in group]), group[0]) for group in groups.values()]


def _figures(one: ParProgressive) -> Iterator[tuple[str, str, str]]:
    run = one.long_run
    yield "Return of the fixed rows", say.percent(1 + one.fixed), say.exact(1 + one.fixed)
    yield "House edge with meters at their seeds", say.percent(-one.at_seed), say.exact(-one.at_seed)
    for meter in one.meters:
        yield from _meter(meter)
    yield "Long run: to the meters", say.percent(run.growth), say.exact(run.growth)
    yield "Long run: reseeding by the house", say.percent(run.reseeding), say.exact(run.reseeding)
    yield "Long-run house edge", say.percent(run.hold), say.exact(run.hold)


def _meter(meter: ParMeter) -> Iterator[tuple[str, str, str]]:
    name, linked = f"{say.sentence(meter.name)}: ", f", linked as {meter.link}" if meter.link else ""
    rate = percent_text(meter.primary) + (f" and {percent_text(meter.reserve)}" if meter.reserve else "")
    yield f"{name}seed{linked}", cents_text(meter.seed_cents), _dollars(meter.seed_cents)
    yield f"{name}reseed", cents_text(meter.reseed_cents), _dollars(meter.reseed_cents)
    yield f"{name}rate{' and reserve' if meter.reserve else ''}", rate, say.exact(meter.primary + meter.reserve)
    yield f"{name}share won by one wager", say.frequency(meter.coefficient), say.exact(meter.coefficient)
    yield f"{name}won whole", say.one_in(meter.emptied), say.exact(meter.emptied)
    yield f"{name}shows on average", cents_text(meter.average_cents), _dollars(meter.average_cents)
    yield f"{name}break-even", cents_text(meter.break_even_cents), _dollars(meter.break_even_cents)


def _dollars(cents: Fraction) -> str:
    return money_format().with_symbol(say.exact(cents / 100))


def _envy(one: ParProgressive) -> Grid:
    staked = Fraction(one.stake_cents, 100)
    money = money_format()
    sums = [(n, v, money.decimals(float(v), 6)) for n, v in one.envy.items()]
    rows = [(str(n), shown, say.percent(v / staked), say.exact(v)) for n, v, shown in sums]
    unit = "Dollars" if money == DOLLARS else money.symbol.strip()
    columns = ("Other players", f"{unit} a round", "Of the wager", "Exact")
    return Grid(
        "Envy, by other players dealt in", columns, tuple(rows), right(0, 1, 2, 3), cite=one.envy_cite, is_narrow=True
    )
