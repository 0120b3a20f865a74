"""Checkpoints: the progress of a run, in a file that is complete at all times, so the run can be resumed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import IO, Any, TypeVar

import msgspec

from tablelaw.errors import TablelawError
from tablelaw.simulation.runs import Merging, Progress, Span, Work, joined

T = TypeVar("T", bound=Merging)
FORMAT = 1
EVERY, EVERY_SECONDS = "TABLELAW_CHECKPOINT_SECONDS", "20"
"""The environment variable that sets the number of seconds between checkpoints, and its default."""
TO_CURE = "the file of the same study, or another name to start over"


class BadCheckpoint(TablelawError):
    """A checkpoint cannot be read, or belongs to another run."""

    no_paragraph = "a matter of the file; no rule of play is involved"


class _Kept(msgspec.Struct, forbid_unknown_fields=True):
    """One run, as stored in the file."""

    work: str
    pieces: int
    done: tuple[Span, ...]
    result: msgspec.Raw


class _File(msgspec.Struct, forbid_unknown_fields=True):
    tablelaw_checkpoint: int
    runs: dict[str, _Kept] = {}


class Checkpoint:
    """The runs of a study by name, in one file. Without a path, nothing is stored."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._every = _seconds(os.environ.get(EVERY, EVERY_SECONDS))
        self._saved = monotonic()
        self._file = _read(path) if path is not None and path.exists() else _File(FORMAT)

    def begun(self, name: str, work: Work[T], kind: type[T]) -> Progress[T] | None:
        """The stored progress of a run; refuses a file that belongs to another run."""
        kept = self._file.runs.get(name)
        if kept is None:
            return None
        self._require_same_run(name, work, kept)
        try:
            return Progress(kept.done, msgspec.json.decode(kept.result, type=kind))
        except msgspec.MsgspecError as error:
            raise BadCheckpoint(f"{name}: {error}", where=str(self.path), accepted=TO_CURE) from None

    def _require_same_run(self, name: str, work: Work[Any], kept: _Kept) -> None:
        if kept.work != work.fingerprint:
            what = f"it belongs to another run of {name}"
            theirs, ours = kept.work.split("; "), work.fingerprint.split("; ")
            why = ", ".join(f"{a} there, {b} here" for a, b in zip(theirs, ours, strict=False) if a != b)
            raise BadCheckpoint(what, where=str(self.path), why=why, accepted=TO_CURE)
        is_sound = kept.pieces == work.pieces and _are_spans(kept.done, work.pieces)
        if not is_sound:
            what = f"its data for {name} is inconsistent"
            raise BadCheckpoint(what, where=str(self.path), accepted=TO_CURE)

    def keeper(self, name: str, work: Work[Any]) -> Callable[[Progress[Any]], None]:
        """Returns a function that records each step of a run, and writes the file regularly and at the end."""

        def note(progress: Progress[Any]) -> None:
            is_whole = progress.pieces == work.pieces
            if self.path is None or not (is_whole or monotonic() - self._saved >= self._every):
                self._latest = (name, work, progress)
                return
            self._put(name, work, progress)
            self.save()

        return note

    _latest: tuple[str, Work[Any], Progress[Any]] | None = None

    def _put(self, name: str, work: Work[Any], progress: Progress[Any]) -> None:
        result = msgspec.Raw(msgspec.json.encode(progress.result))
        self._file.runs[name] = _Kept(work.fingerprint, work.pieces, progress.done, result)
        self._latest = None

    def save(self) -> None:
        """Writes the current state to a new file, then replaces the old file with it."""
        if self.path is None:
            return
        if self._latest is not None:
            self._put(*self._latest)
        write_whole(self.path, msgspec.json.encode(self._file))
        self._saved = monotonic()


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadCheckpoint(f"{text!r} is not a number of seconds", where=EVERY, accepted=EVERY_SECONDS) from None


def _are_spans(spans: tuple[Span, ...], pieces: int) -> bool:
    """Whether spans are sorted, disjoint, non-empty and within the run."""
    edges = [0, *(edge for span in spans for edge in span), pieces]
    return joined(spans) == spans and edges == sorted(edges) and all(first < last for first, last in spans)


def _read(path: Path) -> _File:
    try:
        found = msgspec.json.decode(path.read_bytes(), type=_File)
    except OSError as error:
        raise BadCheckpoint(f"cannot be read: {error.strerror}", where=str(path), accepted="a file") from None
    except msgspec.MsgspecError as error:
        raise BadCheckpoint(f"is not a checkpoint: {error}", where=str(path), accepted=TO_CURE) from None
    if found.tablelaw_checkpoint != FORMAT:
        what = f"is of format {found.tablelaw_checkpoint}"
        raise BadCheckpoint(what, where=str(path), accepted=f"format {FORMAT}")
    return found


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file atomically: at any time, either the complete old file or the complete new one exists."""
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            beside = Path(file.name)
            try:
                _write_through(file, data)
                beside.replace(path)
            finally:
                beside.unlink(missing_ok=True)
    except OSError as error:
        what = f"cannot be written: {error.strerror}"
        raise BadCheckpoint(what, where=str(path), accepted="a file in a folder you may write to") from None


def _write_through(file: IO[bytes], data: bytes) -> None:
    file.write(data)
    file.flush()
    os.fsync(file.fileno())
