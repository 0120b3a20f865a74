"""What every ranking offers: its classes in order, and the class of a hand.

A regulation lists payouts by rows. A row is a class, a named group of classes, or "less than" a class or group.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tablelaw.cards.card import Card, require_distinct
from tablelaw.errors import WrongCardCount

Answer = TypeVar("Answer")
BEST_FIVE, BEST_FOUR, BEST_SUIT, THREE_CARDS = "best five", "best four", "best suit", "three cards"
LISTED = "listed"
"""Families of rankings: rankings in the same family order hands by the same strengths; the family "listed" only
classifies.
"""
_LESS_THAN = re.compile(r"(?:less|lower) than (?:an? )?(.+)")


def _no_row(name: str) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """One way to rank hands. There is one object for each ranking, and rankings are compared by identity."""

    name: str
    sizes: tuple[int, ...]
    classes: tuple[str, ...]
    groups: Mapping[str, tuple[str, ...]]
    classify: Callable[[Sequence[Card]], str]
    strength: Callable[[Sequence[Card]], int] | None
    describe: Callable[[Sequence[Card]], str]
    family: str = LISTED
    class_of: Callable[[int], str] | None = None
    """The class of a strength; None if hands are not compared."""
    least: Callable[[str, Sequence[int]], int] | None = None
    """Returns the lowest strength of a class, or of its hands whose deciding ranks begin with the given ranks."""
    of_one_strength: frozenset[str] = frozenset()
    """Classes within which all hands are equal."""
    other_rows: Callable[[str], tuple[str, ...]] = _no_row
    """The classes of a row worded in a way that classes and groups do not list; none for an unknown row."""

    def members(self, name: str) -> tuple[str, ...]:
        """The classes that a printed row covers, highest first; raises KeyError for an unknown row."""
        if name in self.classes:
            return (name,)
        if name in self.groups:
            return self.groups[name]
        less_than = _LESS_THAN.fullmatch(name)
        below = self.classes[self._place_of_lowest(less_than[1]) + 1 :] if less_than else self.other_rows(name)
        if not below:
            raise KeyError(name)
        return below

    def at_least(self, cls: str, floor: str) -> bool:
        """Whether `cls` is the class `floor` or higher; if `floor` is a group, its lowest class counts."""
        if cls not in self.classes:
            raise KeyError(cls)
        return self.classes.index(cls) <= self._place_of_lowest(floor)

    def _place_of_lowest(self, name: str) -> int:
        return max(self.classes.index(member) for member in self.members(name))


def checked(
    name: str, sizes: tuple[int, ...], unchecked: Callable[[Sequence[Card]], Answer]
) -> Callable[[Sequence[Card]], Answer]:
    """Wraps a ranking function so it first checks the number of cards and that no card is repeated."""

    def door(cards: Sequence[Card]) -> Answer:
        hand = tuple(cards)
        if set(map(type, hand)) != {Card}:
            hand = tuple(map(Card, hand))
        _require_count(name, sizes, len(hand))
        require_distinct(hand)
        return unchecked(hand)

    return door


def _require_count(name: str, sizes: tuple[int, ...], count: int) -> None:
    if count in sizes:
        return
    *head, last = map(str, sizes)
    accepted = f"{', '.join(head)} or {last}" if head else last
    raise WrongCardCount(
        f"{count} card{'' if count == 1 else 's'} for the {name} ranking", accepted=f"{accepted} cards"
    )
