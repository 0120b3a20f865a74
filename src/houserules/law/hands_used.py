"""Which hands the rules of a wager look at: found by asking them."""

from __future__ import annotations

from collections.abc import Mapping

from houserules.law.terms import Terms


class AskedHands(dict[str, str]):
    """Hands a rule looks at: one not given reads as its ranking's lowest class, and is remembered."""

    def __init__(self, terms: Terms, given: Mapping[str, str]) -> None:
        super().__init__(given)
        self.terms = terms

    def __missing__(self, hand: str) -> str:
        self[hand] = self.terms.book.ranking_of(hand, self.terms).classes[-1]
        return self[hand]
