"""The shuffle used in play, with the kernel's generator, against every test of the battery.

It examines 100,000 decks; TABLELAW_DECKS sets another number. A fair shuffle is rejected in at most one run of a
million (`FALSE_ALARM`, divided equally among the tests). The bad shuffles and the fair control are drawn from fixed
seeds.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise, permutations
from multiprocessing import get_context

import numpy as np
import pytest

from tablelaw.chance import KernelChance, PracticeChance
from tests.cards import shuffle_battery as battery
from tests.cards.shuffle_battery import Decks, Tally, probabilities, rejected, tally

DECKS = int(os.environ.get("TABLELAW_DECKS", 100_000))
AT_ONCE = 12_500
PLANTED = 20_000
TWO_BYTES = 2_500


def played(count: int) -> Tally:
    return tally(battery.shuffled(count, KernelChance()))


def rng() -> np.random.Generator:
    return np.random.default_rng(52)


# --- The shuffle that is played with -----------------------------------------------------------------------


def test_the_kernels_shuffle_passes_every_test(capsys: pytest.CaptureFixture[str]) -> None:
    seen = Tally()
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for part in pool.map(played, battery.chunks(DECKS, AT_ONCE)):
            seen += part
    found = probabilities(seen)
    with capsys.disabled():
        print(
            f"\n  {seen.decks} decks from the kernel's generator: least probability {min(found.values()):.3g}", end=""
        )
        print(f" ({min(found, key=found.__getitem__)}), rejected below {battery.FALSE_ALARM / len(found):.3g}")
    assert seen.decks == DECKS
    assert rejected(seen) == set(), found


def test_the_practice_shuffle_passes_every_test() -> None:
    assert rejected(tally(battery.shuffled(5_000, PracticeChance("battery")))) == set()


# --- Shuffles that must not pass ---------------------------------------------------------------------------


def two_byte_seed(count: int, rng: np.random.Generator) -> Decks:
    """A good shuffle with a generator of only 65,536 starting points, which only whole decks reveal."""
    seeds = rng.integers(0, 65_536, count).tolist()
    return np.concatenate([battery.shuffled(1, PracticeChance(f"two bytes {seed}")) for seed in seeds])


BAD: list[tuple[str, Callable[[int, np.random.Generator], Decks], int, str]] = [
    ("swap with any place", battery.any_place, PLANTED, "positions"),
    ("remainder of a byte", battery.remainder_of_a_byte, PLANTED, "positions"),
    ("never left in place", battery.never_itself, PLANTED, "positions"),
    ("top card never moves", battery.top_card_stays, PLANTED, "positions"),
    ("seed of two bytes", two_byte_seed, TWO_BYTES, "birthdays"),
    ("only cut", battery.only_cut, PLANTED, "hands"),
    ("three riffles", partial(battery.riffled, times=3), PLANTED, "neighbours"),
    ("five riffles", partial(battery.riffled, times=5), PLANTED, "gaps"),
    ("seven riffles", partial(battery.riffled, times=7), PLANTED, "rising sequences"),
    ("two riffles", partial(battery.riffled, times=2), PLANTED, "pairs 1 and 2"),
]


@cache
def rejections(number: int) -> frozenset[str]:
    _, shuffle, decks, _ = BAD[number]
    return frozenset(rejected(tally(shuffle(decks, rng()))))


@pytest.mark.parametrize("number", range(len(BAD)), ids=[name for name, *_ in BAD])
def test_a_bad_shuffle_is_rejected(number: int) -> None:
    assert BAD[number][-1] in rejections(number)


def test_a_small_seed_is_seen_by_the_birthdays_alone() -> None:
    """No count of cards reveals how few starting points there are."""
    assert rejections([name for name, *_ in BAD].index("seed of two bytes")) == {"birthdays"}


def test_every_test_rejects_some_bad_shuffle() -> None:
    seen = set().union(*(rejections(number) for number in range(len(BAD))))
    assert seen == set(probabilities(tally(battery.fair(1_000, rng()))))


# --- The battery itself ------------------------------------------------------------------------------------


def test_a_fair_control_passes() -> None:
    assert rejected(tally(battery.fair(PLANTED, rng()))) == set()


def test_probabilities_of_a_fair_shuffle_are_spread_out() -> None:
    """In 30 fair runs, the smallest and largest value of each test lie where 30 uniform draws would, except once in a
    million."""
    source = rng()
    runs = [probabilities(tally(battery.fair(2_000, source))) for _ in range(30)]
    for name in runs[0].keys() - {"birthdays"}:
        drawn = [run[name] for run in runs]
        assert min(drawn) > 1e-8, name
        assert 0.2 < sum(drawn) / len(drawn) < 0.8, name


def test_the_correction_by_51_of_52_is_needed() -> None:
    """With the correction, the mean over 100 fair runs is the number of degrees of freedom; without it, the mean is 51
    higher.
    """
    source = rng()
    mean = np.mean([battery.corrected_positions(tally(battery.fair(500, source))) for _ in range(100)])
    sigma = (2 * 51**2 / 100) ** 0.5
    assert abs(mean - 51**2) < 4 * sigma
    assert mean * 52 / 51 - 51**2 > 4 * sigma


@pytest.mark.parametrize(
    ("statistic", "freedom", "above"), [(3.841459, 1, 0.05), (49.7282, 23, 0.001), (87.968, 51, 0.001)]
)
def test_chi_square_has_the_printed_tails(statistic: float, freedom: int, above: float) -> None:
    assert battery.chi_square_above(statistic, freedom) == pytest.approx(above, rel=1e-5)


@pytest.mark.parametrize("freedom", [2, 10, 50, 400])
@pytest.mark.parametrize("times", [0.3, 0.9, 1, 1.1, 1.5, 3])
def test_chi_square_of_even_freedom_is_a_sum_of_poisson_terms(freedom: int, times: float) -> None:
    half = freedom * times / 2
    terms = (math.exp(k * math.log(half) - half - math.lgamma(k + 1)) for k in range(freedom // 2))
    assert battery.chi_square_above(2 * half, freedom) == pytest.approx(math.fsum(terms), rel=1e-9)


@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_neighbours_over_all_orders_of_a_small_deck(n: int) -> None:
    counts = [sum(after - before == 1 for before, after in pairwise(order)) for order in permutations(range(n))]
    mean = Fraction(sum(counts), len(counts))
    variance = Fraction(sum(count * count for count in counts), len(counts)) - mean * mean
    assert battery.neighbours_mean_and_variance(n) == (mean, variance)


@pytest.mark.parametrize(("digests", "different"), [(["a", "b"], True), (["a", "b", "a"], False), (["ab", "ac"], True)])
def test_two_decks_alike_are_seen_among_many(digests: list[str], different: bool) -> None:
    """Two equal decks are found even if only half of the digest is the same."""
    halves = {"a": b"a" * 16, "b": b"b" * 16, "ab": b"a" * 8 + b"b" * 8, "ac": b"a" * 8 + b"c" * 8}
    assert battery.are_all_different([halves[digest] for digest in digests]) is different
