"""What leaves the server about a table. These types are not the engine's: only `view` fills them."""

from __future__ import annotations

import msgspec

HIDDEN = "??"
"""A card that this person may not see: always the same two characters."""


class Wire(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A value on its way out."""


class WireLine(Wire, frozen=True):
    """One wager settled, with the paragraph that decided it and the one of its odds."""

    seat: int
    wager: str
    name: str
    stake: int
    outcome: str
    odds: str
    row: str
    paid: int
    returned: int
    kept: int
    cite: str
    paid_under: str
    hand_pay: bool
    note: str
    readings: tuple[str, ...]
    """The readings of the register it rests on, beside its paragraph."""


class WireChoice(Wire, frozen=True):
    """A decision open to the person who looks: the action, the sums it may be made with, and the cards to put away."""

    action: str
    wager: str
    name: str
    cents: tuple[int, ...]
    """The sums permitted; two, the least and the most, where `any_between`."""
    any_between: bool
    discards: tuple[str, ...]
    cite: str
    says: str


class WireSeat(Wire, frozen=True):
    seat: int
    player: str
    is_you: bool
    in_round: bool
    wagers: dict[str, int]
    cards: tuple[str, ...]
    discard: tuple[str, ...]
    hand: str
    """What the cards are, in words, where the person may see them all."""
    status: str
    actions: tuple[str, ...]
    is_asked: bool


class WireMeter(Wire, frozen=True):
    id: str
    name: str
    wagers: tuple[str, ...]
    cents: int
    is_down: bool


class WireDuty(Wire, frozen=True):
    duty: str
    name: str
    who: str
    when: str
    due: int
    says: str
    cite: str


class WireWaiting(Wire, frozen=True):
    """A payout that waits for a floorperson: to validate it, or to complete its documents.

    `cents` of a share of a meter are fixed at the player's turn: the same are validated and paid.
    """

    seat: int
    wager: str
    name: str
    what: str
    cents: int
    cite: str


class WireNext(Wire, frozen=True):
    """What comes next at the table, in words, with its paragraph; `place` is where the next card belongs."""

    who: str
    says: str
    cite: str
    place: str = ""
    face: str = ""


class WireTable(Wire, frozen=True):
    """A table as one person sees it, after entry `number` of its stream."""

    table: str
    rulebook: str
    number: int
    phase: str
    round: int
    rounds: int
    method: str
    deck: str
    seats: tuple[WireSeat, ...]
    dealer: tuple[str, ...]
    dealer_hand: str
    community: tuple[str, ...]
    places: dict[str, tuple[str, ...]]
    lines: tuple[WireLine, ...]
    meters: tuple[WireMeter, ...]
    voided_by: str
    slips: tuple[str, ...]
    drawn: tuple[str, ...]
    next: WireNext
    choices: tuple[WireChoice, ...] = ()
    waiting: tuple[WireWaiting, ...] = ()
    duties: tuple[WireDuty, ...] = ()
    is_physical: bool = False
    is_dealt: bool = True
    """False where a table of real cards waits for a dealer."""
    seconds_left: float | None = None
    """How long bets stay open, or who is asked may think, when this was told; None where nobody is hurried."""
