"""The best five of 5, 6 or 7 cards (647a.6, 653a.6, 677a.6, MD 6, MA 3).

A strength is one number, higher for the higher hand and equal for a tie: category << 20, then five four-bit ranks in
the order in which they decide. Kings full of twos is 6, 13, 2, 0, 0, 0. A straight is decided by its top card alone,
which is 5 when the ace is low.

The texts break ties by "the highest ranking card not contained in the other hand". Applied to whole hands, that would
put queens full of aces above kings full of twos, against the texts' own order of full houses ("three aces and two kings
being the highest"). Therefore the cards that make the hand decide first, then the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from tablelaw.cards.card import ACE, PACK, Card
from tablelaw.cards.rankings.packed_strength import hand_in_words, packed, ranks_in
from tablelaw.cards.rankings.ranking import BEST_FIVE, Ranking, checked

NAME = "five-card"
SIZES = (5, 6, 7)
HAND = 5
CLASSES = (
    *("royal flush", "straight flush", "four-of-a-kind", "full house", "flush", "straight"),
    *("three-of-a-kind", "two pair", "pair", "high card"),
)
HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL = range(10)


RANK_BITS = (1 << 20) - 1
"""The part of a strength that holds the deciding ranks."""


def category(strength: int) -> int:
    """The category of a strength, from 0 (high card) to 9 (royal flush)."""
    return strength >> 20


def class_of(strength: int) -> str:
    return CLASSES[ROYAL - (strength >> 20)]


def least(cls: str, ranks: Sequence[int] = ()) -> int:
    """The lowest strength among hands of a class whose deciding ranks begin with `ranks`."""
    return _packed(ROYAL - CLASSES.index(cls), ranks)


def deciding_ranks(strength: int) -> tuple[int, ...]:
    """The ranks that a strength contains, in the order in which they decide."""
    return ranks_in(HAND, strength)


def _packed(category: int, ranks: Sequence[int]) -> int:
    return packed(HAND, category, ranks)


def straight_top(ranks: Iterable[int]) -> int:
    """The top card of the highest five ranks in sequence, or 0 if there are none; an ace also counts as low."""
    held = sum(1 << rank for rank in set(ranks))
    held |= held >> ACE << 1
    bottoms = held & held >> 1 & held >> 2 & held >> 3 & held >> 4
    return bottoms.bit_length() + 3 if bottoms else 0


def strength_of_suited(ranks: Sequence[int]) -> int:
    """The strength of five to seven cards of one suit, which cannot contain four-of-a-kind or a full house."""
    if top := straight_top(ranks):
        return _packed(ROYAL if top == ACE else STRAIGHT_FLUSH, [top])
    return _packed(FLUSH, sorted(ranks, reverse=True))


def strength_of_ranks(ranks: Sequence[int]) -> int:
    """The strength of five to seven cards, no five of which share a suit."""
    kinds = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    made, of_a_kind, others = _shape(kinds[0][0], kinds[1][0])
    if made < STRAIGHT and len(kinds) >= 5 and (top := straight_top(ranks)):
        return _packed(STRAIGHT, [top])
    deciding = [rank for _, rank in kinds[:of_a_kind]]
    rest = sorted((rank for _, rank in kinds[of_a_kind:]), reverse=True)
    return _packed(made, deciding + rest[:others])


def _shape(most: int, next_most: int) -> tuple[int, int, int]:
    """The category of a hand, the number of ranks that make it, and the number of cards that complete the five."""
    if most == 4:
        return FOUR, 1, 1
    if most == 3:
        return (FULL_HOUSE, 2, 0) if next_most >= 2 else (THREE, 1, 2)
    if most == 2:
        return (TWO_PAIR, 2, 1) if next_most == 2 else (PAIR, 1, 3)
    return HIGH_CARD, 0, 5


# A hand is summed into one number: three bits count each rank, four bits each suit. Suits start at 3, so a suit's top
# bit means "five or more". The strength of each rank sum and each suit is computed only once.
_SUIT_SHIFTS = (40, 44, 48, 52)
_COUNT_OF = tuple((1 << 3 * (card >> 2)) + (1 << _SUIT_SHIFTS[card & 3]) for card in PACK)
_SUITS_AT_THREE = sum(3 << shift for shift in _SUIT_SHIFTS)
_FIVE_SUITED = sum(8 << shift for shift in _SUIT_SHIFTS)
_RANK_COUNTS = (1 << 39) - 1


def strength_unchecked(cards: Sequence[Card]) -> int:
    """The strength, without checking that there are 5 to 7 different cards, for callers that dealt the cards
    themselves.
    """
    counts = sum(map(_COUNT_OF.__getitem__, cards), _SUITS_AT_THREE)
    if counts & _FIVE_SUITED:
        return _strength_of_flush(cards, counts & _FIVE_SUITED)
    return _strength_of_counts(counts & _RANK_COUNTS)


def _strength_of_flush(cards: Sequence[Card], five_suited: int) -> int:
    suit = _SUIT_SHIFTS.index(five_suited.bit_length() - 4)
    return _strength_of_mask(sum(1 << (card >> 2) for card in cards if card & 3 == suit))


@cache
def _strength_of_mask(mask: int) -> int:
    return strength_of_suited([rank for rank in range(2, 15) if mask >> rank - 2 & 1])


@cache
def _strength_of_counts(counts: int) -> int:
    ranks = [rank for rank in range(2, 15) for _ in range(counts >> 3 * (rank - 2) & 7)]
    return strength_of_ranks(ranks)


def classify_unchecked(cards: Sequence[Card]) -> str:
    return class_of(strength_unchecked(cards))


def _best_five_unchecked(cards: Sequence[Card]) -> tuple[Card, ...]:
    best = strength_unchecked(cards)
    fives = combinations(sorted(cards, reverse=True), 5)
    return _in_display_order(next(five for five in fives if strength_unchecked(five) == best), best)


def _in_display_order(five: tuple[Card, ...], strength: int) -> tuple[Card, ...]:
    """Sorts cards for display: most of a kind first, then by descending rank, with a low ace last."""
    ranks = [card.rank for card in five]
    low_ace = category(strength) in (STRAIGHT, STRAIGHT_FLUSH) and deciding_ranks(strength) == (5,)
    placed = {ACE: 1} if low_ace else {}
    key = [(ranks.count(card.rank), placed.get(card.rank, card.rank), card) for card in five]
    return tuple(card for _, _, card in sorted(key, reverse=True))


def words(strength: int) -> str:
    """A strength in words, with every rank that decides a tie: "full house, kings over fours"."""
    return hand_in_words(class_of(strength), deciding_ranks(strength))


def _describe_unchecked(cards: Sequence[Card]) -> str:
    return words(strength_unchecked(cards))


strength = checked(NAME, SIZES, strength_unchecked)
classify = checked(NAME, SIZES, classify_unchecked)
best_five = checked(NAME, SIZES, _best_five_unchecked)
describe = checked(NAME, SIZES, _describe_unchecked)

OF_ONE_STRENGTH = frozenset({CLASSES[0]})
FIVE_CARD = Ranking(NAME, SIZES, CLASSES, {}, classify, strength, describe, BEST_FIVE, class_of, least, OF_ONE_STRENGTH)
