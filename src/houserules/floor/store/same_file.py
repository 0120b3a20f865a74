"""Whether a path still names the file that was opened: what is written to any other file is written to nowhere."""

from __future__ import annotations

from pathlib import Path

from houserules.floor.store.refusals import FileReplaced

BESIDE = ("-wal", "-shm")
"""What SQLite keeps beside a file for as long as it is open: the newest commits, and who may read and write."""

Identity = tuple[int, int]


class SameFile:
    """A SQLite database's file and what lies beside it, by device and number on it, as they were first found.

    SQLite itself goes on writing to a file that was removed, moved or replaced; nobody ever finds that again.
    """

    def __init__(self, path: Path) -> None:
        whole = path.absolute()
        self._places = {end: whole.with_name(whole.name + end) for end in ("", *BESIDE)}
        self._found = {"": _identity(whole)}

    def refuse_other(self) -> None:
        """Refuses where a file is gone or is another one. Costs a few microseconds."""
        for end, place in self._places.items():
            now = _identity(place)
            known = self._found.get(end)
            if known is None:
                # Those beside the file are made with the first use of it.
                self._found[end] = now
            elif now != known:
                raise FileReplaced(
                    "the database's file was removed or replaced while it was in use",
                    where=str(place),
                    why="what is written now would be lost" if now else "it is gone",
                    accepted="the file that was opened, put back in its place, and a start",
                )


def _identity(path: Path) -> Identity | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
