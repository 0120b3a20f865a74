"""The submission as a whole: what one player stakes and loses in a round in which everything offered is staked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from tablelaw.analysis.par.contents import ParProgressive, RoundPart, SideWager
from tablelaw.analysis.result import Result
from tablelaw.submission.submission import Submission

MAIN = "main"


def whole_round(
    filed: Submission, main: Result, sides: Iterable[SideWager], progressives: Iterable[ParProgressive]
) -> tuple[RoundPart, ...]:
    """The parts of a round with the smallest stake on every wager offered; meter wagers count at their long-run
    house edge.
    """
    assert main.average_wager is not None
    first = RoundPart(MAIN, "Main game", filed.minimum_cents, main.average_wager, -main.ev)
    long_run = {one.wager: one.long_run.hold for one in progressives}
    return (first, *_sides(filed, sides, long_run))


def _sides(filed: Submission, sides: Iterable[SideWager], long_run: dict[str, Fraction]) -> Iterator[RoundPart]:
    """The part of each side wager; a bonus stakes nothing, and an Envy bonus counts for every other seat of a full
    table.
    """
    for side in sides:
        carriers = tuple(name for name in filed.book.wager(side.id).rides_on if name in filed.wagers)
        stake = sum(filed.wagers[name].minimum_cents for name in carriers or (side.id,))
        hands = filed.seats - 1 if side.is_for_others else 1
        hold = long_run.get(side.id, -side.result.ev) * hands
        yield RoundPart(side.id, side.name, stake, Fraction(not side.is_bonus), hold, carriers)
