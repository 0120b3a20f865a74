"""Orders: what people and machines may ask of a running property."""

from __future__ import annotations

import msgspec

from tablelaw.persons import Actor
from tablelaw.table.commands import Command


class FloorCommand(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A command to the property itself, not to one of its tables."""


class OpenProperty(FloorCommand, frozen=True, kw_only=False, tag="OpenProperty"):
    """The first entry of every log: the property's name, and the public key that signs its heads."""

    name: str
    public_key: str = ""
    jurisdiction: str | msgspec.UnsetType = msgspec.UNSET
    """The first logs have neither this field nor the next one; an unset field is not written."""
    time_zone: str | msgspec.UnsetType = msgspec.UNSET
    """The jurisdiction's time zone, unless another is given."""


class AdoptJurisdiction(FloorCommand, frozen=True, kw_only=False, omit_defaults=True, tag="AdoptJurisdiction"):
    """Puts a property whose log does not name a jurisdiction under this one, with a reason and two approvers."""

    jurisdiction: str
    time_zone: str = ""
    """The jurisdiction's time zone, unless another is given."""
    reason: str = ""
    """Absent in earlier logs, as are the approvers."""
    approvers: tuple[str, ...] = ()


class InstallTable(FloorCommand, frozen=True, kw_only=False, tag="InstallTable"):
    """Installs a table with a tray of chips under a Rules Submission, given as text.

    At a `physical` table, real cards are dealt and entered.
    """

    submission: str
    tray_cents: int
    physical: bool = False


class RemoveTable(FloorCommand, frozen=True, kw_only=False, tag="RemoveTable"):
    """Removes a closed table from the floor. To change its parameters, remove it and install it again."""

    table: str


class StartDay(FloorCommand, frozen=True, kw_only=False, tag="StartDay"):
    """Begins a gaming day, named by its date."""

    day: str


class EndDay(FloorCommand, frozen=True, kw_only=False, omit_defaults=True, tag="EndDay"):
    """Ends the gaming day. If something is still open, the reason explains why the day is ended anyway."""

    reason: str = ""
    """Absent in earlier logs, as are the open matters."""
    open_matters: tuple[str, ...] = ()
    """What is still open, in words, such as an uncounted drop box."""


class TakeBackDay(FloorCommand, frozen=True, kw_only=False, tag="TakeBackDay"):
    """Cancels a day begun by mistake, or resumes a day ended by mistake, with a reason and two approvers."""

    day: str
    reason: str
    approvers: tuple[str, ...]


class BuyIn(FloorCommand, frozen=True, kw_only=False, tag="BuyIn"):
    """Puts cash into the drop box and gives the player chips from the tray."""

    player: str
    table: str
    cents: int


class CashOut(FloorCommand, frozen=True, kw_only=False, tag="CashOut"):
    """Exchanges all of a player's chips for cash at the cage."""

    player: str


class LoadAccount(FloorCommand, frozen=True, kw_only=False, tag="LoadAccount"):
    """Moves chips onto the player's electronic wagering account."""

    player: str
    cents: int


class CloseAccount(FloorCommand, frozen=True, kw_only=False, tag="CloseAccount"):
    """Pays the electronic wagering account out to zero, in chips."""

    player: str


class FillTray(FloorCommand, frozen=True, kw_only=False, tag="FillTray"):
    table: str
    cents: int


class CreditTray(FloorCommand, frozen=True, kw_only=False, tag="CreditTray"):
    """Moves chips from a tray back to the cage."""

    table: str
    cents: int


class CountDrop(FloorCommand, frozen=True, kw_only=False, tag="CountDrop"):
    """Opens the drop box and counts its cash. A difference is an exception in the day's report."""

    table: str
    cents: int


class CutLink(FloorCommand, frozen=True, kw_only=False, tag="CutLink"):
    """Records that the link of some tables' meters is down, so wagers on these meters cannot be placed."""

    link: str


class RestoreLink(FloorCommand, frozen=True, kw_only=False, tag="RestoreLink"):
    link: str


class CorrectTransfer(FloorCommand, frozen=True, kw_only=False, omit_defaults=True, tag="CorrectTransfer"):
    """Corrects a transfer by making another one, with a reason and two approvers."""

    transfer: str
    cents: int
    reason: str
    approvers: tuple[str, ...]
    together: bool = False
    """Whether to correct, by the same amount, the transfers made together with it, such as both legs of a buy-in."""


class AdjustMeter(FloorCommand, frozen=True, kw_only=False, tag="AdjustMeter"):
    """Corrects a displayed meter, with a reason and two approvers."""

    meter: str
    units: int
    reason: str
    approvers: tuple[str, ...]


class AssignDealer(FloorCommand, frozen=True, kw_only=False, tag="AssignDealer"):
    """Assigns the dealer of a table from now on; empty for none."""

    table: str
    dealer: str


class ServeSeat(FloorCommand, frozen=True, kw_only=False, tag="ServeSeat"):
    """Records that the player at a seat has no device, so the table's dealer enters the player's decisions.

    This applies until the player leaves the seat or gives an order of their own.
    """

    table: str
    seat: int
    player: str


class AskClosing(FloorCommand, frozen=True, kw_only=False, tag="AskClosing", omit_defaults=True):
    """Asks for a table to be closed as soon as no round is in progress there. `is_taken_back` withdraws the request."""

    table: str
    is_taken_back: bool = False


class AcknowledgeAlert(FloorCommand, frozen=True, kw_only=False, omit_defaults=True, tag="AcknowledgeAlert"):
    """Records that someone has seen an alert, and their note about it.

    `alert` is "entry 1234" if an entry of the log caused it; otherwise it names the table and what is wrong there.
    """

    alert: str
    note: str
    says: str = ""
    """The alert in words, filled in by the server."""


class ChangePerson(FloorCommand, frozen=True, kw_only=False, omit_defaults=True, tag="ChangePerson"):
    """Records a change of who may sign in. The server gives this order before it changes anything, and no password is
    part of it.

    `change` is one of PERSON_CHANGES; `role` is the person's role after the change, or before it if they are removed.
    """

    person: str
    change: str
    role: str
    approvers: tuple[str, ...] = ()


PERSON_CHANGES = ("added", "removed", "role changed", "password reset")


class InspectRound(FloorCommand, frozen=True, kw_only=False, omit_defaults=True, tag="InspectRound"):
    """Records that an auditor looks at a finished round with all its cards."""

    table: str
    round: int
    entry: int = 0
    """Any entry of the round, in case the table was installed again and several rounds have that number."""


class ExportLog(FloorCommand, frozen=True, kw_only=False, tag="ExportLog"):
    """Records that an auditor takes a copy of the first `size` entries of the log."""

    size: int


class RecordRebuild(FloorCommand, frozen=True, kw_only=False, tag="RecordRebuild"):
    """Records how many rows of each kind were rebuilt from the log. Only `tablelaw floor rebuild` gives this order."""

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
    | AcknowledgeAlert
    | InspectRound
    | ExportLog
)


class Order(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A command, who gives it and when. The client chooses `id`, and an order sent twice is carried out once.

    `by` is the actor as text: "player:ann", "dealer:bob", "floor:cho", "system". `table` names the table that a table
    command is for. `expect`, if given, is the number of the last entry of the stream that the client has seen. The
    floor sets `at` when it takes up the order.
    """

    id: str
    by: str
    command: Command | FloorCommand
    at: int = 0
    table: str = ""
    expect: int | None = None

    @property
    def actor(self) -> Actor:
        return Actor.parse(self.by)
