from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest

from tablelaw.cards import MIN_CUT, PACK, Deck, cards_text
from tablelaw.chance import Chance, KernelChance, PracticeChance
from tablelaw.errors import BadCut

TINY = Deck("blue", PACK[:4])
# A fair shuffle exceeds these once in a thousand seeds (chi-square, 23 and 51 degrees of freedom).
LIMIT_24_ORDERS, LIMIT_52_PLACES = 49.73, 87.97


def chi_square(seen: list[int]) -> float:
    expected = sum(seen) / len(seen)
    return sum((count - expected) ** 2 / expected for count in seen)


def orders_of_tiny_deck(shuffle: Callable[[Deck, Chance], Deck]) -> list[int]:
    chance = PracticeChance("every order")
    seen = Counter(shuffle(TINY, chance).cards for _ in range(12_000))
    return [seen[order] for order in permutations(TINY.cards)]


def shuffle_that_swaps_with_any_place(deck: Deck, chance: Chance) -> Deck:
    """Contains the classic mistake: 4^4 equally likely paths cannot be spread evenly over 24 orders."""
    cards = list(deck.cards)
    for place in range(len(cards)):
        other = chance.below(len(cards))
        cards[place], cards[other] = cards[other], cards[place]
    return Deck(deck.back, tuple(cards))


def test_a_new_deck_lies_by_suit_and_in_sequence() -> None:
    deck = Deck.new("red")
    assert deck.back == "red"
    assert cards_text(deck.cards[:14]) == "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d"
    assert deck.is_whole()


def test_a_shuffled_deck_is_whole_and_keeps_its_back() -> None:
    deck = Deck.new("red").shuffled(KernelChance())
    assert deck.is_whole()
    assert deck.back == "red"
    assert deck != Deck.new("red")


def test_a_practice_shuffle_stays_the_same_for_ever() -> None:
    deck = Deck.new().shuffled(PracticeChance(7))
    assert cards_text(deck.cards[:10]) == "Th Ks 5d Js Qd 9d 8h 7c Td Ts"


def test_every_order_of_a_tiny_deck_comes_about_equally_often() -> None:
    assert chi_square(orders_of_tiny_deck(Deck.shuffled)) < LIMIT_24_ORDERS


def test_a_biased_shuffle_would_be_seen() -> None:
    assert chi_square(orders_of_tiny_deck(shuffle_that_swaps_with_any_place)) > LIMIT_24_ORDERS


@pytest.mark.parametrize("place", [0, 25, 51])
def test_every_card_comes_to_a_place_about_equally_often(place: int) -> None:
    chance, deck = PracticeChance(f"place {place}"), Deck.new()
    seen = Counter(deck.shuffled(chance).cards[place] for _ in range(2_600))
    assert chi_square([seen[card] for card in PACK]) < LIMIT_52_PLACES


@pytest.mark.parametrize("at", [10, 11, 51])
def test_a_cut_takes_the_cards_above_it_to_the_bottom(at: int) -> None:
    deck = Deck.new()
    cut = deck.cut(at)
    assert cut.cards == deck.cards[at:] + deck.cards[:at]
    assert cut.is_whole()


@pytest.mark.parametrize("at", [-1, 0, 9, 52, 53])
def test_a_cut_the_law_does_not_allow_is_refused(at: int) -> None:
    with pytest.raises(BadCut, match=rf"^a cut at {at} cards; .*653a\.5\(d\).*; accepted: 10 to 51$"):
        Deck.new().cut(at)


def test_the_least_cut_is_ten() -> None:
    assert MIN_CUT == 10


def test_a_deck_with_a_card_missing_or_twice_is_not_whole() -> None:
    assert not Deck("blue", PACK[1:]).is_whole()
    assert not Deck("blue", (*PACK[1:], PACK[1])).is_whole()
    assert not Deck("blue", (*PACK, PACK[0])).is_whole()
