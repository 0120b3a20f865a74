"""A short session for all tests of the verifier that change a log, and a longer one for rare events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.verifier.editable_log import EditableLog
from tests.verifier.played_session import PlayedSession

HANDS, MORE_HANDS = 120, 300
BOOKS = ("pa-647a", "md-thb", "ma-colorado", "pa-653a", "pa-677a", "pa-678a")
"""Named, because one more rulebook would make other sessions, without some of the rare events that forgeries need;
sessions of every rulebook are rebuilt in `test_rebuild.py`."""


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


@pytest.fixture
def editable(written: EditableLog) -> EditableLog:
    """The log, to be modified."""
    return written.copy()


Change = Callable[[Callable[[EditableLog], Any]], tuple[EditableLog, Any]]


@pytest.fixture
def changed(request: pytest.FixtureRequest, editable: EditableLog) -> Change:
    """Makes a change in the short log, or in the longer one if the short one has no place for it."""

    def change(make: Callable[[EditableLog], Any]) -> tuple[EditableLog, Any]:
        try:
            return editable, make(editable)
        except (StopIteration, AssertionError):
            longer: EditableLog = request.getfixturevalue("written_longer").copy()
            return longer, make(longer)

    return change
