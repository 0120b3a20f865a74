"""The state of a table: frozen values, rebuilt from events alone."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablelaw.cards import Card
from tablelaw.table.events import Line

change = msgspec.structs.replace
"""Copies a frozen value with some fields changed."""

DeckStatus = Literal[
    "received",
    "inspected",
    "verified",
    "spread",
    "seen",
    "stacked",
    "shuffled",
    "ready",
    "in play",
    "used",
    "idle",
    "removed",
]
"""The status of a deck. The statuses up to "ready" are in the order of the opening; the others are in play, used, idle
(spread while no one plays) and removed.
"""

SeatStatus = Literal["in", "folded", "declared", "left", "settled"]
Phase = Literal["betting", "dealing", "revealing", "deciding", "showdown", "settling", "done"]
"""The phases of a round, in order."""

StubStatus = Literal["", "right", "wrong", "confirmed", "racked"]
"""The status of the stub: nothing done yet; counted right or wrong; wrong count confirmed by a recount; racked without
a count.
"""


class DeckState(msgspec.Struct, frozen=True, gc=False):
    """One deck. `cards` is its order, top card first, if the system shuffles; it is empty for real cards."""

    back: str
    status: DeckStatus = "received"
    cards: tuple[Card, ...] = ()
    preshuffled: bool = False
    since: int = 0
    cut: bool = False
    """Whether the deck has been cut since the last shuffle. If its status is "shuffled", a recut has been ordered."""
    inspected_by: str = ""


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A betting position in a round.

    `actions` are the decisions made, and "left" if the hand is void because its player has left.
    """

    player: str
    wagers: dict[str, int] = msgspec.field(default_factory=dict)
    cards: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    status: SeatStatus = "in"
    asked: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    racked: bool = False
    """Whether the cards are in the discard rack, where they can still be inspected."""


class Slot(msgspec.Struct, frozen=True, gc=False):
    """The destination of the next card: "seat 3", "dealer", "community", "six-card", "burn"."""

    place: str
    face: str
    cite: str
    step: int = 0
    """The step of the procedure that the card belongs to."""


class Round(msgspec.Struct, frozen=True, gc=False, rename={"irregularities": "slips"}):
    """A round of play."""

    number: int
    seats: dict[int, Seat] = msgspec.field(default_factory=dict)
    """The seats, in clockwise order from the dealer's left once bets are closed."""
    phase: Phase = "betting"
    flow: int = -1
    """The position in the rulebook's flow; -1 while the initial cards are dealt."""
    queue: tuple[Slot, ...] = ()
    places: dict[str, tuple[Card, ...]] = msgspec.field(default_factory=dict)
    shown: int = 0
    """The number of community cards turned face up so far."""
    dealt: int = 0
    """The number of cards that have left the deck."""
    dealer: str = "dealer"
    dealer_up: bool = False
    chips_counted: bool = False
    stub: StubStatus = ""
    irregularities: tuple[str, ...] = ()
    voided_by: str = ""
    lines: tuple[Line, ...] = ()
    waiting: tuple[tuple[int, str], ...] = ()
    """Payouts that a floorperson still has to validate: (seat, wager)."""
    validated: tuple[tuple[int, str], ...] = ()
    hand_pays: tuple[int, ...] = ()
    """Seats whose cards stay on the table until the documents are complete."""
    drawn_cards: tuple[Card, ...] = ()
    drawn_positions: tuple[int, ...] = ()
    dealers: tuple[str, ...] = ()
    """Everyone who dealt a card or settled a seat in the round. Dealers may change during a round."""
    shares: tuple[Line, ...] = ()
    """Meter shares as fixed at their players' turns, both settled and still waiting for validation."""
    entered: tuple[Slot, ...] = ()
    """The queue before the last real card was entered, kept while that card may be taken back."""
    entered_flow: int = -1
    """The position in the flow at that moment."""

    @property
    def community(self) -> tuple[Card, ...]:
        return self.places.get("community", ())

    def line_of(self, seat: int, wager: str) -> Line | None:
        """The line that settled a wager; None if the wager has not been settled."""
        return next((line for line in self.lines if line.seat == seat and line.wager == wager), None)

    def share_of(self, seat: int, wager: str) -> Line | None:
        """The meter share that was fixed for a wager at its player's turn, if any."""
        return next((line for line in self.shares if line.seat == seat and line.wager == wager), None)


class Table(msgspec.Struct, frozen=True, gc=False):
    """The whole state of a table. `meters` are in ten-thousandths of a cent."""

    events: int = 0
    decks: tuple[DeckState, ...] = ()
    deck: int = 0
    """The deck of the current round or, between rounds, of the next one."""
    players: dict[int, str] = msgspec.field(default_factory=dict)
    round: Round | None = None
    rounds: int = 0
    rounds_since_count: int = 0
    method: str = ""
    shuffler: str = ""
    out_of_order: tuple[str, ...] = ()
    """Devices that are covered, marked or removed: "shuffler", "shoe". "broken" means that a device still has to be
    marked.
    """
    meters: dict[str, int] = msgspec.field(default_factory=dict)
    now: int = 0

    @property
    def deck_state(self) -> DeckState | None:
        return self.decks[self.deck] if self.decks else None
