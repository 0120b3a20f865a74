"""Exact counts and sums of simulated rounds, which can be merged in any order with the same result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from tablelaw.errors import TablelawError
from tablelaw.simulation.codes import Codes

Nets = npt.NDArray[np.int64]
"""Whole numbers, one per round: cents, or ten-thousandths of a cent."""

LARGEST = 1 << 44
"""Net results below this can be squared and summed over a block in two parts without overflowing 64 bits."""
_HALF = 20
_LOW = (1 << _HALF) - 1


class TooLarge(TablelawError):
    """A net result is too large to be summed exactly."""

    no_paragraph = "a matter of arithmetic"


class Moments(msgspec.Struct, frozen=True):
    """The exact count, sum and sum of squares, and the number of values above and below zero."""

    n: int = 0
    total: int = 0
    squares: int = 0
    above: int = 0
    below: int = 0

    def with_(self, other: Moments) -> Moments:
        return Moments(
            self.n + other.n,
            self.total + other.total,
            self.squares + other.squares,
            self.above + other.above,
            self.below + other.below,
        )


def moments(nets: Nets) -> Moments:
    """The moments of a block. Each number is split in two so that no sum of squares overflows 64 bits."""
    _require_small_nets(nets)
    high, low = nets >> _HALF, nets & _LOW
    squares = (int((high * high).sum()) << 2 * _HALF) + (int((high * low).sum()) << _HALF + 1) + int((low * low).sum())
    above, below = int(np.count_nonzero(nets > 0)), int(np.count_nonzero(nets < 0))
    return Moments(len(nets), int(nets.sum()), squares, above, below)


def _require_small_nets(nets: Nets) -> None:
    largest = max(abs(int(nets.max())), abs(int(nets.min()))) if len(nets) else 0
    if largest >= LARGEST:
        what, accepted = f"a round amounts to {largest:,} cents", f"stakes that keep it below {LARGEST:,}"
        raise TooLarge(what, accepted=accepted)


class Tally(msgspec.Struct, frozen=True):
    """The results of a number of rounds: counts of codes by seat and column, and moments of net results."""

    codes: list[list[list[int]]]
    """[seat][column][code] -> how often it occurred."""
    seats: list[Moments]
    """The net result of each seat in a round, in cents."""
    main: list[Moments]
    """The net result of each seat in a round on the main game alone."""
    table: Moments
    """The net result of all seats in a round."""

    @property
    def rounds(self) -> int:
        return self.table.n

    def with_(self, other: Tally) -> Tally:
        return Tally(
            added(self.codes, other.codes),
            [mine.with_(its) for mine, its in zip(self.seats, other.seats, strict=True)],
            [mine.with_(its) for mine, its in zip(self.main, other.main, strict=True)],
            self.table.with_(other.table),
        )


def added(mine: Any, its: Any) -> Any:
    """Adds nested lists of whole numbers element by element."""
    if isinstance(mine, int):
        return mine + its
    return [added(one, other) for one, other in zip(mine, its, strict=True)]


def nets_of(codes: Codes, seat: int, values: Sequence[Nets], columns: Iterable[int] | None = None) -> Nets:
    """The net result of a seat in each round: the values of its codes, summed over the columns."""
    total = np.zeros(len(codes), np.int64)
    for column in range(len(values)) if columns is None else columns:
        total += values[column][codes[:, seat, column]]
    return total


def tally(codes: Codes, values: Sequence[Nets], main: Sequence[int]) -> Tally:
    """The tally of a block, given the values of codes; `main` lists the columns of the main game."""
    seats = range(codes.shape[1])
    nets = [nets_of(codes, seat, values) for seat in seats]
    return Tally(
        [[_counts(codes[:, seat, column], len(worth)) for column, worth in enumerate(values)] for seat in seats],
        [moments(net) for net in nets],
        [moments(nets_of(codes, seat, values, main)) for seat in seats],
        moments(np.sum(nets, axis=0)),
    )


def _counts(codes: npt.NDArray[np.uint16], meanings: int) -> list[int]:
    return [int(count) for count in np.bincount(codes, minlength=meanings)]


class Histogram(msgspec.Struct, frozen=True):
    """How often each whole number occurred; quantiles are exact."""

    counts: dict[int, int] = {}

    @property
    def n(self) -> int:
        return sum(self.counts.values())

    @property
    def moments(self) -> Moments:
        rows = self.counts.items()
        total, squares = sum(value * count for value, count in rows), sum(value**2 * count for value, count in rows)
        above, below = (sum(n for value, n in rows if sign * value > 0) for sign in (1, -1))
        return Moments(self.n, total, squares, above, below)

    def with_(self, other: Histogram) -> Histogram:
        counts = dict(self.counts)
        for value, count in other.counts.items():
            counts[value] = counts.get(value, 0) + count
        return Histogram(counts)

    def quantile(self, share: float) -> int:
        """The smallest number that at least this share of the values do not exceed."""
        wanted, seen = share * self.n, 0
        rows = sorted(self.counts.items())
        for value, count in rows:
            seen += count
            if seen >= wanted:
                return value
        return rows[-1][0]


def histogram(values: Nets) -> Histogram:
    found, counts = np.unique(values, return_counts=True)
    return Histogram({int(value): int(count) for value, count in zip(found, counts, strict=True)})
