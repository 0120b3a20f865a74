"""The shape of a game, determined from its data; it selects the solver."""

from __future__ import annotations

from tablelaw.errors import TablelawError
from tablelaw.law.rulebook import Rulebook

HOLDEM, FLUSHES, DISCARD = "hold'em", "flush", "discard"


class NotThisGame(TablelawError):
    """The solver is for another shape of game."""


def shape_of(book: Rulebook) -> str:
    """The shape: no dealer's hand, flushes of seven cards, or two cards with a board."""
    rankings = {hand.id: hand.ranking for hand in book.hands}
    if "dealer" not in rankings:
        return DISCARD
    return FLUSHES if rankings["dealer"] == FLUSHES else HOLDEM
