"""A log as a file of JSON lines that anyone can check.

The first line names the property, the number of entries and the key that signs its heads. Then comes each entry, byte
for byte as stored. The last line is the head signed over exactly these entries. The file does not reveal any card that
was not dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

from tablelaw import former_name
from tablelaw.errors import TablelawError
from tablelaw.files import OWNER_ONLY, whole_file
from tablelaw.floor.log import formats
from tablelaw.floor.log.entry import decode
from tablelaw.floor.log.signed_heads import UNREADABLE, identity_of, stored_head
from tablelaw.floor.store.api import Reads
from tablelaw.proofs import heads
from tablelaw.proofs.heads import Head, SignedHead
from tablelaw.proofs.merkle import Frontier, leaf_hash
from tablelaw.proofs.refusals import require_known_format
from tablelaw.table.events import Shuffled

FORMAT = "tablelaw-log"
_NAMES = {1: former_name.EXPORT_NAME, formats.EXPORT: FORMAT}
"""The name of the format in the header of each version."""
AT_ONCE = 5_000
"""The number of entries read from a store at a time."""

T = TypeVar("T")


class BadExport(TablelawError):
    """A file, or one of its lines, is not part of an exported log."""


class SecretInLog(TablelawError):
    """An entry would reveal the order of a deck to readers of the export."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    format: str
    version: int
    property: str
    size: int
    key: str
    left_out: str = ""
    """Which later entries are not in the file, and why; omitted if there are none, and absent in format 1.

    This is the exporter's own statement; it is not covered by any head.
    """


class _Seal(msgspec.Struct, gc=False):
    """The seal and format of an entry, decoded without the rest."""

    sealed: msgspec.Raw = msgspec.Raw(b"")
    format: int = 1


_SEALS = msgspec.json.Decoder(_Seal)


class _ShuffleCommand(msgspec.Struct):
    """The cards of a command, decoded without the rest."""

    cards: tuple[str, ...] = ()


# --- Writing ----------------------------------------------------------------------------------------------


def export_log(store: Reads, path: Path, upto: int | None = None, left_out: str = "") -> Head:
    """Writes the entries covered by a stored head: the last head, or the head over `upto` entries.

    `left_out` tells readers of the file which later entries are missing, and why.
    """
    return export_under(store, path, stored_head(store, upto), left_out)


def export_under(store: Reads, path: Path, signed: SignedHead, left_out: str = "") -> Head:
    """Writes the entries that a head covers.

    The file appears only once it is complete, and only if its entries are the ones that were signed.
    """
    owner, size = identity_of(store), signed.head.size
    version = _version(store, signed)
    said = left_out if version > 1 else ""
    beginning = Header(_NAMES[version], version, owner.property, size, owner.key, said)
    with whole_file(path, mode=OWNER_ONLY) as file:
        _write(file, store, beginning, signed)
    return signed.head


def _version(store: Reads, signed: SignedHead) -> int:
    """The export's version: the later of the formats of the head and of the last entry, so that an export under an
    earlier head is written exactly as it was then.
    """
    last = store.entry(signed.head.size)
    return max(signed.format, formats.entry_format(last.body) if last else 1)


def _write(file: BinaryIO, store: Reads, beginning: Header, signed: SignedHead) -> None:
    frontier = Frontier()
    file.write(msgspec.json.encode(beginning) + b"\n")
    latest = 1
    for seq, body in enumerate(_bodies(store, beginning.size), 1):
        latest = _require_fit(seq, body, latest)
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


def _require_fit(seq: int, body: bytes, latest: int) -> int:
    """Returns the entry's format, which must not be earlier than `latest`.

    Refuses an entry that reveals the order of a sealed deck.
    """
    if b"\n" in body:
        raise BadExport("the entry contains a line break", where=f"entry {seq}", accepted="an entry on one line")
    try:
        seen = _SEALS.decode(body)
        if seen.format < latest:
            what = f"an entry of format {seen.format} after one of format {latest}"
            raise BadExport(what, where=f"entry {seq}", accepted="formats that never go back")
        if not seen.sealed:
            return seen.format
        entry = decode(body)
    except UNREADABLE as error:
        raise BadExport("the entry cannot be read", where=f"entry {seq}", why=str(error)) from None
    is_revealed = any(isinstance(event, Shuffled) and event.cards for event in entry.events)
    if entry.sealed and (is_revealed or msgspec.json.decode(entry.command, type=_ShuffleCommand).cards):
        why, accepted = "the deck is sealed, and its order is stored with the seal", "a shuffle without its cards"
        raise SecretInLog("the entry reveals the order of a deck", where=f"entry {seq}", why=why, accepted=accepted)
    return seen.format


# --- Reading ----------------------------------------------------------------------------------------------


class LogReader:
    """Reads an exported log line by line: the header, then `bodies()`, then `head()`, once each and in this order."""

    def __init__(self, lines: Iterable[bytes], where: str = "log") -> None:
        self._lines = iter(lines)
        self._where = where
        self._line = 0
        self.header = self._struct(Header, "a header")
        name, version = self.header.format, self.header.version
        if name == FORMAT:
            require_known_format("an export", version, formats.EXPORT, self.where)
        if _NAMES.get(version) != name:
            what, accepted = f"format {name!r}, version {version}", f"{FORMAT!r}, version {formats.EXPORT}"
            raise BadExport(what, where=self.where, accepted=f"{accepted}, or an earlier program's version 1")
        if self.header.left_out and version == 1:
            what = "a header of version 1 that says what is left out"
            raise BadExport(what, where=self.where, accepted="version 2, or no such field")

    @property
    def where(self) -> str:
        """The name and number of the last line read."""
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
        """Decodes the next line and accepts only the exact bytes that an export writes, so no change goes unnoticed."""
        line = self._next(expected)
        try:
            value = msgspec.json.decode(line, type=kind)
        except UNREADABLE as error:
            raise BadExport(f"this is not {expected}", where=self.where, why=str(error), accepted=expected) from None
        if msgspec.json.encode(value) != line:
            why = "fields, order and spaces must be as exported"
            raise BadExport(f"{expected} written in another way", where=self.where, why=why, accepted=expected)
        return value
