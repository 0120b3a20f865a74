"""A plain SQLAlchemy engine on a floor's database, for data that is not in the log: people and their sessions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.pool import QueuePool

from tablelaw.floor.store.api import place_of
from tablelaw.floor.store.sqlite import connect, prepared
from tablelaw.floor.store.storable import require_storable


def sql_engine(name: str) -> Engine:
    """An engine on the same database as the store, with the same safety settings.

    SQLite connections also wait for the writer. A writing transaction must begin with a write, because SQLite refuses
    one that has read rows that have changed in the meantime.
    """
    place = place_of(name)
    engine = _file_engine(place) if isinstance(place, Path) else _server_engine(place)
    event.listen(engine, "before_cursor_execute", _require_storable_parameters)
    return engine


def _require_storable_parameters(
    connection: object, cursor: object, statement: str, parameters: Any, *rest: object
) -> None:
    """Refuses values that no database can store, whatever their origin, just before they reach the driver."""
    for given in parameters if isinstance(parameters, list) else [parameters]:
        require_storable(given.values() if isinstance(given, Mapping) else given)


def _server_engine(url: URL) -> Engine:
    """An engine for PostgreSQL whose transactions may not be idle or wait for long."""
    from tablelaw.floor.store.postgres import (
        MAKE_SAFE,
        REACHING,
    )  # The client library is imported only when it is needed.

    engine = create_engine(
        url.set(drivername="postgresql+psycopg"), pool_pre_ping=True, connect_args=_told(url, REACHING)
    )
    set_up = [f"SET {name} = '{seconds}s'" for name, seconds in LIMITS.items()]
    event.listen(engine, "connect", lambda connection, record: _set_up(connection, [*set_up, MAKE_SAFE]))
    return engine


def _told(url: URL, reaching: Mapping[str, Any]) -> dict[str, Any]:
    """The connection settings that the floor's name does not override."""
    return {name: value for name, value in reaching.items() if name not in url.query}


def _set_up(connection: Any, statements: list[str]) -> None:
    cursor = connection.cursor()
    for statement in statements:
        cursor.execute(statement)
    cursor.close()
    connection.commit()


LIMITS = {"idle_in_transaction_session_timeout": 5, "lock_timeout": 5, "statement_timeout": 10}
"""Time limits, in seconds, for transactions on people and sessions, so a server that stops midway does not block others
for long.
"""

TIME = {"postgresql": "SELECT floor(extract(epoch FROM clock_timestamp()))", "sqlite": "SELECT strftime('%s', 'now')"}


def database_time(connection: Connection) -> int:
    """Seconds since 1970 by the database's clock, which all servers of a floor share."""
    return int(connection.exec_driver_sql(TIME[connection.dialect.name]).scalar_one())


def _file_engine(path: Path) -> Engine:
    engine = create_engine("sqlite://", creator=lambda: prepared(connect(path), path), poolclass=QueuePool)
    # The store's connections never begin a transaction automatically.
    event.listen(engine, "begin", lambda bound: bound.exec_driver_sql("BEGIN"))
    return engine
