"""A payout limit: the covered winnings of a hand together never exceed the limit."""

from __future__ import annotations

import pytest

from tablelaw.simulation.codes import BLOCK, Column, Meaning
from tablelaw.simulation.questions.code_values import to_player, winnings
from tablelaw.simulation.questions.payout_limit import Limited
from tablelaw.simulation.runs import Threads, run
from tests.simulation.fakes import EVEN, FakeGame

SIDE = Column("progressive", (Meaning("lost", 100, -100), *(Meaning("won", 100, 100 * n) for n in (1, 5, 50, 7))))
GAME = FakeGame(columns=(EVEN, SIDE))
ROUNDS = BLOCK + 900
VALUES = to_player(GAME, {})


def limited(limit: int, *covered: str) -> Limited:
    return Limited(GAME, 7, ROUNDS, limit, VALUES, winnings(GAME, covered))


@pytest.mark.parametrize("covered", [("ante", "progressive"), ("progressive",)])
@pytest.mark.parametrize("limit", [599, 600, 601])
def test_what_is_cut_is_what_a_plain_loop_cuts(limit: int, covered: tuple[str, ...]) -> None:
    found = run(limited(limit, *covered), Threads(2))
    cuts: dict[int, int] = {}
    free = 0
    for block in range(2):
        for row in GAME.play(7, block)[: ROUNDS - block * BLOCK]:
            for seat in row:
                nets = {
                    column.wager: column.meanings[code].net for column, code in zip(GAME.columns, seat, strict=True)
                }
                free += sum(nets.values())
                over = sum(max(nets[wager], 0) for wager in covered) - limit
                if over > 0:
                    cuts[over] = cuts.get(over, 0) + 1
    assert found.cuts.counts == cuts
    assert (found.free.total, found.free.n) == (free, ROUNDS)
    assert found.limited.total == free - sum(cut * n for cut, n in cuts.items())


def test_a_limit_nobody_reaches_changes_nothing() -> None:
    found = run(limited(5_500, "ante", "progressive"), Threads(1))
    assert not found.cuts.counts
    assert found.free == found.limited


def test_a_wager_outside_the_limit_is_never_cut() -> None:
    assert not run(limited(500, "ante"), Threads(1)).cuts.counts
