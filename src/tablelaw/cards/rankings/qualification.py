"""Whether a dealer qualifies with a flush, which depends on its ranks as well as its class (678a.11(d))."""

from __future__ import annotations

from collections.abc import Sequence

from tablelaw.cards.card import Card
from tablelaw.cards.rankings import flush_hand
from tablelaw.cards.rankings.ranking import Ranking, checked

NAME = "qualification"
SIZES = (7,)
CLASSES = ("qualifies", "does not qualify")


def classify_unchecked(cards: Sequence[Card]) -> str:
    return CLASSES[0] if flush_hand.qualifies(flush_hand.strength_unchecked(cards)) else CLASSES[1]


def _describe_unchecked(cards: Sequence[Card]) -> str:
    return f"{flush_hand.FLUSH.describe(cards)}: {classify_unchecked(cards)}"


classify = checked(NAME, SIZES, classify_unchecked)
describe = checked(NAME, SIZES, _describe_unchecked)

QUALIFICATION = Ranking(
    name=NAME, sizes=SIZES, classes=CLASSES, groups={}, classify=classify, strength=None, describe=describe
)
