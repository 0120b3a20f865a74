"""Verifies changed copies of a log without rechecking what they have in common with it.

The verifier reads a log once from first to last, so its state after some entries depends only on their bytes. While the
original log is verified, this state is saved every few entries; a changed copy is verified from the last saved state
before its first change.
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
"""The number of entries between two saved states of the verifier."""


class Continuing(Verifier):
    """A verifier that skips the entries it has already checked."""

    def _entry(self, number: int, line: bytes, offset: int) -> None:
        if number - 1 > self.tree.size:
            super()._entry(number, line, offset)


class Keeping(Continuing):
    """A verifier that saves its state every few entries, except during a settlement, which cannot be copied."""

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
    """An original log, which changed copies are compared with."""

    def __init__(self, path: Path) -> None:
        self.lines = path.read_bytes().splitlines(keepends=True)
        self.path = path

    @cached_property
    def kept(self) -> dict[int, bytes]:
        """The verifier's saved states, by the number of entries read."""
        kept: dict[int, bytes] = {}
        Keeping(self.path, kept).run()
        return kept

    def report(self, path: Path) -> Report:
        """The verifier's report on a changed copy."""
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
