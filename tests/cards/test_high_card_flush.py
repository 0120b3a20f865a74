"""678a.6: flush hands (b), (c) and straight-flush lengths (d)."""

from __future__ import annotations

from collections import Counter
from functools import partial
from math import comb

import pytest
from hypothesis import given

from tablelaw.cards import RANKINGS, Card, cards_text, parse_cards
from tablelaw.cards.rankings import flush_hand
from tablelaw.cards.rankings import straight_flush_length as runs

from .hands import SUIT_ORDERS, any_hand, count_sevens, holdings, with_suits_moved
from .published import ALL, COUNTS

LENGTHS = RANKINGS["straight-flush length"]
ACE_HIGH = RANKINGS["straight-flush length, ace high only"]
MARKS_LOW, MARKS_HIGH = "A23456789TJQKA", "23456789TJQKA"


def flush(text: str) -> int:
    return flush_hand.strength(parse_cards(text))


def plain_longest_run(cards: tuple[Card, ...], marks: str) -> int:
    """Finds the longest run by looking for each part of the sequence among the cards held."""
    held = {str(card)[0] for card in cards}
    stretches = [marks[a:b] for a in range(len(marks)) for b in range(a + 1, len(marks) + 1)]
    fitting = [len(part) for part in stretches if set(part) <= held and len(part) <= len(cards)]
    return max(fitting, default=0)


@pytest.fixture(scope="module")
def low_ace_counts() -> Counter[int]:
    return count_sevens(runs.length_unchecked)


# Flush hands


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Ks Qs Js 9s 3s 2s", "seven-card flush, ace, king, queen, jack, nine, three and two"),
        ("As Ks Qs Js 9s 3s 2d", "six-card flush, ace, king, queen, jack, nine and three"),
        ("As Ks Qs Js 9s 3d 2d", "five-card flush, ace, king, queen, jack and nine"),
        ("As Ks Qs Js 9d 3d 2d", "four-card flush, ace, king, queen and jack"),
        ("9s 3s 2s Ad Kd Qc Jh", "three-card flush, nine, three and two"),
        ("As 2s Kd Qd Jc Tc 9h", "two-card flush, ace and two"),
    ],
)
def test_a_flush_hand_in_words(cards: str, words: str) -> None:
    assert flush_hand.describe(parse_cards(cards)) == words
    assert flush_hand.classify(parse_cards(cards)) == words.split(",")[0]


def test_a_longer_flush_beats_a_higher_one() -> None:
    assert flush("5s 4s 3s 2s Ad Kd Qd") > flush("As Ks Qs Jd Td 9c 8h")


def test_of_two_suits_as_long_the_higher_is_the_hand() -> None:
    assert flush("As 3s 2s Kd Qd Jd 9c") > flush("Kd Qd Jd 9s 3s 2s 9c")
    assert flush_hand.ranks_of(flush("Ks 9s 3s Kd Td 2d 5c")) == (13, 10, 2)


def test_equal_flushes_tie_whatever_the_other_cards() -> None:
    assert flush("As 9s 3s Kd Qd Jc Tc") == flush("Ah 9h 3h 7d 6d 5c 4c")


def test_the_cards_of_the_flush() -> None:
    assert cards_text(flush_hand.flush_cards(parse_cards("3s Kd 9s As Qd Jc Tc"))) == "As 9s 3s"


@pytest.mark.parametrize(
    ("cards", "qualifies"),
    [
        ("8s 7s 6s Ad Kd Ac Kc", False),
        ("As Ks Qd Jd Tc 9c 8h", False),
        ("9s 3s 2s Ad Kd Ac Kc", True),
        ("Ts 3s 2s Ad Kd Ac Kc", True),
        ("5s 4s 3s 2s Ad Kd Ac", True),
    ],
)
def test_11_d_the_dealer_qualifies_from_a_three_card_flush_nine_high(cards: str, qualifies: bool) -> None:
    assert flush_hand.qualifies(flush(cards)) is qualifies


@given(any_hand(7), SUIT_ORDERS)
def test_neither_order_nor_suits_change_a_flush_hand(cards: tuple[Card, ...], order: tuple[int, ...]) -> None:
    moved = with_suits_moved(cards[::-1], order)
    assert flush_hand.strength(moved) == flush_hand.strength(cards) < 1 << 31


