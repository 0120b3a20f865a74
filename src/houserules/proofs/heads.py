"""Signed heads: how many entries a log has, the root over them, and the property's signature.

Whoever keeps a head can later tell whether the log he is shown is the one he saw: one that was cut off, rewritten or
set back cannot have that root at that size.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import msgspec

from houserules.proofs import keys, merkle
from houserules.proofs.refusals import (
    BadHead,
    BadSignature,
    LogRewritten,
    LogRolledBack,
    LogTruncated,
    OtherKey,
    OtherProperty,
    refuse_newer,
)

FORMAT = 1
TITLE = f"houserules head {FORMAT}"
_TITLE = re.compile(r"houserules head ([1-9][0-9]{0,8})")
_ACCEPTED = (
    f"the lines {TITLE!r}, property, size, root, at, key, signature, as `houserules audit head export` gives them"
)
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
    """The log of a property when it had `size` entries; `at` is when that was, in seconds."""

    property: str
    size: int
    root: str
    at: int


class SignedHead(msgspec.Struct, frozen=True):
    head: Head
    signature: str
    key: str
    """The public key it says it was signed with; whether that is the property's is for the reader to ask."""


def canonical(head: Head) -> bytes:
    """The bytes that are signed: one writing only for each head."""
    written = f"{TITLE}\nproperty {head.property}\nsize {head.size}\nroot {head.root}\nat {head.at}\n"
    return written.encode()


def sign_head(head: Head, key: keys.SigningKey) -> SignedHead:
    _refuse_unwritable(head)
    return SignedHead(head, key.sign(canonical(head)), key.public)


def verify_head(signed: SignedHead, key: str, property: str = "", where: str = "") -> Head:
    """The head, once it is known to be signed with `key` (hexadecimal), and for this property where one is named."""
    _refuse_unwritable(signed.head, where)
    if not keys.is_signed(canonical(signed.head), signed.signature, signed.key):
        why = "no holder of the key it names signed these values"
        raise BadSignature("the signature does not fit the head", where=where, why=why, accepted="the head as exported")
    if signed.key != key:
        why = f"it is signed with {signed.key}"
        raise OtherKey(
            "the head is signed with another key", where=where, why=why, accepted=f"a head signed with {key}"
        )
    if property and signed.head.property != property:
        what, accepted = f"the head is of {signed.head.property!r}", f"a head of {property!r}"
        raise OtherProperty(what, where=where, why="each property has its own log", accepted=accepted)
    return signed.head


# --- A head against a log, and against another head -----------------------------------------------------


def check_log(head: Head, size: int, root_at: Callable[[int], bytes], where: str = "", agreed: int = 0) -> None:
    """The log has `size` entries, and `root_at` tells its root over the first so many.

    An older head holds for the first `agreed` entries already, so a difference lies in those after.
    """
    if head.size > size:
        why = f"{_told(head)}; the log has {size}: the others were cut off, or this is an older log"
        raise LogTruncated(f"entries {size + 1} to {head.size} are missing", where=where, why=why)
    found = root_at(head.size).hex()
    if found != head.root:
        what = f"the first difference lies in entries {agreed + 1} to {head.size}"
        raise LogRewritten(what, where=where, why=f"{_told(head)}; these have root {found}")


def check_succession(old: Head, new: Head, path: Sequence[bytes], where: str = "") -> None:
    """Whether the log of `new` begins with that of `old`, which the consistency proof `path` must show."""
    why = f"{_told(old)}; {_told(new)}"
    if old.property != new.property:
        raise OtherProperty("heads of two properties", where=where, why=why, accepted="heads of one property")
    if new.size < old.size:
        raise LogRolledBack("the newer head has fewer entries", where=where, why=why, accepted="a log that only grows")
    roots = bytes.fromhex(old.root), bytes.fromhex(new.root)
    if not merkle.is_consistent(old.size, roots[0], new.size, roots[1], path):
        accepted = "a consistency proof from the one to the other"
        raise LogRolledBack("the newer log does not begin with the older", where=where, why=why, accepted=accepted)


def _told(head: Head) -> str:
    when = datetime.fromtimestamp(head.at, UTC)
    return f"the head of {when:%Y-%m-%d %H:%M:%S} UTC was signed over {head.size} entries with root {head.root}"


# --- A head as text, to be kept elsewhere ----------------------------------------------------------------


def as_text(signed: SignedHead) -> str:
    return f"{canonical(signed.head).decode()}key {signed.key}\nsignature {signed.signature}\n"


def read_text(text: str, where: str = "") -> SignedHead:
    """A head from a file or as pasted: blank lines, lines that begin with # and spaces around a line do not count."""
    stripped = (line.strip() for line in text.splitlines())
    lines = [line for line in stripped if line and not line.startswith("#")]
    refuse_newer("a signed head", head_format(lines[0] if lines else ""), FORMAT, where)
    if len(lines) != 7 or lines[0] != TITLE:
        raise BadHead("this is not a signed head", where=where, accepted=_ACCEPTED)
    values = (_value(line, name, where) for line, name in zip(lines[1:], _SHAPES, strict=True))
    property, size, root, at, key, signature = values
    signed = SignedHead(Head(property, int(size), root, int(at)), signature, key)
    _refuse_unwritable(signed.head, where)
    return signed


def head_format(title: str) -> int:
    """The format that the first line of a head names; 0 where it names none."""
    found = _TITLE.fullmatch(title)
    return int(found[1]) if found else 0


def _value(line: str, name: str, where: str) -> str:
    word, _, value = line.partition(" ")
    if word != name or not _SHAPES[name].fullmatch(value):
        what = f"{line!r} stands where the {name} of a signed head belongs"
        raise BadHead(what, where=where, accepted=_ACCEPTED)
    return value


def _refuse_unwritable(head: Head, where: str = "") -> None:
    """A name that would not come back from text as it went in could make one head look like another."""
    name = head.property
    if not name or name != name.strip() or not name.isprintable():
        what, accepted = f"{name!r} cannot be a property's name", "printable characters, no space at either end"
        raise BadHead(what, where=where, accepted=accepted)
    if head.size < 0 or not 0 <= head.at < _AFTER_THE_YEAR_9999 or not _HASH.fullmatch(head.root):
        what = f"size {head.size}, root {head.root!r}, at {head.at} make no head"
        raise BadHead(
            what, where=where, accepted="whole numbers from 0, a year before 10,000, a root of 64 hexadecimal digits"
        )
