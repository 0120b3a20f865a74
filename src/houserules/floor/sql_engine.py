"""A plain SQLAlchemy engine on a floor's database, for what is kept beside the log: people and their sessions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.pool import QueuePool

from houserules.floor.sqlite_store import connect, prepared
from houserules.floor.storable import refuse_unstorable
from houserules.floor.store import place_of


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
    return create_engine(url.set(drivername="postgresql+psycopg"), pool_pre_ping=True)


TIME = {"postgresql": "SELECT floor(extract(epoch FROM clock_timestamp()))", "sqlite": "SELECT strftime('%s', 'now')"}


def database_time(connection: Connection) -> int:
    """Seconds since 1970 by the database's clock: one clock for all servers of a floor."""
    return int(connection.exec_driver_sql(TIME[connection.dialect.name]).scalar_one())


def _file_engine(path: Path) -> Engine:
    engine = create_engine("sqlite://", creator=lambda: prepared(connect(path), path), poolclass=QueuePool)
    # The store's connections begin no transaction by themselves.
    event.listen(engine, "begin", lambda bound: bound.exec_driver_sql("BEGIN"))
    return engine
