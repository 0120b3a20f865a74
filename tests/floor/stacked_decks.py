"""Shuffles with a predetermined order, for winning hands."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from tablelaw.cards import Card, Deck
from tablelaw.chance import PracticeChance
from tests.table.game import arranged
from tests.verifier.played_session import draws_for

FRESH = Deck.new().cards
SEATS = (1, 2)
WINNERS: tuple[dict[str, Any], ...] = (
    {"hands": {1: "As Ks"}, "dealer": "2d 7c", "board": "Qs Js Ts 3d 8h"},
    {"hands": {1: "9h 8h", 2: "Ah Kh"}, "dealer": "2d 7c", "board": "Qh Jh Th 3d 4c"},
    {"hands": {1: "2c 7d", 2: "3h 8s"}, "dealer": "Ad Kd", "board": "Qd Jd Td 4c 9s"},
    {"hands": {1: "5c 4c", 2: "Kc Kd"}, "dealer": "9h 9s", "board": "8c 7c 6c Kh Ks"},
)
"""Decks that give a royal flush, a royal flush and a straight flush, a royal flush to the dealer (for wagers on that
hand), and a straight flush.
"""


def winning(winner: dict[str, Any]) -> tuple[Card, ...]:
    """A deck for an Ultimate table with two players, where at least one has bet on the six cards."""
    return arranged("pa-653a", "manual-shoe", SEATS, six="2h 2s 3c 3s", **winner)


class StackedDecks:
    """Practice randomness whose shuffles use the stacked orders in turn, and then the order set by `always`, if any.

    A shuffle draws below 52, 51 and so on down to 2.
    """

    def __init__(self, seed: str) -> None:
        self._practice = PracticeChance(seed)
        self._orders: deque[list[int]] = deque()
        self._always: list[int] = []
        self._draws: list[int] = []

    def stack(self, cards: Sequence[Card]) -> None:
        """Queues this order, from the top down, for the next shuffle without an order."""
        self._orders.append(draws_for([FRESH.index(card) for card in cards]))

    def always(self, cards: Sequence[Card]) -> None:
        """Uses this order for every shuffle without one of its own; an empty sequence restores random shuffles."""
        self._always = draws_for([FRESH.index(card) for card in cards])

    def below(self, n: int) -> int:
        if n == len(FRESH):
            self._draws = self._orders.popleft() if self._orders else list(self._always)
        return self._draws.pop(0) if self._draws else self._practice.below(n)


class LuckyDecks(StackedDecks):
    """Decks of which two in three win a meter."""

    def below(self, n: int) -> int:
        if n == len(FRESH) and self._practice.below(3):
            self.stack(winning(WINNERS[self._practice.below(len(WINNERS))]))
        return super().below(n)
