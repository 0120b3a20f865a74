"""Every possible hand, counted and compared with the published figures."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations

import numpy as np
import numpy.typing as npt
import pytest

from tablelaw.cards import PACK
from tablelaw.cards.arrays.batch import categories, count_categories, strengths
from tablelaw.cards.rankings import five_card, six_card

from .hands import flush_classes, rank_multisets, sampled, suit_distinct, without_flush
from .published import ALL, COUNTS


@pytest.fixture(scope="module")
def fives() -> npt.NDArray[np.uint8]:
    numbers = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(numbers, np.uint8, ALL[5] * 5).reshape(-1, 5)


@pytest.fixture(scope="module")
def scalar_strengths() -> npt.NDArray[np.int32]:
    """Every five-card hand, classified by the ranking in plain Python."""
    return np.fromiter(map(five_card.strength_unchecked, combinations(PACK, 5)), np.int32, ALL[5])


def test_all_five_card_hands_one_by_one(scalar_strengths: npt.NDArray[np.int32]) -> None:
    counts = np.bincount(categories(scalar_strengths))[::-1]
    assert tuple(counts[:9]) == COUNTS[5]
    assert counts.sum() == ALL[5]


def test_the_kernel_gives_every_five_card_hand_the_same_strength(
    fives: npt.NDArray[np.uint8], scalar_strengths: npt.NDArray[np.int32]
) -> None:
    assert np.array_equal(strengths(fives), scalar_strengths)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_kernel_counts_all_hands_of(size: int) -> None:
    counts = count_categories(size)[::-1]
    assert tuple(counts[: len(COUNTS[size])]) == COUNTS[size]
    assert counts.sum() == ALL[size]


def test_all_six_card_bonus_hands_by_suit_distinct_classes() -> None:
    counts: Counter[str] = Counter()
    classes = 0
    for cards, weight in suit_distinct(6):
        counts[six_card.classify_unchecked(cards)] += weight
        classes += 1
    assert classes == 962_988
    assert sum(counts.values()) == ALL[6]
    assert counts[six_card.ROYAL_IN_DIAMONDS] + counts[six_card.ROYAL_IN_ANOTHER_SUIT] == 4
    assert [counts[name] for name in six_card.CLASSES[2:9]] == [COUNTS[6][0] - 4, *COUNTS[6][1:]]


@pytest.mark.parametrize(("size", "classes"), [(6, 36_842), (7, 190_346)])
def test_the_kernel_agrees_on_every_class_of_ranks_and_flush(size: int, classes: int) -> None:
    """Every hand of that size has the same ranks as one of these, or the same flush and the same other ranks."""
    hands = [*map(without_flush, rank_multisets(size)), *flush_classes(size)]
    assert len(hands) == classes
    assert strengths(np.array(hands)).tolist() == list(map(five_card.strength_unchecked, hands))


@pytest.mark.parametrize("size", [6, 7])
def test_the_kernel_gives_a_hand_the_highest_of_its_fives(size: int) -> None:
    hands = sampled(50_000, size)
    of_fives = [strengths(hands[:, list(places)]) for places in combinations(range(size), 5)]
    assert np.array_equal(strengths(hands), np.max(of_fives, axis=0))


@pytest.mark.parametrize("size", [6, 7])
def test_the_kernel_agrees_on_sampled_hands(size: int) -> None:
    hands = sampled(50_000, size)
    one_by_one = [five_card.strength_unchecked(list(map(PACK.__getitem__, row))) for row in hands.tolist()]
    assert strengths(hands).tolist() == one_by_one
