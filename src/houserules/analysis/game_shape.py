"""The shape of a game, told by its data; it picks the solver."""

from __future__ import annotations

from houserules.errors import HouserulesError
from houserules.law.rows import Choice
from houserules.law.rulebook import Rulebook
from houserules.law.terms import Terms

HOLDEM, FLUSHES, DISCARD = "hold'em", "flush", "discard"


class NotThisGame(HouserulesError):
    """The solver is for another shape of game."""


def shape_of(book: Rulebook) -> str:
    """No dealer's hand, flushes of seven cards, or two cards with a board."""
    rankings = {hand.id: hand.ranking for hand in book.hands}
    if "dealer" not in rankings:
        return DISCARD
    return FLUSHES if rankings["dealer"] == FLUSHES else HOLDEM


def multiples(terms: Terms, choice: Choice) -> tuple[int, ...]:
    """The multiples worth looking at: all fixed ones, or the ends of a range (a value is linear in the bet)."""
    chosen = terms.reading(choice.reading) if choice.reading else ""
    if chosen in choice.by_reading:
        return choice.by_reading[chosen]
    return choice.times if choice.up_to is None else (1, choice.up_to)
