"""Records everything SQLite does to a disk, in a layer between Python's own SQLite library and the file system.

SQLite asks a *VFS* to open files, and each file's function table to write, truncate and sync them. Here these functions
are replaced with functions that record the call and then make it, so the store runs unchanged on the same library as in
production. The layer can also be made to fail like a broken disk.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import os
import sqlite3
from collections.abc import Callable
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from typing import Any, NamedTuple

from tablelaw.floor.store import sqlite

OK = 0
IO_ERROR_WRITE, IO_ERROR_SYNC, FULL = 778, 1034, 13


class Write(NamedTuple):
    file: str
    offset: int
    data: bytes


class Cut(NamedTuple):
    file: str
    size: int


class Sync(NamedTuple):
    file: str


class Create(NamedTuple):
    file: str


class Delete(NamedTuple):
    file: str
    at_once: bool
    """Whether the folder is synced along with the deletion."""


class Acknowledged(NamedTuple):
    """A step recorded by the test, not SQLite: the last entry the store had acknowledged by then."""

    head: int


class Submitted(NamedTuple):
    head: int


Step = Write | Cut | Sync | Create | Delete | Acknowledged | Submitted

# SQLite keeps the pointer to a file's name, so the pointer itself is passed on, not a copy of the text.
OPEN = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, POINTER(c_int))
DELETE = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
CLOSE = ctypes.CFUNCTYPE(c_int, c_void_p)
WRITE = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
CUT = ctypes.CFUNCTYPE(c_int, c_void_p, c_int64)
SYNC = ctypes.CFUNCTYPE(c_int, c_void_p, c_int)


class Vfs(Structure):
    """sqlite3_vfs, version 3."""

    _fields_ = [
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", OPEN),
        ("delete", DELETE),
        ("others", c_void_p * 14),
    ]


class Methods(Structure):
    """sqlite3_io_methods, version 3."""

    _fields_ = [
        ("version", c_int),
        ("close", CLOSE),
        ("read", c_void_p),
        ("write", WRITE),
        ("truncate", CUT),
        ("sync", SYNC),
        ("others", c_void_p * 13),
    ]


class File(Structure):
    """The beginning of sqlite3_file; the rest belongs to the VFS that opened it."""

    _fields_ = [("methods", POINTER(Methods))]


class RecordingDisk:
    """Records every step on files opened by `connect`. `fault` may make a step fail instead."""

    def __init__(self, name: str = "recording") -> None:
        self.tape: list[Step] = []
        self.fault: Callable[[Step], int] = lambda step: OK
        self._files: dict[int, str] = {}
        self._tables: dict[int, Methods] = {}
        self._library = ctypes.CDLL(_sqlite3.__file__)
        self._library.sqlite3_vfs_find.restype = POINTER(Vfs)
        self._below = self._library.sqlite3_vfs_find(None)
        self._name = name
        self._vfs = self._layer()
        assert self._library.sqlite3_vfs_register(byref(self._vfs), 0) == OK

    def close(self) -> None:
        self._library.sqlite3_vfs_unregister(byref(self._vfs))

    def connect(self, path: Path, factory: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
        """Opens a connection as the store's own `connect` does, but through this layer."""
        return sqlite.connect(path, layer=self._name, factory=factory)

    def _layer(self) -> Vfs:
        vfs = Vfs.from_buffer_copy(self._below.contents)
        vfs.name, vfs.next = self._name.encode(), None
        vfs.open, vfs.delete = OPEN(self._open), DELETE(self._delete)
        return vfs

    def _open(self, _: int, name: int | None, file: int, flags: int, given: Any) -> int:
        path = os.fsdecode(ctypes.string_at(name)) if name else ""
        is_new = bool(path) and not Path(path).exists()
        answer: int = self._below.contents.open(ctypes.addressof(self._below.contents), name, file, flags, given)
        if answer == OK and path:
            self._files[file] = Path(path).name
            opened = File.from_address(file)
            opened.methods = ctypes.pointer(self._table(opened.methods))
            if is_new:
                self.tape.append(Create(Path(path).name))
        return answer

    def _table(self, methods: Any) -> Methods:
        """The file's function table, with the functions that change the file wrapped."""
        address = ctypes.addressof(methods.contents)
        if address not in self._tables:
            below = methods.contents
            table = Methods.from_buffer_copy(below)
            table.close = CLOSE(lambda file: self._forget(file, below))
            table.write = WRITE(lambda file, data, size, offset: self._write(file, data, size, offset, below))
            table.truncate = CUT(lambda file, size: self._do(Cut(self._files[file], size), below.truncate, file, size))
            table.sync = SYNC(lambda file, flags: self._do(Sync(self._files[file]), below.sync, file, flags))
            self._tables[address] = table
        return self._tables[address]

    def _forget(self, file: int, below: Methods) -> int:
        del self._files[file]
        return int(below.close(file))

    def _write(self, file: int, data: int, size: int, offset: int, below: Methods) -> int:
        step = Write(self._files[file], offset, ctypes.string_at(data, size))
        return self._do(step, below.write, file, data, size, offset)

    def _do(self, step: Step, function: Any, *arguments: int | bytes) -> int:
        if error := self.fault(step):
            return error
        self.tape.append(step)
        return int(function(*arguments))

    def _delete(self, _: int, name: bytes, sync_folder: int) -> int:
        path = os.fsdecode(name)
        step = Delete(Path(path).name, bool(sync_folder))
        return self._do(step, self._below.contents.delete, ctypes.addressof(self._below.contents), name, sync_folder)
