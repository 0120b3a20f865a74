"""What a player knows beyond the honest view of the table: which hidden cards, how exactly, and from which decision on.

The text form is PLACE:COUNT, with /RANKS for a card that is known only as one of these ranks or not, and @N if it is
known only from the Nth decision on: "dealer:1", "flop:1", "dealer:1/QKA", "river:1@2".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from tablelaw.analysis.symmetry.starting_hands import RANK_LETTERS
from tablelaw.errors import TablelawError
from tablelaw.law.structure import Structure

DEALER, FLOP, TURN, RIVER, COMMUNITY = "dealer", "flop", "turn", "river", "community"
SEATS, BURN = "seats", "burn"
PLACES = (DEALER, FLOP, TURN, RIVER, COMMUNITY, SEATS, BURN)
OUT_OF_PLAY = (SEATS, BURN)
"""Places of cards that belong to none of the hands compared; knowing them shows only what is no longer in the pack."""

NAMED_BOARDS = ((3, 1, 1), (3, 2))
"""Boards whose cards are called flop, turn and river; on any other board they are counted."""
FIRST_CARD = {FLOP: 1, TURN: 4, RIVER: 5}
"""The number of the first community card at each of the named places."""
CARDS_AT = {FLOP: 3, TURN: 1, RIVER: 1}
MOST_SEATS = 5
MOST_BURNED = 3
MOST_ITEMS = 8
LONGEST_ITEM = 40
PACK = 52
FORM = "PLACE:COUNT[/RANKS][@DECISION], such as dealer:1, flop:1, community:3, seats:5, dealer:1/QKA or river:1@2"
_ITEM = re.compile(
    r"(?P<place>[a-z]{1,9}):(?P<count>[1-9][0-9]?)(?:/(?P<group>[2-9TJQKA]{1,13}))?(?:@(?P<since>[1-9]))?"
)


class BadInformation(TablelawError):
    """What a player is said to know cannot be read, or cannot be known in this game."""


@dataclass(frozen=True, slots=True)
class SeenCards:
    """Hidden cards of one place that a player knows."""

    place: str
    count: int = 1
    """How many cards; for a counted community card its number, and for other seats the number of hands."""
    group: str = ""
    """The ranks in rising order, if the player knows only whether the card is one of them; empty if the card itself is
    known.
    """
    since: int = 1
    """The number of the first decision at which it is known."""

    @property
    def text(self) -> str:
        return f"{self.place}:{self.count}{self.group and f'/{self.group}'}{f'@{self.since}' if self.since > 1 else ''}"


@dataclass(frozen=True, slots=True)
class Information:
    """Everything that a player knows beyond the honest view, in a fixed order; nothing if there are no items."""

    items: tuple[SeenCards, ...] = ()

    @property
    def text(self) -> str:
        """The text form, for people, programs and the cache."""
        return " ".join(item.text for item in self.items)

    def at(self, place: str) -> SeenCards | None:
        """What is known of one place; of counted community cards, the first."""
        return next((item for item in self.items if item.place == place), None)


def parse_information(texts: Iterable[str]) -> Information:
    """Reads the items of what is known; each place may be named once, and each counted community card once."""
    given = list(texts)
    if len(given) > MOST_ITEMS:
        raise BadInformation(f"{len(given)} seen items", accepted=f"at most {MOST_ITEMS}, each {FORM}")
    items = sorted((_item(text) for text in given), key=_rank_of)
    for one, other in pairwise(items):
        if _rank_of(one) == _rank_of(other):
            what = f"{one.text} and {other.text} name the same cards"
            raise BadInformation(what, accepted="each place once, such as dealer:2 for both of the dealer's cards")
    return Information(tuple(items))


def _rank_of(item: SeenCards) -> tuple[int, int]:
    """The place of an item in the fixed order; equal for items about the same cards."""
    return PLACES.index(item.place), item.count if item.place == COMMUNITY else 0


def _item(text: str) -> SeenCards:
    shown = text if len(text) <= LONGEST_ITEM else f"{text[:LONGEST_ITEM]}..."
    found = _ITEM.fullmatch(text) if len(text) <= LONGEST_ITEM else None
    if found is None:
        raise BadInformation(f"{shown!r} does not say which cards are seen", accepted=FORM)
    if found["place"] not in PLACES:
        raise BadInformation(f"no cards lie at {found['place']!r}", where=shown, accepted=", ".join(PLACES))
    item = SeenCards(found["place"], int(found["count"]), _group(found["group"] or "", shown), int(found["since"] or 1))
    if item.group and item.place in OUT_OF_PLAY:
        accepted = f"{item.place}:{item.count}"
        raise BadInformation("cards out of play are known with rank and suit", where=shown, accepted=accepted)
    most = {**CARDS_AT, SEATS: MOST_SEATS, BURN: MOST_BURNED}.get(item.place)
    if most is not None and item.count > most:
        raise BadInformation(f"{item.count} seen of {item.place}", where=shown, accepted=f"1 to {most}")
    return item


def _group(ranks: str, where: str) -> str:
    """The ranks of a group in rising order; refuses a rank named twice and a group of all ranks."""
    if len(set(ranks)) != len(ranks):
        raise BadInformation(f"the group {ranks} names a rank twice", where=where, accepted="each rank once")
    if len(ranks) == len(RANK_LETTERS):
        raise BadInformation("a group of all ranks tells nothing", where=where, accepted="1 to 12 ranks")
    return "".join(sorted(ranks, key=RANK_LETTERS.index))


# --- Against a game ---------------------------------------------------------------------------------------


def require_possible(information: Information, structure: Structure, game: str) -> None:
    """Refuses cards that the game does not have, or that are already face up when they are said to be seen."""
    for item in information.items:
        what = next(_faults(item, structure), None)
        if what is not None:
            fault, accepted = what
            raise BadInformation(fault, where=f"{game}, {item.text}", accepted=accepted)


def is_possible(item: SeenCards, structure: Structure) -> bool:
    """Whether the game has these cards, and they are hidden when they are said to be seen."""
    return next(_faults(item, structure), None) is None


def _faults(item: SeenCards, structure: Structure) -> Iterator[tuple[str, str]]:
    """What is wrong with an item, and what would be accepted; the first is reported."""
    last = len(structure.decisions)
    if item.since > last:
        yield f"the game has {last} decision{'s' * (last != 1)}", f"@1 to @{last}"
    elif item.place == DEALER:
        yield from _dealer_faults(item, structure)
    elif item.place == SEATS:
        yield from _seats_faults(item, structure)
    elif item.place == BURN:
        return
    else:
        yield from _community_faults(item, structure)


def _dealer_faults(item: SeenCards, structure: Structure) -> Iterator[tuple[str, str]]:
    hidden = structure.dealer - structure.dealer_up
    if not hidden:
        yield "the dealer has no hidden card", "cards of another place"
    elif item.count > hidden:
        yield f"the dealer hides {hidden} cards", f"{SeenCards(DEALER).text} to {SeenCards(DEALER, hidden).text}"


def _seats_faults(item: SeenCards, structure: Structure) -> Iterator[tuple[str, str]]:
    table = structure.dealer + sum(structure.board) + structure.bought
    most = min(MOST_SEATS, (PACK - table) // structure.own - 1)
    if item.count > most:
        yield f"the pack has cards for {most} other seats", f"seats:1 to seats:{most}"


def _community_faults(item: SeenCards, structure: Structure) -> Iterator[tuple[str, str]]:
    board = structure.board
    if not board:
        yield "the game has no community cards", "cards of another place"
        return
    if (item.place == COMMUNITY) == (board in NAMED_BOARDS):
        counted = f"community:1 to community:{sum(board)}"
        names = "flop:1 to flop:3, turn:1, river:1" if board in NAMED_BOARDS else counted
        yield f"the community cards of this game are not called {item.place}", names
    elif item.place == COMMUNITY and item.count > sum(board):
        yield f"the game has {sum(board)} community cards", f"community:1 to community:{sum(board)}"
    elif first_card(item) <= structure.decisions[item.since - 1].seen:
        yield "the card is face up at that decision, so seeing it adds nothing", "a decision before it is turned"


def first_card(item: SeenCards) -> int:
    """The number of the first community card that an item is about."""
    return item.count if item.place == COMMUNITY else FIRST_CARD[item.place]
