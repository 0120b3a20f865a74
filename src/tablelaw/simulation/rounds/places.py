"""The position of each card in a round's row of cards, by the structure of the game.

With a dealer and a board, the community cards come first, then the dealer's, then each seat's cards. Otherwise each
seat's cards come first. Cards of separate bonuses and cards that may be bought come last.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import COMMUNITY, DEALER, INITIAL, OTHER, PLAYER, Structure, cards_dealt, structure_of

OWN_PLACES = (PLAYER, INITIAL, OTHER)
"""Places of a hand whose cards belong to the seat."""


class Run(NamedTuple):
    """Adjacent columns of the row of cards."""

    first: int
    size: int


@dataclass(frozen=True, slots=True)
class Places:
    """Where the cards of each seat and place stand in a round's row of cards."""

    first_seat: int
    own: int
    shared: Mapping[str, Run]
    """The cards that do not belong to a seat, by place."""
    bought: int
    """The column of the card that the first seat may buy; those of the next seats follow."""
    count: int

    def own_run(self, seat: int) -> Run:
        return Run(self.first_seat + seat * self.own, self.own)


def places_of(terms: Terms, seats: int, asked: Collection[str] = (), bought: bool = False) -> Places:
    """Lays out the row of cards for this many seats; places of separate bonuses get cards only if needed."""
    structure = structure_of(terms)
    board, dealer, own = sum(structure.board), structure.dealer, structure.own
    if board and dealer:
        of_board, of_dealer, first_seat = 0, board, board + dealer
    else:
        first_seat, of_dealer = 0, own * seats
        of_board = of_dealer + dealer
    shared = {DEALER: Run(of_dealer, dealer), **_board_runs(terms, structure, of_board)}
    after = board + dealer + own * seats
    for place, count in cards_dealt(terms.book.dealing[0]).items():
        if place in asked and place not in shared and place not in OWN_PLACES:
            shared[place] = Run(after, count)
            after += count
    return Places(first_seat, own, shared, after, after + (seats if bought else 0))


def _board_runs(terms: Terms, structure: Structure, first: int) -> dict[str, Run]:
    """The columns of all community cards, and of cards that the round names separately, such as the flop."""
    runs, at = {COMMUNITY: Run(first, sum(structure.board))}, first
    for entry in terms.book.flow:
        if entry.do == "community" and terms.holds(entry.when):
            if entry.to != COMMUNITY:
                run = runs.get(entry.to, Run(at, 0))
                runs[entry.to] = Run(run.first, run.size + entry.cards)
            at += entry.cards
    return runs
