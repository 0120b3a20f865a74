"""Plays complete heads-up hands with PokerKit and all its automations, as a yardstick for the bench."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any


def is_installed() -> bool:
    return find_spec("pokerkit") is not None


class Hands:
    """No-limit hold 'em between two players who check or call to the showdown."""

    def __init__(self) -> None:
        self.kit: Any = import_module("pokerkit")
        self.automations = tuple(self.kit.Automation)

    @property
    def version(self) -> str:
        return str(import_module("importlib.metadata").version("pokerkit"))

    def play(self, hands: int) -> int:
        """Plays this many hands; returns how many operations they left in the record."""
        return sum(self._play_one() for _ in range(hands))

    def _play_one(self) -> int:
        state = self.kit.NoLimitTexasHoldem.create_state(
            self.automations,
            ante_trimming_status=True,
            raw_antes=0,
            raw_blinds_or_straddles=(1, 2),
            min_bet=2,
            raw_starting_stacks=200,
            player_count=2,
        )
        while state.status:
            state.check_or_call()
        return len(state.operations)
