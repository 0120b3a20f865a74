"""The cards that a player knows at a decision beyond the player's own and those turned up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablelaw.cards import Card


@dataclass(frozen=True, slots=True)
class Known:
    """Hidden cards whose faces a player knows, by where they are."""

    dealer: Sequence[Card] = ()
    board: Sequence[Card] = ()
    """Community cards that are not turned up yet."""
    out: Sequence[Card] = ()
    """Cards that are out of play: of other seats, or burned."""
