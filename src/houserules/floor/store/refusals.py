"""What a store refuses, by name.

StoreRefused (HouserulesError)
├── BadStoreName         the text names neither a file nor a PostgreSQL database
├── NoSuchFloor          nothing is there
├── FloorExists          a new floor was asked for where one is
├── FloorMoved           the floor was moved to another database
├── NotAFloor            something is there, and it is no floor
├── WrongSchema          a floor of another version of the schema
├── StoreUnreachable     the file or the server cannot be reached
├── UnsafeStore          a setting without which a pulled plug loses wagers is not in force
├── StoreLost            the connection was cut: what was under way is written or is not, and the log says which
├── StoreBusy            another process holds the property's write lock for too long
├── NotStorable          a value that no database keeps; nothing was asked of the database
├── BrokenSequence       entries out of order: their numbers must go on where the log ends
├── FileReplaced         the database's file is not the one that was opened
└── StoreFailed          a write, a sync or a read failed: what is on disk is known only after a restart
"""

from __future__ import annotations

from houserules.errors import HouserulesError


class StoreRefused(HouserulesError):
    no_paragraph = "where a floor is kept is the operator's own, no rule of play"


class BadStoreName(StoreRefused):
    pass


class NoSuchFloor(StoreRefused):
    pass


class FloorExists(StoreRefused):
    pass


class FloorMoved(StoreRefused):
    pass


class NotAFloor(StoreRefused):
    pass


class WrongSchema(StoreRefused):
    pass


class StoreUnreachable(StoreRefused):
    pass


class StoreLost(StoreUnreachable):
    pass


class UnsafeStore(StoreRefused):
    pass


class StoreBusy(StoreRefused):
    pass


class NotStorable(StoreRefused):
    no_paragraph = "what can be kept is the log's own"


class BrokenSequence(StoreRefused):
    pass


class FileReplaced(StoreRefused):
    pass


class StoreFailed(StoreRefused):
    pass
