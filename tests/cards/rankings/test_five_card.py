from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given

from tablelaw.cards import Card, cards_text, parse_cards
from tablelaw.cards.rankings import five_card
from tablelaw.cards.rankings.five_card import best_five, classify, describe, strength
from tablelaw.errors import BadCard, DuplicateCard, WrongCardCount
from tests.cards.hands import SUIT_ORDERS, any_hand, flush_classes, rank_multisets, with_suits_moved, without_flush
from tests.cards.naive import best_standing, standing

LADDER = """
As Ks Qs Js Ts | royal flush
Kd Qd Jd Td 9d | straight flush, king high
5h 4h 3h 2h Ah | straight flush, five high
Ac Ad Ah As Kc | four-of-a-kind, aces, with a king
2c 2d 2h 2s 3c | four-of-a-kind, twos, with a three
Ac Ad Ah Ks Kc | full house, aces over kings
Kc Kd Kh 2s 2c | full house, kings over twos
Qc Qd Qh As Ac | full house, queens over aces
2c 2d 2h 3s 3c | full house, twos over threes
Ad Kd Qd Jd 9d | flush, ace, king, queen, jack and nine
7s 5s 4s 3s 2s | flush, seven, five, four, three and two
Ac Kd Qh Js Tc | straight, ace high
6c 5d 4h 3s 2c | straight, six high
5c 4d 3h 2s Ac | straight, five high
Ac Ad Ah Ks Qc | three-of-a-kind, aces, with king and queen
2c 2d 2h 4s 3c | three-of-a-kind, twos, with four and three
Ac Ad Kh Ks Qc | two pair, aces and kings, with a queen
3c 3d 2h 2s 4c | two pair, threes and twos, with a four
Ac Ad Kh Qs Jc | pair of aces, with king, queen and jack
2c 2d 5h 4s 3c | pair of twos, with five, four and three
Ac Kd Qh Js 9c | high card, ace, king, queen, jack and nine
7c 5d 4h 3s 2c | high card, seven, five, four, three and two
"""
RUNGS = [tuple(map(str.strip, line.split("|"))) for line in LADDER.strip().splitlines()]


def of(text: str) -> int:
    return strength(parse_cards(text))


@pytest.mark.parametrize(("cards", "words"), RUNGS)
def test_a_hand_in_words(cards: str, words: str) -> None:
    assert describe(parse_cards(cards)) == words


def test_the_ladder_of_the_law_falls_from_royal_flush_to_seven_high() -> None:
    strengths = [of(cards) for cards, _ in RUNGS]
    assert strengths == sorted(set(strengths), reverse=True)


def test_a_strength_is_its_category_and_the_deciding_ranks() -> None:
    assert of("Kc Kd Kh 2s 2c") == 0x6D2000
    assert of("5c 4d 3h 2s Ac") == 0x450000
    assert of("As Ks Qs Js Ts") == 0x9E0000
    assert five_card.deciding_ranks(of("9c 9d Kh 4s 2c")) == (9, 13, 4, 2)


def test_kings_full_of_twos_beats_queens_full_of_aces() -> None:
    """The ace is the highest card in either hand, but it does not decide."""
    assert of("Kc Kd Kh 2s 2c") > of("Qc Qd Qh As Ac")


@pytest.mark.parametrize("cards", ["Qs Ks As 2s 3s", "Ks As 2s 3s 4s", "Js Qs Ks As 2s"])
def test_no_sequence_goes_round_past_the_ace(cards: str) -> None:
    assert classify(parse_cards(cards)) == "flush"
    assert classify(parse_cards(cards.replace("2s", "2d"))) == "high card"


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("9c 9d Ah 4s 2c", "9h 9s Kh 8s 7c"),
        ("9c 9d Ah 4s 3c", "9h 9s Ad 4c 2c"),
        ("9c 9d 4h 4s Ac", "9h 9s 4c 4d Kc"),
        ("Ac Kd Qh Js 9c", "Ad Kh Qs Jc 8d"),
        ("Ac Jc 9c 5c 3c", "Ad Jd 9d 5d 2d"),
        ("9c 9d 9h 5s 3c 2d", "9c 9d 9h 4s 3d 2c"),
    ],
)
def test_ties_in_class_are_broken_by_the_rest_of_the_hand(higher: str, lower: str) -> None:
    assert of(higher) > of(lower)


