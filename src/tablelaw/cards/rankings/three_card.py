"""Three-card hands: a straight ranks above a flush, because three cards make fewer straights than flushes.

A strength is one number, higher for the higher hand and equal for a tie: category << 12, then three four-bit ranks in
the order in which they decide. A straight is decided by its top card alone, which is 3 when the ace is low.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablelaw.cards.card import ACE, Card
from tablelaw.cards.rankings.packed_strength import hand_in_words, packed, ranks_in
from tablelaw.cards.rankings.ranking import THREE_CARDS, Ranking, checked

NAME = "three-card"
SIZES = (3,)
HAND = 3
CLASSES = ("straight flush", "three-of-a-kind", "straight", "flush", "pair", "high card")
HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE, STRAIGHT_FLUSH = range(6)


def category(strength: int) -> int:
    """The category of a strength, from 0 (high card) to 5 (straight flush)."""
    return strength >> 12


def class_of(strength: int) -> str:
    return CLASSES[STRAIGHT_FLUSH - category(strength)]


def least(cls: str, ranks: Sequence[int] = ()) -> int:
    """The lowest strength among hands of a class whose deciding ranks begin with `ranks`."""
    return _packed(STRAIGHT_FLUSH - CLASSES.index(cls), *ranks)


def deciding_ranks(strength: int) -> tuple[int, ...]:
    """The ranks that a strength contains, in the order in which they decide."""
    return ranks_in(HAND, strength)


def _packed(category: int, *ranks: int) -> int:
    return packed(HAND, category, ranks)


def straight_top(high: int, middle: int, low: int) -> int:
    """The top card of three ranks in sequence, or 0 if they are not in sequence; an ace also counts as low."""
    if (high, middle, low) == (ACE, 3, 2):
        return 3
    return high if high - middle == middle - low == 1 else 0


def strength_unchecked(cards: Sequence[Card]) -> int:
    """The strength, without checking for three different cards, for callers that dealt the cards themselves."""
    high, middle, low = sorted((card.rank for card in cards), reverse=True)
    is_suited = len({card & 3 for card in cards}) == 1
    if top := straight_top(high, middle, low):
        return _packed(STRAIGHT_FLUSH if is_suited else STRAIGHT, top)
    if high == low:
        return _packed(THREE, high)
    if middle in (high, low):
        return _packed(PAIR, middle, low if high == middle else high)
    return _packed(FLUSH if is_suited else HIGH_CARD, high, middle, low)


def classify_unchecked(cards: Sequence[Card]) -> str:
    return class_of(strength_unchecked(cards))


def words(strength: int) -> str:
    """A strength in words, with every rank that decides a tie: "pair of kings, with a four"."""
    return hand_in_words(class_of(strength), deciding_ranks(strength))


def _describe_unchecked(cards: Sequence[Card]) -> str:
    return words(strength_unchecked(cards))


strength = checked(NAME, SIZES, strength_unchecked)
classify = checked(NAME, SIZES, classify_unchecked)
describe = checked(NAME, SIZES, _describe_unchecked)

THREE_CARD = Ranking(NAME, SIZES, CLASSES, {}, classify, strength, describe, THREE_CARDS, class_of, least)
