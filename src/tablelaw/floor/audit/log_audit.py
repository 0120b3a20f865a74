"""Checks every leaf, number and signature of a log, stored or exported, and refuses it at the first difference.

If only a root shows that something was changed, the refusal names the entries between the last signed head that still
holds and the first that does not. A head kept elsewhere reveals what the keeper of the log could otherwise hide:
entries cut off, an older log restored, or a history rewritten and signed again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from tablelaw.errors import TablelawError
from tablelaw.floor.log import formats
from tablelaw.floor.log.export import AT_ONCE, BadExport, LogReader
from tablelaw.floor.log.signed_heads import UNREADABLE, Identity, head_row, identity, identity_of, stored_heads
from tablelaw.floor.store.api import LogRow, Reads, Store
from tablelaw.proofs import heads, merkle
from tablelaw.proofs.heads import Head, SignedHead
from tablelaw.proofs.keys import SigningKey
from tablelaw.proofs.refusals import OtherKey, require_known_format


class LogBroken(TablelawError):
    """One entry is wrong."""

    no_paragraph = "the record is at fault; no rule of play is involved"


class UnreadableEntry(LogBroken):
    """The bytes of an entry cannot be decoded as an entry."""


class EntryOutOfPlace(LogBroken):
    """The entry numbers of the property or of a stream do not increase one by one."""


class LeafDiffers(LogBroken):
    """The hash stored with an entry does not match its bytes."""


class ColumnsDiffer(LogBroken):
    """The columns that the store uses to find an entry do not match the entry."""


class LogAudit(NamedTuple):
    """The result of a check: these entries have this root, and a signed head covers the first `vouched` of them."""

    owner: Identity
    size: int
    root: str
    heads: int
    vouched: int

    @property
    def unsigned(self) -> int:
        """The number of entries after the last signed head. So far only their own leaves vouch for them."""
        return self.size - self.vouched


class _Place(msgspec.Struct, frozen=True, gc=False):
    """The place in the log that an entry claims. Re-execution checks everything else in the entry."""

    seq: int
    id: str
    stream: str
    number: int
    at: int
    round: int = 0
    format: int = 1


_PLACES = msgspec.json.Decoder(_Place)


# --- An exported log ----------------------------------------------------------------------------------------


def audit_export(path: Path, kept: Sequence[SignedHead] = (), key: str = "") -> LogAudit:
    """Checks an exported log, optionally against heads kept elsewhere and a key known beforehand."""
    try:
        file = path.open("rb")
    except OSError as error:
        what, why = "the export cannot be read", error.strerror or str(error)
        raise BadExport(what, where=str(path), why=why, accepted="a file written by `tablelaw export log`") from None
    with closing(file):
        return audit_lines(file, kept, key, path.name)


def audit_lines(lines: Iterable[bytes], kept: Sequence[SignedHead] = (), key: str = "", where: str = "log") -> LogAudit:
    reader = LogReader(lines, where)
    walk = _Walk((signed.head.size for signed in kept), lambda seq: f"{where} line {seq + 1}")
    for body in reader.bodies():
        if walk.take(body).format > reader.header.version:
            accepted = f"entries of formats up to {reader.header.version}, the header's version"
            raise BadExport(
                "the entry is in a newer format than the header says", where=reader.where, accepted=accepted
            )
    own = reader.head()
    owner = walk.owner()
    if Identity(reader.header.property, reader.header.key) != owner:
        why = f"its first entry says {owner.property!r}, key {owner.key}"
        raise BadExport("the header names another property or key", where=f"{where} line 1", why=why)
    if own.head.size != walk.size:
        why = f"it was signed over {own.head.size} entries"
        raise BadExport("the head was not signed over these entries", where=reader.where, why=why)
    named = [(signed, f"kept head over {signed.head.size} entries") for signed in kept]
    return walk.judge(owner, [*named, (own, reader.where)], key)


# --- A store ------------------------------------------------------------------------------------------------


def audit_store(
    store: Reads, kept: Sequence[SignedHead] = (), key: str = "", misfiled: list[LogRow] | None = None
) -> LogAudit:
    """Checks the log in a store: everything an export shows, plus every stored leaf and column.

    An entry whose columns differ from it is refused. If `misfiled` is given, the entry is added to it with the right
    columns instead.
    """
    own = stored_heads(store)
    walk = _Walk((signed.head.size for signed in (*kept, *own)), lambda seq: f"entry {seq}")
    while rows := store.log_rows(walk.size, AT_ONCE):
        for row in rows:
            walk.take_row(row, misfiled)
    named = [(signed, f"kept head over {signed.head.size} entries") for signed in kept]
    stored = [(signed, f"stored head over {signed.head.size} entries") for signed in own]
    return walk.judge(walk.owner(), [*named, *stored], key)


def sign_log(store: Store, key: SigningKey, at: int, size: int | None = None) -> SignedHead:
    """Checks the whole log and signs a head over all of it, or over its first `size` entries.

    Returns the existing head if there already is one.
    """
    owner = identity_of(store)
    if key.public != owner.key:
        why, accepted = f"the log names {owner.key or 'no key'}", "the key made when the floor was opened"
        raise OtherKey("the key is not the property's", why=why, accepted=accepted)
    with store.view() as moment:
        audit = audit_store(moment)
        wanted = audit.size if size is None else size
        if there := [signed for signed in stored_heads(moment) if signed.head.size == wanted]:
            return there[0]
        root = audit.root if wanted == audit.size else merkle.root_of(moment.leaves(1, wanted)).hex()
    signed = heads.sign_head(Head(owner.property, wanted, root, at), key)
    store.save_head(head_row(signed))
    return signed


def first_difference(store: Reads, path: Path) -> int | None:
    """Returns the number of the first entry in an export that differs from the store, or None if they agree."""
    with path.open("rb") as file:
        for seq, body in enumerate(LogReader(file, path.name).bodies(), 1):
            stored = store.entry(seq)
            if stored is None or stored.body != body:
                return seq
    return None


# --- Walking through a log --------------------------------------------------------------------------------------


class _Walk:
    """Reads entries one by one.

    Keeps the frontier of their tree, its root at the requested sizes, and the first entry.
    """

    def __init__(self, sizes: Iterable[int], where: Callable[[int], str]) -> None:
        """`where` describes the place of a numbered entry, for error messages."""
        self._sizes, self._where = {*sizes, 1}, where
        self._frontier = merkle.Frontier()
        self._roots = {0: merkle.EMPTY_ROOT}
        self._numbers: dict[str, int] = {}
        self._first = b""

    @property
    def size(self) -> int:
        return self._frontier.size

    def take(self, body: bytes) -> _Place:
        try:
            place = _PLACES.decode(body)
        except UNREADABLE as error:
            where = self._where(self.size + 1)
            raise UnreadableEntry("the entry cannot be read", where=where, why=str(error)) from None
        require_known_format("an entry", place.format, formats.ENTRY, self._where(self.size + 1))
        frontier, number = self._frontier, self._numbers.get(place.stream, 0) + 1
        if place.seq != frontier.size + 1 or place.number != number:
            raise self._out_of_place(place, number)
        self._numbers[place.stream] = number
        frontier.append(merkle.leaf_hash(body))
        if frontier.size in self._sizes:
            self._roots[frontier.size] = frontier.root()
            self._first = self._first or body
        return place

    def _out_of_place(self, place: _Place, number: int) -> EntryOutOfPlace:
        seq = self.size + 1
        what = f"number {place.number} of {place.stream!r} follows {number - 1}"
        if place.seq != seq:
            what = f"entry {place.seq} is in the place of entry {seq}"
        return EntryOutOfPlace(what, where=self._where(seq), accepted="numbers that go up one by one")

    def take_row(self, row: LogRow, misfiled: list[LogRow] | None = None) -> None:
        if merkle.leaf_hash(row.body) != row.leaf:
            where, why = self._where(self.size + 1), f"its stored leaf is {row.leaf.hex()}"
            raise LeafDiffers("the entry was changed", where=where, why=why, accepted="the bytes it was written with")
        place = self.take(row.body)
        said = (place.seq, place.id, place.stream, place.number, place.round, place.at)
        if said != row[:6] and misfiled is not None:
            misfiled.append(LogRow(*said, row.body, row.leaf))
        elif said != row[:6]:
            why = f"the entry says {said}, the columns say {row[:6]}"
            raise ColumnsDiffer("the entry is filed under something else", where=self._where(self.size), why=why)

    def owner(self) -> Identity:
        return identity(self._first, self._where(1))

    def judge(self, owner: Identity, named: Sequence[tuple[SignedHead, str]], key: str) -> LogAudit:
        """Checks every head against the entries, smallest head first.

        Each signature is verified before the head's content is used.
        """
        if key and owner.key != key:
            why = f"it names {owner.key or 'none'}"
            raise OtherKey("the log names another key", where=self._where(1), why=why, accepted=key)
        root = self._roots[self.size] = self._frontier.root()
        agreed, before = 0, None
        for signed, where in sorted(named, key=lambda pair: pair[0].head.size):
            head = heads.verify_head(signed, owner.key, owner.property, where)
            if before is not None and head.size == agreed:
                heads.check_succession(before, head, (), where)
            heads.check_log(head, self.size, self._roots.__getitem__, where, agreed)
            agreed, before = head.size, head
        return LogAudit(owner, self.size, root.hex(), len(named), agreed)
