"""Signed heads: the number of entries in a log, the root over them, and the property's signature.

Anyone who keeps a head can later check whether a log is still the same: a log that was cut off, rewritten or rolled
back cannot have that root at that size.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import msgspec

from tablelaw import former_name
from tablelaw.proofs import keys, merkle
from tablelaw.proofs.refusals import (
    BadHead,
    BadSignature,
    LogRewritten,
    LogRolledBack,
    LogTruncated,
    OtherKey,
    OtherProperty,
    require_known_format,
)

FORMAT = 2
TITLE = f"tablelaw head {FORMAT}"
_TITLES = {1: former_name.HEAD_TITLE, FORMAT: TITLE}
"""The first line of a head by format. It is signed too, so a head cannot pass for one of a different format."""
_TITLE = re.compile(r"tablelaw head ([1-9][0-9]{0,8})")
_ACCEPTED = f"the lines {TITLE!r}, property, size, root, at, key, signature, as `tablelaw audit head export` gives them"
_AFTER_THE_YEAR_9999 = 253_402_300_800
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
_HASH = re.compile(r"[0-9a-f]{64}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")
_SHAPES = {
    "property": re.compile(r".+"),
    "size": _NUMBER,
    "root": _HASH,
    "at": _NUMBER,
    "key": _HASH,
    "signature": _SIGNATURE,
}


class Head(msgspec.Struct, frozen=True):
    """The state of a property's log when it had `size` entries; `at` is the time in seconds."""

    property: str
    size: int
    root: str
    at: int


class SignedHead(msgspec.Struct, frozen=True, omit_defaults=True):
    head: Head
    signature: str
    key: str
    """The public key that the head claims to be signed with; the reader must check that it is the property's."""
    format: int = 1
    """The format, which determines the first line. Format 1 had no such field, so it is not written there."""


def title(format: int) -> str:
    """The first line of a head of this format, and of its signed text."""
    return _TITLES[format]


def canonical(head: Head, format: int = FORMAT) -> bytes:
    """The bytes that are signed; they are unique for each head and format."""
    written = f"{title(format)}\nproperty {head.property}\nsize {head.size}\nroot {head.root}\nat {head.at}\n"
    return written.encode()


def sign_head(head: Head, key: keys.SigningKey) -> SignedHead:
    _require_writable(head)
    return SignedHead(head, key.sign(canonical(head)), key.public, FORMAT)


def verify_head(signed: SignedHead, key: str, property: str = "", where: str = "") -> Head:
    """Returns the head if it is signed with `key` (hexadecimal) and, if `property` is given, belongs to that
    property.
    """
    _require_writable(signed.head, where)
    require_known_format("a signed head", signed.format, FORMAT, where)
    if signed.format not in _TITLES:
        raise BadHead(f"there is no format {signed.format} of heads", where=where, accepted=f"format 1 to {FORMAT}")
    if not keys.is_signed(canonical(signed.head, signed.format), signed.signature, signed.key):
        why = "these values were not signed with the key it names"
        raise BadSignature(
            "the signature does not match the head", where=where, why=why, accepted="the head as exported"
        )
    if signed.key != key:
        why = f"it is signed with {signed.key}"
        raise OtherKey(
            "the head is signed with another key", where=where, why=why, accepted=f"a head signed with {key}"
        )
    if property and signed.head.property != property:
        what, accepted = f"the head is of {signed.head.property!r}", f"a head of {property!r}"
        raise OtherProperty(what, where=where, why="each property has its own log", accepted=accepted)
    return signed.head


# --- Comparing a head with a log or another head --------------------------------------------------------


def check_log(head: Head, size: int, root_at: Callable[[int], bytes], where: str = "", agreed: int = 0) -> None:
    """Refuses a log that does not match the head; the log has `size` entries, and `root_at` returns its root at a size.

    An older head has already confirmed the first `agreed` entries, so any difference comes after them.
    """
    if head.size > size:
        why = f"{_told(head)}; the log has {size}: the others were cut off, or this is an older log"
        raise LogTruncated(f"entries {size + 1} to {head.size} are missing", where=where, why=why)
    found = root_at(head.size).hex()
    if found != head.root:
        what = f"the first difference is in entries {agreed + 1} to {head.size}"
        raise LogRewritten(what, where=where, why=f"{_told(head)}; these have root {found}")


def check_succession(old: Head, new: Head, path: Sequence[bytes], where: str = "") -> None:
    """Checks the consistency proof `path`, which must show that the log of `new` begins with the log of `old`."""
    why = f"{_told(old)}; {_told(new)}"
    if old.property != new.property:
        raise OtherProperty("heads of two properties", where=where, why=why, accepted="heads of one property")
    if new.size < old.size:
        raise LogRolledBack("the newer head has fewer entries", where=where, why=why, accepted="a log that only grows")
    roots = bytes.fromhex(old.root), bytes.fromhex(new.root)
    if not merkle.is_consistent(old.size, roots[0], new.size, roots[1], path):
        accepted = "a consistency proof from one to the other"
        raise LogRolledBack("the newer log does not begin with the older", where=where, why=why, accepted=accepted)


def _told(head: Head) -> str:
    when = datetime.fromtimestamp(head.at, UTC)
    return f"the head of {when:%Y-%m-%d %H:%M:%S} UTC was signed over {head.size} entries with root {head.root}"


# --- A head as text, to be stored off-site ----------------------------------------------------------------


def as_text(signed: SignedHead) -> str:
    return f"{canonical(signed.head, signed.format).decode()}key {signed.key}\nsignature {signed.signature}\n"


def read_text(text: str, where: str = "") -> SignedHead:
    """Reads a head from a file or pasted text; blank lines, lines that begin with # and surrounding spaces are
    ignored.
    """
    stripped = (line.strip() for line in text.splitlines())
    lines = [line for line in stripped if line and not line.startswith("#")]
    format = head_format(lines[0] if lines else "")
    require_known_format("a signed head", format, FORMAT, where)
    if len(lines) != 7 or lines[0] != _TITLES.get(format):
        raise BadHead("this is not a signed head", where=where, accepted=_ACCEPTED)
    values = (_value(line, name, where) for line, name in zip(lines[1:], _SHAPES, strict=True))
    property, size, root, at, key, signature = values
    signed = SignedHead(Head(property, int(size), root, int(at)), signature, key, format)
    _require_writable(signed.head, where)
    return signed


def head_format(title: str) -> int:
    """The format named in the first line of a head; 0 if there is none."""
    if title == former_name.HEAD_TITLE:
        return 1
    found = _TITLE.fullmatch(title)
    return int(found[1]) if found else 0


def _value(line: str, name: str, where: str) -> str:
    word, _, value = line.partition(" ")
    if word != name or not _SHAPES[name].fullmatch(value):
        what = f"{line!r} stands where a signed head has its {name}"
        raise BadHead(what, where=where, accepted=_ACCEPTED)
    return value


def _require_writable(head: Head, where: str = "") -> None:
    """Refuses values that would not survive being written as text, because one head could then look like another."""
    name = head.property
    if not name or name != name.strip() or not name.isprintable():
        what, accepted = f"{name!r} cannot be a property's name", "printable characters, no space at either end"
        raise BadHead(what, where=where, accepted=accepted)
    if head.size < 0 or not 0 <= head.at < _AFTER_THE_YEAR_9999 or not _HASH.fullmatch(head.root):
        what = f"size {head.size}, root {head.root!r}, at {head.at} do not make a head"
        raise BadHead(
            what, where=where, accepted="whole numbers from 0, a year before 10,000, a root of 64 hexadecimal digits"
        )
