"""Devices: machines with a name, a kind, their tables and a token, stored with the floor. A token is shown once."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from tablelaw.errors import TablelawError
from tablelaw.floor.handlers.registry import NO_TABLES
from tablelaw.floor.handlers.validation import NAMES_ACCEPTED, is_name
from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.store.schema import devices
from tablelaw.floor.store.sql_engine import database_time
from tablelaw.floor.store.storable import is_storable
from tablelaw.permissions import DEVICE
from tablelaw.persons import DEVICE_KINDS, DeviceKind
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.users import EVERY_TABLE, Person
from tablelaw.submission.checks.table_names import TABLE_NAMES_ACCEPTED, is_table_name
from tablelaw.views.messages import Wire

PREFIX = "tablelaw_"
"""How every token begins, so that programs that look for secrets in files can find one."""
TOKEN_BYTES = 32
MOST_TABLES = 64
MOST_DEVICES = 1_000
MOST_DAYS = 3_650
DAY_SECONDS = 24 * 3600
SEEN_SECONDS = 60
"""The shortest time between two records of a token's use."""


class BadDevice(TablelawError):
    """A device that cannot be given a token."""


class NewDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device to give a token to: its name, its kind, the tables it is for ("*" for every table, including those
    installed later), and after how many days the token expires, if it does.
    """

    name: str
    kind: DeviceKind
    tables: tuple[str, ...]
    days: int | None = None


class ListedDevice(Wire, frozen=True):
    """A device that has a token; times in seconds since 1970."""

    name: str
    kind: DeviceKind
    tables: tuple[str, ...]
    made_by: str
    made_at: int
    expires_at: int | None
    seen_at: int | None
    """When it was last used, to the minute."""
    is_expired: bool


class Devices:
    """The tokens of a floor's devices; only their digests are stored."""

    def __init__(self, engine: Engine, is_demo: bool = False) -> None:
        """Tokens made in the demo, where anyone may be an administrator, are not valid elsewhere, and vice versa."""
        self._engine = engine
        self._mode = "demo" if is_demo else "password"

    # --- What an administrator does ----------------------------------------------------------------------------------

    def make(self, wanted: NewDevice, made_by: str) -> str:
        """Makes a device's token and returns it; it cannot be shown again."""
        require_fit(wanted)
        token = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
        with self._engine.connect() as connection:
            now = database_time(connection)
            self._require_room(connection, wanted.name)
        row = {
            "digest": self._digest(token),
            "name": wanted.name,
            "kind": wanted.kind,
            "tables": msgspec.json.encode(sorted(set(wanted.tables))).decode(),
            "made_by": made_by,
            "made_at": now,
            "expires_at": None if wanted.days is None else now + wanted.days * DAY_SECONDS,
        }
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(devices).values(row))
        except IntegrityError:  # another server has made one of that name in the meantime
            raise ServerRefused("device-exists", where=wanted.name) from None
        return token

    def _require_room(self, connection: Connection, name: str) -> None:
        known = connection.execute(select(devices.c.name)).scalars().all()
        if name.casefold() in map(str.casefold, known):
            raise ServerRefused("device-exists", where=name)
        if len(known) >= MOST_DEVICES:
            accepted = f"{MOST_DEVICES:,} devices at most; withdraw the tokens of some first"
            raise BadDevice("there are too many devices", accepted=accepted)

    def listed(self) -> list[ListedDevice]:
        with self._engine.connect() as connection:
            now = database_time(connection)
            rows = connection.execute(select(devices).order_by(devices.c.name)).all()
        return [_listed(row, now) for row in rows]

    def withdraw(self, name: str) -> None:
        """Withdraws a device's token; from now on it is refused, even on a feed that it already holds open."""
        with self._engine.begin() as connection:
            gone = connection.execute(delete(devices).where(devices.c.name == name)) if is_storable(name) else None
        if gone is None or not gone.rowcount:
            raise ServerRefused("no-such-device")

    # --- What a device does ------------------------------------------------------------------------------------------

    def device(self, token: str) -> Person | None:
        """The device that a token belongs to; None if there is none, or if the token has expired."""
        row, now = self._standing(token)
        if row is None:
            return None
        if row.seen_at is None or row.seen_at < now - SEEN_SECONDS:
            with self._engine.begin() as connection:
                connection.execute(update(devices).where(devices.c.digest == row.digest).values(seen_at=now))
        return Person(row.name, DEVICE, kind=row.kind, tables=frozenset(_tables(row)))

    def is_over(self, token: str) -> bool:
        """Whether a token has expired or was withdrawn; calling this does not count as its use."""
        return self._standing(token)[0] is None

    def _standing(self, token: str) -> tuple[Any, int]:
        with self._engine.connect() as connection:
            row = connection.execute(select(devices).where(devices.c.digest == self._digest(token))).first()
            now = database_time(connection)
        return (None if row is None or _is_expired(row, now) else row), now

    def _digest(self, token: str) -> str:
        return sha256(f"device {self._mode}:{token}".encode()).hexdigest()


def require_fit(wanted: NewDevice) -> None:
    """Refuses a name, kind, list of tables or number of days that a device cannot have."""
    if not is_name(wanted.name) or not is_storable(wanted.name):
        raise BadDevice(f"{wanted.name[:80]!r} is not a valid name", where="name", accepted=NAMES_ACCEPTED)
    if wanted.kind not in DEVICE_KINDS:
        raise BadDevice(f"there is no kind {wanted.kind[:80]!r}", where="kind", accepted=", ".join(DEVICE_KINDS))
    if not 1 <= len(wanted.tables) <= MOST_TABLES:
        accepted = f"1 to {MOST_TABLES} tables, or {EVERY_TABLE!r} for every table"
        raise BadDevice(f"{len(wanted.tables)} tables are named", where="tables", accepted=accepted)
    for table in wanted.tables:
        if table != EVERY_TABLE and not is_table_name(table):
            accepted = f"{EVERY_TABLE!r} for every table, or {TABLE_NAMES_ACCEPTED}"
            raise BadDevice(f"{table[:80]!r} cannot be a table", where="tables", accepted=accepted)
    if wanted.days is not None and not 1 <= wanted.days <= MOST_DAYS:
        accepted = f"1 to {MOST_DAYS} days, or no number for a token that does not expire"
        raise BadDevice(f"a token cannot expire after {wanted.days} days", where="days", accepted=accepted)


def require_tables_on_the_floor(wanted: NewDevice, on_the_floor: Iterable[str]) -> None:
    """Refuses a table that is not on the floor, which is probably mistyped."""
    known = sorted(on_the_floor)
    for table in wanted.tables:
        if table != EVERY_TABLE and table not in known:
            accepted = f"{', '.join(known) or NO_TABLES}; or {EVERY_TABLE!r} for every table, including later ones"
            raise FloorRefused("no-such-table", why=table, accepted=accepted)


def _tables(row: Any) -> tuple[str, ...]:
    return msgspec.json.decode(row.tables, type=tuple[str, ...])


def _is_expired(row: Any, now: int) -> bool:
    return row.expires_at is not None and row.expires_at <= now


def _listed(row: Any, now: int) -> ListedDevice:
    return ListedDevice(
        name=row.name,
        kind=row.kind,
        tables=_tables(row),
        made_by=row.made_by,
        made_at=row.made_at,
        expires_at=row.expires_at,
        seen_at=row.seen_at,
        is_expired=_is_expired(row, now),
    )
