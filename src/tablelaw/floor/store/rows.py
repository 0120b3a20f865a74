"""The rows of a floor's database, as they are read and written."""

from __future__ import annotations

from typing import NamedTuple

EVERYTHING = 2**62
"""A limit larger than the number of entries in any log."""


class LogRow(NamedTuple):
    """An entry of the log. `body` is the encoded `Entry`, and `leaf` is its hash in the log's tree."""

    seq: int
    id: str
    stream: str
    number: int
    round: int
    at: int
    body: bytes
    leaf: bytes


class Kept(NamedTuple):
    """The stored fields of an entry that most readers need. The body has the rest."""

    seq: int
    body: bytes
    leaf: bytes


class TransferRow(NamedTuple):
    """A transfer of entry `seq`. `place` is its position among that entry's transfers."""

    seq: int
    place: int
    id: str
    debit: str
    credit: str
    cents: int
    kind: str
    pending: str
    code: str
    cite: str
    at: int


class AccountRow(NamedTuple):
    id: str
    debits: int
    credits: int
    debits_pending: int
    credits_pending: int


class MeterRow(NamedTuple):
    id: str
    body: bytes


class DeckRow(NamedTuple):
    """The secret order and key of the deck shuffled in entry `seq`. It is never exported."""

    seq: int
    sealed: bytes


class SnapshotRow(NamedTuple):
    seq: int
    digest: str
    body: bytes


class HeadRow(NamedTuple):
    """A signed head of the log at `size` entries."""

    size: int
    root: bytes
    signature: bytes
    at: int
    format: int = 1


class End(NamedTuple):
    """The number and leaf of the log's last entry; 0 and empty if the log is empty."""

    seq: int
    leaf: bytes
