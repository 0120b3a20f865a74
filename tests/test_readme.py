"""The README's example runs as written, and the figures it states are true."""

from __future__ import annotations

import doctest
from pathlib import Path

from houserules import rulebooks

ROOT = Path(__file__).parents[1]


def test_the_readmes_hand_is_decided_as_shown() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted >= 8
    assert result.failed == 0


def test_the_readmes_count_of_paragraphs_is_true() -> None:
    total = sum(len(book.provisions) for book in rulebooks.all_rulebooks())
    assert f"All {total:,} paragraphs" in (ROOT / "README.md").read_text("utf-8")
