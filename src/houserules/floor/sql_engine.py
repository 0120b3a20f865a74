"""A plain SQLAlchemy engine on a floor's database, for what is kept beside the log: people and their sessions."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

from houserules.floor.sqlite_store import connect, prepared
from houserules.floor.store import place_of


def sql_engine(name: str) -> Engine:
    """The same file or database as the store's, as safely; SQLite connections wait for the writer as the store's do.

    A transaction that writes begins with the write: SQLite refuses one that has read what changed meanwhile.
    """
    place = place_of(name)
    if isinstance(place, Path):
        return _file_engine(place)
    return create_engine(place.set(drivername="postgresql+psycopg"), pool_pre_ping=True)


TIME = {"postgresql": "SELECT floor(extract(epoch FROM clock_timestamp()))", "sqlite": "SELECT strftime('%s', 'now')"}


def database_time(connection: Connection) -> int:
    """Seconds since 1970 by the database's clock: one clock for all servers of a floor."""
    return int(connection.exec_driver_sql(TIME[connection.dialect.name]).scalar_one())


def _file_engine(path: Path) -> Engine:
    engine = create_engine("sqlite://", creator=lambda: prepared(connect(path), path), poolclass=QueuePool)
    # The store's connections begin no transaction by themselves.
    event.listen(engine, "begin", lambda bound: bound.exec_driver_sql("BEGIN"))
    return engine
