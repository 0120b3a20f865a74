"""A short session for all verifier tests that change a log, and a longer one for rare events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.verifier.editable_log import EditableLog
from tests.verifier.played_session import PlayedSession
from tests.verifier.seldom_session import SeldomSession

HANDS, MORE_HANDS = 120, 300
BOOKS = ("pa-647a", "md-thb", "ma-colorado", "pa-653a", "pa-677a", "pa-678a")
"""The rulebooks of these sessions. They are listed because another rulebook would change the sessions, which might then
lack rare events that the forgeries need. `test_rebuild.py` rebuilds sessions of every rulebook.
"""
Make = Callable[[EditableLog], Any]
Change = Callable[[Make], tuple[EditableLog, Any]]


@contextmanager
def session_of(hands: int) -> Iterator[EditableLog]:
    with TemporaryDirectory(prefix="tablelaw-log-") as name:
        folder = Path(name)
        session = PlayedSession(folder, "paper", hands, "md", BOOKS)
        yield EditableLog(session.played(folder / "log.jsonl"), session.key)


@pytest.fixture(scope="session")
def written() -> Iterator[EditableLog]:
    with session_of(HANDS) as editable:
        yield editable


@pytest.fixture(scope="session")
def written_longer() -> Iterator[EditableLog]:
    with session_of(MORE_HANDS) as editable:
        yield editable


@pytest.fixture(scope="session")
def written_seldom() -> Iterator[EditableLog]:
    with TemporaryDirectory(prefix="tablelaw-log-") as name:
        folder = Path(name)
        session = SeldomSession(folder, "a", 0)
        yield EditableLog(session.played(folder / "log.jsonl"), session.key)


@pytest.fixture
def changed_seldom(written_seldom: EditableLog) -> Change:
    """Makes a change in the log of seldom orders."""
    return lambda make: made_in(written_seldom.copy(), make)


@pytest.fixture
def editable(written: EditableLog) -> EditableLog:
    """The log, ready to be edited."""
    return written.copy()


@pytest.fixture
def changed_as_a_whole(request: pytest.FixtureRequest, written: EditableLog) -> Change:
    """Makes a change in the short log, or in the longer log if nothing in the short one fits."""

    def change(make: Make) -> tuple[EditableLog, Any]:
        try:
            return made_in(written.copy(), make)
        except (StopIteration, AssertionError):
            return made_in(request.getfixturevalue("written_longer").copy(), make)

    return change


@pytest.fixture
def changed(written: EditableLog, changed_as_a_whole: Change) -> Change:
    """Makes a change among the first entries of the short log, or in a whole log if none of them fits."""

    def change(make: Make) -> tuple[EditableLog, Any]:
        try:
            return made_in(written.beginning(), make)
        except (StopIteration, AssertionError):
            return changed_as_a_whole(make)

    return change


def made_in(editable: EditableLog, make: Make) -> tuple[EditableLog, Any]:
    return editable, make(editable)
