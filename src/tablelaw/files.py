"""Writes each file completely or not at all; an existing file is kept until the new one is complete.

The data is written to a temporary file in the same folder, synced to disk and then renamed. Symbolic links are
followed. Folders, devices and pipes are refused and never replaced.
"""

from __future__ import annotations

import os
import stat
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from tablelaw.errors import BadFile

STANDARD_OUTPUT = Path("-")
OUTPUT_NAMES = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
WRITABLE = "a file in a folder you may write to"
EVERYBODY, OWNER_ONLY = 0o777, 0o600
"""Permissions of a new file: the system's default, or owner only for files that show cards or money."""


# --- Where it may go --------------------------------------------------------------------------------------


def is_output(path: Path) -> bool:
    """Whether the path is one of the usual names for standard output."""
    return str(path) in OUTPUT_NAMES


def require_writable(path: Path, *, is_new: bool = False) -> None:
    """Before any work is done, refuses a path that cannot be written."""
    with _named(path):
        there = _there(path)
        end = _end_of(path)
        if there is not None:
            _require_replaceable(path, there, is_new)
        if not end.parent.is_dir():
            raise BadFile(f"there is no folder {end.parent} for {path.name}", accepted="a folder that exists")
        if not os.access(end.parent, os.W_OK | os.X_OK) or (there is not None and not os.access(end, os.W_OK)):
            raise BadFile(f"{path} cannot be written: you have no permission to write there", accepted=WRITABLE)


def _require_replaceable(path: Path, there: os.stat_result, is_new: bool) -> None:
    if stat.S_ISDIR(there.st_mode):
        raise BadFile(f"{path} is a folder", accepted="a file in it")
    if not stat.S_ISREG(there.st_mode):
        what, accepted = f"{path} is a device or a pipe", "a file, a new name, or - for standard output"
        raise BadFile(what, why="such a file is never replaced", accepted=accepted)
    if is_new:
        raise BadFile(f"{path} already exists", accepted="a file that is not there yet")


def _end_of(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _there(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


# --- Writing ----------------------------------------------------------------------------------------------


def write_whole(path: Path, data: bytes, *, is_new: bool = False, mode: int = EVERYBODY) -> None:
    with whole_file(path, is_new=is_new, mode=mode) as file:
        file.write(data)


@contextmanager
def whole_file(path: Path, *, is_new: bool = False, mode: int = EVERYBODY) -> Iterator[BinaryIO]:
    """Yields a file to write to. It appears under its name when the block ends, or not at all if the block fails."""
    if is_output(path):
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with unfinished(path, is_new=is_new, mode=mode) as beside, _named(path), beside.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def unfinished(path: Path, *, is_new: bool = False, mode: int = EVERYBODY) -> Iterator[Path]:
    """Yields a new, empty file in the same folder as `path`, which is renamed to `path` if the block ends without an
    error.

    It has the permissions of the file it replaces, reduced to those in `mode`.
    """
    require_writable(path, is_new=is_new)
    end, there = _end_of(path), _there(path)
    beside = end.with_name(f".{uuid.uuid4().hex}.unfinished")
    try:
        with _named(path):
            os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode & 0o666))
            if there is not None:
                beside.chmod(stat.S_IMODE(there.st_mode) & mode)
        yield beside
        with _named(path):
            _give_name(beside, end, is_new)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _give_name(beside: Path, end: Path, is_new: bool) -> None:
    if is_new:
        _give_new_name(beside, end)
    else:
        beside.replace(end)
    _sync_folder(end.parent)


def _sync_folder(path: Path) -> None:
    """Makes a new name durable. Windows cannot open a folder, and its file system writes the name itself."""
    try:
        folder = os.open(path, os.O_RDONLY)
    except PermissionError:
        if sys.platform == "win32":
            return
        raise
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _give_new_name(beside: Path, end: Path) -> None:
    """Renames a new file without replacing one that was just created, with `link` where the file system supports it."""
    try:
        os.link(beside, end)
    except FileExistsError:
        raise
    except OSError:
        if end.exists():
            raise
        beside.rename(end)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Turns operating system errors into refusals that name the path given by the caller."""
    try:
        yield
    except FileExistsError:
        raise BadFile(f"{path} already exists", accepted="a file that is not there yet") from None
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror or error}", accepted=WRITABLE) from None
