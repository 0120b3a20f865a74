"""Makes fresh floor databases on both kinds of store, quickly, by copying a template.

On the PostgreSQL server each floor is a schema, selected by `search_path` in its URL, because creating a whole database
takes a second.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from tablelaw.floor.store.api import open_store
from tests.floor.postgres import Server

KINDS = ("sqlite", "postgresql")
KINDS_FOR_LOGIC = KINDS[: int(os.environ.get("TABLELAW_DATABASES", "1"))]
"""The databases for modules whose orders and answers do not depend on the kind; `make torture` runs them on both."""
TEMPLATE = "floor_template"


class Databases:
    """Makes databases: `fresh(kind)` returns the name of a new floor, `empty(kind)` the name of an empty database."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._numbers = count(1)

    def fresh(self, kind: str) -> str:
        if kind == "sqlite":
            return str(shutil.copy(self._template_file, self.empty(kind)))
        name = f"floor{next(self._numbers)}"
        self._run(self._template_statements.replace(TEMPLATE, name))
        return self._schema_url(name)

    def empty(self, kind: str) -> str:
        name = f"floor{next(self._numbers)}"
        if kind == "sqlite":
            return str(self._home / f"{name}.db")
        self._run(f"CREATE SCHEMA {name}")
        return self._schema_url(name)

    def loaded(self, kind: str, statements: str, placeholder: str) -> str:
        """Makes a floor from the statements of a dump. On the server it gets its own database, because it may be
        migrated.

        The statements contain a placeholder for the schema name.
        """
        if kind == "sqlite":
            file = self.empty(kind)
            with closing(sqlite3.connect(file)) as connection:
                connection.executescript(statements)
            return file
        name = f"floor{next(self._numbers)}"
        with psycopg.connect(self.server.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        self._run(statements.replace(placeholder, name), name)
        return f"{self.server.url(name)}&options=-csearch_path%3D{name}"

    def copies(self, furnish: Callable[[str], None]) -> Callable[[], str]:
        """Sets up one floor on the server, and returns a function that makes copies of it."""
        template = f"furnished_floor_{next(self._numbers)}"
        self._run(self._template_statements.replace(TEMPLATE, template))
        furnish(self._schema_url(template))
        statements = self._dumped(template)

        def copied() -> str:
            name = f"floor{next(self._numbers)}"
            self._run(statements.replace(template, name))
            return self._schema_url(name)

        return copied

    @cached_property
    def server(self) -> Server:
        return Server()

    @cached_property
    def _template_file(self) -> str:
        name = str(self._home / "template.db")
        open_store(name, create=True).close()
        return name

    @cached_property
    def _template_statements(self) -> str:
        """The SQL that creates a floor on the server, as dumped by the server itself."""
        self._run(f"CREATE SCHEMA {TEMPLATE}")
        open_store(self._schema_url(TEMPLATE), create=True).close()
        return self._dumped(TEMPLATE)

    def _dumped(self, schema: str) -> str:
        command = [str(self.server.bin / "pg_dump"), "--schema", schema, "--inserts", self.server.url()]
        dumped = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return "\n".join(line for line in dumped.splitlines() if not line.startswith("\\"))

    def _schema_url(self, name: str) -> str:
        return f"{self.server.url()}&options=-csearch_path%3D{name}"

    def _run(self, statements: str, database: str = "postgres") -> None:
        with psycopg.connect(self.server.url(database)) as connection:
            connection.execute(statements.encode())

    def close(self) -> None:
        if "server" in vars(self):
            self.server.close()


@contextmanager
def temporary_databases() -> Iterator[Databases]:
    """Makes databases for the duration of the block; also usable outside pytest, by benchmarks and tools."""
    with TemporaryDirectory(prefix="hr-floor-") as home:
        databases = Databases(Path(home))
        try:
            yield databases
        finally:
            databases.close()
