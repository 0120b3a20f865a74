"""docs/python.md runs as printed."""

from __future__ import annotations

import doctest
from pathlib import Path

import tablelaw as tl

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_every_block_of_the_page_runs_as_printed() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted >= 30
    assert result.failed == 0


def test_every_python_block_of_the_page_is_a_session() -> None:
    blocks = PAGE.read_text("utf-8").split("```python\n")[1:]
    assert all(block.startswith(">>> ") for block in blocks)


def test_every_public_name_is_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    assert [name for name in tl.__all__ if name != "__version__" and f"`tl.{name}(" not in text] == []
