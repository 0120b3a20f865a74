"""Carries out the tutorial of docs/rulebooks.md: its blocks make the example folder, which gives the tutorial's
figures.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.api import analyze
from tablelaw.cards import RANKINGS
from tablelaw.errors import BadRulebook
from tests.examples import FOLDER, SCENARIOS

PAGE = Path(__file__).parents[2] / "docs" / "rulebooks.md"
GAME = "three-card-poker"
BLOCK = re.compile(r'^```\w+ title="(?P<name>[^"]+)"\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL)


def blocks() -> dict[str, str]:
    """The files of the tutorial."""
    return {name: text for name, text in titled() if "/" not in name}


def titled() -> list[tuple[str, str]]:
    return [(block["name"], block["text"]) for block in BLOCK.finditer(PAGE.read_text("utf-8"))]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    place = tmp_path / GAME
    place.mkdir()
    return place


def test_after_every_step_the_missing_files_are_listed_and_at_the_end_none(folder: Path) -> None:
    steps = blocks()
    for done, (name, text) in enumerate(steps.items(), 1):
        (folder / name).write_text(text, "utf-8")
        faults = rulebooks.faults_of(folder)
        assert all(isinstance(fault, BadRulebook) and fault.accepted for fault in faults)
        assert bool(faults) == (done < len(steps)), [str(fault) for fault in faults]


def test_the_page_makes_the_example_folder() -> None:
    there = {path.name: path.read_text("utf-8") for path in (FOLDER / GAME).iterdir() if path.is_file()}
    there.pop(SCENARIOS)
    assert blocks() == there


def test_the_parts_of_another_game_are_in_its_example_folder() -> None:
    parts = [(name, text) for name, text in titled() if "/" in name]
    assert len(parts) == 4
    assert [name for name, text in parts if text not in (FOLDER / name).read_text("utf-8")] == []


def test_the_page_names_every_ranking_of_the_package() -> None:
    text = PAGE.read_text("utf-8")
    assert [name for name in RANKINGS if "/" not in name and ", " not in name and f"`{name}`" not in text] == []


@pytest.mark.slow
def test_the_figures_come_out(folder: Path) -> None:
    for name, text in blocks().items():
        (folder / name).write_text(text, "utf-8")
    found = analyze(rulebooks.load(folder))
    main, beside = found.results[0], found.results[1:]
    pair_plus = next(result for result in beside if result.wager == "pair-plus")
    assert f"{float(-main.ev):.4%}" == "3.3730%" and f"{float(-pair_plus.ev):.4%}" == "2.3167%"
    figures = PAGE.read_text("utf-8").partition("### The figures")[2]
    assert all(figure in figures for figure in ("3.3730%", "2.3167%", "1.6393", "44.9127%", "3.5057%"))
    assert main.distribution is not None and f"{main.distribution.standard_deviation:.4f}" == "1.6393"
    assert f"{float(main.distribution.frequency('won')):.4%}" == "44.9127%"
