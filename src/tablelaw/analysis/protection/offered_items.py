"""What may be asked about a game: the single items of information that a solver supports, with their words."""

from __future__ import annotations

from collections.abc import Iterator

from tablelaw.analysis.protection.information import (
    BURN,
    CARDS_AT,
    COMMUNITY,
    DEALER,
    MOST_SEATS,
    NAMED_BOARDS,
    SEATS,
    Information,
    SeenCards,
    is_possible,
)
from tablelaw.analysis.protection.solver import supports
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import Structure, structure_of


def offered_items(terms: Terms) -> list[SeenCards]:
    """Every single item, known from the first decision on, that the game has and a solver supports."""
    structure = structure_of(terms)
    return [
        item
        for item in _candidates(structure)
        if is_possible(item, structure) and supports(structure, Information((item,)))
    ]


def _candidates(structure: Structure) -> Iterator[SeenCards]:
    yield from (SeenCards(DEALER, count) for count in range(1, structure.dealer + 1))
    if structure.board in NAMED_BOARDS:
        yield from (SeenCards(place, count) for place, most in CARDS_AT.items() for count in range(1, most + 1))
    else:
        yield from (SeenCards(COMMUNITY, number) for number in range(1, sum(structure.board) + 1))
    yield from (SeenCards(SEATS, count) for count in range(1, MOST_SEATS + 1))
    yield SeenCards(BURN)


NUMBERS = ("one", "two", "three", "four", "five", "six", "seven")


def words_of(item: SeenCards, structure: Structure) -> str:
    """An item in words, such as "one of the dealer's two hidden cards"."""
    if item.place == SEATS:
        return f"the hands of {_number(item.count)} other seats" if item.count > 1 else "the hand of another seat"
    if item.place == BURN:
        return "a burned card"
    if item.place == COMMUNITY:
        return f"community card {item.count}"
    hidden = structure.dealer - structure.dealer_up if item.place == DEALER else CARDS_AT[item.place]
    if item.place != DEALER and hidden == 1:
        return f"the {item.place}"
    whose = f"the dealer's {_number(hidden)} hidden" if item.place == DEALER else f"the {_number(hidden)} {item.place}"
    cards = "card" if hidden == 1 else "cards"
    return f"{whose} {cards}" if item.count == hidden else f"{_number(item.count)} of {whose} {cards}"


def _number(count: int) -> str:
    return NUMBERS[count - 1]
