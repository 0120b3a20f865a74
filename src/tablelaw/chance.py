"""Sources of randomness, always passed in: no part of a table has its own source.

A shuffle only ever asks for numbers below n, so the same shuffle serves a live table, a practice deck and the replay of
a dispute.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from typing import Protocol

from tablelaw.former_name import PRACTICE

ONE_BYTE = 256


class Chance(Protocol):
    def below(self, n: int) -> int:
        """Returns a whole number from 0 to n - 1, all equally likely."""
        ...


class KernelChance:
    """The operating system's random generator. It keeps no state here that could reveal earlier numbers."""

    __slots__ = ()

    def below(self, n: int) -> int:
        return _draw_below(n, os.urandom)


class PracticeChance:
    """A generator that gives the same numbers for the same seed, for practice decks, replays and tests, but never for
    real wagers.

    Seed 7 and seed "7" give the same stream, because a seed is often read back from text.
    """

    __slots__ = ("_at", "_block", "_left", "_seed")

    def __init__(self, seed: str | int) -> None:
        self._seed = f"{PRACTICE} {seed} ".encode()
        self._block = 0
        self._left = b""
        self._at = 0

    def below(self, n: int) -> int:
        if not 1 < n <= ONE_BYTE:
            return _draw_below(n, self._take)
        spare = 8 - (n - 1).bit_length()
        while (drawn := self._byte() >> spare) >= n:
            pass
        return drawn

    def _byte(self) -> int:
        """Returns the next byte of the stream, like `_take(1)` but without copying the rest."""
        if self._at == len(self._left):
            self._left, self._at = self._next_block(), 0
        self._at += 1
        return self._left[self._at - 1]

    def _take(self, size: int) -> bytes:
        rest = self._left[self._at :]
        while len(rest) < size:
            rest += self._next_block()
        self._left, self._at = rest, size
        return rest[:size]

    def _next_block(self) -> bytes:
        self._block += 1
        return sha256(self._seed + str(self._block - 1).encode()).digest()


def _draw_below(n: int, take: Callable[[int], bytes]) -> int:
    """Draws until a number is below n; taking a remainder instead would make small numbers more likely."""
    if n < 1:
        raise ValueError(f"cannot draw a number below {n}; accepted: 1 or more")
    bits = (n - 1).bit_length()
    size = (bits + 7) // 8
    while (drawn := int.from_bytes(take(size), "big") >> (8 * size - bits)) >= n:
        pass
    return drawn
