"""The names of each command of a table: in the one-line notation, in a sentence, and on a button.

Logs and messages use its durable name, which is the tag of its class.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.table.registry import tag_of


class Names(NamedTuple):
    """`verb` is written in the notation, `spoken` in sentences, `label` on a dealer's or floorperson's button."""

    verb: str
    spoken: str
    label: str = ""


NAMES: dict[type[Command], Names] = {
    commands.ReceiveDecks: Names("receive", "receive decks", "Bring the decks"),
    commands.InspectDecks: Names("inspect", "inspect decks", "Inspect the decks"),
    commands.VerifyInspection: Names("verify", "verify inspection", "Verify the inspection"),
    commands.SpreadCards: Names("spread", "spread cards", "Spread the cards"),
    commands.ShowCards: Names("show", "show cards", "The first player has looked"),
    commands.WashCards: Names("wash", "wash cards", "Wash and stack the cards"),
    commands.Shuffle: Names("shuffle", "shuffle", "Shuffle"),
    commands.CutDeck: Names("cut", "cut deck", "Cut the deck"),
    commands.OrderRecut: Names("recut", "order recut", "Order a recut"),
    commands.ChangeDecks: Names("change", "change decks", "Change the decks"),
    commands.MarkDevice: Names("mark", "mark device", "Mark or restore a device"),
    commands.ChangeMethod: Names("method", "change method", "Change the dealing procedure"),
    commands.CloseTable: Names("close-table", "close table", "Close the table"),
    commands.TakeSeat: Names("sit", "take seat"),
    commands.LeaveSeat: Names("leave", "leave seat", "Free a seat"),
    commands.PlaceWager: Names("place", "place wager"),
    commands.WithdrawWager: Names("withdraw", "withdraw wager", "Hand back a wager"),
    commands.CloseBets: Names("close", "close bets", "No more bets"),
    commands.CountChips: Names("chips", "count chips", "Count the progressive chips"),
    commands.Deal: Names("deal", "deal", "Deal"),
    commands.EnterCard: Names("enter", "enter card"),
    commands.TakeBackCard: Names("take-back", "take back card", "Take back the last card entered"),
    commands.Act: Names("act", "act", "Decide for a player"),
    commands.TurnUp: Names("turn", "turn up", "Turn up the dealer's cards"),
    commands.ReadMeters: Names("meters", "read meters"),
    commands.DrawBonus: Names("draw", "draw bonus"),
    commands.SettleSeat: Names("settle", "settle seat", "Settle the next seat"),
    commands.Validate: Names("validate", "validate", "Validate the payout"),
    commands.CompleteDocuments: Names("documents", "complete documents", "The documents are complete"),
    commands.CountStub: Names("stub", "count stub", "Count the stub"),
    commands.ReportIrregularity: Names("slip", "report irregularity"),
    commands.ClearRound: Names("clear", "clear round", "Collect the cards"),
}
KIND_OF = {names.verb: kind for kind, names in NAMES.items()}
"""The command for each verb."""
LABELS = {kind: names.label for kind, names in NAMES.items() if names.label}
"""Button labels of the commands given by the dealer and the floor. The other commands have their own forms."""


def spoken(order: msgspec.Struct) -> str:
    """The name of an order in a sentence, such as "close bets". For an order to the property, it is the words of the
    tag.
    """
    if isinstance(order, Command):
        return NAMES[type(order)].spoken
    return " ".join(re.findall("[A-Z][a-z]*", tag_of(type(order)))).lower()
