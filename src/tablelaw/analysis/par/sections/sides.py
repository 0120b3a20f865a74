"""Side wagers on a PAR sheet: each row of their paytables with its count, and those that depend on main-game play."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tablelaw.analysis.par import words as say
from tablelaw.analysis.par.contents import Par, PayLine, Printed, SideWager
from tablelaw.analysis.par.sections.blocks import Block, Grid, right
from tablelaw.analysis.side_wagers.printed_range import range_text


def sides(par: Par) -> Iterator[Block]:
    yield from (_wager(side) for side in par.sides)
    hanging = [side for side in par.sides if side.never_folding is not None or side.played_together is not None]
    if hanging:
        yield _by_play(par, hanging)


def _wager(side: SideWager) -> Grid:
    columns = ("Hand", "Pays", "Draws" if side.is_drawn else "Deals", "Frequency", "Return")
    rows = tuple(_line(line, side.is_bonus) for line in side.lines)
    title = f"{side.name}, {_column_word(side)}"
    return Grid(title, columns, rows, right(1, 2, 3, 4), " ".join(_notes(side)), side.table_cite, True)


def _column_word(side: SideWager) -> str:
    return "as printed" if side.column == say.PRINTED else f"column {side.column}"


def _line(line: PayLine, is_bonus: bool) -> tuple[str, ...]:
    """What a line of a wager returns, including the stake; a bonus has no stake."""
    back = line.adds if is_bonus else (1 + line.net) * line.frequency
    shown = say.percent(back) if back else "-"
    return (say.sentence(line.hand), line.pays or "-", f"{line.deals:,}", say.frequency(line.frequency), shown)


def _notes(side: SideWager) -> Iterator[str]:
    yield f"{say.sentence(side.says).rstrip('.')} [{side.cite}]."
    stake = say.sentence(side.stake) if side.is_bonus else f"Stake {side.stake}"
    yield f"{stake}. Expectation {say.exact(side.result.ev)}; house edge {say.percent(-side.result.ev)}."
    if side.is_forfeited:
        yield f"A fold loses it [{side.fold_cite}]."
    if side.basis:
        yield f"The figure is {side.basis}."
    if side.printed is not None:
        yield from _against(side.printed)
    yield from (note for note in side.result.notes if not note.startswith(SAID_ABOVE))
    if side.result.method != side.basis:
        yield f"By {side.result.method}."


SAID_ABOVE = ("The house edge, ", "The regulator printed ", "A fold loses ")
"""The beginnings of the notes of a result that the sheet replaces with its own wording."""


def _against(printed: Printed) -> Iterator[str]:
    """Compares the house edge with the regulator's printed range, and says by how much it misses."""
    what = "the long-run house edge" if printed.is_long_run else "the house edge"
    verdict = f"{what}, {say.percent(printed.hold)}, is {'within it' if printed.is_met else say.OUTSIDE + ' it'}"
    if not printed.is_met:
        missed = printed.low - printed.hold if printed.hold < printed.low else printed.hold - printed.high
        verdict += f", by {float(missed) * 100:.4f} percentage points"
    yield f"The regulator printed {range_text(printed.low, printed.high)} ({printed.source}): {verdict}."
    if printed.rates and not printed.is_met:
        rates = " to ".join(say.percent(rate) for rate in printed.rates)
        yield f"It depends on the rate filed: the printed range is met at a rate of {rates}."


# --- Under which play ---------------------------------------------------------------------------------


def _by_play(par: Par, hanging: list[SideWager]) -> Grid:
    rows = [(side.name, play, say.percent(-ev), say.exact(ev)) for side in hanging for play, ev in plays(side)]
    staked = [f"{side.name} at {_times(side.together_at)} {par.base}" for side in hanging if side.together_at]
    note = (
        f"Played together: every decision is the best for both, each at its smallest stake ({', '.join(staked)}); "
        "the figure is what the wager adds to the main game's own expectation."
    )
    shown_note = note if staked else ""
    columns = ("Wager", "Play", "House edge", "Expectation, exact")
    return Grid("Wagers that depend on how the main game is played", columns, tuple(rows), right(2, 3), shown_note)


def _times(share: Fraction) -> str:
    return "one" if share == 1 else f"{share} of an" if share < 1 else f"{share} times the"


def plays(side: SideWager) -> Iterator[tuple[str, Fraction]]:
    """The strategies under which a wager is valued, with the player's gain; the first is the one that the sheet
    uses.
    """
    yield side.basis, side.result.ev
    if side.never_folding is not None:
        yield "for a player who never folds", side.never_folding
    if side.played_together is not None:
        yield "played together with the main game", side.played_together
