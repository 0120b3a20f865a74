"""Checks that a path still names the file that was opened, because anything written to another file is lost."""

from __future__ import annotations

from pathlib import Path

from tablelaw.floor.store.refusals import FileReplaced

BESIDE = ("-wal", "-shm")
"""Files that SQLite keeps next to a database while it is open: the newest commits, and its locks."""

Identity = tuple[int, int]


class SameFile:
    """A SQLite database and its companion files, identified by device and inode as first seen.

    SQLite would continue to write to a file that was removed, moved or replaced, and the data would be lost.
    """

    def __init__(self, path: Path) -> None:
        whole = path.absolute()
        self._places = {end: whole.with_name(whole.name + end) for end in ("", *BESIDE)}
        self._found = {"": _identity(whole)}

    def require_same_files(self) -> None:
        """Refuses if a file is missing or has been replaced. This costs a few microseconds."""
        for end, place in self._places.items():
            now = _identity(place)
            known = self._found.get(end)
            if known is None:
                # The companion files are created on first use.
                self._found[end] = now
            elif now != known:
                raise FileReplaced(
                    "the database's file was removed or replaced while it was in use",
                    where=str(place),
                    why="what is written now would be lost" if now else "it is gone",
                    accepted="put the file that was opened back in its place, and restart",
                )


def _identity(path: Path) -> Identity | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
