"""What a store refuses, by name."""

from __future__ import annotations

from tablelaw.errors import TablelawError


class StoreRefused(TablelawError):
    """The database of a floor cannot be used as asked."""

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
    """Another process has the floor open, and this action needs it to be closed."""


class NotAFloor(StoreRefused):
    """The file or database exists but does not hold a floor."""


class WrongSchema(StoreRefused):
    """The floor has another version of the schema."""


class StoreUnreachable(StoreRefused):
    """The file or the server cannot be reached."""


class StoreLost(StoreUnreachable):
    """The connection was lost; the log says whether the orders under way were written."""


class UnsafeStore(StoreRefused):
    """A setting is missing without which a power cut could lose wagers."""


class StoreBusy(StoreRefused):
    """Another process holds the property's write lock for too long."""


class NotStorable(StoreRefused):
    """A value that no database can store; it was refused before it reached the database."""

    no_paragraph = "the log decides what can be stored"


class BrokenSequence(StoreRefused):
    """Entries out of order: their numbers must continue from the end of the log."""


class FileReplaced(StoreRefused):
    """The database's file is not the one that was opened."""


class StoreFailed(StoreRefused):
    """A write, a sync or a read failed: what is on disk is known only after a restart."""
