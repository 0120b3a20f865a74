"""Finds which hands the rules of a wager look at, by calling them."""

from __future__ import annotations

from collections.abc import Mapping

from tablelaw.law.terms import Terms


class AskedHands(dict[str, str]):
    """Records which hands a rule looks at; a hand that was not given reads as the lowest class of its ranking."""

    def __init__(self, terms: Terms, given: Mapping[str, str]) -> None:
        super().__init__(given)
        self.terms = terms

    def __missing__(self, hand: str) -> str:
        self[hand] = self.terms.book.ranking_of(hand, self.terms).classes[-1]
        return self[hand]
