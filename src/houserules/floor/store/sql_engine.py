"""A plain SQLAlchemy engine on a floor's database, for what is kept beside the log: people and their sessions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.pool import QueuePool

from houserules.floor.store.api import place_of
from houserules.floor.store.sqlite import connect, prepared
from houserules.floor.store.storable import refuse_unstorable


def sql_engine(name: str) -> Engine:
    """The same file or database as the store's, as safely; SQLite connections wait for the writer as the store's do.

    A transaction that writes begins with the write: SQLite refuses one that has read what changed meanwhile.
    """
    place = place_of(name)
    engine = _file_engine(place) if isinstance(place, Path) else _server_engine(place)
    event.listen(engine, "before_cursor_execute", _refuse_values)
    return engine


def _refuse_values(connection: object, cursor: object, statement: str, parameters: Any, *rest: object) -> None:
    """The last place before the driver: a name that no database holds is refused here, whoever asks for it."""
    for given in parameters if isinstance(parameters, list) else [parameters]:
        refuse_unstorable(given.values() if isinstance(given, Mapping) else given)


def _server_engine(url: URL) -> Engine:
    """Short transactions only: none may stand still, or wait for another, for long."""
    from houserules.floor.store.postgres import MAKE_SAFE, REACHING  # the client library is loaded only by who needs it

    engine = create_engine(
        url.set(drivername="postgresql+psycopg"), pool_pre_ping=True, connect_args=_told(url, REACHING)
    )
    set_up = [f"SET {name} = '{seconds}s'" for name, seconds in LIMITS.items()]
    event.listen(engine, "connect", lambda connection, record: _set_up(connection, [*set_up, MAKE_SAFE]))
    return engine


def _told(url: URL, reaching: Mapping[str, Any]) -> dict[str, Any]:
    """How the server is reached, but for what the floor's name says otherwise."""
    return {name: value for name, value in reaching.items() if name not in url.query}


def _set_up(connection: Any, statements: list[str]) -> None:
    cursor = connection.cursor()
    for statement in statements:
        cursor.execute(statement)
    cursor.close()
    connection.commit()


LIMITS = {"idle_in_transaction_session_timeout": 5, "lock_timeout": 5, "statement_timeout": 10}
"""Seconds, for the database of people: a server that stops in the middle of a transaction holds nobody up for long."""

TIME = {"postgresql": "SELECT floor(extract(epoch FROM clock_timestamp()))", "sqlite": "SELECT strftime('%s', 'now')"}


def database_time(connection: Connection) -> int:
    """Seconds since 1970 by the database's clock: one clock for all servers of a floor."""
    return int(connection.exec_driver_sql(TIME[connection.dialect.name]).scalar_one())


def _file_engine(path: Path) -> Engine:
    engine = create_engine("sqlite://", creator=lambda: prepared(connect(path), path), poolclass=QueuePool)
    # The store's connections begin no transaction by themselves.
    event.listen(engine, "begin", lambda bound: bound.exec_driver_sql("BEGIN"))
    return engine
