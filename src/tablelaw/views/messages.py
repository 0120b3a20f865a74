"""The messages about a table that leave the server. They have their own types, separate from the engine's, and only
`view` builds them.
"""

from __future__ import annotations

from typing import Annotated, get_args

import msgspec

from tablelaw.law.conduct import Outcome
from tablelaw.table.round.payout_limit import LIMITED
from tablelaw.table.state import Phase

HIDDEN = "??"
"""Stands for any card that this person may not see."""


class Wire(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Base of every message to a client."""


def _one_of(*values: str) -> msgspec.Meta:
    """Lists the possible values of a text in its schema."""
    return msgspec.Meta(extra_json_schema={"enum": [*values]})


ShownPhase = Annotated[str, _one_of(*get_args(Phase), "closed", "opening", "ending")]
"""The phase of a round or, if none is under way, of the table."""
ShownOutcome = Annotated[str, _one_of(*(outcome.value for outcome in Outcome), LIMITED)]
"""How a wager was settled; "limited" is a line that reduces what others paid to the payout limit."""
ShownMethod = Annotated[str, msgspec.Meta(examples=["hand", "manual-shoe", "automated-shoe"])]
"""A dealing procedure of the rulebook."""


class WireLine(Wire, frozen=True):
    """One settled wager, with the paragraph that decided it and the paragraph of its odds."""

    seat: int
    wager: str
    name: str
    stake: int
    outcome: ShownOutcome
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
    """The readings the line rests on in addition to its paragraph."""


class WireChoice(Wire, frozen=True):
    """A decision open to the viewer: the action, the permitted sums, the cards to discard, and the price of a bought
    card.
    """

    action: str
    wager: str
    """The wager that the action places, or that a pull takes back."""
    name: str
    cents: tuple[int, ...]
    """The permitted sums or, if `any_between` is set, the minimum and maximum."""
    any_between: bool
    discards: tuple[str, ...]
    price: int
    """The additional cost, in cents, of buying a card to replace the discarded one; 0 if no card is bought."""
    cite: str
    says: str
    """The wager in words, or the hands that a declaration claims."""


class WireSeat(Wire, frozen=True):
    seat: int
    player: str
    is_you: bool
    in_round: bool
    wagers: dict[str, int]
    cards: tuple[str, ...]
    discard: tuple[str, ...]
    hand: str
    """The hand in words, if the viewer may see all its cards."""
    status: str
    actions: tuple[str, ...]
    is_asked: bool


class WireMeter(Wire, frozen=True):
    """A meter as shown at a table; `title` is the name that players use."""

    id: str
    name: str
    title: str
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
    """A payout that a floorperson has to validate or complete documents for.

    The `cents` of a meter share are fixed at the player's turn; that sum is validated and paid.
    """

    seat: int
    wager: str
    name: str
    what: str
    cents: int
    cite: str


class WireNext(Wire, frozen=True):
    """What comes next at the table, in words, with its paragraph. `place` is where the next card goes; it is empty
    unless a card is due, and for players, auditors and people who are not signed in.
    """

    who: str
    says: str
    cite: str
    place: str = ""
    face: str = ""


class WirePace(Wire, frozen=True):
    """How players may change the pace of a table that the house deals."""

    is_private: bool
    """Whether it is one player's practice table."""
    can_say_ready: bool
    is_ready: bool
    """Whether the viewer has said they are ready."""
    waits_for: tuple[str, ...]
    """The seated players who have not said they are ready."""
    extensions_left: int
    """How many more times the time limit may be extended in this round."""


class WireTable(Wire, frozen=True, rename={"irregularities": "slips"}):
    """A table as one person sees it, after entry `number` of its stream."""

    table: str
    rulebook: str
    number: int
    phase: ShownPhase
    round: int
    rounds: int
    method: ShownMethod
    deck: str
    seats: tuple[WireSeat, ...]
    dealer: tuple[str, ...]
    dealer_hand: str
    community: tuple[str, ...]
    places: dict[str, tuple[str, ...]]
    lines: tuple[WireLine, ...]
    meters: tuple[WireMeter, ...]
    voided_by: str
    irregularities: tuple[str, ...]
    drawn: tuple[str, ...]
    next: WireNext
    choices: tuple[WireChoice, ...] = ()
    waiting: tuple[WireWaiting, ...] = ()
    duties: tuple[WireDuty, ...] = ()
    is_physical: bool = False
    is_dealt: bool = True
    """False if a table with real cards is waiting for a dealer."""
    seconds_left: float | None = None
    """The seconds left for bets or for the player's decision when this was sent; None if there is no time limit."""
    pace: WirePace | None = None
    """None if only people deal at this table."""
