"""The shape of a game, told by its data; it picks the solver."""

from __future__ import annotations

from houserules.errors import HouserulesError
from houserules.law.rulebook import Rulebook

HOLDEM, FLUSHES, DISCARD = "hold'em", "flush", "discard"


class NotThisGame(HouserulesError):
    """The solver is for another shape of game."""


def shape_of(book: Rulebook) -> str:
    """No dealer's hand, flushes of seven cards, or two cards with a board."""
    rankings = {hand.id: hand.ranking for hand in book.hands}
    if "dealer" not in rankings:
        return DISCARD
    return FLUSHES if rankings["dealer"] == FLUSHES else HOLDEM
