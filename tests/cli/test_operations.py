"""docs/operations.md is run exactly as written: each command prints what is shown below it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablelaw.floor.store.api import place_of
from tests.cli.console import ANY, ROOT, Console, Typed, is_as_expected, sessions
from tests.cli.practice import practised
from tests.command import run_command
from tests.floor.databases import temporary_databases

DOCUMENT = ROOT / "docs" / "operations.md"
SERVER = "postgresql://casino@db.example/floor"
"""The name of an empty PostgreSQL database in the document."""
HASH = re.compile(r"[0-9a-f]{64}")


@pytest.fixture
def server() -> Iterator[tuple[str, str]]:
    """The address of an empty database, and the form in which it is shown."""
    with temporary_databases() as databases:
        address = databases.empty("postgresql")
        place = place_of(address)
        assert not isinstance(place, Path)
        yield address, place.render_as_string(hide_password=True)


def test_every_session_of_the_document_is_as_it_stands(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    server: tuple[str, str],
) -> None:
    for name in ("TABLELAW_DB", "TABLELAW_BY", "COLUMNS"):
        monkeypatch.setenv(name, "")
    monkeypatch.chdir(tmp_path)

    def run(number: int, *arguments: str) -> tuple[int, str, str]:
        with practised(number):
            return run_command(monkeypatch, capsys, *arguments)

    console = Console(run, tmp_path)
    try:
        for typed in sessions(DOCUMENT):
            shown = [_masked(line, server) for line in console.type(_addressed(typed, server))]
            expected = [_masked(line, server) for line in typed.expected]
            assert is_as_expected(shown, expected), _told(typed, shown)
    finally:
        console.kill()


def _addressed(typed: Typed, server: tuple[str, str]) -> Typed:
    return typed._replace(command=typed.command.replace(SERVER, server[0]))


def _masked(line: str, server: tuple[str, str]) -> str:
    """Masks hashes, which depend on every byte of every entry, so that only their presence is compared."""
    return HASH.sub("HASH", line.replace(server[1], SERVER).replace(server[0], SERVER))


def _told(typed: Typed, shown: list[str]) -> str:
    return "\n".join([f"operations.md line {typed.line}: $ {typed.command}", *shown])


def test_the_document_pulls_the_plug_in_the_middle_of_a_round() -> None:
    typed = [one.command for one in sessions(DOCUMENT)]
    killed = typed.index("kill -9 %1")
    assert any(command.endswith("--stay &") for command in typed[:killed])
    assert "floor status UTH-1" in typed[killed + 1]


@pytest.mark.parametrize(
    ("shown", "expected", "is_same"),
    [
        (["a", "b"], ["a", "b"], True),
        (["a", "b"], ["a", "c"], False),
        (["a", "b"], ["a"], False),
        (["a"], ["a", "b"], False),
        (["a", "b", "c"], ["a", ANY, "c"], True),
        (["a", "c"], ["a", ANY, "c"], True),
        (["a", "b", "c"], [ANY, "b", ANY], True),
        (["a", "b", "c"], [ANY, "d", ANY], False),
    ],
)
def test_what_counts_as_the_same(shown: list[str], expected: list[str], is_same: bool) -> None:
    assert is_as_expected(shown, expected) is is_same
