"""Instant winners of Colorado Hold 'Em: three cards before the discard (MA 1, 3(c)).

MA 3(a) lets the ace count low with a 2, 3, 4 and 5 but does not mention a suited A-2-3, so the second ranking excludes
it. Q-K-A is in sequence under both rankings.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tablelaw.cards.card import ACE, Card
from tablelaw.cards.rank_words import many, one
from tablelaw.cards.rankings.ranking import Ranking, checked

NAME = "instant winner"
NAME_ACE_HIGH = "instant winner, ace high only"
SIZES = (3,)
STRAIGHT_FLUSH = "three card straight flush"
THREE = "three-of-a-kind"
NONE = "none"
CLASSES = (STRAIGHT_FLUSH, THREE, NONE)


def classify_unchecked(cards: Sequence[Card], low_ace: bool = True) -> str:
    if _run_top(cards, low_ace):
        return STRAIGHT_FLUSH
    return THREE if len({card.rank for card in cards}) == 1 else NONE


def _run_top(cards: Sequence[Card], low_ace: bool) -> int:
    """The top rank of three suited cards in sequence; 0 if they are not suited and in sequence."""
    if len({card.suit for card in cards}) > 1:
        return 0
    low, middle, top = sorted(card.rank for card in cards)
    if low_ace and (low, middle, top) == (2, 3, ACE):
        return 3
    return top if top - low == 2 else 0


def _describe_unchecked(cards: Sequence[Card], low_ace: bool = True) -> str:
    name = classify_unchecked(cards, low_ace)
    if name == STRAIGHT_FLUSH:
        return f"{name}, {one(_run_top(cards, low_ace))} high"
    return f"{name}, {many(cards[0].rank)}" if name == THREE else "no instant winner"


def _ranking(name: str, low_ace: bool) -> Ranking:
    classify = checked(name, SIZES, partial(classify_unchecked, low_ace=low_ace))
    describe = checked(name, SIZES, partial(_describe_unchecked, low_ace=low_ace))
    return Ranking(name, SIZES, CLASSES, {}, classify, None, describe)


INSTANT_WINNER = _ranking(NAME, low_ace=True)
INSTANT_WINNER_ACE_HIGH = _ranking(NAME_ACE_HIGH, low_ace=False)
