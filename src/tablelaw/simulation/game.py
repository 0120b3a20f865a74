"""What a run plays: a table that can be simulated."""

from __future__ import annotations

from typing import Protocol

from tablelaw.simulation.codes import Codes, Column


class Game(Protocol):
    """A table that can be simulated: each seat's wagers and strategy."""

    @property
    def seats(self) -> int: ...

    @property
    def columns(self) -> tuple[Column, ...]:
        """The wagers in the order of the codes' last axis, the same for every seat. If a seat never makes a wager, its
        code there is NOT_MADE.
        """
        ...

    @property
    def fingerprint(self) -> str:
        """A digest; two games with the same digest give the same codes for the same seed and block."""
        ...

    def play(self, seed: int, block: int) -> Codes:
        """The codes of all rounds of one block."""
        ...
