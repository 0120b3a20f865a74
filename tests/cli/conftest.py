"""Floors for tests of the command line: a new folder, an open floor, a floor in a round, and one after a round."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.floors import Floor, Ready


@pytest.fixture(scope="session")
def ready() -> Ready:
    return Ready()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Floor:
    """A folder without a floor."""
    return Floor(tmp_path, monkeypatch, capsys)


@pytest.fixture
def floor(folder: Floor, ready: Ready) -> Floor:
    return ready.give(folder, "open", Floor.open)


@pytest.fixture
def in_round(folder: Floor, ready: Ready) -> Floor:
    def build(floor: Floor) -> None:
        floor.open()
        floor.deal()

    return ready.give(folder, "in a round", build)


@pytest.fixture
def played(folder: Floor, ready: Ready) -> Floor:
    def build(floor: Floor) -> None:
        floor.open()
        floor.deal()
        floor.finish()

    return ready.give(folder, "played", build)
