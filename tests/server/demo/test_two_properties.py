"""The demo's two properties: each has the games in its currency, and each lobby links to the other."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tablelaw import jurisdictions, rulebooks
from tablelaw.rulebooks import outside
from tablelaw.server.demo.property import IN_DOLLARS, IN_EUROS, PROPERTIES, DemoProperty

LONGEST_WAIT = 90


def two_free_ports() -> int:
    """Returns the first of two consecutive free ports."""
    for port in range(20_000 + time.time_ns() % 20_000, 60_000):
        with socket.socket() as one, socket.socket() as other:
            try:
                one.bind(("127.0.0.1", port))
                other.bind(("127.0.0.1", port + 1))
            except OSError:
                continue
            return port
    raise AssertionError("no two neighbouring ports are free")


@pytest.mark.parametrize("demo", PROPERTIES.values(), ids=lambda demo: demo.jurisdiction)
def test_a_property_has_a_table_of_every_game_in_its_currency(demo: DemoProperty) -> None:
    currency = jurisdictions.get(demo.jurisdiction).currency
    own = {book.id for book in rulebooks.all_rulebooks() if jurisdictions.find_currency(book) == currency}
    assert own == set(demo.tables.values()) and len(demo.tables) == len(own)
    assert set(demo.real_cards.values()) <= own and not demo.real_cards.keys() & demo.tables.keys()


def test_every_game_of_the_package_has_its_table_somewhere() -> None:
    shown = {book for demo in PROPERTIES.values() for book in demo.tables.values()}
    assert shown == set(rulebooks.IDS)


def test_sums_of_a_property_are_written_in_its_currency() -> None:
    (table, book), *_ = IN_EUROS.tables.items()
    assert "€" in IN_EUROS.submission(table, book) and "$" not in IN_EUROS.submission(table, book)
    (table, book), *_ = IN_DOLLARS.tables.items()
    assert "$" in IN_DOLLARS.submission(table, book)


@contextmanager
def demo_at(port: int, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Starts `tablelaw serve --demo` from the command line, without a database."""
    command = [sys.executable, "-m", "tablelaw.cli.main", "serve", "--demo", "--quick", "--port", str(port)]
    own = {name: value for name, value in os.environ.items() if name != outside.PATHS}
    with subprocess.Popen(command, cwd=folder, env=own, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:
        try:
            yield server
        finally:
            server.terminate()
            server.wait(30)


def answer(port: int, path: str) -> Any:
    """Returns the server's JSON response, waiting until the server is up."""
    until = time.monotonic() + LONGEST_WAIT
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as response:
                return json.load(response)
        except urllib.error.HTTPError:
            raise
        except OSError:
            assert time.monotonic() < until, "the server did not open"
            time.sleep(0.2)


def test_one_command_serves_both_and_each_lobby_links_to_the_other(tmp_path: Path) -> None:
    port = two_free_ports()
    with demo_at(port, tmp_path) as server:
        lobbies = {law: answer(port + n, "/api/lobby") for n, law in enumerate(("pa", "fr"))}
        money = {law: answer(port + n, "/api/session")["money"] for n, law in enumerate(("pa", "fr"))}
        server.terminate()
        assert server.stdout is not None
        said = server.stdout.read().decode()
    for n, (law, other) in enumerate((("pa", "fr"), ("fr", "pa"))):
        beside = {"name": PROPERTIES[other].name, "address": f"http://127.0.0.1:{port + 1 - n}"}
        assert lobbies[law]["property"] == PROPERTIES[law].name and lobbies[law]["beside"] == [beside]
        assert f"http://127.0.0.1:{port + n}" in said, "both addresses are printed"
        assert {table["rulebook"] for table in lobbies[law]["tables"]} == set(PROPERTIES[law].tables.values())
    assert money["pa"] == {"symbol": "$", "decimal": ".", "grouping": ","}
    assert money["fr"] == {"symbol": "\u00a0€", "decimal": ",", "grouping": "\u00a0", "position": "after"}
    assert {path.name for path in (tmp_path / ".tablelaw").glob("*.db")} == {"demo.db", "demo-fr.db"}


@pytest.mark.parametrize("taken", [0, 1])
def test_a_taken_port_of_either_is_refused_before_anything_is_made(tmp_path: Path, taken: int) -> None:
    port = two_free_ports()
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", port + taken))
        busy.listen()
        with demo_at(port, tmp_path) as server:
            assert server.stdout is not None
            said = server.stdout.read().decode()
            assert server.wait(60) == 2 and f"127.0.0.1:{port + taken}" in "".join(said.split())
    assert not list(tmp_path.rglob("*.db"))
