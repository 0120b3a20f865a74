"""Signed heads: how many entries a log had, with which root, at what time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tablelaw_verifier.trust.differences import Different, Unreadable, check
from tablelaw_verifier.trust.formats import HEAD_TITLES, LATEST_FORMAT, NEWER
from tablelaw_verifier.trust.proofs import is_signed

HEX = re.compile(r"[0-9a-f]+")


@dataclass(frozen=True)
class Head:
    """A signed statement: the log of this property had this number of entries, with this root, at this time."""

    property: str
    size: int
    root: str
    at: int
    key: str
    signature: str
    format: int

    def signed_text(self) -> bytes:
        lines = (HEAD_TITLES[self.format], f"property {self.property}", f"size {self.size}", f"root {self.root}")
        return "".join(f"{line}\n" for line in (*lines, f"at {self.at}")).encode()

    def check(self, key: str, where: str) -> None:
        """Requires a valid signature with the property's own key."""
        check(f"{where}: the key it is signed with", key, self.key)
        if not is_signed(bytes.fromhex(self.key), self.signed_text(), bytes.fromhex(self.signature)):
            raise Different(f"{where}: the signature", "one that is valid under the property's key", self.signature)


def hexadecimal(text: object, length: int, where: str) -> str:
    if not isinstance(text, str) or len(text) != length or not HEX.fullmatch(text):
        raise Unreadable(f"{where}: {text!r} is not {length} lower-case hexadecimal digits")
    return text


def read_kept_head(path: Path) -> Head:
    """Reads a head kept elsewhere: seven lines of text; ignores blank lines and lines that begin with #."""
    lines = [line.strip() for line in _text_of(path).splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    names = ["property", "size", "root", "at", "key", "signature"]
    latest = HEAD_TITLES[LATEST_FORMAT]
    format = next((number for number, title in HEAD_TITLES.items() if lines[:1] == [title]), 0)
    found = re.fullmatch(r"tablelaw head ([1-9][0-9]*)", lines[0]) if lines else None
    if found and int(found[1]) > LATEST_FORMAT:
        raise Unreadable(f"{path}: newer-format: {lines[0]!r} is newer than {latest!r}; {NEWER}")
    if not format or [line.partition(" ")[0] for line in lines[1:]] != names:
        raise Unreadable(f"{path}: not a signed head; a head has the lines {latest}, {', '.join(names)}")
    name, size, root, at, key, signature = (line.partition(" ")[2] for line in lines[1:])
    if not (size.isdecimal() and at.isdecimal()):
        raise Unreadable(f"{path}: size and time of a head are whole numbers, not {size!r} and {at!r}")
    keys = hexadecimal(root, 64, str(path)), int(at), hexadecimal(key, 64, str(path))
    return Head(name, int(size), *keys, hexadecimal(signature, 128, str(path)), format)


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"{path}: {error}") from None
