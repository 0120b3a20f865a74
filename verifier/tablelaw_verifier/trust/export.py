"""The exported log: a header, the entries and the signed head, one JSON object per line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablelaw_verifier.trust.differences import Different, Object, Unreadable, check
from tablelaw_verifier.trust.formats import EXPORT_NAMES, HEAD_TITLES, LATEST_FORMAT, NEWER
from tablelaw_verifier.trust.heads import Head, hexadecimal


@dataclass(frozen=True)
class Header:
    property: str
    size: int
    key: str
    version: int
    left_out: str


def lines_of(path: Path) -> Iterator[tuple[int, bytes, bool]]:
    """The number and bytes of each line, and whether it is the last; a line without a line feed is damaged."""
    try:
        with path.open("rb") as file:
            number, waiting = 0, file.readline()
            while waiting:
                number, line, waiting = number + 1, waiting, file.readline()
                if not line.endswith(b"\n"):
                    raise Different(f"line {number}: its end", "a line feed", "the end of the file")
                yield number, line[:-1], not waiting
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None


def canonical(line: bytes, where: str) -> Object:
    """Parses the object on a line, which must be written in the one canonical form, so that every bit has a meaning."""
    try:
        value = json.loads(line)
        written = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{where}: not JSON ({error})") from None
    check(f"{where}: its canonical form", written.decode("utf-8"), line.decode("utf-8", "replace"))
    if not isinstance(value, dict):
        raise Unreadable(f"{where}: {value!r} is not an object")
    return value


def read_header(line: bytes) -> Header:
    value = canonical(line, "line 1, the header")
    name, version = value.get("format"), value.get("version")
    if name == EXPORT_NAMES[LATEST_FORMAT] and type(version) is int and version > LATEST_FORMAT:
        raise Unreadable(f"line 1: newer-format: version {version} is newer than {LATEST_FORMAT}; {NEWER}")
    if type(version) is not int or version not in EXPORT_NAMES or name != EXPORT_NAMES[version]:
        raise Unreadable(
            f"line 1: not a log of format {EXPORT_NAMES[LATEST_FORMAT]}, version {LATEST_FORMAT} or earlier"
        )
    left_out = ["left_out"] if version > 1 and value.get("left_out") else []
    check("line 1, the header: its fields", ["format", "version", "property", "size", "key", *left_out], list(value))
    said = value.get("left_out", "")
    if not isinstance(value["size"], int) or not isinstance(value["property"], str) or not isinstance(said, str):
        raise Unreadable("line 1: the size is a whole number, the property's name and what is left out are texts")
    return Header(value["property"], value["size"], hexadecimal(value["key"], 64, "line 1"), version, said)


def read_last_line(line: bytes, number: int) -> Head:
    where = f"line {number}, the signed head"
    value = canonical(line, where)
    head = value.get("head")
    format = value.get("format", 1)
    names = ["head", "signature", "key", *(["format"] if "format" in value else [])]
    if list(value) != names or not isinstance(head, dict):
        raise Different(where, "head, signature, key and format", ", ".join(map(str, value)))
    if type(format) is not int or format not in HEAD_TITLES or (format == 1) != ("format" not in value):
        raise Unreadable(f"{where}: format {format!r}, which this verifier does not know")
    check(f"{where}: its fields", ["property", "size", "root", "at"], list(head))
    signed = hexadecimal(value["key"], 64, where), hexadecimal(value["signature"], 128, where)
    return Head(head["property"], head["size"], hexadecimal(head["root"], 64, where), head["at"], *signed, format)


def written_entry(line: bytes) -> Any:
    """Parses an entry, which must be written in the one canonical form: no key twice, no blanks, no other spelling."""
    entry = json.loads(line)
    again = json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode()
    if again != line:
        shortest = min(len(again), len(line))
        same = next((place for place in range(shortest) if again[place] != line[place]), shortest)
        wanted, found = (text[max(0, same - 30) : same + 30].decode("utf-8", "replace") for text in (again, line))
        raise Different(f"canonical form of the entry, from byte {same} on", wanted, found)
    return entry
