"""Copies of the log that wait to be fetched: each once, by who asked for it."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from pathlib import Path
from tempfile import TemporaryDirectory

from houserules.server.refusals import ServerRefused

MOST_KEPT = 3


class Exports:
    """Files in a folder of their own, which goes with the server."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._folder: TemporaryDirectory[str] | None = None
        self._kept: OrderedDict[str, tuple[str, Path]] = OrderedDict()

    def place(self, by: str) -> tuple[str, Path]:
        """An id and a file for a new copy; the oldest makes room."""
        with self._lock:
            if self._folder is None:
                self._folder = TemporaryDirectory(prefix="houserules-exports-")
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
