"""The state of a table: frozen values, rebuilt from events and from nothing else."""

from __future__ import annotations

import msgspec

from houserules.cards import Card
from houserules.table.events import Line


class DeckState(msgspec.Struct, frozen=True, gc=False):
    """One deck. `cards` is its order, top first, where the system shuffles; empty for real cards.

    Status, in the order of the opening: received, inspected, verified, spread, seen, stacked, shuffled, ready;
    then in play, used; idle (spread) while nobody plays; removed.
    """

    back: str
    status: str = "received"
    cards: tuple[Card, ...] = ()
    preshuffled: bool = False
    since: int = 0
    cut: bool = False
    """It was cut since the last shuffle; with status "shuffled" a new cut is ordered."""
    inspected_by: str = ""


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A betting position in a round. Status: in, folded, declared, left, settled.

    `actions` are the decisions made, and "left" where the hand is void because its player is gone.
    """

    player: str
    wagers: dict[str, int] = msgspec.field(default_factory=dict)
    cards: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    status: str = "in"
    asked: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    racked: bool = False
    """The cards lie in the discard rack; they can still be looked at there."""


class Slot(msgspec.Struct, frozen=True, gc=False):
    """Where the next card goes: "seat 3", "dealer", "community", "six-card", "burn"."""

    place: str
    face: str
    cite: str
    step: int = 0
    """Which step of the procedure it belongs to."""


class Round(msgspec.Struct, frozen=True, gc=False):
    """A round of play. Phase: betting, dealing, revealing, deciding, showdown, settling, done."""

    number: int
    seats: dict[int, Seat] = msgspec.field(default_factory=dict)
    """Clockwise from the dealer's left, once no more bets are taken."""
    phase: str = "betting"
    flow: int = -1
    """Place in the rulebook's flow; -1 while the initial cards are dealt."""
    queue: tuple[Slot, ...] = ()
    places: dict[str, tuple[Card, ...]] = msgspec.field(default_factory=dict)
    shown: int = 0
    """Community cards face up so far."""
    dealt: int = 0
    """Cards that have left the deck."""
    dealer: str = "dealer"
    dealer_up: bool = False
    chips_counted: bool = False
    stub: str = ""
    """The stub in this round: nothing done with it yet, "right" or "wrong" when counted, "racked" uncounted.

    A wrong count is "confirmed" when a floorperson's recount is wrong too.
    """
    slips: tuple[str, ...] = ()
    voided_by: str = ""
    lines: tuple[Line, ...] = ()
    waiting: tuple[tuple[int, str], ...] = ()
    """Payouts a floorperson has yet to validate: (seat, wager)."""
    validated: tuple[tuple[int, str], ...] = ()
    hand_pays: tuple[int, ...] = ()
    """Seats whose cards stay until the documents are complete."""
    drawn_cards: tuple[Card, ...] = ()
    drawn_positions: tuple[int, ...] = ()
    dealers: tuple[str, ...] = ()
    """Everybody who dealt a card or settled a seat as its dealer: a relief may come in the middle of a round."""
    shares: tuple[Line, ...] = ()
    """Shares of meters as they were fixed at their players' turns, settled since or waiting for validation."""

    @property
    def community(self) -> tuple[Card, ...]:
        return self.places.get("community", ())

    def line_of(self, seat: int, wager: str) -> Line | None:
        """The line that settled a wager, if it is settled."""
        return next((line for line in self.lines if line.seat == seat and line.wager == wager), None)

    def share_of(self, seat: int, wager: str) -> Line | None:
        """The share of a meter that was fixed for a wager at its player's turn, if one was."""
        return next((line for line in self.shares if line.seat == seat and line.wager == wager), None)


class Table(msgspec.Struct, frozen=True, gc=False):
    """Everything a table is. `meters` are in ten-thousandths of a cent."""

    events: int = 0
    decks: tuple[DeckState, ...] = ()
    deck: int = 0
    """Which deck plays the next (or this) round."""
    players: dict[int, str] = msgspec.field(default_factory=dict)
    round: Round | None = None
    rounds: int = 0
    rounds_since_count: int = 0
    method: str = ""
    shuffler: str = ""
    out_of_order: tuple[str, ...] = ()
    """Devices covered, marked or removed: "shuffler", "shoe"; "broken" while one waits to be."""
    meters: dict[str, int] = msgspec.field(default_factory=dict)
    now: int = 0

    @property
    def deck_state(self) -> DeckState | None:
        return self.decks[self.deck] if self.decks else None
