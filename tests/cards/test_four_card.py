"""The best four of several cards: the order of hands, and the array kernel against the definition."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest

from tablelaw.analysis.symmetry.suits import suit_orders
from tablelaw.cards import PACK, RANKINGS, Card, parse_cards
from tablelaw.cards.arrays import best_four
from tablelaw.cards.rankings import four_card
from tablelaw.errors import WrongCardCount
from tests.cards.hands import suit_distinct

ORDER = [
    "2s 2h 2d 2c",
    "As Ks Qs Js",
    "4s 3s 2s As",
    "Ah As Ad 2c",
    "2h 2s 2d Kc",
    "As Ks Qs 9s",
    "7s 5s 4s 2s",
    "Ah Ks Qs Js",
    "4h 3s 2s As",
    "Ah As Kd Kc",
    "3h 3s 2d 2c",
    "Ah As 3d 2c",
    "Kh Ks Ad Qc",
    "2h 2s 4d 3c",
    "Ah Ks Qs 9s",
    "6h 5s 4s 2s",
]
"""Hands from the highest to the lowest: both ends of every class."""
COUNTS = {
    "four-of-a-kind": 13,
    "straight flush": 44,
    "three-of-a-kind": 2_496,
    "flush": 2_816,
    "straight": 2_772,
    "two pair": 2_808,
    "pair": 82_368,
    "high card": 177_408,
}
"""How many of the 270,725 hands of four cards are of each class."""


def test_the_order_of_hands() -> None:
    strengths = [four_card.strength(parse_cards(text)) for text in ORDER]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(ORDER)


def test_all_hands_of_four_are_counted_and_read_alike_by_the_kernel() -> None:
    """One hand of each suit-distinct class counts for as many hands as the class has; the kernel reads it in every
    suit.
    """
    hands, times = zip(*suit_distinct(4), strict=True)
    plain = [four_card.strength_unchecked(hand) for hand in hands]
    found: Counter[str] = Counter()
    for strength, ways in zip(plain, times, strict=True):
        found[four_card.class_of(strength)] += ways
    pairs = {"pair": found.pop("pair of aces") + found.pop("pair below aces")}
    assert found | pairs == COUNTS
    cards = np.array(hands, np.uint8)
    for order in suit_orders():
        assert best_four.strengths(order[cards]).tolist() == plain


@pytest.mark.parametrize("size", [5, 6, 7])
def test_more_cards_are_worth_their_best_four(size: int) -> None:
    draw = Random(f"best four of {size}")
    hands = [tuple(sorted(draw.sample(PACK, size))) for _ in range(400)]
    # few suits and ranks, so that strong hands are frequent
    hands += [tuple(sorted(draw.sample(PACK[24:44], size))) for _ in range(400)]
    best = [max(map(four_card.strength_unchecked, combinations(hand, 4))) for hand in hands]
    assert [four_card.strength(hand) for hand in hands] == best
    assert best_four.strengths(np.array(hands, np.uint8)).tolist() == best


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2s 2h 2d 2c Ah", "four-of-a-kind, twos"),
        ("4s 3s 2s As Kd", "straight flush, four high"),
        ("2h 2s 2d Kc 3c", "three-of-a-kind, twos, with a king"),
        ("As Ks Qs 9s 2d", "flush, ace, king, queen and nine"),
        ("4h 3s 2s Ad Kd", "straight, four high"),
        ("3h 3s 2d 2c Kd", "two pair, threes and twos"),
        ("Kh Ks Ad Qc 2c", "pair of kings, with ace and queen"),
    ],
)
def test_hands_in_words(text: str, words: str) -> None:
    assert four_card.describe(parse_cards(text)) == words


def test_a_line_through_a_class_begins_at_its_lowest_hand() -> None:
    for cls, lowest in (("pair of aces", "Ah As 3d 2c"), ("two pair", "3h 3s 2d 2c"), ("flush", "7s 5s 4s 2s")):
        assert four_card.least(cls) <= four_card.strength(parse_cards(lowest))
        assert four_card.class_of(four_card.strength(parse_cards(lowest))) == cls
    assert four_card.least("pair below aces", (13,)) <= four_card.strength(parse_cards("Kh Ks 3d 2c"))
    assert four_card.strength(parse_cards("Qh Qs Ad Kc")) < four_card.least("pair below aces", (13,))


def test_three_or_eight_cards_are_refused() -> None:
    for count in (3, 8):
        with pytest.raises(WrongCardCount, match="four-card ranking; accepted: 4, 5, 6 or 7 cards"):
            four_card.strength([Card(n) for n in range(count)])
    assert RANKINGS["four-card"].members("pair") == ("pair of aces", "pair below aces")
