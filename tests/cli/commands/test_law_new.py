"""`law new` writes a folder that loads, has no faults and explains every row."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tablelaw import rulebooks
from tablelaw.cli.law_check.new_rulebook import ABOUT_ROWS, ROW
from tablelaw.rulebooks import outside
from tests.command import Run, wide_command
from tests.examples import FOLDER


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    monkeypatch.setenv(outside.PATHS, str(FOLDER))
    return wide_command(monkeypatch, capsys)


@pytest.mark.parametrize("sister", ["three-card-poker", "let-it-ride", "pa-678a"])
def test_the_folder_loads_and_explains_every_row(run: Run, tmp_path: Path, sister: str) -> None:
    folder = tmp_path / "own"
    code, out, err = run("law", "new", "my-game", "--like", sister, "--to", str(folder), "--json")
    assert code == 0 and json.loads(out)["rulebook"] == "my-game", err
    assert rulebooks.faults_of(folder) == []
    book = rulebooks.load(folder)
    assert (book.id, book.jurisdiction) == ("my-game", "House rules") and not book.presentation.featured
    assert len(book.rules) == len(rulebooks.get(sister).rules)
    for file in folder.glob("*.toml"):
        lines = file.read_text("utf-8").splitlines()
        assert lines[0].startswith("# ") and "FILL IN" in lines[1], file.name
        for before, line in pairwise(lines):
            if row := ROW.match(line):
                assert before == f"# {ABOUT_ROWS[row['section']]}", line


def test_the_rounds_of_the_sister_are_copied_and_played(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    assert run("law", "new", "my-game", "--like", "three-card-poker", "--to", str(folder))[0] == 0
    code, out, _ = run("law", "check", str(folder), "--json")
    found = json.loads(out)
    assert (code, found["faults"]) == (0, []) and found["scenarios"]["played"] > 10


def test_tests_of_the_package_are_not_named_by_the_copy(run: Run, tmp_path: Path) -> None:
    """`law check` says for each paragraph that its scenario is still to be written."""
    folder = tmp_path / "own"
    assert run("law", "new", "my-game", "--like", "pa-678a", "--to", str(folder))[0] == 0
    assert "tests/" not in (folder / "provisions.toml").read_text("utf-8")
    code, out, _ = run("law", "check", str(folder), "--json")
    told = {fault["what"] for fault in json.loads(out)["faults"]}
    assert code == 1 and "shown_by: no file 'scenarios.toml' in the folder" in told


def test_rows_that_the_sister_shares_are_drawn_in_and_told(run: Run, tmp_path: Path) -> None:
    assert run("law", "new", "my-game", "--like", "let-it-ride", "--to", str(tmp_path / "own"))[0] == 0
    written = (tmp_path / "own" / "duties.toml").read_text("utf-8")
    says = "The cover card goes in at least ten cards from the top; a deck shuffled by a shuffler is not cut."
    assert f'[[duties]]\n# Cut at ten or more: {says}\nshared = "house.cut"\ncite = ["8(b)", "1(c)"]\n' in written


def test_the_command_says_what_to_do_next(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("law", "new", "my-game", "--like", "three-card-poker", "--to", str(tmp_path / "own"))
    assert code == 0 and re.search(r"13 files|12 files|11 files", out) and "tablelaw law check" in out


@pytest.mark.parametrize(
    ("name", "like", "what"),
    [
        ("My Game", "pa-678a", "is not a valid id"),
        ("pa-653a", "pa-678a", "is taken"),
        ("three-card-poker", "pa-678a", "is taken"),
        ("my-game", "nothing", "no rulebook 'nothing'"),
    ],
)
def test_what_cannot_be_written_is_refused(run: Run, tmp_path: Path, name: str, like: str, what: str) -> None:
    code, _, err = run("law", "new", name, "--like", like, "--to", str(tmp_path / "own"))
    assert code == 2 and what in err and "accepted: " in err and not (tmp_path / "own").exists()


def test_a_folder_that_is_there_is_left_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "kept.txt").write_text("kept")
    code, _, err = run("law", "new", "my-game", "--like", "pa-678a", "--to", str(tmp_path))
    assert code == 2 and "already exists" in err and [path.name for path in tmp_path.iterdir()] == ["kept.txt"]
