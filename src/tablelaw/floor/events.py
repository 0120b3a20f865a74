"""Events of a property that do not belong to one table."""

from __future__ import annotations

import msgspec


class PropertyEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    cite: str


class PropertyOpened(PropertyEvent, frozen=True, kw_only=False, omit_defaults=True, tag="PropertyOpened"):
    """The log begins. The first logs do not name a jurisdiction or time zone; both fields are then omitted."""

    name: str
    public_key: str
    jurisdiction: str = ""
    time_zone: str = ""


class JurisdictionAdopted(PropertyEvent, frozen=True, kw_only=False, omit_defaults=True, tag="JurisdictionAdopted"):
    """The property adopted the law that governs it from now on, and its time zone.

    The approvers are included if the log has them.
    """

    jurisdiction: str
    time_zone: str
    reason: str = ""
    approvers: tuple[str, ...] = ()


class RulesInForce(msgspec.Struct, frozen=True, gc=False):
    """The rules a table is played by: the law, the program that read it, and a digest of each part of the rules."""

    rulebook: str
    edition: str
    program: str
    digest: str
    parts: dict[str, str]

    def __hash__(self) -> int:
        return hash(self.digest)


class TableInstalled(PropertyEvent, frozen=True, kw_only=False, omit_defaults=True, tag="TableInstalled"):
    """A table was installed: the text of its submission, and everything that the submission resolves to, in the words
    of the submission and the printed tables.
    """

    table: str
    submission: str
    physical: bool
    terms: msgspec.Raw
    """What an independent reader needs to check a settlement: the choices, the printed paytables in force, and the
    meters.
    """
    rules: RulesInForce | None = None
    """Absent in older logs."""


class TableRemoved(PropertyEvent, frozen=True, kw_only=False, tag="TableRemoved"):
    table: str


class DayStarted(PropertyEvent, frozen=True, kw_only=False, tag="DayStarted"):
    day: str


class DayEnded(PropertyEvent, frozen=True, kw_only=False, omit_defaults=True, tag="DayEnded"):
    """A gaming day ended. Lists what was still open, and why the day was ended anyway."""

    day: str
    reason: str = ""
    open_matters: tuple[str, ...] = ()


class DayTakenBack(PropertyEvent, frozen=True, kw_only=False, tag="DayTakenBack"):
    """A day begun by mistake was cancelled; nothing had happened in it."""

    day: str
    reason: str


class DayResumed(PropertyEvent, frozen=True, kw_only=False, tag="DayResumed"):
    """A day ended by mistake was resumed; nothing had happened since."""

    day: str
    reason: str


class ChipsBought(PropertyEvent, frozen=True, kw_only=False, tag="ChipsBought"):
    player: str
    table: str
    cents: int


class ChipsCashed(PropertyEvent, frozen=True, kw_only=False, tag="ChipsCashed"):
    player: str
    cents: int


class AccountLoaded(PropertyEvent, frozen=True, kw_only=False, tag="AccountLoaded"):
    player: str
    cents: int


class AccountClosed(PropertyEvent, frozen=True, kw_only=False, tag="AccountClosed"):
    player: str
    cents: int


class TrayFilled(PropertyEvent, frozen=True, kw_only=False, tag="TrayFilled"):
    table: str
    cents: int


class TrayCredited(PropertyEvent, frozen=True, kw_only=False, tag="TrayCredited"):
    table: str
    cents: int


class DropCounted(PropertyEvent, frozen=True, kw_only=False, tag="DropCounted"):
    table: str
    cents: int
    expected_cents: int


class LinkCut(PropertyEvent, frozen=True, kw_only=False, tag="LinkCut"):
    link: str


class LinkRestored(PropertyEvent, frozen=True, kw_only=False, tag="LinkRestored"):
    link: str


class Corrected(PropertyEvent, frozen=True, kw_only=False, tag="Corrected"):
    transfer: str
    reason: str


class MeterAdjusted(PropertyEvent, frozen=True, kw_only=False, tag="MeterAdjusted"):
    meter: str
    reason: str


class DealerAssigned(PropertyEvent, frozen=True, kw_only=False, tag="DealerAssigned"):
    """Names who deals a table from now on; empty if no one does."""

    table: str
    dealer: str


class SeatServed(PropertyEvent, frozen=True, kw_only=False, tag="SeatServed"):
    """The player at a seat has no device, so the table's dealer acts for that player."""

    table: str
    seat: int
    player: str


class ClosingAsked(PropertyEvent, frozen=True, kw_only=False, tag="ClosingAsked"):
    """Names the floorperson who asked for a table to be closed after its round; empty if the request was withdrawn."""

    table: str
    floorperson: str


class AlertAcknowledged(PropertyEvent, frozen=True, kw_only=False, tag="AlertAcknowledged"):
    """Someone has seen an alert. `says` is the alert in words, and `note` is what they noted about it."""

    alert: str
    note: str
    says: str


class PersonChanged(PropertyEvent, frozen=True, kw_only=False, tag="PersonChanged"):
    """Who may sign in has changed. `approvers` is empty if a player was added or removed, which one person may do."""

    person: str
    change: str
    role: str
    approvers: tuple[str, ...]


class RoundInspected(PropertyEvent, frozen=True, kw_only=False, omit_defaults=True, tag="RoundInspected"):
    """Someone looked at a finished round, including its face-down cards."""

    table: str
    round: int
    entry: int = 0
    """An entry of the round, if the order named one."""


class LogExported(PropertyEvent, frozen=True, kw_only=False, tag="LogExported"):
    """Someone took a copy of the first `size` entries."""

    size: int


class SnapshotTaken(PropertyEvent, frozen=True, kw_only=False, tag="SnapshotTaken"):
    """A snapshot was taken of everything up to and including entry `seq`. The log vouches for it through its digest."""

    seq: int
    digest: str


class ProjectionsRebuilt(PropertyEvent, frozen=True, kw_only=False, tag="ProjectionsRebuilt"):
    """How many derived rows differed from the log and were rebuilt from it."""

    reason: str
    entries: int
    """Entries stored under an id, stream, number, round or time other than their own."""
    transfers: int
    """Entries whose stored transfers differed from the transfers in the entry."""
    accounts: int
    meters: int
    snapshots: int
    """Damaged snapshots, which were deleted."""


AnyPropertyEvent = (
    PropertyOpened
    | JurisdictionAdopted
    | TableInstalled
    | TableRemoved
    | DayStarted
    | DayEnded
    | DayTakenBack
    | DayResumed
    | ChipsBought
    | ChipsCashed
    | AccountLoaded
    | AccountClosed
    | TrayFilled
    | TrayCredited
    | DropCounted
    | LinkCut
    | LinkRestored
    | Corrected
    | MeterAdjusted
    | DealerAssigned
    | SeatServed
    | ClosingAsked
    | AlertAcknowledged
    | PersonChanged
    | RoundInspected
    | LogExported
    | SnapshotTaken
    | ProjectionsRebuilt
)
