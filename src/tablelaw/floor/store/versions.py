"""The version of a floor's database, and the migrations that lead to this program's version."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.pool import StaticPool

from tablelaw.floor.store.refusals import NotAFloor, WrongSchema
from tablelaw.floor.store.schema import VERSION

MIGRATIONS = Path(__file__).with_name("migrations")
DRIVERS = {"sqlite": "sqlite://", "postgresql": "postgresql+psycopg://"}


def check_version(found: str | None, where: str) -> None:
    """Refuses a database that is not a floor, or that has a different version."""
    if found is None:
        raise NotAFloor("the database does not hold a floor", where=where, accepted="one made by `tablelaw floor init`")
    if found != VERSION:
        raise WrongSchema(
            f"the floor has version {found} of the schema, and this program needs version {VERSION}",
            where=where,
            accepted="`tablelaw floor migrate` first" if found < VERSION else "a newer program",
        )


def build(kind: str, connection: object, version: str = "head") -> None:
    """Runs the migrations to this program's version or an earlier one, in one transaction on a driver's connection."""
    engine = create_engine(DRIVERS[kind], creator=lambda: connection, poolclass=StaticPool)
    if kind == "sqlite":
        # The driver does not open a transaction before a CREATE, so a crash would leave half a schema.
        event.listen(engine, "begin", lambda bound: bound.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as bound:
        _run_steps(bound, version)


def _run_steps(bound: Connection, version: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = bound
    command.upgrade(config, version)
