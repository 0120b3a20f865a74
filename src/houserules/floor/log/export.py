"""A log as a file that anybody can check: JSON lines.

The first line says whose log it is, how many entries follow and which key its heads are signed with; then each entry,
byte for byte as it was stored; at the end the head that was signed over exactly these entries. Nothing in it opens
a card that was not dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

from houserules.errors import HouserulesError
from houserules.files import OWNER_ONLY, whole_file
from houserules.floor.log import formats
from houserules.floor.log.entry import decode
from houserules.floor.log.signed_heads import UNREADABLE, identity_of, stored_head
from houserules.floor.store.api import Reads
from houserules.proofs import heads
from houserules.proofs.heads import Head, SignedHead
from houserules.proofs.merkle import Frontier, leaf_hash
from houserules.proofs.refusals import refuse_newer
from houserules.table.events import Shuffled

FORMAT = "houserules-log"
SAYS_WHAT_IS_LEFT_OUT = 2
"""The first format whose header does; readers of format 1 know no such field."""
AT_ONCE = 5_000
"""Entries read from a store at a time."""

T = TypeVar("T")


class BadExport(HouserulesError):
    """A file, or one line of it, that is no exported log."""


class SecretInLog(HouserulesError):
    """An entry would tell the order of a deck to whoever reads the export."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    format: str
    version: int
    property: str
    size: int
    key: str
    left_out: str = ""
    """Which later entries are not in the file, and why; not written where there are none, nor in format 1.

    It is what whoever exported the log says: no head vouches for it.
    """


class _Seal(msgspec.Struct, gc=False):
    """Whether an entry seals a deck, and its format, without reading the rest of it."""

    sealed: msgspec.Raw = msgspec.Raw(b"")
    format: int = 1


_SEALS = msgspec.json.Decoder(_Seal)


class _ShuffleCommand(msgspec.Struct):
    """What a command may say of the cards."""

    cards: tuple[str, ...] = ()


# --- Writing ----------------------------------------------------------------------------------------------


def export_log(store: Reads, path: Path, upto: int | None = None, left_out: str = "") -> Head:
    """Writes the entries that a stored head was signed over: the last one, or the one over `upto` entries.

    `left_out` tells the file's readers which later entries are not in it, and why.
    """
    return export_under(store, path, stored_head(store, upto), left_out)


def export_under(store: Reads, path: Path, signed: SignedHead, left_out: str = "") -> Head:
    """Writes the entries that a head was signed over.

    The file appears whole or not at all, and only if the entries are those that were signed.
    """
    owner, size = identity_of(store), signed.head.size
    version = _version(store, size)
    said = left_out if version >= SAYS_WHAT_IS_LEFT_OUT else ""
    beginning = Header(FORMAT, version, owner.property, size, owner.key, said)
    with whole_file(path, mode=OWNER_ONLY) as file:
        _write(file, store, beginning, signed)
    return signed.head


def _version(store: Reads, size: int) -> int:
    """The format of the last entry, the latest in it: so whatever reads that format reads the export."""
    last = store.entry(size)
    return formats.entry_format(last.body) if last else 1


def _write(file: BinaryIO, store: Reads, beginning: Header, signed: SignedHead) -> None:
    frontier = Frontier()
    file.write(msgspec.json.encode(beginning) + b"\n")
    for seq, body in enumerate(_bodies(store, beginning.size), 1):
        _refuse_unfit(seq, body, beginning.version)
        frontier.append(leaf_hash(body))
        file.write(body + b"\n")
    file.write(msgspec.json.encode(signed) + b"\n")
    file.flush()
    head = heads.verify_head(signed, beginning.key, beginning.property, f"the head over {beginning.size} entries")
    heads.check_log(head, frontier.size, lambda size: frontier.root(), "the log")


def _bodies(store: Reads, size: int) -> Iterator[bytes]:
    for after in range(0, size, AT_ONCE):
        for kept in store.entries(after, min(AT_ONCE, size - after)):
            yield kept.body


def _refuse_unfit(seq: int, body: bytes, version: int) -> None:
    if b"\n" in body:
        raise BadExport("the entry holds a line break", where=f"entry {seq}", accepted="an entry on one line")
    try:
        seen = _SEALS.decode(body)
        if seen.format > version:
            what = f"an entry of format {seen.format} before one of format {version}"
            raise BadExport(what, where=f"entry {seq}", accepted="formats that never go back")
        if not seen.sealed:
            return
        entry = decode(body)
    except UNREADABLE as error:
        raise BadExport("the entry cannot be read", where=f"entry {seq}", why=str(error)) from None
    told = any(isinstance(event, Shuffled) and event.cards for event in entry.events)
    if entry.sealed and (told or msgspec.json.decode(entry.command, type=_ShuffleCommand).cards):
        why, accepted = "the deck is sealed, and its order stands beside the seal", "a shuffle without its cards"
        raise SecretInLog("the entry tells the order of a deck", where=f"entry {seq}", why=why, accepted=accepted)


# --- Reading ----------------------------------------------------------------------------------------------


class LogReader:
    """An exported log, line by line: the header, then `bodies()`, then `head()`, each once and in this order."""

    def __init__(self, lines: Iterable[bytes], where: str = "log") -> None:
        self._lines = iter(lines)
        self._where = where
        self._line = 0
        self.header = self._struct(Header, "a header")
        if self.header.format != FORMAT or self.header.version < 1:
            what = f"format {self.header.format!r}, version {self.header.version}"
            raise BadExport(what, where=self.where, accepted=f"{FORMAT!r}, version 1 to {formats.EXPORT}")
        refuse_newer("an export", self.header.version, formats.EXPORT, self.where)
        if self.header.left_out and self.header.version < SAYS_WHAT_IS_LEFT_OUT:
            what = f"a header of format {self.header.version} that says what is left out"
            raise BadExport(what, where=self.where, accepted=f"format {SAYS_WHAT_IS_LEFT_OUT}, or no such field")

    @property
    def where(self) -> str:
        """The line read last."""
        return f"{self._where} line {self._line}"

    def bodies(self) -> Iterator[bytes]:
        expected = f"{self.header.size} entries"
        for _ in range(self.header.size):
            yield self._next(expected)

    def head(self) -> SignedHead:
        signed = self._struct(SignedHead, "a signed head")
        if next(self._lines, None) is not None:
            self._line += 1
            why = f"the header promises {self.header.size} entries, and the head ends the log"
            raise BadExport("there is something after the head", where=self.where, why=why, accepted="nothing more")
        return signed

    def _next(self, expected: str) -> bytes:
        line = next(self._lines, b"")
        self._line += 1
        if line.endswith(b"\n"):
            return line[:-1]
        what = "the line is cut off" if line else "the log ends too early"
        raise BadExport(what, where=self.where, accepted=f"{expected}, and the end of the line")

    def _struct(self, kind: type[T], expected: str) -> T:
        """One writing only is accepted of each value, so that no bit of the line can change unseen."""
        line = self._next(expected)
        try:
            value = msgspec.json.decode(line, type=kind)
        except UNREADABLE as error:
            raise BadExport(f"this is not {expected}", where=self.where, why=str(error), accepted=expected) from None
        if msgspec.json.encode(value) != line:
            why = "fields, order and spaces must be as exported"
            raise BadExport(f"{expected} written in another way", where=self.where, why=why, accepted=expected)
        return value
