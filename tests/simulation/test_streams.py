"""Streams: the published generator, the same numbers as plain Python, and all numbers equally likely."""

from __future__ import annotations

import numpy as np
import pytest

from tablelaw.simulation.streams import (
    CARDS,
    DRAWS,
    MISTAKES,
    BadSeed,
    below,
    deal,
    new_pack,
    new_stream,
    next_word,
    philox,
)
from tests.simulation.plain_stream import PlainStream, philox4x32

KNOWN_ANSWERS = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]
"""Philox4x32-10 as its authors publish it (Random123, kat_vectors): counter, key, answer."""

SEEDS = [(0, 0, CARDS), (7, 3, MISTAKES), (2**64 - 1, 2**32 - 1, DRAWS), (123456789012345678, 99, 1000)]


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN_ANSWERS)
def test_the_published_answers(counter: tuple[int, ...], key: tuple[int, ...], answer: tuple[int, ...]) -> None:
    assert philox4x32(counter, key) == answer
    words = (key[0] | key[1] << 32, counter[2] | counter[3] << 32, counter[0] | counter[1] << 32)
    first, second = philox(*map(np.uint64, words))
    assert (int(first) & 0xFFFFFFFF, int(first) >> 32, int(second) & 0xFFFFFFFF, int(second) >> 32) == answer


@pytest.mark.parametrize(("seed", "block", "purpose"), SEEDS)
def test_the_same_words_as_the_plain_twin(seed: int, block: int, purpose: int) -> None:
    stream, plain = new_stream(seed, block, purpose), PlainStream(seed, block, purpose)
    assert [int(next_word(stream)) for _ in range(9)] == [plain.word() for _ in range(9)]


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52, 1000, 3_000_000_000, 2**32 - 1, 2**32])
def test_the_same_numbers_below_n(n: int) -> None:
    """Large bounds are often redrawn: 3,000,000,000 in three of ten draws."""
    stream, plain = new_stream(5, 1), PlainStream(5, 1, CARDS)
    drawn = [below(stream, n) for _ in range(200)]
    assert drawn == [plain.below(n) for _ in range(200)]
    assert all(0 <= number < n for number in drawn)


def test_seeds_blocks_and_purposes_are_apart() -> None:
    places = [(seed, block, purpose) for seed in (1, 2, 1 << 32) for block in (0, 1, 2) for purpose in (0, 1, 2)]
    assert len({int(next_word(new_stream(*place))) for place in places}) == len(places)


@pytest.mark.parametrize("place", [(-1, 0, 0), (2**64, 0, 0), (0, -1, 0), (0, 2**32, 0), (0, 0, -1)])
def test_numbers_a_stream_has_not_are_refused(place: tuple[int, int, int]) -> None:
    with pytest.raises(BadSeed, match="accepted: 0 to"):
        new_stream(*place)


@pytest.mark.parametrize("count", [1, 2, 9, 10, 23, 52])
def test_the_same_deals_as_the_plain_twin(count: int) -> None:
    stream, plain = new_stream(11, 4), PlainStream(11, 4, CARDS)
    pack, plain_pack = new_pack(), list(range(52))
    for _ in range(40):
        deal(stream, pack, count)
        plain.deal(plain_pack, count)
        assert pack.tolist() == plain_pack
    assert sorted(pack.tolist()) == list(range(52))


def chi_squared(counts: np.ndarray, expected: float) -> float:
    return float(((counts - expected) ** 2 / expected).sum())


def pairs_dealt(rounds: int, cheat: bool = False) -> np.ndarray:
    """How often each pair of cards came first and ninth."""
    stream, pack, counts = new_stream(3, 0), new_pack(), np.zeros((52, 52), np.int64)
    for _ in range(rounds):
        deal(stream, pack, 9)
        if cheat and pack[0] == 51:
            deal(stream, pack, 9)
        counts[pack[0], pack[8]] += 1
    return counts


def test_every_deal_is_as_likely() -> None:
    """Chi-squared of 2,652 ordered pairs in 30,000 deals stays within five standard deviations of 2,651."""
    counts = pairs_dealt(30_000)
    assert counts.trace() == 0
    apart = counts[~np.eye(52, dtype=bool)]
    assert abs(chi_squared(apart, 30_000 / apart.size) - 2651) < 5 * (2 * 2651) ** 0.5


def test_a_pack_that_hides_an_ace_is_noticed() -> None:
    firsts = pairs_dealt(30_000, cheat=True).sum(axis=1)
    assert chi_squared(firsts, 30_000 / 52) > 51 + 5 * (2 * 51) ** 0.5
