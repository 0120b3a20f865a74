"""Orders: what people and machines ask of a running property."""

from __future__ import annotations

import msgspec

from houserules.table.commands import Command


class FloorCommand(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A command to the property itself, not to one of its tables."""


class OpenProperty(FloorCommand, frozen=True, kw_only=False, tag="OpenProperty"):
    """The first entry of every log: whose it is, and the public key its heads are signed with."""

    name: str
    public_key: str = ""
    jurisdiction: str | msgspec.UnsetType = msgspec.UNSET
    """The first logs have neither this nor the next; what is not set is not written."""
    time_zone: str | msgspec.UnsetType = msgspec.UNSET
    """That of the jurisdiction, if not told."""


class AdoptJurisdiction(FloorCommand, frozen=True, kw_only=False, omit_defaults=True, tag="AdoptJurisdiction"):
    """A property that has named no jurisdiction is under this one from now on; with a reason and two approvers."""

    jurisdiction: str
    time_zone: str = ""
    """That of the jurisdiction, if not told."""
    reason: str = ""
    """Earlier logs have neither a reason nor approvers."""
    approvers: tuple[str, ...] = ()


class InstallTable(FloorCommand, frozen=True, kw_only=False, tag="InstallTable"):
    """A table under a Rules Submission (its text), with a tray of chips. `physical` tables are told each card."""

    submission: str
    tray_cents: int
    physical: bool = False


class RemoveTable(FloorCommand, frozen=True, kw_only=False, tag="RemoveTable"):
    """A closed table leaves the floor: its parameters may only change so."""

    table: str


class StartDay(FloorCommand, frozen=True, kw_only=False, tag="StartDay"):
    """A gaming day begins, named by its date."""

    day: str


class EndDay(FloorCommand, frozen=True, kw_only=False, tag="EndDay"):
    pass


class TakeBackDay(FloorCommand, frozen=True, kw_only=False, tag="TakeBackDay"):
    """Cancels a day begun by mistake, or resumes one ended by mistake; with a reason and two approvers."""

    day: str
    reason: str
    approvers: tuple[str, ...]


class BuyIn(FloorCommand, frozen=True, kw_only=False, tag="BuyIn"):
    """Cash into the drop box, chips of the tray to the player."""

    player: str
    table: str
    cents: int


class CashOut(FloorCommand, frozen=True, kw_only=False, tag="CashOut"):
    """All chips of a player exchanged at the cage."""

    player: str


class LoadAccount(FloorCommand, frozen=True, kw_only=False, tag="LoadAccount"):
    """Chips onto the player's electronic wagering account."""

    player: str
    cents: int


class CloseAccount(FloorCommand, frozen=True, kw_only=False, tag="CloseAccount"):
    """The electronic wagering account paid out to zero, as chips."""

    player: str


class FillTray(FloorCommand, frozen=True, kw_only=False, tag="FillTray"):
    table: str
    cents: int


class CreditTray(FloorCommand, frozen=True, kw_only=False, tag="CreditTray"):
    """Chips from a tray back to the cage."""

    table: str
    cents: int


class CountDrop(FloorCommand, frozen=True, kw_only=False, tag="CountDrop"):
    """The drop box opened and its cash counted; a difference is an exception of the day."""

    table: str
    cents: int


class CutLink(FloorCommand, frozen=True, kw_only=False, tag="CutLink"):
    """The link of some tables' meters is down: their wagers cannot be placed."""

    link: str


class RestoreLink(FloorCommand, frozen=True, kw_only=False, tag="RestoreLink"):
    link: str


class CorrectTransfer(FloorCommand, frozen=True, kw_only=False, omit_defaults=True, tag="CorrectTransfer"):
    """A transfer set right by a further one, with a reason and two approvers."""

    transfer: str
    cents: int
    reason: str
    approvers: tuple[str, ...]
    together: bool = False
    """With the transfers it was made together with, each by as much: both legs of a buy-in."""


class AdjustMeter(FloorCommand, frozen=True, kw_only=False, tag="AdjustMeter"):
    """A recorded correction of a displayed meter, with a reason and two approvers."""

    meter: str
    units: int
    reason: str
    approvers: tuple[str, ...]


class AssignDealer(FloorCommand, frozen=True, kw_only=False, tag="AssignDealer"):
    """Who deals a table from now on, by name; nobody where it is empty."""

    table: str
    dealer: str


class ServeSeat(FloorCommand, frozen=True, kw_only=False, tag="ServeSeat"):
    """The player at a seat has no device: the table's dealer enters what the player says.

    It holds until the player leaves the seat or gives an order of their own.
    """

    table: str
    seat: int
    player: str


class AskClosing(FloorCommand, frozen=True, kw_only=False, tag="AskClosing", omit_defaults=True):
    """A table is to be closed as soon as no round is under way there; `is_taken_back` says that it stays open."""

    table: str
    is_taken_back: bool = False


class InspectRound(FloorCommand, frozen=True, kw_only=False, omit_defaults=True, tag="InspectRound"):
    """An auditor looks at a round that is over, with every card of it; the log keeps who looked at what."""

    table: str
    round: int
    entry: int = 0
    """Any entry of the round, where a table that left the floor and came back had several of that number."""


class ExportLog(FloorCommand, frozen=True, kw_only=False, tag="ExportLog"):
    """An auditor takes a copy of the log: its first `size` entries."""

    size: int


class RecordRebuild(FloorCommand, frozen=True, kw_only=False, tag="RecordRebuild"):
    """Rows beside the log were made anew from it, so many of each kind. Only `houserules floor rebuild` gives it."""

    reason: str
    entries: int
    transfers: int
    accounts: int
    meters: int
    snapshots: int


AnyFloorCommand = (
    OpenProperty
    | AdoptJurisdiction
    | InstallTable
    | RemoveTable
    | StartDay
    | EndDay
    | TakeBackDay
    | BuyIn
    | CashOut
    | LoadAccount
    | CloseAccount
    | FillTray
    | CreditTray
    | CountDrop
    | CutLink
    | RestoreLink
    | CorrectTransfer
    | AdjustMeter
    | AssignDealer
    | ServeSeat
    | AskClosing
    | InspectRound
    | ExportLog
)


class Order(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A command with who gives it and when. `id` is the client's: given twice, it is carried out once.

    `by` is a role and a person: "player:ann", "dealer:bob", "floor:cho", "system". `table` names the table of a
    table's command. `expect`, where given, is the number of the stream's last entry the client has seen. `at` is
    written by the floor when it takes the order up.
    """

    id: str
    by: str
    command: Command | FloorCommand
    at: int = 0
    table: str = ""
    expect: int | None = None
