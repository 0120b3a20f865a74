"""The formats of what a floor writes, and how data from earlier programs is read.

| what | format | since | how it is read |
|---|---|---|---|
| entry | 1 | the first logs | without the field `format`; what was added later has a default, which is not written |
| entry | 2 | tables name the rules in force | `"format": 2` |
| snapshot | 1 | the first logs | without the field `format`, in one of the forms of `earlier_snapshots` |
| snapshot | 2 | entries of format 2 | the entry that records its digest has format 2, and so does the snapshot |
| head | 1 | the first logs | its first line names the format, and is part of what is signed (`former_name.py`) |
| head | 2 | the product's present name | its first line names the format; so do the JSON form and the stored row |
| export | 1 | the first logs | head and entries of format 1; another name; does not list omitted entries |
| export | 2 | the product's present name | a head or entries of format 2; the header lists omitted entries |

An entry is read as it was written and keeps its format, so it can be written again byte for byte. Formats never go
back: a program refuses any format newer than its own, and a program that does not support format 2 must not write after
it. `tests/fixtures/witness` holds an example of everything in format 1, and `tests/fixtures/names` the names and fields
of each format.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tablelaw.proofs.refusals import require_known_format

ENTRY = 2
SNAPSHOT = 2
EXPORT = 2
"""The format this program writes, and the newest format it reads."""
ADDED_TO_ROUNDS = ("shares", "dealers")
"""Fields added to rounds while the format was still 1, newest first. Digests of earlier snapshots cover rounds without
these fields.
"""


ADDED_TO_ROUNDS_OF_FORMAT_2 = ("entered", "entered_flow")
"""Fields added to rounds while the format was 2, when it became possible to take back mistyped cards."""


class _Said(msgspec.Struct, gc=False):
    """The format that an entry or snapshot names; the rest is not decoded."""

    seq: int = 0
    format: int = 1


_ENTRIES, _SNAPSHOTS = msgspec.json.Decoder(_Said), msgspec.msgpack.Decoder(_Said)


def entry_format(body: bytes) -> int:
    return _ENTRIES.decode(body).format


def require_known_entry_format(body: bytes) -> None:
    """Refuses an entry in a format newer than this program's. Other faults are left to the decoder."""
    try:
        said = _ENTRIES.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    require_known_format("an entry", said.format, ENTRY, f"entry {said.seq}")


def require_known_snapshot_format(body: bytes) -> None:
    try:
        said = _SNAPSHOTS.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return
    require_known_format("a snapshot", said.format, SNAPSHOT, f"snapshot {said.seq}")


def without_corrections(plain: dict[str, Any]) -> dict[str, Any]:
    """A snapshot as it was written before mistyped cards could be taken back."""
    for table in plain["tables"].values():
        for added in ADDED_TO_ROUNDS_OF_FORMAT_2:
            (table["state"]["round"] or {}).pop(added, None)
    return plain


def earlier_snapshots(plain: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The forms that snapshots of format 1 had, newest first, derived from a snapshot of format 2."""
    without_corrections(plain).pop("format")
    yield plain
    plain.pop("calendar", None)
    for table in plain["tables"].values():
        table.pop("installed", None)
    yield plain
    for added in ADDED_TO_ROUNDS:
        for table in plain["tables"].values():
            (table["state"]["round"] or {}).pop(added, None)
        yield plain
