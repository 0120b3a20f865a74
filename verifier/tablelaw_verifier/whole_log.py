"""Reads the whole log once, and checks proofs and contents."""

from __future__ import annotations

import hashlib
import json
from array import array
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tablelaw_verifier.rebuilding.property import Audit
from tablelaw_verifier.report import Report
from tablelaw_verifier.trust.differences import Different, Object, Unreadable, check
from tablelaw_verifier.trust.export import Header, lines_of, read_header, read_last_line, written_entry
from tablelaw_verifier.trust.heads import Head, read_kept_head
from tablelaw_verifier.trust.proofs import Tree, leaf_hash

UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RecursionError)
"""The exceptions that a malformed entry may raise."""


class Verifier:
    """Reads an export once, line by line."""

    def __init__(self, path: Path, kept: Sequence[Head] = (), key: str = "") -> None:
        self.path, self.kept, self.key = path, kept, key
        self.tree, self.audit, self.report = Tree(), Audit(), Report()
        self.roots: dict[int, str] = {}
        self.offsets: dict[str, array[int]] = {}
        self.orders = array("Q")
        self.format = self.latest = 1
        self.audit.find_entry = self.find_entry
        self.stopped = False

    def run(self) -> Report:
        header: Header | None = None
        head: Head | None = None
        try:
            offset = 0
            for number, line, is_last in lines_of(self.path):
                if number == 1:
                    header = read_header(line)
                    self.latest = header.version
                elif is_last:
                    head = read_last_line(line, number)
                else:
                    self._entry(number, line, offset)
                offset += len(line) + 1
        except Different as difference:
            self.report.differences.append(difference)
            return self._reported(header)
        if header is None or head is None:
            raise Unreadable(f"{self.path}: a log has a header, entries and a signed head; this has fewer lines")
        self._check_proofs(header, head)
        self._close()
        return self._reported(header)

    def _entry(self, number: int, line: bytes, offset: int) -> None:
        self.tree.append(leaf_hash(line))
        if any(head.size == self.tree.size for head in self.kept):
            self.roots[self.tree.size] = self.tree.root().hex()
        if self.stopped:
            return
        try:
            entry = written_entry(line)
            self._check_format(entry)
            self.audit.take(entry)
            self.offsets.setdefault(entry["stream"], array("Q")).append(offset)
            self.orders.append(order_hash(entry["id"]))
        except Different as difference:
            self._stop(difference.placed(seq=number - 1))
        except UNREADABLE as error:
            what = f"line {number}: an entry that can be read"
            self._stop(Different(what, "an entry of the log", f"{type(error).__name__}: {error}", seq=number - 1))

    def _check_format(self, entry: Object) -> None:
        """Requires that no entry has an earlier format than the one before it; entries of the first format do not name
        theirs, and the header names the latest.
        """
        found = entry.get("format", 1)
        if type(found) is not int or entry.get("format") == 1 or not self.format <= found <= self.latest:
            raise Different(
                "format of the entry", f"{self.format} to {self.latest}; the first format is not written", found
            )
        self.format = found

    def _stop(self, difference: Different) -> None:
        """Stops checking entries, since all later ones depend on this one; the leaves are still counted."""
        self.report.differences.append(difference)
        self.stopped = True

    def find_entry(self, stream: str, number: int) -> Object | None:
        offsets = self.offsets.get(stream, ())
        if not 1 <= number <= len(offsets):
            return None
        with self.path.open("rb") as file:
            file.seek(offsets[number - 1])
            found: Object = json.loads(file.readline())
        return found

    def _check_proofs(self, header: Header, head: Head) -> None:
        """Requires the signed head, and every head kept elsewhere, to agree with the leaves."""
        self.report.root = self.tree.root().hex()
        key, found = self.key or header.key, []
        for kept in (None, *self.kept):
            try:
                if kept is None:
                    self._check_head(header, head, key)
                else:
                    self._check_kept(kept, header, key)
                    self.report.kept = max(self.report.kept, kept.size)
            except Different as difference:
                found.append(difference)
        self.report.differences[:0] = found

    def _check_head(self, header: Header, head: Head, key: str) -> None:
        check("the key of the header", key, header.key)
        if not self.stopped or self.audit.totals["entries"] > 1:
            check("property and key (entry 1, header)", self.audit.owner, (header.property, header.key))
        check("property of the signed head", header.property, head.property)
        check("entries of the log (header, head)", [self.tree.size] * 2, [header.size, head.size])
        head.check(key, "the signed head")
        check("root of the log", head.root, self.report.root)

    def _check_kept(self, kept: Head, header: Header, key: str) -> None:
        where = f"the head kept elsewhere, of {kept.size} entries"
        kept.check(key, where)
        check(f"{where}: property", kept.property, header.property)
        if kept.size > self.tree.size:
            raise Different(f"{where}: the log was cut short or rolled back", kept.size, self.tree.size)
        root = self.roots.get(kept.size) or (Tree().root().hex() if kept.size == 0 else self.report.root)
        check(f"{where}: the root of entries 1 to {kept.size}", kept.root, root)

    def _close(self) -> None:
        if not self.stopped:
            try:
                self.audit.close()
                self._check_orders()
            except Different as difference:
                self._stop(difference)

    def _check_orders(self) -> None:
        """Requires that no order was carried out twice."""
        twice = [number for number, times in Counter(self.orders).items() if times > 1]
        if not twice:
            return
        seen: set[str] = set()
        for number, line, _ in lines_of(self.path):
            entry = json.loads(line)
            if entry.get("id", "") in seen:
                raise Different("id of an order", "one that was not carried out earlier", entry["id"], seq=number - 1)
            if order_hash(entry.get("id", "")) in twice:
                seen.add(entry["id"])

    def _reported(self, header: Header | None) -> Report:
        audit, report = self.audit, self.report
        report.name, report.size = header.property if header else "", self.tree.size
        report.left_out = header.left_out if header else ""
        report.unverified = [
            {"table": name} | {part: rules[part] for part in ("rulebook", "edition", "digest")}
            for (name, _), rules in audit.unverified.items()
        ]
        report.summary = {
            **{name: audit.totals[name] for name in ("rounds", "hands", "lines")},
            **{f"{name}_cents": audit.totals[name] for name in ("wagered", "paid", "kept")},
            "editions": dict(sorted(audit.editions.items())),
            "transfers": audit.books.transfers,
            "trial_balance": sum(audit.books.balance.values()),
            "accounts": {name: cents for name, cents in sorted(audit.books.balance.items()) if cents},
            "tables": {name: table.rounds for name, table in audit.tables.items()},
            "meters": {
                name: {"units": meter.units, "reserve_units": meter.reserve} for name, meter in audit.meters.items()
            },
        }
        return report


def order_hash(name: str) -> int:
    """A hash of an order's id in eight bytes, so that a long log fits in memory."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")


def verify(path: Path, heads: Sequence[Path] = (), key: str = "") -> Report:
    """Verifies an exported log and returns the report."""
    return Verifier(path, [read_kept_head(head) for head in heads], key).run()
