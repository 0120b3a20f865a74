"""Accesses a floor's database without the store, as an operator or an intruder could."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from tablelaw.floor.store.api import place_of

ERRORS = (sqlite3.Error, psycopg.Error)


def carry_out(name: str, statement: str) -> list[Any]:
    """Executes one statement, commits, and returns the rows."""
    place = place_of(name)
    if isinstance(place, Path):
        with closing(sqlite3.connect(place, isolation_level=None)) as file:
            return file.execute(statement).fetchall()
    with psycopg.connect(name, autocommit=True) as server:
        found = server.execute(statement.encode())
        return list(found.fetchall()) if found.description else []
