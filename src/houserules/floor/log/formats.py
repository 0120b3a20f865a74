"""The formats of what a floor writes, and how what earlier programs wrote is read.

| what | format | since | how it is read |
|---|---|---|---|
| entry | 1 | the first logs | without the field `format`; what was added later has a default, which is not written |
| entry | 2 | tables name the rules in force | `"format": 2` |
| snapshot | 1 | the first logs | without the field `format`, in one of the forms of `earlier_snapshots` |
| snapshot | 2 | entries of format 2 | the entry that tells its digest has format 2, and so has it |
| head | 1 | the first logs | its first line says so; the line is part of what is signed (`proofs/heads.py`) |
| export | 1, 2 | as its entries | its header says the format of its last entry; from 2 on what is left out |

An entry is read as it was written and keeps its format, so that it is written again byte for byte. Formats never go
back: a program refuses what is newer than it knows, and one that does not know format 2 must not write after it.
`tests/fixtures/witness` holds each thing of format 1, `tests/fixtures/names` the names and fields of each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from houserules.proofs.refusals import refuse_newer

ENTRY = 2
SNAPSHOT = 2
EXPORT = 2
"""What this program writes, and the newest it reads."""
ADDED_TO_ROUNDS = ("shares", "dealers")
"""Fields that rounds got while the format was 1, the latest first: earlier snapshots vouch for a round without them."""


class _Said(msgspec.Struct, gc=False):
    """What an entry or a snapshot says of its own format; whether the rest can be read does not matter."""

    seq: int = 0
    format: int = 1


_ENTRIES, _SNAPSHOTS = msgspec.json.Decoder(_Said), msgspec.msgpack.Decoder(_Said)


def entry_format(body: bytes) -> int:
    return _ENTRIES.decode(body).format


def refuse_newer_entry(body: bytes) -> None:
    """Refuses an entry of a format that this program does not know; one that says none is of another's concern."""
    try:
        said = _ENTRIES.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    refuse_newer("an entry", said.format, ENTRY, f"entry {said.seq}")


def refuse_newer_snapshot(body: bytes) -> None:
    try:
        said = _SNAPSHOTS.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return
    refuse_newer("a snapshot", said.format, SNAPSHOT, f"snapshot {said.seq}")


def earlier_snapshots(plain: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The forms that snapshots of format 1 had, the latest first, made of one of format 2."""
    plain.pop("format")
    yield plain
    plain.pop("calendar", None)
    for table in plain["tables"].values():
        table.pop("installed", None)
    yield plain
    for added in ADDED_TO_ROUNDS:
        for table in plain["tables"].values():
            (table["state"]["round"] or {}).pop(added, None)
        yield plain
