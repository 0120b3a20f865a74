"""Simulates power failures: what may be on a disk if power is lost at any moment of a recorded run.

Everything that was synced is there. Any part of the rest may be there: all of it, none, the beginning, single sectors
in any order, or a file that has grown but has not been filled. The creation or deletion of a file is certain only once
its folder has been synced.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from pathlib import Path

from tablelaw.chance import Chance
from tests.floor.recording_vfs import Acknowledged, Create, Cut, Delete, Step, Submitted, Sync, Write

SECTOR = 512


class FileOnDisk:
    """One file: its certain contents, and the steps that are not yet certain."""

    def __init__(self, certain: bytes = b"") -> None:
        self.certain = bytearray(certain)
        self.unsynced: list[Write | Cut] = []
        self.is_named = False
        """Whether its name in the folder is certain."""

    def sync(self) -> None:
        for step in self.unsynced:
            apply(self.certain, step)
        self.unsynced.clear()

    def after_failure(self, chance: Chance) -> bytes:
        found = copy(self.certain)
        for step in SURVIVORS[chance.below(len(SURVIVORS))](self.unsynced, chance):
            apply(found, step)
        return bytes(found)


def apply(content: bytearray, step: Write | Cut) -> None:
    end = step.size if isinstance(step, Cut) else step.offset + len(step.data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if isinstance(step, Cut):
        del content[end:]
    else:
        content[step.offset : end] = step.data


def sectors(steps: Sequence[Write | Cut]) -> Iterator[Write | Cut]:
    """Splits the steps at sector boundaries, because a disk writes a sector completely or not at all."""
    for step in steps:
        if isinstance(step, Cut):
            yield step
            continue
        at = 0
        while at < len(step.data):
            size = min(SECTOR - (step.offset + at) % SECTOR, len(step.data) - at)
            yield Write(step.file, step.offset + at, step.data[at : at + size])
            at += size


def nothing(steps: Sequence[Write | Cut], chance: Chance) -> list[Write | Cut]:
    return []


def everything(steps: Sequence[Write | Cut], chance: Chance) -> list[Write | Cut]:
    return list(steps)


def the_beginning(steps: Sequence[Write | Cut], chance: Chance) -> list[Write | Cut]:
    """Keeps the steps in order up to some sector, so the last write is torn."""
    pieces = list(sectors(steps))
    return pieces[: chance.below(len(pieces) + 1)]


def some_sectors(steps: Sequence[Write | Cut], chance: Chance) -> list[Write | Cut]:
    """Keeps a random subset of the sectors, as if the disk had reordered its writes."""
    share = 1 + chance.below(9)
    return [piece for piece in sectors(steps) if chance.below(10) < share]


def the_end(steps: Sequence[Write | Cut], chance: Chance) -> list[Write | Cut]:
    pieces = list(sectors(steps))
    return pieces[chance.below(len(pieces) + 1) :]


def only_the_size(steps: Sequence[Write | Cut], chance: Chance) -> list[Write | Cut]:
    """Keeps only the size: the file has grown, but the new part is still zeros."""
    return [Write(step.file, step.offset, b"") for step in steps if isinstance(step, Write)]


SURVIVORS = (nothing, everything, the_beginning, some_sectors, some_sectors, the_end, only_the_size)


class Folder:
    """The files of a floor's database as the disk sees them, step by step."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._certain = {name: FileOnDisk(content) for name, content in files.items()}
        self._present: dict[str, FileOnDisk] = dict(self._certain)
        for file in self._certain.values():
            file.is_named = True
        self.acknowledged = self.asked = 0

    def take(self, step: Step) -> None:
        match step:
            case Acknowledged(head):
                self.acknowledged = head
            case Submitted(head):
                self.asked = head
            case Create(name):
                self._present[name] = FileOnDisk()
            case Delete(name, at_once):
                del self._present[name]
                if at_once:
                    self._sync()
            case Sync(name):
                self._present[name].sync()
                if not self._present[name].is_named:
                    self._sync()  # SQLite syncs the folder with the first sync of a new file
            case Write() | Cut():
                self._present[step.file].unsynced.append(step)

    def _sync(self) -> None:
        self._certain = dict(self._present)
        for file in self._certain.values():
            file.is_named = True

    def pull_the_plug(self, home: Path, chance: Chance) -> None:
        """Writes one of the possible states of the disk to a folder."""
        for name in sorted(self._certain.keys() | self._present.keys()):
            candidates = [self._certain.get(name), self._present.get(name)]
            file = candidates[chance.below(2)]
            if file is not None:
                (home / name).write_bytes(file.after_failure(chance))


def failures(files: dict[str, bytes], tape: Sequence[Step], count: int, chance: Chance) -> Iterator[Folder]:
    """Picks moments of a run, in order, and yields the folder as it was at each."""
    folder = Folder(files)
    moments = sorted(chance.below(len(tape) + 1) for _ in range(count))
    taken = 0
    for moment in moments:
        for step in tape[taken:moment]:
            folder.take(step)
        taken = moment
        yield folder
