"""Fresh databases of a floor, on both kinds of store, quickly: each a copy of one that is made once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from houserules.floor.store import open_store
from tests.floor.postgres import Server

KINDS = ("sqlite", "postgresql")
_NUMBERS = count(1)


class Databases:
    """`fresh(kind)` names a new floor's database; `empty(kind)` one that nothing has been made in."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._server: Server | None = None

    @property
    def server(self) -> Server:
        if self._server is None:
            self._server = Server()
        return self._server

    def fresh(self, kind: str) -> str:
        return self._fresh_file() if kind == "sqlite" else self._fresh_database()

    def empty(self, kind: str) -> str:
        if kind == "sqlite":
            return str(self._home / f"floor{next(_NUMBERS)}.db")
        return self._new_database(f"floor{next(_NUMBERS)}", "template0")

    def _fresh_file(self) -> str:
        template = self._home / "template.db"
        if not template.exists():
            open_store(str(template), create=True).close()
        return str(shutil.copy(template, self.empty("sqlite")))

    def _fresh_database(self) -> str:
        if not self._has("floor_template"):
            open_store(self._new_database("floor_template", "template0"), create=True).close()
        return self._new_database(f"floor{next(_NUMBERS)}", "floor_template")

    def _has(self, name: str) -> bool:
        with psycopg.connect(self.server.url()) as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,))
            return bool(found.fetchall())

    def _new_database(self, name: str, template: str) -> str:
        with psycopg.connect(self.server.url(), autocommit=True) as connection:
            statement = psycopg.sql.SQL("CREATE DATABASE {} TEMPLATE {}")
            connection.execute(statement.format(psycopg.sql.Identifier(name), psycopg.sql.Identifier(template)))
        return self.server.url(name)

    def close(self) -> None:
        if self._server is not None:
            self._server.close()


@contextmanager
def temporary_databases() -> Iterator[Databases]:
    """For use outside of pytest: benches and tools."""
    with TemporaryDirectory(prefix="hr-floor-") as home:
        databases = Databases(Path(home))
        try:
            yield databases
        finally:
            databases.close()
