"""Where the win of finished rounds lies in the distribution that the exact analysis gives for it.

The expected win and the variance are fractions. The distribution is that of independent wagers, each with its exact
distribution, added by a Fourier transform. The covariance between the wagers of a seat and between the seats of a round
is added as a normal part. Only this last step uses floating-point numbers. docs/dashboard.md has the formulas.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import erf, sqrt

import numpy as np
import numpy.typing as npt

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.analysis.par.theory import Part, TableTheory
from tablelaw.floor.reports.play_tally import PlayTally, StakeClass, Stakes

Numbers = npt.NDArray[np.float64]
Theories = Mapping[str, TableTheory]
"""Theories by the key of the rules."""
TAILS = (0.0005, 0.025, 0.975, 0.9995)
"""The tail probabilities of the central 99.9 % and 95 %."""
Z = (-3.290526731491926, -1.959963984540054, 1.959963984540054, 3.290526731491926)
"""The same limits for a standard normal distribution."""
POINTS = 1 << 14
"""The number of points of the lattice on which distributions are added."""
LEFT_OUT = 1e-4
"""The expected number of results so extreme that they are counted at the edge of the lattice."""
AT_THE_EDGE = 0.75
"""Where these results are counted, so further amounts added to them stay within the lattice."""
SMOOTHED = 1.5
"""The number of points that a single result is spread over."""
DEVIATIONS = 8.0
"""Half the width of the lattice, in standard deviations of the results inside it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Control limits in cents: lower 99.9 %, lower 95 %, upper 95 %, upper 99.9 %."""

    far_below: float
    below: float
    above: float
    far_above: float


@dataclass(frozen=True, slots=True)
class WinInTheory:
    """What was expected of a tally, and where its actual win lies."""

    expected_cents: Fraction
    variance: Fraction
    """In square cents."""
    limits: Limits
    position: float
    """The probability of a win no higher than this one."""

    @property
    def deviation_cents(self) -> float:
        return sqrt(float(self.variance))


@dataclass(frozen=True, slots=True)
class PushesInTheory:
    """Pushed opening wagers: how many there were, how many were expected, and the limits."""

    pushes: int
    expected: Fraction
    variance: Fraction
    limits: Limits
    position: float


def has_theory(tally: PlayTally, theories: Theories) -> bool:
    """Whether the theory of every wager in the tally is known."""
    return all(
        (theory := theories.get(key)) is not None and theory.part(part, stake) is not None
        for key, part, stake in tally.stakes
    )


def expected_cents(tally: PlayTally, theories: Theories) -> Fraction:
    """The theoretical win: stake times house edge, summed over every part, with meters at their readings."""
    return sum((_expected(_part(theories, name), made) for name, made in tally.stakes.items()), Fraction(0))


def _part(theories: Theories, name: StakeClass) -> Part:
    key, part, stake = name
    found = theories[key].part(part, stake)
    assert found is not None
    return found


def _expected(part: Part, made: Stakes) -> Fraction:
    gained = Fraction(0)
    for way in part.ways:
        won = sum((share * made.readings[meter] for meter, share in way.shares), Fraction(0))
        gained += way.count * (way.net * made.cents + won / METER_UNITS_PER_CENT)
    return -gained / part.total


def variance_of(tally: PlayTally, theories: Theories) -> Fraction:
    """The variance in square cents: of each part by itself, plus the covariance between parts."""
    return _alone(tally, theories) + _together(tally, theories)


def _alone(tally: PlayTally, theories: Theories) -> Fraction:
    parts = ((_part(theories, name), made) for name, made in tally.stakes.items())
    return sum((made.squares * part.variance(_per_unit(part, made)) for part, made in parts), Fraction(0))


def _per_unit(part: Part, made: Stakes) -> dict[str, Fraction]:
    """The average reading of each meter per unit staked."""
    return {meter: Fraction(made.readings[meter], METER_UNITS_PER_CENT * made.cents) for meter in part.meters}


def _together(tally: PlayTally, theories: Theories) -> Fraction:
    """Twice the sum of each covariance times the product of the stakes that it applies to.

    A negative sum counts as zero, which can only widen the limits.
    """
    known = {
        (key, *sorted((one.first, one.second)), one.is_same_seat): one.value
        for key in tally.keys
        for one in theories[key].covariances
    }
    total = sum((2 * known.get(name, Fraction(0)) * cents for name, cents in tally.products.items()), Fraction(0))
    return max(total, Fraction(0))


def win_in_theory(tally: PlayTally, theories: Theories) -> WinInTheory:
    """The theoretical win of a tally that has at least one round and whose wagers all have a known theory."""
    expected, alone, together = expected_cents(tally, theories), _alone(tally, theories), _together(tally, theories)
    sums = list(_classes(tally, theories))
    points, chances = _distribution(sums, float(expected), float(together))
    below = np.cumsum(chances)
    limits = Limits(*(float(points[min(int(np.searchsorted(below, tail)), len(points) - 1)]) for tail in TAILS))
    return WinInTheory(expected, alone + together, limits, _position(points, below, tally.win_cents))


Summand = tuple[int, Numbers, Numbers]
"""The number of wagers in a group, what the house wins on one wager for each outcome, and the probability of each
outcome.
"""


def _classes(tally: PlayTally, theories: Theories) -> Iterator[Summand]:
    """Each group at its root mean square stake, which makes its variance exact."""
    for name, made in tally.stakes.items():
        part = _part(theories, name)
        stake, readings = sqrt(made.squares / made.count), _per_unit(part, made)
        wins = np.array([-stake * float(way.gain(readings)) for way in part.ways])
        yield made.count, wins, np.array([way.count / part.total for way in part.ways])


def _distribution(sums: list[Summand], expected: float, together: float) -> tuple[Numbers, Numbers]:
    """The possible values of the sum in ascending order, centred on the expected value, and the probability of each."""
    centred = [(n, wins - float(wins @ chances), chances) for n, wins, chances in sums]
    edge = _edge(centred, together)
    step = 2 * edge / POINTS
    waves = np.asarray(np.fft.rfftfreq(POINTS) * 2 * np.pi / step, np.float64)
    product = np.exp(-(together + (SMOOTHED * step) ** 2) * waves**2 / 2).astype(np.complex128)
    for n, wins, chances in centred:
        product *= _wave(np.clip(wins, -AT_THE_EDGE * edge, AT_THE_EDGE * edge), chances, waves) ** n
    found = np.fft.fftshift(np.fft.irfft(product, POINTS)).clip(0)
    points = np.asarray((np.arange(POINTS) - POINTS // 2) * step + expected, np.float64)
    return points, np.asarray(found / found.sum(), np.float64)


def _wave(wins: Numbers, chances: Numbers, waves: Numbers) -> npt.NDArray[np.complex128]:
    """The characteristic function of one wager."""
    total = np.zeros(len(waves), np.complex128)
    for win, chance in zip(wins, chances, strict=True):
        total += chance * np.exp(-1j * win * waves)
    return total


def _edge(centred: list[Summand], together: float) -> float:
    """Half the width of the lattice. It holds everything except the rarest results, which are counted at its edge."""
    ways = [
        (abs(win), n * p, n * p * win * win)
        for n, wins, chances in centred
        for win, p in zip(wins, chances, strict=True)
    ]
    left, variance, largest = LEFT_OUT, together, 0.0
    for size, times, square in sorted(ways, reverse=True):
        if (left := left - times) < 0 or largest:
            variance += square
            largest = max(largest, size)
    return DEVIATIONS * sqrt(variance) + 2 * largest


def _position(points: Numbers, below: Numbers, win: float) -> float:
    place = int(np.searchsorted(points, win, side="right"))
    return float(below[place - 1]) if place else 0.0


# --- Pushes --------------------------------------------------------------------------------------------------


def pushes_in_theory(tally: PlayTally, theories: Theories) -> PushesInTheory | None:
    """The pushed opening wagers compared with the number expected under best play; None if that is not known."""
    expected, variance = Fraction(0), Fraction(0)
    for key, seats in tally.seat_rounds.items():
        known = theories[key].pushes if key in theories else None
        if known is None:
            return None
        expected += seats * known.mean
        variance += seats * known.variance + 2 * tally.seat_pairs[key] * known.between_seats
    deviation, pushes = sqrt(float(variance)), sum(tally.pushes.values())
    limits = Limits(*(float(expected) + z * deviation for z in Z))
    position = (1 + erf((pushes - float(expected)) / deviation / sqrt(2))) / 2 if deviation else 0.5
    return PushesInTheory(pushes, expected, variance, limits, position)
