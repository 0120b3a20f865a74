"""Counts and sums of simulated rounds: exact, and the same in whatever order they are merged."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from tablelaw.simulation.codes import BLOCK
from tablelaw.simulation.questions.code_values import to_player
from tablelaw.simulation.questions.hold import Holds
from tablelaw.simulation.tallies import LARGEST, Histogram, TooLarge, histogram, moments
from tests.simulation.fakes import FakeGame

GAME = FakeGame()
VALUES = to_player(GAME, {("progressive", "meter"): Fraction(1_000_000)})


def holds(rounds: int) -> Holds:
    return Holds(GAME, 7, rounds, VALUES, (0,))


def test_moments_are_those_of_python_integers() -> None:
    values = np.array([0, 5, -5, 1 << 43, -(1 << 43) + 3, 12345678901], np.int64)
    found = moments(values)
    plain = [int(value) for value in values]
    assert (found.n, found.total, found.squares) == (6, sum(plain), sum(v * v for v in plain))
    assert (found.above, found.below) == (3, 2)


@pytest.mark.parametrize("value", [LARGEST, -LARGEST])
def test_a_net_result_beyond_exact_sums_is_refused(value: int) -> None:
    with pytest.raises(TooLarge, match="accepted: stakes that keep it below"):
        moments(np.array([value], np.int64))


def test_the_largest_net_result_fills_a_block_exactly() -> None:
    found = moments(np.full(BLOCK, LARGEST - 1, np.int64))
    assert found.squares == BLOCK * (LARGEST - 1) ** 2


def test_a_tally_is_what_a_plain_loop_counts() -> None:
    tally = holds(300).do(0)
    codes = GAME.play(7, 0)[:300]
    nets = [[sum(int(VALUES[c][codes[r, s, c]]) for c in range(2)) for r in range(300)] for s in range(2)]
    assert tally.rounds == 300
    assert [seat.total for seat in tally.seats] == [sum(net) for net in nets]
    assert [seat.squares for seat in tally.seats] == [sum(v * v for v in net) for net in nets]
    assert tally.table.squares == sum((a + b) ** 2 for a, b in zip(*nets, strict=True))
    assert tally.main[1].total == sum(int(VALUES[0][code]) for code in codes[:, 1, 0])
    assert tally.codes[1][1] == [int((codes[:, 1, 1] == code).sum()) for code in range(5)]


def test_tallies_merge_to_the_same_in_any_order() -> None:
    parts = [holds(3 * BLOCK).do(piece) for piece in range(3)]
    merged = [a.with_(b).with_(c) for a, b, c in permutations(parts)] + [parts[0].with_(parts[1].with_(parts[2]))]
    assert all(one == merged[0] for one in merged)


def test_rounds_beyond_the_last_are_not_counted() -> None:
    work = holds(BLOCK + 10)
    assert work.pieces == 2
    assert [work.do(piece).rounds for piece in range(2)] == [BLOCK, 10]


def test_quantiles_are_the_least_value_with_so_much_at_or_below() -> None:
    found = histogram(np.array([1, 2, 3, 4], np.int64))
    assert [found.quantile(share) for share in (0.0, 0.25, 0.26, 0.5, 1.0)] == [1, 1, 2, 2, 4]


def test_a_histogram_knows_its_moments() -> None:
    values = np.array([3, 3, -2, 0], np.int64)
    assert histogram(values).moments == moments(values)
    assert histogram(values).with_(Histogram({3: 1, 9: 1})).counts == {-2: 1, 0: 1, 3: 3, 9: 1}
