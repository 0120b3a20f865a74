"""A short session for all tests of the verifier that change a log, and a longer one for rare events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.verifier.evening import Evening
from tests.verifier.paper import Paper

HANDS, MORE_HANDS = 120, 300


@contextmanager
def evening_of(hands: int) -> Iterator[Paper]:
    with TemporaryDirectory(prefix="hr-paper-") as name:
        folder = Path(name)
        evening = Evening(folder, "paper", hands, "md")
        yield Paper(evening.played(folder / "log.jsonl"), evening.key)


@pytest.fixture(scope="session")
def written() -> Iterator[Paper]:
    with evening_of(HANDS) as paper:
        yield paper


@pytest.fixture(scope="session")
def written_longer() -> Iterator[Paper]:
    with evening_of(MORE_HANDS) as paper:
        yield paper


@pytest.fixture
def paper(written: Paper) -> Paper:
    """The log, to be modified."""
    return written.copy()


Change = Callable[[Callable[[Paper], Any]], tuple[Paper, Any]]


@pytest.fixture
def changed(request: pytest.FixtureRequest, paper: Paper) -> Change:
    """Makes a change in the short log, or in the longer one if the short one has no place for it."""

    def change(make: Callable[[Paper], Any]) -> tuple[Paper, Any]:
        try:
            return paper, make(paper)
        except (StopIteration, AssertionError):
            longer: Paper = request.getfixturevalue("written_longer").copy()
            return longer, make(longer)

    return change
