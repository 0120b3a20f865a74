"""Carries out the tutorial of docs/rulebooks.md: its blocks make the example folder, which gives the tutorial's
figures.
"""

from __future__ import annotations

import re
import shlex
import shutil
import tomllib
from pathlib import Path

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.api import analyze
from tablelaw.cards import RANKINGS, own_digest
from tablelaw.cli.law_check.folder_scenarios import missing_tests
from tablelaw.errors import BadRulebook
from tablelaw.law.cite import Cite
from tablelaw.law.notation import read_notation
from tests.command import run_command
from tests.document_blocks import blocks_of
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
        faults = rulebooks.faults_of(folder) or [*missing_tests(rulebooks.load(folder), folder)]
        assert all(isinstance(fault, BadRulebook) and fault.accepted for fault in faults)
        assert bool(faults) == (done < len(steps)), [str(fault) for fault in faults]


def test_the_page_makes_the_example_folder() -> None:
    there = {path.name: path.read_text("utf-8") for path in (FOLDER / GAME).iterdir() if path.is_file()}
    larger, shown = there.pop(SCENARIOS), blocks()
    head, *rounds = re.split(r"(?m)^(?=\[\[scenario\]\])", shown.pop(SCENARIOS))
    assert shown == there
    assert len(rounds) == 3 and [text for text in rounds if text.rstrip() not in larger] == []
    assert larger.split("\n", 1)[1].startswith(head.split("\n", 1)[1].rstrip())


def test_the_parts_of_another_game_are_in_its_example_folder() -> None:
    parts = [(name, text) for name, text in titled() if "/" in name]
    assert len(parts) == 7
    assert [name for name, text in parts if text not in (FOLDER / name).read_text("utf-8")] == []


def test_every_titled_block_is_a_file_or_a_part_of_one() -> None:
    """The two tests above compare all of them."""
    shown = [block for block in blocks_of("docs/rulebooks.md") if block.kind.endswith(" title")]
    assert [block.text for block in shown] == [text for _, text in titled()]


ROWS = [block for block in blocks_of("docs/rulebooks.md", "toml") if block.first.startswith("[[")]
"""Blocks without a title that show rows of a file; the others show a notation."""


@pytest.mark.parametrize("text", [block.text for block in ROWS], ids=[f"line {block.line}" for block in ROWS])
def test_rows_that_the_page_shows_fit_into_the_example(text: str, folder: Path) -> None:
    """They take the place of the rows with the same ids, in a copy of the game that the tutorial builds."""
    shutil.copytree(FOLDER / GAME, folder, dirs_exist_ok=True)
    (kind,) = shown = tomllib.loads(text)
    file = folder / f"{kind}.toml"
    head, *rows = re.split(rf"(?m)^(?=\[\[{kind}\]\])", file.read_text("utf-8"))
    replaced = {id_of(row) for row in shown[kind]}
    kept = [row for row in rows if id_of(tomllib.loads(row)[kind][0]) not in replaced]
    assert len(kept) == len(rows) - len(replaced)
    file.write_text("".join([head, *(f"{row.rstrip()}\n\n" for row in [*kept, text])]), "utf-8")
    assert rulebooks.faults_of(folder) == []


def id_of(row: dict[str, str]) -> str:
    return row.get("id", row.get("shared", "").rpartition(".")[2])


def test_a_notation_that_the_page_shows_reads_its_example_and_writes_it_back() -> None:
    shown = [block.text for block in blocks_of("docs/rulebooks.md", "toml") if block not in ROWS]
    assert shown
    for text in shown:
        notation = read_notation(tomllib.loads(text)["notation"], "docs/rulebooks.md")
        assert str(Cite.parse(notation.example, notation)) == notation.example


def test_the_page_names_every_ranking_of_the_package() -> None:
    text = PAGE.read_text("utf-8")
    named = [name for name in RANKINGS if not own_digest(name) and ", " not in name]
    assert [name for name in named if f"`{name}`" not in text] == []


def test_the_printed_commands_run_on_the_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Runs the commands of the last section one after the other, beside the folder that the page makes."""
    for name, text in blocks().items():
        (folder / name).write_text(text, "utf-8")
    monkeypatch.chdir(folder.parent)
    monkeypatch.setenv("COLUMNS", "160")
    shown = {}
    for words in commands():
        code, out, err = run_command(monkeypatch, capsys, *words)
        assert code == 0, (words, err)
        shown[next(word for word in words if word in ("law", "analyze", "submission", "par"))] = out
    assert list(shown) == ["law", "analyze", "submission", "par"]
    assert "no faults" in shown["law"]
    assert all(figure in shown["analyze"] for figure in ("3.3730%", "2.3167%"))
    deviation = re.search(r"Standard deviation +([\d.]+)", shown["par"])
    assert deviation is not None and f"{float(deviation[1]):.4f}" == "1.6393"
    assert "44.9127%" in shown["par"]


def commands() -> list[list[str]]:
    """The words of the commands in the last section of the tutorial."""
    figures = PAGE.read_text("utf-8").partition("### The figures")[2]
    return [shlex.split(found) for found in re.findall(r"`tablelaw ([^`]+)`", figures)]


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
