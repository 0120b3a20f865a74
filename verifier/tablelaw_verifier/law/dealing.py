"""Dealing procedures as steps of a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

Step: TypeAlias = tuple[str, Any, str]
"""("card", place, face), ("ask", stage, ""), ("bought", "", ""), ("reveal", number, "") or ("turn up", "", "")."""


def to(place: str, number: int = 1, face: str = "down") -> list[Step]:
    return [("card", place, face)] * number


def one_at_a_time(seats: Sequence[int], last: str, times: int) -> list[Step]:
    """Deals one card to each player from the dealer's left, then one to the last place, several times over."""
    return in_stacks(seats, last, 1) * times


def in_stacks(seats: Sequence[int], last: str, size: int) -> list[Step]:
    """Deals a stack to each player from the dealer's left, then one to the last place."""
    return [step for place in (*(f"seat {seat}" for seat in seats), last) for step in to(place, size)]


def ask(stage: str) -> list[Step]:
    return [("ask", stage, "")]


BOUGHT: list[Step] = [("bought", "", "")]
"""A face-up card for each player who has bought one, from the dealer's left."""
TURN_UP: list[Step] = [("turn up", "", "")]
BURN = to("burn")


def up(number: int) -> list[Step]:
    """Burns a card, then deals community cards face up."""
    return BURN + to("community", number, "up")


def reveal(number: int) -> list[Step]:
    return [("reveal", number, "")]
