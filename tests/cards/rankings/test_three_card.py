"""Three cards: the counts of all hands, the ace at both ends, ties and words."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tablelaw.cards import PACK, RANKINGS, parse_cards
from tablelaw.cards.rankings import three_card

THREE_CARD = RANKINGS["three-card"]


def strength(text: str) -> int:
    return three_card.strength(parse_cards(text))


def test_the_counts_of_all_22100_hands() -> None:
    counted = Counter(map(THREE_CARD.classify, combinations(PACK, 3)))
    assert counted == {
        "straight flush": 48,
        "three-of-a-kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high card": 16_440,
    }


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As 2s 3s", "straight flush"),
        ("Qs Ks As", "straight flush"),
        ("Ks As 2s", "flush"),
        ("As 2d 3s", "straight"),
        ("Qs Kd As", "straight"),
        ("Ks Ad 2s", "high card"),
        ("As 3d 4s", "high card"),
        ("4s 4d 4c", "three-of-a-kind"),
        ("4s 4d Ac", "pair"),
        ("4s As Ac", "pair"),
        ("2s 3s 5s", "flush"),
    ],
)
def test_classes(cards: str, name: str) -> None:
    assert THREE_CARD.classify(parse_cards(cards)) == name


def test_the_order_of_hands_from_the_lowest_to_the_highest() -> None:
    rising = (
        *("2s 3d 5c", "Qs 6d 3c", "Qs 6d 4c", "As Kd Jc", "2s 2d 3c", "2s 2d Ac", "As Ad 2c", "As Ad Kc"),
        *("2s 3s 5s", "As Ks Js", "As 2d 3c", "2s 3d 4c", "Qs Kd Ac", "2s 2d 2c", "As Ad Ac", "As 2s 3s", "As Ks Qs"),
    )
    strengths = [strength(cards) for cards in rising]
    assert strengths == sorted(set(strengths))


def test_suits_never_decide() -> None:
    assert strength("As Kd 9c") == strength("Ah Kc 9d")
    assert strength("As 2s 3s") == strength("Ad 2d 3d")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As 2s 3s", "straight flush, three high"),
        ("Qs Kd Ac", "straight, ace high"),
        ("6s 6d 6c", "three-of-a-kind, sixes"),
        ("2s 5s 9s", "flush, nine, five and two"),
        ("Ks 4d Kc", "pair of kings, with a four"),
        ("Qs 6d 4c", "high card, queen, six and four"),
    ],
)
def test_in_words(cards: str, words: str) -> None:
    assert THREE_CARD.describe(parse_cards(cards)) == words


def test_the_class_of_a_strength_is_the_class_of_its_hand() -> None:
    for hand in combinations(PACK[::3], 3):
        assert three_card.class_of(three_card.strength(hand)) == THREE_CARD.classify(hand)
