"""docs/python.md runs as printed."""

from __future__ import annotations

import doctest
import json
from pathlib import Path
from typing import Any

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


def test_every_result_is_what_the_page_says_it_is() -> None:
    game = "fr-trois-cartes"
    analysis = tl.analyze(game, wagers=["main"])
    table = {"high card": "fold", "else": "bet"}
    results: list[Any] = [
        *(analysis, analysis.results[0], tl.advise(game, "Qh Jd 9c"), tl.protect(game, ["dealer:1"])),
        *(
            tl.value(game, table),
            tl.simulate(game, 2_000, strategy="Q-6-4 or better"),
            tl.play(game, strategy=["bet"]),
            tl.par(game),
        ),
    ]
    for result in results:
        assert [name for name in ("rows", "as_json", "to_pandas", "plot") if not hasattr(result, name)] == [], result
        assert json.dumps(result.as_json())
