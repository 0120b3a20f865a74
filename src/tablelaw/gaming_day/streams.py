"""Random streams that are seeded by name, so that what one part draws never depends on how much another has drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tablelaw.chance import Chance, PracticeChance

T = TypeVar("T")


class Streams:
    """The random streams of a day: each name always has the same stream under the day's seed."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def named(self, *name: object) -> Draws:
        return Draws(PracticeChance(f"gaming day {self.seed}: {' '.join(map(str, name))}"))


class Draws:
    """Random choices in the forms a simulated day needs."""

    __slots__ = ("_chance",)

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def below(self, n: int) -> int:
        return self._chance.below(n)

    def between(self, least: int, most: int) -> int:
        return least + self.below(most - least + 1)

    def one_in(self, n: int) -> bool:
        return self.below(n) == 0

    def pick(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]
