"""Events: what happened at a table, each with its paragraph. Every hand can be rebuilt from its events alone."""

from __future__ import annotations

import msgspec

from tablelaw.cards import Card


class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    cite: str
    by: str = "dealer"
    at: int = 0


class DecksReceived(Event, frozen=True, tag="DecksReceived"):
    backs: tuple[str, ...]
    preshuffled: bool


class DecksReadied(Event, frozen=True, tag="DecksReadied"):
    """A step of the opening was completed; `status` is the new status of the decks."""

    status: str


class Shuffled(Event, frozen=True, tag="Shuffled"):
    how: str
    cards: tuple[Card, ...]
    status: str


class DeckCut(Event, frozen=True, tag="DeckCut"):
    depth: int


class RecutOrdered(Event, frozen=True, tag="RecutOrdered"):
    pass


class DeviceMarked(Event, frozen=True, tag="DeviceMarked"):
    device: str
    how: str


class MethodChanged(Event, frozen=True, tag="MethodChanged"):
    dealing: str


class TableClosed(Event, frozen=True, tag="TableClosed"):
    pass


class SeatTaken(Event, frozen=True, tag="SeatTaken"):
    seat: int
    player: str


class SeatLeft(Event, frozen=True, tag="SeatLeft"):
    seat: int


class WagerPlaced(Event, frozen=True, tag="WagerPlaced"):
    seat: int
    wager: str
    cents: int


class WagerWithdrawn(Event, frozen=True, tag="WagerWithdrawn"):
    seat: int
    wager: str


class BetsClosed(Event, frozen=True, tag="BetsClosed"):
    number: int
    seats: tuple[int, ...]


class ChipsCounted(Event, frozen=True, tag="ChipsCounted"):
    number: int


class Dealt(Event, frozen=True, tag="Dealt"):
    """Cards were dealt. They are listed in the order they left the deck, each with its place and whether it is face up
    or down.
    """

    cards: tuple[tuple[str, Card, str], ...]


class CardTakenBack(Event, frozen=True, tag="CardTakenBack"):
    """The real card entered last was mistyped and never left the shoe. Its place is waiting for the right card."""

    place: str
    card: Card
    face: str


class Revealed(Event, frozen=True, tag="Revealed"):
    """Community cards that were face down were turned up."""

    cards: tuple[Card, ...]


class Decided(Event, frozen=True, tag="Decided"):
    seat: int
    stage: str
    action: str
    wager: str = ""
    """The wager that was placed, or that a pull took back."""
    cents: int = 0
    discard: tuple[Card, ...] = ()
    racked: bool = False
    """Whether the player's cards went straight to the discard rack because no open wager needs them."""


class DealerTurnedUp(Event, frozen=True, tag="DealerTurnedUp"):
    cards: tuple[Card, ...]


class MetersRead(Event, frozen=True, tag="MetersRead"):
    readings: tuple[tuple[str, int], ...]


class BonusDrawn(Event, frozen=True, tag="BonusDrawn"):
    cards: tuple[Card, ...]
    positions: tuple[int, ...]


class Line(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The settlement of one wager. `stake` is `returned` plus `kept`; `paid` comes on top of it."""

    seat: int
    wager: str
    stake: int
    outcome: str
    cite: str
    odds: str = ""
    row: str = ""
    paid: int = 0
    returned: int = 0
    kept: int = 0
    paid_under: str = ""
    meter: str = ""
    meter_before: int = 0
    meter_after: int = 0
    reserve_moved: int = 0
    """What a meter won in full received from its reserve. The amount is included in `meter_after`."""
    hand_pay: bool = False
    note: str = ""
    readings: tuple[str, ...] = ()
    """The readings it rests on, if its paragraph alone does not decide it."""


class Settled(Event, frozen=True, tag="Settled"):
    """A seat was settled. The lines are in the order of settlement, and `done` is set if nothing is left to settle."""

    seat: int
    lines: tuple[Line, ...]
    done: bool = True


class ShareFixed(Event, frozen=True, tag="ShareFixed"):
    """At the player's turn, a share of a meter was fixed and taken off the meter. Its line is settled after validation.

    In logs from before this event existed, the share was computed when it was validated.
    """

    line: Line


class ValidationAsked(Event, frozen=True, tag="ValidationAsked"):
    seat: int
    wager: str


class Validated(Event, frozen=True, tag="Validated"):
    seat: int
    wager: str


class DocumentsCompleted(Event, frozen=True, tag="DocumentsCompleted"):
    seat: int


class StubCounted(Event, frozen=True, tag="StubCounted"):
    cards: int
    right: bool


class IrregularityFound(Event, frozen=True, tag="SlipFound", rename={"irregularity": "slip"}):
    """An irregularity was reported. `voids` is set if the round is void, and `board` if the board is still dealt."""

    irregularity: str
    seat: int
    voids: bool
    board: bool
    reopened: tuple[tuple[int, str], ...] = ()
    """Lines that the void undid, as (seat, wager)."""


class CardSetAside(Event, frozen=True, tag="CardSetAside"):
    card: tuple[Card, ...]


class DeckRemoved(Event, frozen=True, tag="DeckRemoved"):
    pass


class RoundCleared(Event, frozen=True, tag="RoundCleared"):
    number: int
    status: str


AnyEvent = (
    DecksReceived
    | DecksReadied
    | Shuffled
    | DeckCut
    | RecutOrdered
    | DeviceMarked
    | MethodChanged
    | TableClosed
    | SeatTaken
    | SeatLeft
    | WagerPlaced
    | WagerWithdrawn
    | BetsClosed
    | ChipsCounted
    | Dealt
    | CardTakenBack
    | Revealed
    | Decided
    | DealerTurnedUp
    | MetersRead
    | BonusDrawn
    | Settled
    | ShareFixed
    | ValidationAsked
    | Validated
    | DocumentsCompleted
    | StubCounted
    | IrregularityFound
    | CardSetAside
    | DeckRemoved
    | RoundCleared
)