@given(any_hand(7))
def test_a_flush_hand_is_the_best_of_its_suits(cards: tuple[Card, ...]) -> None:
    suits = [sorted((card.rank for card in cards if card.suit == suit), reverse=True) for suit in "cdhs"]
    length, ranks = max((len(ranks), ranks) for ranks in suits)
    strength = flush_hand.strength(cards)
    assert (flush_hand.length_of(strength), flush_hand.ranks_of(strength)) == (length, tuple(ranks))
    assert [card.rank for card in flush_hand.flush_cards(cards)] == ranks
    assert len({card.suit for card in flush_hand.flush_cards(cards)}) == 1


def test_all_seven_card_hands_by_flush_length() -> None:
    counts = count_sevens(len)
    for length in (7, 6, 5, 4):
        assert counts[length] == 4 * comb(13, length) * comb(39, 7 - length)
    assert counts[2] == 4 * comb(13, 2) ** 3 * 13
    assert counts.total() == ALL[7]
    assert set(counts) == {7, 6, 5, 4, 3, 2}


# Straight-flush lengths


@pytest.mark.parametrize(
    ("cards", "with_low_ace", "without"),
    [
        ("As 2s 3s 4s 5s 6s 7s", 7, 6),
        ("8s 9s Ts Js Qs Ks As", 7, 7),
        ("As 2s 3s Kd Qd 9c 9h", 3, 2),
        ("Qs Ks As 2s 3s 9c 9h", 3, 3),
        ("Js Qs Ks As 2s 3s 9h", 4, 4),
        ("Ks As 2s 4d 6d 8c Th", 2, 2),
        ("5s 6s 7s 5d 6d 7d 8d", 4, 4),
        ("2s 2d 2h 2c 4s 4d 4h", 1, 1),
    ],
)
def test_the_longest_run_never_goes_round(cards: str, with_low_ace: int, without: int) -> None:
    hand = parse_cards(cards)
    assert runs.length_unchecked(hand) == with_low_ace
    assert runs.length_unchecked(hand, low_ace=False) == without
    assert LENGTHS.classify(hand) == runs.class_of(with_low_ace)
    assert ACE_HIGH.classify(hand) == runs.class_of(without)


def test_runs_in_words() -> None:
    assert LENGTHS.describe(parse_cards("As 2s 3s Kd Qd 9c 9h")) == "three-card straight flush, three high, spades"
    assert ACE_HIGH.describe(parse_cards("As 2s 3s Kd Qd 9c 9h")) == "less than a three-card straight flush"


def test_the_cards_of_the_run() -> None:
    assert cards_text(runs.longest_run(parse_cards("2s As 3s Kd Qd 9c 9h"))) == "3s 2s As"
    assert cards_text(runs.longest_run(parse_cards("5s 6s 7s 5d 6d 7d 9d"))) == "7s 6s 5s"


@given(any_hand(7), SUIT_ORDERS)
def test_neither_order_nor_suits_change_a_run(cards: tuple[Card, ...], order: tuple[int, ...]) -> None:
    moved = with_suits_moved(cards[::-1], order)
    for low_ace in (True, False):
        assert runs.length_unchecked(moved, low_ace) == runs.length_unchecked(cards, low_ace)


@given(any_hand(7))
def test_a_hand_has_the_longest_run_of_its_suits(cards: tuple[Card, ...]) -> None:
    suits = [tuple(card for card in cards if card.suit == suit) for suit in "cdhs"]
    assert runs.length_unchecked(cards) == max(plain_longest_run(held, MARKS_LOW) for held in suits)
    assert len(runs.longest_run(cards)) == runs.length_unchecked(cards)
    assert set(runs.longest_run(cards)) <= set(cards)


def test_every_holding_of_one_suit_has_the_run_a_plain_search_finds() -> None:
    for cards in holdings()[1:]:
        assert runs.length_unchecked(cards) == plain_longest_run(cards, MARKS_LOW)
        assert runs.length_unchecked(cards, low_ace=False) == plain_longest_run(cards, MARKS_HIGH)


def test_all_seven_card_hands_by_run(low_ace_counts: Counter[int]) -> None:
    assert low_ace_counts.total() == ALL[7]
    assert low_ace_counts[7] == 4 * 8
    assert [low_ace_counts[length] for length in (6, 5, 4, 3)] == [1_592, 39_960, 676_196, 8_642_932]
    assert sum(low_ace_counts[length] for length in (7, 6, 5)) == sum(COUNTS[7][:2])


def test_without_a_low_ace_there_are_fewer_runs(low_ace_counts: Counter[int]) -> None:
    counts = count_sevens(partial(runs.length_unchecked, low_ace=False))
    assert counts.total() == ALL[7]
    assert counts[7] == 4 * 7
    assert all(counts[length] < low_ace_counts[length] for length in (7, 6, 5, 4, 3))
