"""The best four of four to seven cards; three-of-a-kind ranks above a flush, and four-of-a-kind above everything else.

A strength is one number, higher for the higher hand and equal for a tie: category << 16, then four four-bit ranks in
the order in which they decide. A straight is decided by its top card alone, which is 4 when the ace is low.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tablelaw.cards.card import ACE, Card
from tablelaw.cards.rankings.packed_strength import hand_in_words, packed, ranks_in
from tablelaw.cards.rankings.ranking import BEST_FOUR, Ranking, checked

NAME = "four-card"
SIZES = (4, 5, 6, 7)
HAND = 4
CLASSES = (
    *("four-of-a-kind", "straight flush", "three-of-a-kind", "flush", "straight", "two pair"),
    *("pair of aces", "pair below aces", "high card"),
)
GROUPS = {"pair": ("pair of aces", "pair below aces")}
HIGH_CARD, PAIR, TWO_PAIR, STRAIGHT, FLUSH, THREE, STRAIGHT_FLUSH, FOUR = range(8)
_NAMES = ("high card", "pair", "two pair", "straight", "flush", "three-of-a-kind", "straight flush", "four-of-a-kind")


def category(strength: int) -> int:
    """The category of a strength, from 0 (high card) to 7 (four-of-a-kind)."""
    return strength >> 16


def class_of(strength: int) -> str:
    if category(strength) == PAIR:
        return "pair of aces" if strength >> 12 & 15 == ACE else "pair below aces"
    return _NAMES[category(strength)]


def least(cls: str, ranks: Sequence[int] = ()) -> int:
    """The lowest strength among hands of a class whose deciding ranks begin with `ranks`."""
    if cls in ("pair of aces", "pair below aces"):
        return _packed(PAIR, *(ranks or ((ACE,) if cls == "pair of aces" else ())))
    return _packed(_NAMES.index(cls), *ranks)


def deciding_ranks(strength: int) -> tuple[int, ...]:
    """The ranks that a strength contains, in the order in which they decide."""
    return ranks_in(HAND, strength)


def _packed(category: int, *ranks: int) -> int:
    return packed(HAND, category, ranks)


def straight_top(ranks: Iterable[int]) -> int:
    """The top card of the highest four ranks in sequence, or 0 if there are none; an ace also counts as low."""
    held = set(ranks)
    held |= {1} if ACE in held else set()
    return max((top for top in held if all(top - down in held for down in range(HAND))), default=0)


def strength_unchecked(cards: Sequence[Card]) -> int:
    """The strength, without checking the cards' number or for repeats, for callers that dealt the cards themselves."""
    suits = [[card.rank for card in cards if card & 3 == suit] for suit in range(4)]
    counts = Counter(card.rank for card in cards)
    falling = sorted(counts, reverse=True)
    if fours := [rank for rank in falling if counts[rank] == 4]:
        return _packed(FOUR, fours[0])
    if top := max(map(straight_top, suits)):
        return _packed(STRAIGHT_FLUSH, top)
    if threes := [rank for rank in falling if counts[rank] == 3]:
        return _packed(THREE, threes[0], max(rank for rank in falling if rank != threes[0]))
    if flush := [ranks for ranks in suits if len(ranks) >= HAND]:
        return _packed(FLUSH, *sorted(flush[0], reverse=True)[:HAND])
    if top := straight_top(falling):
        return _packed(STRAIGHT, top)
    pairs = [rank for rank in falling if counts[rank] == 2]
    if len(pairs) > 1:
        return _packed(TWO_PAIR, *pairs[:2])
    if pairs:
        return _packed(PAIR, pairs[0], *[rank for rank in falling if rank != pairs[0]][:2])
    return _packed(HIGH_CARD, *falling[:HAND])


def classify_unchecked(cards: Sequence[Card]) -> str:
    return class_of(strength_unchecked(cards))


def words(strength: int) -> str:
    """A strength in words, with every rank that decides a tie: "pair of kings, with nine and four"."""
    return hand_in_words(_NAMES[category(strength)], deciding_ranks(strength))


def _describe_unchecked(cards: Sequence[Card]) -> str:
    return words(strength_unchecked(cards))


strength = checked(NAME, SIZES, strength_unchecked)
classify = checked(NAME, SIZES, classify_unchecked)
describe = checked(NAME, SIZES, _describe_unchecked)

FOUR_CARD = Ranking(NAME, SIZES, CLASSES, GROUPS, classify, strength, describe, BEST_FOUR, class_of, least)
