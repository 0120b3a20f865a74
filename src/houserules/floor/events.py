"""Happenings: the events of a property that are not events of one table."""

from __future__ import annotations

import msgspec


class Happening(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    cite: str


class PropertyOpened(Happening, frozen=True, kw_only=False, omit_defaults=True, tag="PropertyOpened"):
    """The log begins. The first logs name neither jurisdiction nor time zone; then both are left out."""

    name: str
    public_key: str
    jurisdiction: str = ""
    time_zone: str = ""


class JurisdictionAdopted(Happening, frozen=True, kw_only=False, omit_defaults=True, tag="JurisdictionAdopted"):
    """Which law governs the property from now on, and its time zone; who approved it, where the log tells that."""

    jurisdiction: str
    time_zone: str
    reason: str = ""
    approvers: tuple[str, ...] = ()


class RulesInForce(msgspec.Struct, frozen=True, gc=False):
    """What a table is played by: which law, as which program read it, and a digest of each part of its meaning."""

    rulebook: str
    edition: str
    program: str
    digest: str
    parts: dict[str, str]

    def __hash__(self) -> int:
        return hash(self.digest)


class TableInstalled(Happening, frozen=True, kw_only=False, omit_defaults=True, tag="TableInstalled"):
    """The table as it will be played: the submission's text and everything it resolves to, in printed words."""

    table: str
    submission: str
    physical: bool
    terms: msgspec.Raw
    """What an independent reader needs to check a settlement: choices, paytables in force as printed, meters."""
    rules: RulesInForce | None = None
    """Absent in logs of before it was kept."""


class TableRemoved(Happening, frozen=True, kw_only=False, tag="TableRemoved"):
    table: str


class DayStarted(Happening, frozen=True, kw_only=False, tag="DayStarted"):
    day: str


class DayEnded(Happening, frozen=True, kw_only=False, tag="DayEnded"):
    day: str


class DayTakenBack(Happening, frozen=True, kw_only=False, tag="DayTakenBack"):
    """A day that was begun by mistake, and in which nothing had happened, was no gaming day."""

    day: str
    reason: str


class DayResumed(Happening, frozen=True, kw_only=False, tag="DayResumed"):
    """A day that was ended by mistake goes on; nothing had happened since."""

    day: str
    reason: str


class ChipsBought(Happening, frozen=True, kw_only=False, tag="ChipsBought"):
    player: str
    table: str
    cents: int


class ChipsCashed(Happening, frozen=True, kw_only=False, tag="ChipsCashed"):
    player: str
    cents: int


class AccountLoaded(Happening, frozen=True, kw_only=False, tag="AccountLoaded"):
    player: str
    cents: int


class AccountClosed(Happening, frozen=True, kw_only=False, tag="AccountClosed"):
    player: str
    cents: int


class TrayFilled(Happening, frozen=True, kw_only=False, tag="TrayFilled"):
    table: str
    cents: int


class TrayCredited(Happening, frozen=True, kw_only=False, tag="TrayCredited"):
    table: str
    cents: int


class DropCounted(Happening, frozen=True, kw_only=False, tag="DropCounted"):
    table: str
    cents: int
    expected_cents: int


class LinkCut(Happening, frozen=True, kw_only=False, tag="LinkCut"):
    link: str


class LinkRestored(Happening, frozen=True, kw_only=False, tag="LinkRestored"):
    link: str


class Corrected(Happening, frozen=True, kw_only=False, tag="Corrected"):
    transfer: str
    reason: str


class MeterAdjusted(Happening, frozen=True, kw_only=False, tag="MeterAdjusted"):
    meter: str
    reason: str


class DealerAssigned(Happening, frozen=True, kw_only=False, tag="DealerAssigned"):
    """Who deals a table from now on; nobody where it is empty."""

    table: str
    dealer: str


class SeatServed(Happening, frozen=True, kw_only=False, tag="SeatServed"):
    """The player at a seat has no device: the table's dealer acts for that player there."""

    table: str
    seat: int
    player: str


class ClosingAsked(Happening, frozen=True, kw_only=False, tag="ClosingAsked"):
    """Which floorperson has asked for a table to be closed once its round is over; nobody where that is taken back."""

    table: str
    floorperson: str


class RoundInspected(Happening, frozen=True, kw_only=False, omit_defaults=True, tag="RoundInspected"):
    """Somebody looked at a round that was over, with the cards that had lain face down."""

    table: str
    round: int
    entry: int = 0
    """An entry of the round, where the order named one."""


class LogExported(Happening, frozen=True, kw_only=False, tag="LogExported"):
    """Somebody took a copy of the first `size` entries."""

    size: int


class SnapshotTaken(Happening, frozen=True, kw_only=False, tag="SnapshotTaken"):
    """A snapshot of everything up to and with entry `seq`; its digest, so that the log vouches for it."""

    seq: int
    digest: str


class ProjectionsRebuilt(Happening, frozen=True, kw_only=False, tag="ProjectionsRebuilt"):
    """Rows beside the log that were not what the log makes them, and were made anew from it."""

    reason: str
    entries: int
    """Entries that were filed under another id, stream, number, round or time than they say."""
    transfers: int
    """Entries whose transfers were kept otherwise than told."""
    accounts: int
    meters: int
    snapshots: int
    """Damaged snapshots, which were deleted."""


AnyHappening = (
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
    | RoundInspected
    | LogExported
    | SnapshotTaken
    | ProjectionsRebuilt
)
