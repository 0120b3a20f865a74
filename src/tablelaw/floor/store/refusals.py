"""The named refusals of a store."""

from __future__ import annotations

from tablelaw.errors import TablelawError


class StoreRefused(TablelawError):
    """The database of a floor cannot be used as requested."""

    no_paragraph = "where a floor is stored is the operator's choice; no rule of play is involved"


class BadStoreName(StoreRefused):
    """The text names neither a file nor a PostgreSQL database."""


class NoSuchFloor(StoreRefused):
    """There is no floor with that name."""


class FloorExists(StoreRefused):
    """A new floor was requested where one already exists."""


class FloorMoved(StoreRefused):
    """The floor was moved to another database."""


class FloorInUse(StoreRefused):
    """This action requires the floor to be closed, but another process has it open."""


class NotAFloor(StoreRefused):
    """The file or database exists but does not hold a floor."""


class WrongSchema(StoreRefused):
    """The floor has a different version of the schema."""


class StoreUnreachable(StoreRefused):
    """The file or the server cannot be reached."""


class StoreLost(StoreUnreachable):
    """The connection was lost. The log shows whether the pending orders were written."""


class UnsafeStore(StoreRefused):
    """A setting that keeps a power cut from losing wagers is not in force."""


class StoreBusy(StoreRefused):
    """Another process has held the property's write lock for too long."""


class NotStorable(StoreRefused):
    """No database can store this value. It was refused before it reached the database."""

    no_paragraph = "the log decides what can be stored"


class BrokenSequence(StoreRefused):
    """Entries are out of order. Their numbers must continue from the end of the log."""


class FileReplaced(StoreRefused):
    """The database file is not the one that was opened."""


class StoreFailed(StoreRefused):
    """A write, a sync or a read failed. What is on disk is known only after a restart."""
