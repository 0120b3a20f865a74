"""A minimum that a hand must reach, measured by another ranking's strengths, such as "a pair of fours or better"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tablelaw.cards.card import Card
from tablelaw.cards.rankings.ranking import Ranking

QUALIFIES, DOES_NOT_QUALIFY = "qualifies", "does not qualify"
CLASSES = (QUALIFIES, DOES_NOT_QUALIFY)


@lru_cache(maxsize=64)
def line_ranking(base: Ranking, cls: str, ranks: tuple[int, ...] = ()) -> Ranking:
    """A ranking with two classes: hands at least as strong as the lowest hand of this class and these ranks, and all
    other hands.
    """
    assert base.strength is not None and base.least is not None
    strength, line = base.strength, base.least(cls, ranks)

    def class_of(found: int) -> str:
        return QUALIFIES if found >= line else DOES_NOT_QUALIFY

    def classify(cards: Sequence[Card]) -> str:
        return class_of(strength(cards))

    def describe(cards: Sequence[Card]) -> str:
        return f"{base.describe(cards)}: {classify(cards)}"

    def least(name: str, _: Sequence[int] = ()) -> int:
        return line if name == QUALIFIES else 0

    name = f"{base.name}, {cls} {'-'.join(map(str, ranks))} or better"
    return Ranking(name, base.sizes, CLASSES, {}, classify, strength, describe, base.family, class_of, least)
