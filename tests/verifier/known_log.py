"""Verifies changed copies of one log without checking again what they have in common with it.

The verifier reads a log once, from the first entry to the last, so that what it knows after some entries depends on
their bytes alone. This is kept while the log is verified as it is, and a changed copy is verified from the last such
place before its first changed entry.
"""

from __future__ import annotations

import json
import pickle
from array import array
from functools import cached_property
from pathlib import Path

from tablelaw_verifier import Report
from tablelaw_verifier.whole_log import Verifier

EVERY = 25
"""After how many entries the verifier's knowledge is kept."""


class Continuing(Verifier):
    """Passes over the entries that it already knows."""

    def _entry(self, number: int, line: bytes, offset: int) -> None:
        if number - 1 > self.tree.size:
            super()._entry(number, line, offset)


class Keeping(Continuing):
    """Keeps its knowledge every few entries, unless a settlement is under way, which cannot be copied."""

    def __init__(self, path: Path, kept: dict[int, bytes]) -> None:
        super().__init__(path)
        self.known, self.latest_kept = kept, 0

    def _entry(self, number: int, line: bytes, offset: int) -> None:
        super()._entry(number, line, offset)
        if self.tree.size >= self.latest_kept + EVERY and not self.stopped:
            known, self.known = self.known, {}
            try:
                known[self.tree.size] = pickle.dumps(self)
                self.latest_kept = self.tree.size
            except TypeError:
                pass
            self.known = known


def header(line: bytes) -> object:
    """The header without the number of entries."""
    return json.loads(line) | {"size": 0}


class KnownLog:
    """A log as it was written, which changed copies are compared with."""

    def __init__(self, path: Path) -> None:
        self.lines = path.read_bytes().splitlines(keepends=True)
        self.path = path

    @cached_property
    def kept(self) -> dict[int, bytes]:
        """The verifier's knowledge by the number of entries that it has read."""
        kept: dict[int, bytes] = {}
        Keeping(self.path, kept).run()
        return kept

    def report(self, path: Path) -> Report:
        """What the verifier reports about a changed copy."""
        lines = path.read_bytes().splitlines(keepends=True)
        pairs = zip(lines[1:-1], self.lines[1:-1], strict=False)
        same = next((n for n, (line, known) in enumerate(pairs) if line != known), min(len(lines), len(self.lines)) - 2)
        places = [size for size in self.kept if size <= same and header(lines[0]) == header(self.lines[0])]
        if not places:
            return Verifier(path).run()
        verifier: Continuing = pickle.loads(self.kept[max(places)])
        moved = len(lines[0]) - len(self.lines[0])
        verifier.path = path
        verifier.offsets = {
            stream: array("Q", (offset + moved for offset in offsets)) for stream, offsets in verifier.offsets.items()
        }
        return verifier.run()
