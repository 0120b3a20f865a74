"""One small evening for all tests of the verifier that change a log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.verifier.evening import Evening
from tests.verifier.paper import Paper

HANDS = 300


@pytest.fixture(scope="session")
def written() -> Iterator[Paper]:
    with TemporaryDirectory(prefix="hr-paper-") as name:
        folder = Path(name)
        evening = Evening(folder, "paper", HANDS)
        yield Paper(evening.played(folder / "log.jsonl"), evening.key)


@pytest.fixture
def paper(written: Paper) -> Paper:
    """The log, to be written on."""
    return written.copy()
