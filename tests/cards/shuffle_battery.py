"""A battery of tests for shuffles: counts over many decks, and how unlikely each count is for a fair shuffle.

A deck is a row of 52 numbers: for each card from the top down, its place in the new deck. Every test
except the birthdays gives the probability that a fair shuffle deviates as much in either direction: too even is as
suspicious as too uneven.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tablelaw.cards import Deck
from tablelaw.cards.arrays.batch import categories, strengths
from tablelaw.chance import Chance
from tests.cards.published import ALL, COUNTS

Decks = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int64]

N = 52
NEW = Deck.new()
CARD_AT = np.array(NEW.cards, np.uint8)
PLACE_OF = np.argsort(CARD_AT).astype(np.uint8)
PAIRS = ((0, 1), (25, 26), (50, 51), (0, 51))
"""Places whose two cards are examined together: neighbours from the top down, and top and bottom."""
DIGEST = 16
FALSE_ALARM = 1e-6
"""The probability that a fair shuffle is rejected, over all tests of a run together."""


# --- Counting -----------------------------------------------------------------------------------------------


@dataclass
class Tally:
    decks: int = 0
    places: Counts = field(default_factory=lambda: np.zeros((N, N), np.int64))
    hands: Counts = field(default_factory=lambda: np.zeros(10, np.int64))
    pairs: Counts = field(default_factory=lambda: np.zeros((len(PAIRS), N, N), np.int64))
    gaps: Counts = field(default_factory=lambda: np.zeros(N, np.int64))
    rising: int = 0
    neighbours: int = 0
    digests: list[bytes] = field(default_factory=list)

    def __iadd__(self, other: Tally) -> Tally:
        self.decks += other.decks
        self.places += other.places
        self.hands += other.hands
        self.pairs += other.pairs
        self.gaps += other.gaps
        self.rising += other.rising
        self.neighbours += other.neighbours
        self.digests += other.digests
        return self


def tally(decks: Decks) -> Tally:
    where = np.argsort(decks, axis=1).astype(np.int16)
    rises = np.diff(decks.astype(np.int16), axis=1) == 1
    return Tally(
        decks=len(decks),
        places=np.stack([np.bincount(column, minlength=N) for column in decks.T]),
        hands=np.bincount(categories(strengths(CARD_AT[decks[:, :5]])), minlength=10),
        pairs=np.stack([_pairs(decks[:, one], decks[:, two]) for one, two in PAIRS]),
        gaps=np.bincount(np.abs(where[:, 0] - where[:, 1]), minlength=N),
        rising=len(decks) + int((np.diff(where, axis=1) < 0).sum()),
        neighbours=int(rises.sum()),
        digests=[b"".join(blake2b(deck.tobytes(), digest_size=DIGEST).digest() for deck in decks)],
    )


def _pairs(one: Decks, two: Decks) -> Counts:
    return np.bincount(one.astype(np.int64) * N + two, minlength=N * N).reshape(N, N)


def shuffled(count: int, chance: Chance) -> Decks:
    """Decks produced by the shuffle used in play."""
    drawn = b"".join(bytes(NEW.shuffled(chance).cards) for _ in range(count))
    return PLACE_OF[np.frombuffer(drawn, np.uint8).reshape(count, N)]


# --- Judging ------------------------------------------------------------------------------------------------


def probabilities(seen: Tally) -> dict[str, float]:
    """The name of each test, with the probability that a fair shuffle deviates as much."""
    found = {
        "positions": _positions(seen),
        "hands": _hands(seen),
        "gaps": _gaps(seen),
        "rising sequences": _mean(seen.rising, seen.decks, Fraction(N + 1, 2), Fraction(N + 1, 12)),
        "neighbours": _mean(seen.neighbours, seen.decks, *neighbours_mean_and_variance()),
        "birthdays": 1.0 if are_all_different(seen.digests) else 0.0,
    }
    for (one, two), counts in zip(PAIRS, seen.pairs, strict=True):
        cells = counts[~np.eye(N, dtype=bool)]
        found[f"pairs {one + 1} and {two + 1}"] = two_sided(
            chi_square(cells, np.full(N * (N - 1), 1.0)), len(cells) - 1
        )
    return found


def rejected(seen: Tally) -> set[str]:
    """The tests that fail; a fair shuffle fails any of them in at most one run in a million."""
    found = probabilities(seen)
    return {name for name, probability in found.items() if probability < FALSE_ALARM / len(found)}


def chi_square(counts: Counts, weights: npt.NDArray[np.float64]) -> float:
    expected = weights * (counts.sum() / weights.sum())
    return float(((counts - expected) ** 2 / expected).sum())


def corrected_positions(seen: Tally) -> float:
    """Corrects the statistic of positions, which is 52/51 too large because every single deck is a permutation."""
    return chi_square(seen.places.ravel(), np.ones(N * N)) * (N - 1) / N


def _positions(seen: Tally) -> float:
    return two_sided(corrected_positions(seen), (N - 1) ** 2)


def _hands(seen: Tally) -> float:
    """Tests the five top cards; the rarest classes are combined, since a chi-square test needs some of each."""
    counts = [ALL[5] - sum(COUNTS[5]), *reversed(COUNTS[5])]
    few = sum(count * seen.decks < 20 * ALL[5] for count in np.cumsum(counts[::-1]).tolist())
    last = len(counts) - few - 1
    weights = np.array([*counts[:last], sum(counts[last:])], float)
    merged = np.array([*seen.hands[:last], seen.hands[last:].sum()])
    return two_sided(chi_square(merged, weights), last)


def _gaps(seen: Tally) -> float:
    """Tests the distance in the new deck between the two cards that were on top: a distance of one occurs in 2 x 51 of
    the 52 x 51 ways, and so on.
    """
    return two_sided(chi_square(seen.gaps[1:], np.arange(N - 1, 0, -1, dtype=float)), N - 2)


def _mean(total: int, decks: int, mean: Fraction, variance: Fraction) -> float:
    away = (total - decks * mean) / math.sqrt(decks * variance)
    return math.erfc(abs(float(away)) / math.sqrt(2))


def neighbours_mean_and_variance(n: int = N) -> tuple[Fraction, Fraction]:
    """The exact mean and variance of how many cards are still followed by the same card."""
    mean = Fraction(n - 1, n)
    beside = 2 * (n - 2)
    apart = (n - 1) * (n - 2) - beside
    both = Fraction(beside, n * (n - 1)) + Fraction(apart * apart, n * (n - 1) * (n - 2) * (n - 3))
    return mean, both + mean - mean * mean


def are_all_different(digests: list[bytes]) -> bool:
    """Whether no two digests are equal; sorts one half of each, which is fast even for a hundred million, and compares
    in full only those whose halves agree.
    """
    values = np.frombuffer(b"".join(digests), np.uint64).reshape(-1, 2)
    halves = np.sort(values[:, 0])
    twins = halves[1:][halves[1:] == halves[:-1]]
    alike = [tuple(value) for value in values[np.isin(values[:, 0], twins)].tolist()] if len(twins) else []
    return len(set(alike)) == len(alike)


# --- Chi-square, without a library -----------------------------------------------------------------------------


def two_sided(statistic: float, freedom: int) -> float:
    above = chi_square_above(statistic, freedom)
    return min(1.0, 2 * min(above, 1 - above))


def chi_square_above(statistic: float, freedom: int) -> float:
    """The upper tail of chi-square: the incomplete gamma function, by its series or its continued fraction (Lentz)."""
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    while term > total * 1e-17:
        a += 1
        term *= x / a
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    b, c = x + 1 - a, 1e300
    d = result = 1 / b
    for step in range(1, 100_000):
        part = -step * (step - a)
        b += 2
        d, c = 1 / (part * d + b), b + part / c
        result *= d * c
        if abs(d * c - 1) < 1e-15:
            return result
    raise AssertionError("the continued fraction does not settle")


# --- Bad shuffles --------------------------------------------------------------------------------------------


def swapped(count: int, picks: Iterator[npt.NDArray[np.int64]]) -> Decks:
    """Decks in which each card, from the last place up, is swapped with the one picked."""
    decks, rows = np.tile(np.arange(N, dtype=np.uint8), (count, 1)), np.arange(count)
    for last, pick in zip(range(N - 1, -1, -1), picks, strict=False):
        held = decks[rows, pick]
        decks[rows, pick] = decks[:, last]
        decks[:, last] = held
    return decks


def fair(count: int, rng: np.random.Generator) -> Decks:
    return swapped(count, (rng.integers(0, last + 1, count) for last in range(N - 1, 0, -1)))


def any_place(count: int, rng: np.random.Generator) -> Decks:
    """A bad shuffle that swaps each card with any other: 52^52 paths cannot be spread evenly over 52! orders."""
    return swapped(count, (rng.integers(0, N, count) for _ in range(N)))


def remainder_of_a_byte(count: int, rng: np.random.Generator) -> Decks:
    """A bad shuffle that takes the remainder of a byte, which makes small numbers more likely."""
    return swapped(count, (rng.integers(0, 256, count) % (last + 1) for last in range(N - 1, 0, -1)))


def never_itself(count: int, rng: np.random.Generator) -> Decks:
    """A bad shuffle with one card too few to pick from, so that no card ever stays in place."""
    return swapped(count, (rng.integers(0, last, count) for last in range(N - 1, 0, -1)))


def top_card_stays(count: int, rng: np.random.Generator) -> Decks:
    return swapped(count, (rng.integers(1, last + 1, count) for last in range(N - 1, 0, -1)))


def only_cut(count: int, rng: np.random.Generator) -> Decks:
    """A bad shuffle that only cuts: every card is equally often in every place, and only its neighbours reveal the
    fault.
    """
    return ((np.arange(N) + rng.integers(0, N, (count, 1))) % N).astype(np.uint8)


def riffled(count: int, rng: np.random.Generator, times: int) -> Decks:
    """A riffle after Gilbert, Shannon and Reeds: each card falls from either half; in reverse, each card goes to either
    half.
    """
    decks = np.tile(np.arange(N, dtype=np.uint8), (count, 1))
    for _ in range(times):
        halves = rng.integers(0, 2, (count, N), dtype=np.uint8)
        decks = np.take_along_axis(decks, np.argsort(halves, axis=1, kind="stable"), axis=1)
    return np.argsort(decks, axis=1).astype(np.uint8)


def chunks(count: int, size: int) -> list[int]:
    edges = [*range(0, count, size), count]
    return [after - first for first, after in pairwise(edges)]
