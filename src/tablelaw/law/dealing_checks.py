"""Checks that the cards of a game are dealt, turned up and read in agreement. Each check yields its refusals."""

from __future__ import annotations

from collections.abc import Iterator

from tablelaw.errors import BadRulebook
from tablelaw.law.conditions import conditions
from tablelaw.law.rows import Dealing
from tablelaw.law.rulebook import Rulebook
from tablelaw.law.structure import (
    COMMUNITY,
    DEALER,
    FLOP,
    INITIAL,
    OTHER,
    PLAYER,
    PLAYERS,
    cards_dealt,
    dealer_cards_up,
    structure_of,
)

UNDECIDED = "before every player has decided"
TURNED_UP_AT = (COMMUNITY, FLOP)
DEALT_TO = (PLAYERS, DEALER, COMMUNITY)
READ_FROM = (PLAYER, DEALER, COMMUNITY, FLOP, INITIAL, OTHER)
"""The places that every game may deal cards to, and those that hands may be read from; a game may use others if its
dealing and its hands agree on them.
"""


def cards_are_dealt_to_places_that_hands_read(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that cards are dealt only to known places or to places that some hand is read from, and that hands are
    read only from known places or from places that cards are dealt to.
    """
    read = sorted({place for hand in book.hands for place in hand.cards} - {*READ_FROM})
    dealt = {to for method in book.dealing for step in method.steps for to in step.to}
    for method in book.dealing:
        for number, step in enumerate(method.steps, 1):
            for to in step.to:
                if to not in DEALT_TO and to not in read:
                    where = f"dealing.toml, dealing ({method.id}), steps[{number}]"
                    accepted = f"{', '.join((*DEALT_TO, *read))}, or a place that a hand of round.toml is read from"
                    yield BadRulebook(
                        f"cards are dealt to {to!r}, which no hand is read from", where=where, accepted=accepted
                    )
    for hand in book.hands:
        for place in hand.cards:
            if place not in READ_FROM and place not in dealt:
                accepted = f"{', '.join(READ_FROM)}, or a place that dealing.toml deals to"
                what = f"the hand is read from {place!r}, where no cards are dealt"
                yield BadRulebook(what, where=f"round.toml, hands ({hand.id})", accepted=accepted)
    for entry in book.flow:
        if entry.to not in ("", *TURNED_UP_AT):
            where = f"round.toml, flow ({entry.id})"
            yield BadRulebook(f"cards are turned up at {entry.to!r}", where=where, accepted=", ".join(TURNED_UP_AT))


def community_cards_are_dealt_once(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that a dealing procedure deals exactly the community cards that the round turns up if they lie face down
    until then, and none if they come from the deck when they are due.
    """
    choices = book.default_choices() | {reading.id: reading.chosen for reading in book.readings}
    steps = [
        entry
        for entry in book.flow
        if entry.do == "community" and all(choices.get(name) == value for name, value in conditions(entry.when))
    ]
    for entry in steps:
        if entry.cards < 1:
            where = f"round.toml, flow ({entry.id})"
            yield BadRulebook(f"{entry.cards} community cards are turned up", where=where, accepted="cards = 1 or more")
    board = sum(entry.cards for entry in steps)
    for method in book.dealing:
        yield from _community(method, cards_dealt(method)[COMMUNITY], board)


def _community(method: Dealing, dealt: int, board: int) -> Iterator[BadRulebook]:
    where = f"dealing.toml, dealing ({method.id})"
    what = (
        f'community = "{method.community}", but its steps deal {dealt} community cards and the round turns up {board}'
    )
    if method.community == "revealed" and dealt != board:
        accepted = f"steps that deal {board} community cards" if board else 'community = "none"'
        if not dealt:
            accepted += ', or community = "dealt" if they come from the deck when they are due'
        yield BadRulebook(what, where=where, accepted=accepted)
    elif method.community == "dealt" and dealt:
        accepted = 'community = "revealed" if they lie face down until they are due, or steps that deal none'
        yield BadRulebook(what, where=where, accepted=accepted)
    elif method.community == "none" and (dealt or board):
        yield BadRulebook(what, where=where, accepted=f'community = "{"revealed" if dealt else "dealt"}"')


def hands_are_dealt_the_cards_they_are_read_from(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that every dealing procedure deals the same cards, and that each hand gets as many cards as its ranking
    reads.
    """
    dealt = [cards_dealt(method) for method in book.dealing]
    for method, cards in zip(book.dealing, dealt, strict=True):
        for place in (PLAYER, DEALER):
            if cards[place] != dealt[0][place]:
                what = f"{cards[place]} cards to the {place}, {dealt[0][place]} under {book.dealing[0].id}"
                where = f"dealing.toml, dealing ({method.id})"
                yield BadRulebook(what, where=where, accepted="the same under every procedure")
    for name, hand in structure_of(book.terms()).hands.items():
        if hand.size not in hand.ranking.sizes:
            what = f"{hand.size} cards are dealt to {' and '.join(hand.places)}"
            accepted = f"{' or '.join(map(str, hand.ranking.sizes))} cards for the ranking {hand.ranking.name}"
            yield BadRulebook(what, where=f"round.toml, hands ({name})", accepted=accepted)


def only_the_dealers_cards_are_dealt_face_up(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that every dealing procedure turns up the same of the dealer's cards from the start, and no card of a
    player or of the board.
    """
    for method in book.dealing:
        for number, step in enumerate(method.steps, 1):
            for place in (PLAYERS, COMMUNITY) if step.face == "up" else ():
                if place in step.to:
                    what = f"cards of the {'board' if place == COMMUNITY else place} are dealt face up"
                    accepted = "face up for the dealer's cards only; cards of the board are turned up by the flow"
                    where = f"dealing.toml, dealing ({method.id}), steps[{number}]"
                    yield BadRulebook(what, where=where, accepted=accepted)
        shown, first = dealer_cards_up(method), dealer_cards_up(book.dealing[0])
        if shown != first:
            what = f"{shown} of the dealer's cards are dealt face up, {first} under {book.dealing[0].id}"
            where = f"dealing.toml, dealing ({method.id})"
            yield BadRulebook(what, where=where, accepted="the same under every procedure")


def exposed_cards_have_a_place(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that an irregularity with the moment "before every player has decided", which is about an exposed card,
    names a place that cards are dealt to, and that no other irregularity names a place.
    """
    if any(cards_are_dealt_to_places_that_hands_read(book)):
        return  # otherwise the irregularity would be blamed for a place that the dealing procedure misspells
    places = sorted({to for dealing in book.dealing for step in dealing.steps for to in step.to} - {"players"})
    for irregularity in book.irregularities:
        if bool(irregularity.place) != (irregularity.moment == UNDECIDED) or (
            irregularity.place and irregularity.place not in places
        ):
            what = f"place {irregularity.place!r} with the moment {irregularity.moment!r}"
            where = f"irregularities.toml, irregularities ({irregularity.id})"
            if irregularity.place and irregularity.place not in places:
                what = f"place {irregularity.place!r}, where no card lies face down {UNDECIDED}"
                accepted = ", ".join(places) or "no such irregularity"
                why = f"dealing.toml deals to {' and '.join(['players', *places])}"
                yield BadRulebook(what, where=where, why=why, accepted=accepted)
                continue
            named = ", ".join(places) or "no irregularity with a place (dealing.toml deals to players only)"
            yield BadRulebook(what, where=where, accepted=f"{named}, where the moment is {UNDECIDED!r}")
