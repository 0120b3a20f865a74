"""The report of the watch over decisions: who is flagged, in which rounds, and for auditors how strong the evidence
is.
"""

from __future__ import annotations

import msgspec


class WatchedRounds(msgspec.Struct, frozen=True):
    """Ranges of tested rounds of a table, each with its first and last number."""

    table: str
    spans: tuple[tuple[int, int], ...]


class RoundName(msgspec.Struct, frozen=True):
    """A finished round, with the entry that cleared it."""

    table: str
    round: int
    entry: int


class Flag(msgspec.Struct, frozen=True):
    """The round that ended when a person was flagged, with the entry that cleared it and its time."""

    table: str
    round: int
    entry: int
    at: int


class Evidence(msgspec.Struct, frozen=True):
    """How strong the evidence is, for auditors."""

    log_e: float
    """The natural logarithm of the e-value now, and the highest so far; a flag needs `needed`."""
    highest: float
    needed: float
    strongest: tuple[RoundName, ...]
    """The rounds that speak most for a seen card, the strongest first."""


class WatchedPerson(msgspec.Struct, frozen=True):
    """What is known of a watched person. `rounds` are tested rounds with at least one decision."""

    kind: str
    name: str
    rounds: int
    is_flagged: bool
    flagged_at: Flag | None
    tables: tuple[WatchedRounds, ...]
    evidence: Evidence | None = None
    """None for anyone but auditors."""


class NotWatched(msgspec.Struct, frozen=True):
    """Finished rounds that are not tested, and why."""

    game: str
    rounds: int
    why: str


class WatchReport(msgspec.Struct, frozen=True):
    """Everybody who played or dealt, with the rate of false alarms that holds for all of them together."""

    rate: float
    watched: tuple[str, ...]
    """What may have been seen; empty for the usual card of each game."""
    seq: int
    """The last entry read; `rounds` are the rounds tested."""
    rounds: int
    people: tuple[WatchedPerson, ...]
    not_watched: tuple[NotWatched, ...]
    preparing: tuple[str, ...] = ()
    """Games that are being prepared. Reading of the log continues once the next round's game is ready."""
