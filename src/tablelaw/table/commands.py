"""Commands: what dealers, players, the floor and devices may ask of a table. Each records who gave it and when.

`by` is the actor as text: "dealer", "dealer:bob", "floor:ann", "device:shoe-1", "system", or "player:3" with the
player's seat.
"""

from __future__ import annotations

import msgspec

from tablelaw.cards import Card
from tablelaw.persons import Actor


class Command(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    by: str = "dealer"
    at: int = 0
    """Seconds since the epoch, passed in by the program that runs the table."""

    @property
    def actor(self) -> Actor:
        return Actor.parse(self.by)


# --- Life of a table -----------------------------------------------------------------------


class ReceiveDecks(Command, frozen=True, kw_only=False, tag="ReceiveDecks"):
    backs: tuple[str, ...]
    preshuffled: bool = False


class InspectDecks(Command, frozen=True, kw_only=False, tag="InspectDecks"):
    pass


class VerifyInspection(Command, frozen=True, kw_only=False, tag="VerifyInspection"):
    pass


class SpreadCards(Command, frozen=True, kw_only=False, tag="SpreadCards"):
    face: str = "up"


class ShowCards(Command, frozen=True, kw_only=False, tag="ShowCards"):
    """Records that the first player has had the chance to look at the spread cards."""


class WashCards(Command, frozen=True, kw_only=False, tag="WashCards"):
    pass


class Shuffle(Command, frozen=True, kw_only=False, tag="Shuffle"):
    """Shuffles a deck. `how` is "hand", "machine", or "preshuffled" to keep the order in which a preshuffled deck
    arrived.

    `cards` is the resulting order, top card first; it is empty if real cards are shuffled. During a round, the deck
    that is not in play is shuffled.
    """

    how: str
    cards: tuple[Card, ...] = ()


class CutDeck(Command, frozen=True, kw_only=False, tag="CutDeck"):
    depth: int


class OrderRecut(Command, frozen=True, kw_only=False, tag="OrderRecut"):
    pass


class ChangeDecks(Command, frozen=True, kw_only=False, tag="ChangeDecks"):
    backs: tuple[str, ...]
    preshuffled: bool = False


class MarkDevice(Command, frozen=True, kw_only=False, tag="MarkDevice"):
    """Records that a device ("shuffler", "shoe") was covered, marked or removed as the regulation requires, or works
    again.
    """

    device: str
    works: bool = False


class ChangeMethod(Command, frozen=True, kw_only=False, tag="ChangeMethod"):
    dealing: str


class CloseTable(Command, frozen=True, kw_only=False, tag="CloseTable"):
    pass


# --- Seats and wagers ----------------------------------------------------------------------


class TakeSeat(Command, frozen=True, kw_only=False, tag="TakeSeat"):
    seat: int
    player: str = ""


class LeaveSeat(Command, frozen=True, kw_only=False, tag="LeaveSeat"):
    seat: int


class PlaceWager(Command, frozen=True, kw_only=False, tag="PlaceWager"):
    seat: int
    wager: str
    cents: int


class WithdrawWager(Command, frozen=True, kw_only=False, tag="WithdrawWager"):
    seat: int
    wager: str


class CloseBets(Command, frozen=True, kw_only=False, tag="CloseBets"):
    """Announces "no more bets" and locks the wagering devices."""


class CountChips(Command, frozen=True, kw_only=False, tag="CountChips"):
    """Reports the number of chips collected from the progressive devices, counted before they go into the tray."""

    number: int


# --- Cards and decisions -------------------------------------------------------------------


class Deal(Command, frozen=True, kw_only=False, tag="Deal"):
    """Deals the next cards of the procedure, or turns up the next community cards."""


class EnterCard(Command, frozen=True, kw_only=False, tag="EnterCard"):
    """Enters a real card as it leaves the shoe. The table determines where it goes."""

    card: Card


class TakeBackCard(Command, frozen=True, kw_only=False, tag="TakeBackCard"):
    """Takes back the real card entered last because it was mistyped. The right card is entered next; nothing is dealt
    again.
    """


class Act(Command, frozen=True, kw_only=False, tag="Act"):
    """A decision: fold, check, bet, buy, play or declare. `cents` is the wager placed and `discard` the discarded card.

    A purchase also places the price of the card, which the rules fix.
    """

    seat: int
    action: str
    cents: int = 0
    discard: tuple[Card, ...] = ()


class TurnUp(Command, frozen=True, kw_only=False, tag="TurnUp"):
    """Turns the dealer's cards face up."""


# --- Settlement ----------------------------------------------------------------------------


class ReadMeters(Command, frozen=True, kw_only=False, tag="ReadMeters"):
    """Reports what the progressive meters show now, in ten-thousandths of a cent."""

    readings: tuple[tuple[str, int], ...]


class DrawBonus(Command, frozen=True, kw_only=False, tag="DrawBonus"):
    """Reports what the table game system drew for this round: cards and betting positions (0 is the dealer's)."""

    cards: tuple[Card, ...] = ()
    positions: tuple[int, ...] = ()


class SettleSeat(Command, frozen=True, kw_only=False, tag="SettleSeat"):
    """Settles the next seat, counter-clockwise from the dealer's right."""


class Validate(Command, frozen=True, kw_only=False, tag="Validate"):
    seat: int
    wager: str


class CompleteDocuments(Command, frozen=True, kw_only=False, tag="CompleteDocuments"):
    seat: int


class CountStub(Command, frozen=True, kw_only=False, tag="CountStub"):
    cards: int


class ReportIrregularity(Command, frozen=True, kw_only=False, tag="ReportSlip", rename={"irregularity": "slip"}):
    """Reports an irregularity by its id in the rulebook, with the seat or card it concerns, if any."""

    irregularity: str
    seat: int = 0
    card: tuple[Card, ...] = ()


class ClearRound(Command, frozen=True, kw_only=False, tag="ClearRound"):
    pass


ALL: tuple[type[Command], ...] = tuple(Command.__subclasses__())
