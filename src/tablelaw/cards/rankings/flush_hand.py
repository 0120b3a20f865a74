"""Hands of one suit: the most cards of one suit among seven (678a.6(b), (c)).

Seven cards of four suits always include two of one suit, so a two-card flush is the lowest hand, and the hands that
"contain none of the hands" of (b) cannot be dealt.

A strength is the number of cards << 28, then their ranks from the top, four bits each. If two suits have the same
number of cards, the higher one is the hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablelaw.cards.card import Card
from tablelaw.cards.rank_words import NUMBER_WORDS, listed
from tablelaw.cards.rankings.ranking import BEST_SUIT, Ranking, checked

NAME = "flush"
SIZES = (7,)
CLASSES = tuple(f"{NUMBER_WORDS[length]}-card flush" for length in (7, 6, 5, 4, 3, 2))


def length_of(strength: int) -> int:
    return strength >> 28


def class_of(strength: int) -> str:
    return CLASSES[7 - (strength >> 28)]


def ranks_of(strength: int) -> tuple[int, ...]:
    """The ranks of the flush from the top."""
    return tuple(strength >> 24 - 4 * place & 15 for place in range(length_of(strength)))


def least(cls: str, ranks: Sequence[int] = ()) -> int:
    """The lowest strength among flushes of a class whose ranks begin with `ranks`."""
    strength = 7 - CLASSES.index(cls) << 28
    for place, rank in enumerate(ranks):
        strength |= rank << 24 - 4 * place
    return strength


def threshold(length: int, high: int) -> int:
    """The lowest strength of a flush of `length` cards with a top card of `high` or more."""
    return length << 28 | high << 24


def qualifies(strength: int, length: int = 3, high: int = 9) -> bool:
    """Whether the hand is at least a three-card flush, nine high; every longer flush qualifies too (678a.11(d))."""
    return strength >= threshold(length, high)


def strength_unchecked(cards: Sequence[Card]) -> int:
    suits: list[list[int]] = [[], [], [], []]
    for card in cards:
        suits[card & 3].append((card >> 2) + 2)
    most = max(map(len, suits))
    return max(_packed(ranks) for ranks in suits if len(ranks) == most)


def _packed(ranks: list[int]) -> int:
    ranks.sort(reverse=True)
    strength = len(ranks) << 28
    for place, rank in enumerate(ranks):
        strength |= rank << 24 - 4 * place
    return strength


def classify_unchecked(cards: Sequence[Card]) -> str:
    return class_of(strength_unchecked(cards))


def _flush_cards_unchecked(cards: Sequence[Card]) -> tuple[Card, ...]:
    best = strength_unchecked(cards)
    by_suit = [sorted((card for card in cards if card & 3 == suit), reverse=True) for suit in (3, 2, 1, 0)]
    return next(tuple(held) for held in by_suit if _packed([card.rank for card in held]) == best)


def _describe_unchecked(cards: Sequence[Card]) -> str:
    strength = strength_unchecked(cards)
    return f"{class_of(strength)}, {listed(ranks_of(strength))}"


strength = checked(NAME, SIZES, strength_unchecked)
classify = checked(NAME, SIZES, classify_unchecked)
describe = checked(NAME, SIZES, _describe_unchecked)
flush_cards = checked(NAME, SIZES, _flush_cards_unchecked)

FLUSH = Ranking(NAME, SIZES, CLASSES, {}, classify, strength, describe, BEST_SUIT, class_of, least)
