"""The first part of a PAR sheet: every house edge in one table, and the submission as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tablelaw.analysis.par import words as say
from tablelaw.analysis.par.contents import Par, SideWager
from tablelaw.analysis.par.sections.blocks import Block, Grid, right, without_empty_columns
from tablelaw.analysis.result import Distribution

COLUMNS = ("Wager", "Column", "Edge", "Long run", "SD", "Wins", "Printed range", "Law")
EDGE = COLUMNS.index("Edge")
RANGE = COLUMNS.index("Printed range")


def summary(par: Par) -> Iterator[Block]:
    rows = (_main_row(par), *(_side_row(par, side) for side in par.sides))
    outside = frozenset((n, RANGE) for n, row in enumerate(rows) if row[RANGE].startswith(say.OUTSIDE))
    losing = frozenset((n, EDGE) for n in losing_rows(par))
    notes = " ".join(_notes(par))
    yield without_empty_columns(Grid("", COLUMNS, rows, right(2, 3, 4, 5), notes, alerts=outside | losing))
    yield _whole_round(par)


def losing_rows(par: Par) -> list[int]:
    """The rows of wagers (not bonuses) on which the player has the edge; the main game is row 0."""
    wagers = [(0, par.main.ev), *((n, side.result.ev) for n, side in enumerate(par.sides, 1) if not side.is_bonus)]
    return [n for n, ev in wagers if ev > 0]


def _main_row(par: Par) -> tuple[str, ...]:
    column = ", ".join(f"{name} {value}" for name, value in par.main.choices.items())
    cite = par.stakes[0].cite.partition(",")[0]
    return ("Main game", column, say.percent(-par.main.ev), "", *_risk(par.spread), "", cite)


def _risk(spread: Distribution) -> tuple[str, str]:
    return f"{spread.standard_deviation:.2f}", say.frequency(spread.frequency("won"))


def _side_row(par: Par, side: SideWager) -> tuple[str, ...]:
    edge = say.percent(-side.result.ev) + ("*" if side.basis else "")
    long_run = "".join(say.percent(one.long_run.hold) for one in par.progressives if one.wager == side.id)
    verdict = say.range_verdict(side.printed)
    return (side.name, say.column(side.column), edge, long_run, *_risk(side.spread), verdict, side.table_cite)


def _notes(par: Par) -> Iterator[str]:
    yield (
        f"Edge: the house edge, the share kept on average of the {par.base} in the main game, under best play, and of "
        "the"
    )
    yield "sum staked on a side wager. SD: standard deviation in the same units. Wins: how often a player is ahead."
    if any(side.printed is not None for side in par.sides):
        yield "Printed range: the hold range that the regulator printed for the wager."
    if losing_rows(par):
        yield "A house edge below zero favours the player."
        yield from _advantages(par)
    if par.progressives:
        yield (
            "The edge is computed with meters at their seeds; long run is what remains after meters are fed and "
            "reseeded."
        )
    if any(side.is_bonus for side in par.sides):
        yield "A bonus stakes nothing: a negative house edge is what it gives per unit of the wager it belongs to."
    if any(side.basis for side in par.sides):
        yield "* Depends on how the main game is played."


def _advantages(par: Par) -> Iterator[str]:
    """A sentence for each wager on which the player has the edge; for the main game, also a weaker strategy against
    which the house has the edge.
    """
    for row in losing_rows(par):
        if row:
            side = par.sides[row - 1]
            yield say.advantage(f"on {side.name}", side.result.ev, "sum staked")
            continue
        yield say.advantage("in the main game", par.main.ev, par.base)
        if weaker := next((one for one in par.strategies if one.ev < 0), None):
            yield f'Against the strategy "{weaker.name}" the house keeps {say.percent(-weaker.ev)}.'


# --- Everything staked at once ------------------------------------------------------------------------


def _whole_round(par: Par) -> Grid:
    parts = par.whole_round
    rows = [_part(part.name, part.staked_cents, part.kept_cents) for part in parts]
    staked = sum((part.staked_cents for part in parts), Fraction(0))
    kept = sum((part.kept_cents for part in parts), Fraction(0))
    return Grid(
        "One player, one round, the smallest stake on everything offered",
        ("Wager", "Staked", "House keeps", "Of the stake"),
        (*rows, _part("All together", staked, kept)),
        right(1, 2, 3),
        " ".join(_round_notes(par)),
        has_total=True,
    )


def _part(name: str, staked: Fraction, kept: Fraction) -> tuple[str, ...]:
    return (name, say.dollars(staked), say.dollars(kept), say.percent(kept / staked) if staked else "")


def _round_notes(par: Par) -> Iterator[str]:
    yield "On average. In the main game all that is staked counts, including the later wagers, so that its share is the"
    yield "element of risk. The overall house edge moves with what players choose to stake: the workbook (XLSX) has the"
    yield "same table with stakes to change."
    if par.progressives:
        yield "Meter wagers at their long-run house edge."
    if any(side.is_for_others for side in par.sides):
        yield "Envy for a full table."
