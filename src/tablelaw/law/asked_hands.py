"""Finds out which hands the rules of a wager look at, by calling them."""

from __future__ import annotations

from collections.abc import Mapping

from tablelaw.law.rulebook import Terms


class AskedHands(dict[str, str]):
    """Records which hands a rule looks at; a hand that was not given has the lowest class of its ranking."""

    def __init__(self, terms: Terms, given: Mapping[str, str]) -> None:
        super().__init__(given)
        self.terms = terms

    def __missing__(self, hand: str) -> str:
        self[hand] = self.terms.ranking_of(hand).classes[-1]
        return self[hand]
