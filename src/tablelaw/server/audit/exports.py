"""Copies of the log awaiting download: each may be fetched once, by the person who asked for it."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import tempfile
import threading
from collections import OrderedDict
from pathlib import Path
from tempfile import TemporaryDirectory

from tablelaw.processes import is_running
from tablelaw.server.refusals import ServerRefused

MOST_KEPT = 3
FOLDER = "tablelaw-exports-"
"""Prefix of the folders' names; the number of the process follows."""


class Exports:
    """Copies of the log in a folder that is removed when the server ends; the next server removes what a killed one
    left behind.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._folder: TemporaryDirectory[str] | None = None
        self._kept: OrderedDict[str, tuple[str, Path]] = OrderedDict()
        remove_left_behind()

    def place(self, by: str) -> tuple[str, Path]:
        """Makes an id and a file name for a new copy, and deletes the oldest copy if there are too many."""
        with self._lock:
            if self._folder is None:
                self._folder = TemporaryDirectory(prefix=f"{FOLDER}{os.getpid()}-")
            id = secrets.token_urlsafe(18)
            path = Path(self._folder.name) / f"{id}.jsonl"
            self._kept[id] = by, path
            while len(self._kept) > MOST_KEPT:
                _, (_, oldest) = self._kept.popitem(last=False)
                oldest.unlink(missing_ok=True)
            return id, path

    def take(self, id: str, by: str) -> Path:
        with self._lock:
            owner, path = self._kept.get(id, ("", Path()))
            if owner != by or not path.is_file():
                raise ServerRefused("not-found")
            del self._kept[id]
            return path

    def close(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()


def remove_left_behind() -> None:
    """Removes the copies left by killed servers of this user, and keeps those of running ones."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER}*"):
        named = re.match(rf"{FOLDER}(\d+)-", folder.name)
        with contextlib.suppress(OSError):
            if _is_own(folder) and not (named and is_running(int(named[1]))):
                shutil.rmtree(folder)


def _is_own(folder: Path) -> bool:
    """Whether a folder is this user's own; on Windows, others cannot write to a user's temporary folder."""
    is_folder = folder.is_dir() and not folder.is_symlink()
    return is_folder and (not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid())
