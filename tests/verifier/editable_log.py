"""An exported log that can be edited: its entries are objects that can be changed and signed again with the property's
key.

A log that is signed again has valid proofs, so only the law reveals the change.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from tablelaw.proofs.heads import Head, as_text, sign_head
from tablelaw.proofs.keys import SigningKey
from tablelaw.proofs.merkle import leaf_hash, root_of
from tablelaw_verifier import Report
from tests.verifier.known_log import KnownLog

Object = dict[str, Any]
BEGINNING = 1_000
"""The number of entries in which most changes are made."""


def compact(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


class EditableLog:
    """A log read from a file, and the key it is signed with."""

    def __init__(self, path: Path, key: SigningKey, kept: bytes = b"", known: KnownLog | None = None) -> None:
        self.path, self.key, self.folder = path, key, path.parent
        self.known = known or KnownLog(path)
        """The log as it was exported; only the part after a change is verified again."""
        self.kept = kept or marshal.dumps([json.loads(line) for line in path.read_bytes().splitlines()])
        """The exported entries, in a form that loads faster than JSON."""
        self.header: Object
        self.entries: list[Object]
        self.header, *self.entries, _ = marshal.loads(self.kept)
        self.rewritten: dict[int, Callable[[bytes], bytes]] = {}
        """Functions that change an entry's bytes as it is written, by entry number."""

    def copy(self) -> EditableLog:
        """The log as it was exported."""
        return EditableLog(self.path, self.key, self.kept, self.known)

    def beginning(self) -> EditableLog:
        """The first entries of the exported log, which load faster than all of them."""
        return EditableLog(self.path, self.key, self._kept_beginning, self.known)

    @cached_property
    def _kept_beginning(self) -> bytes:
        header, *entries, last = marshal.loads(self.kept)
        return marshal.dumps([header, *entries[:BEGINNING], last])

    def written(self, name: str = "changed.jsonl") -> Path:
        """Writes the current entries to a file with a newly signed head."""
        bodies = [compact(entry) for entry in self.entries]
        for seq, rewrite in self.rewritten.items():
            bodies[seq - 1] = rewrite(bodies[seq - 1])
        head = Head(self.header["property"], len(bodies), root_of(map(leaf_hash, bodies)).hex(), 1_794_836_000)
        signed = sign_head(head, self.key)
        last: Object = {"head": {"property": head.property, "size": head.size, "root": head.root, "at": head.at}}
        last |= {"signature": signed.signature, "key": self.key.public, "format": signed.format}
        lines = [compact(self.header | {"size": len(bodies)}), *bodies, compact(last)]
        path = self.folder / name
        path.write_bytes(b"".join(line + b"\n" for line in lines))
        return path

    def head(self, size: int, name: str = "kept.txt") -> Path:
        """A head over the first entries, as another party might keep it."""
        bodies = [compact(entry) for entry in self.entries[:size]]
        head = Head(self.header["property"], size, root_of(map(leaf_hash, bodies)).hex(), 1_794_826_000)
        path = self.folder / name
        path.write_text(as_text(sign_head(head, self.key)), "utf-8")
        return path

    def report(self) -> Report:
        return self.known.report(self.written())

    # --- Searching -----------------------------------------------------------------------------------------

    def events(self, kind: str, book: str = "") -> Iterator[tuple[Object, Object]]:
        """Entries with their events of one kind, optionally only at tables of one rulebook."""
        for entry in self.entries:
            if not book or entry["stream"].startswith(f"table {book} "):
                yield from ((entry, event) for event in entry.get("events", ()) if event["type"] == kind)

    def lines(self, book: str = "", **wanted: object) -> Iterator[tuple[Object, Object, Object]]:
        """Entries, events and lines, for lines with these field values."""
        for entry, event in self.events("Settled", book):
            for line in event["lines"]:
                if all(line[name] == value for name, value in wanted.items()):
                    yield entry, event, line

    def order(self, kind: str, book: str = "", after: int = 0) -> Object:
        """The first entry with this kind of order, optionally at a table of one rulebook or after an entry."""
        return next(
            entry
            for entry in self.entries[after:]
            if entry["command"]["type"] == kind and (not book or entry["stream"].startswith(f"table {book}"))
        )

    def remove(self, gone: Object) -> None:
        """Removes an entry and renumbers all later entries as if it had never existed."""
        self.entries.remove(gone)
        self._shift(gone["seq"], gone["stream"], gone["number"], -1)

    def insert(self, entry: Object, after: Object) -> Object:
        """Inserts an entry in the same stream right after another."""
        self._shift(after["seq"], after["stream"], after["number"], 1)
        added: Object = json.loads(json.dumps(entry))
        added |= {"seq": after["seq"] + 1, "number": after["number"] + 1, "at": after["at"], "id": f"{entry['id']} +"}
        renumber(added)
        self.entries.insert(after["seq"], added)
        return added

    def _shift(self, seq: int, stream: str, number: int, by: int) -> None:
        def moved(name: str) -> str:
            there, _, rest = name.rpartition(":")
            count, _, place = rest.partition("/")
            return f"{there}:{int(count) + by}/{place}" if there == stream and int(count) > number else name

        for entry in self.entries:
            later = entry["seq"] > seq
            entry["number"] += by if later and entry["stream"] == stream else 0
            for told in (entry["command"], *entry["events"], *entry.get("transfers", ())):
                for name in ("transfer", "id", "pending", "corrects"):
                    if told.get(name):
                        told[name] = moved(told[name])
            entry["seq"] += by if later else 0
            if later and entry["command"]["type"] == "TakeSnapshot":
                for told in (entry["command"], entry["events"][0]):
                    told["seq"] += by
                entry["id"] = f"snapshot {entry['command']['seq']}"
            if later and entry["command"]["type"] == "ExportLog":
                for told in (entry["command"], entry["events"][0]):
                    told["size"] += by

    def stream(self, entry: Object) -> list[Object]:
        """Every entry in the same stream."""
        return [other for other in self.entries if other["stream"] == entry["stream"]]

    def exchange(self, one: Object, other: Object) -> None:
        """Swaps two entries of a stream; each takes the number and time of its new position."""
        for name in sorted({*one, *other} - {"seq", "stream", "number", "at", "round"}):
            first, second = one.pop(name, None), other.pop(name, None)
            one |= {name: second} if second is not None else {}
            other |= {name: first} if first is not None else {}
        for entry in (one, other):
            renumber(entry)

    def transfer(self, entry: Object, **wanted: object) -> Object:
        """The entry's first transfer with these field values."""
        found = (t for t in entry["transfers"] if all(t.get(name) == value for name, value in wanted.items()))
        return next(found)


def renumber(entry: Object) -> None:
    """Adjusts an entry's transfer ids, and the times in its command and events, to its position."""
    stem = f"{entry['stream']}:{entry['number']}"
    for transfer in entry.get("transfers", ()):
        rest = transfer["id"].removeprefix(f"{entry['stream']}:").partition("/")[2]
        transfer["id"] = f"{stem}/{rest}"
    for told in (entry["command"], *entry.get("events", ())):
        if "at" in told:
            told["at"] = entry["at"]