def test_hands_of_equal_ranks_tie_whatever_their_suits() -> None:
    assert of("9c 9d Ah 4s 2c") == of("9h 9s Ad 4c 2d")


@pytest.mark.parametrize(
    ("cards", "used"),
    [
        ("2d 3h As Ks Qs Js Ts", "As Ks Qs Js Ts"),
        ("Kd Kh 2c 2s 9d 9h 3c", "Kh Kd 9h 9d 3c"),
        ("Kd Kh Kc 9s 9d 9h 3c", "Kh Kd Kc 9s 9h"),
        ("Kd Kh Kc Ks 9d 9h 9c", "Ks Kh Kd Kc 9h"),
        ("Kd Kh Kc Ks 9d 9h Ac", "Ks Kh Kd Kc Ac"),
        ("As 2d 3d 4h 5c 5d Kc", "5d 4h 3d 2d As"),
        ("As 2d 3d 4h 5c 6d Kc", "6d 5c 4h 3d 2d"),
        ("As 2s 3s 4s 5s 6d 7d", "5s 4s 3s 2s As"),
        ("As 2s 3s 4s 5s Ks Qs", "5s 4s 3s 2s As"),
        ("2s 3s 5s 7s 9s Js Kh", "Js 9s 7s 5s 3s"),
    ],
)
def test_the_best_five_of_more(cards: str, used: str) -> None:
    assert cards_text(best_five(parse_cards(cards))) == used


def test_every_class_of_five_cards_stands_where_a_plain_reading_puts_it() -> None:
    classes = [*map(without_flush, rank_multisets(5)), *flush_classes(5)]
    placed = {standing(five): strength(five) for five in classes}
    assert len(placed) == len(set(placed.values())) == 7_462
    assert sorted(placed, key=placed.__getitem__) == sorted(placed)


@given(any_hand(7))
def test_the_best_of_seven_is_the_highest_of_its_21_fives(cards: tuple[Card, ...]) -> None:
    assert strength(cards) == max(map(strength, combinations(cards, 5)))
    assert strength(cards) == strength(best_five(cards))
    assert five_card.category(strength(cards)) == best_standing(cards)[0]


@given(any_hand(6))
def test_the_best_of_six_is_the_highest_of_its_6_fives(cards: tuple[Card, ...]) -> None:
    assert strength(cards) == max(map(strength, combinations(cards, 5)))


@given(any_hand(7), SUIT_ORDERS)
def test_neither_order_nor_suits_change_a_strength(cards: tuple[Card, ...], order: tuple[int, ...]) -> None:
    assert strength(cards[::-1]) == strength(with_suits_moved(cards, order)) == strength(cards)


@given(any_hand(7), any_hand(7))
def test_strengths_compare_as_a_plain_reading_does(one: tuple[Card, ...], other: tuple[Card, ...]) -> None:
    assert (strength(one) > strength(other)) == (best_standing(one) > best_standing(other))


def test_each_class_has_its_category() -> None:
    assert Counter(five_card.class_of(category << 20) for category in range(10)) == Counter(five_card.CLASSES)
    assert five_card.class_of(9 << 20) == "royal flush"


@pytest.mark.parametrize("cards", ["", "As", "As Ks Qs Js", "As Ks Qs Js Ts 9s 8s 7s"])
def test_fewer_than_five_or_more_than_seven_cards_are_refused(cards: str) -> None:
    with pytest.raises(WrongCardCount, match="for the five-card ranking; accepted: 5, 6 or 7 cards"):
        strength(parse_cards(cards))


def test_a_card_twice_is_refused_at_the_door() -> None:
    with pytest.raises(DuplicateCard, match=r"^card 5 of 5: As is named twice"):
        strength([*parse_cards("As Ks Qs Js"), Card.parse("As")])


def test_a_number_that_is_no_card_is_refused_at_the_door() -> None:
    with pytest.raises(BadCard, match="52 is not a card number"):
        strength([48, 49, 50, 51, 52])  # type: ignore[list-item]
