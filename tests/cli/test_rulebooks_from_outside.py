"""Every command that reads a rulebook takes one from outside the package by its id."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tablelaw.rulebooks import outside
from tests.command import Run, wide_command
from tests.examples import FOLDER

GAME = "three-card-poker"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv(outside.PATHS, "")
    return wide_command(monkeypatch, capsys)


@pytest.fixture
def submission(run: Run, tmp_path: Path) -> Path:
    file = tmp_path / "own.toml"
    written = run("--rulebooks", str(FOLDER), "submission", "new", GAME, "-o", str(file))
    assert written[0] == 0, written
    return file


def test_the_option_finds_what_it_names(run: Run) -> None:
    code, out, _ = run("--rulebooks", str(FOLDER / GAME))
    assert code == 0 and GAME in out
    code, _, err = run("--rulebooks", str(FOLDER / GAME), "law", "nothing")
    assert code == 2 and GAME in err and "--rulebooks PATH" in err


@pytest.mark.parametrize(
    "arguments",
    [
        *(("law", GAME), ("law", "show", GAME, "5(b)"), ("procedure", GAME, "--method", "hand")),
        *(("settle", "--template", GAME), ("play", GAME, "--auto", "1")),
        ("advise", GAME, "--cards", "Qh 6d 4c"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_reader_takes_the_id(run: Run, arguments: tuple[str, ...]) -> None:
    code, _, err = run("--rulebooks", str(FOLDER), *arguments)
    assert code == 0, err


def test_advice_takes_the_decisions_before(run: Run) -> None:
    asked = ("--rulebooks", str(FOLDER), "advise", "let-it-ride", "--cards", "Ts Td 4c", "--board", "2h", "--earlier")
    code, out, err = run(*asked, "pull", "--json")
    assert code == 0, err
    assert '"earlier": "pull"' in out
    code, _, err = run(*asked, "bet 1x")
    assert code == 2
    assert "first-bet: 'bet 1x'; accepted: pull or ride" in err


def test_advice_says_which_decisions_before_it_assumes(run: Run) -> None:
    asked = ("--rulebooks", str(FOLDER), "advise", "let-it-ride", "--cards", "9s 7d 4c", "--board", "2h")
    assert "after pull (best play; --earlier says otherwise)" in " ".join(run(*asked)[1].split())
    assert "otherwise" not in run(*asked, "--earlier", "pull")[1]


ROUND = """rulebook = "let-it-ride"
[cards]
community = "Ks 9d"
[seats.1]
cards = "Ts Js Qs"
wagers = { ante = "$10", first = "$10", second = "$10" }
decisions = ["pull", "ride"]
"""


@pytest.mark.parametrize(
    ("find", "put", "told"),
    [
        (
            *(', second = "$10"', ""),
            "seat 1: Bet 2 is missing; every player places it (2(b)); accepted: second placed",
        ),
        ('"ride"', '"fold"', "fold (5(b)); accepted: pull or ride"),
        ('"ride"', '"ride now"', 'the decision cannot be read; \'ride now\'; accepted: "pull" or "ride"'),
    ],
)
def test_a_round_that_cannot_be_settled_says_what_its_game_takes(
    run: Run, tmp_path: Path, find: str, put: str, told: str
) -> None:
    file = tmp_path / "round.toml"
    file.write_text(ROUND.replace(find, put), "utf-8")
    code, _, err = run("--rulebooks", str(FOLDER), "settle", str(file))
    assert code == 2 and told in err, err


def test_a_wager_that_was_taken_back_has_no_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text(ROUND, "utf-8")
    code, out, err = run("--rulebooks", str(FOLDER), "settle", str(file), "--json")
    assert code == 0, err
    (seat,) = json.loads(out)["seats"]
    assert [line["wager"] for line in seat["lines"]] == ["ante", "second"]


@pytest.mark.parametrize("command", [("submission", "check"), ("sign",)], ids=lambda command: command[0])
def test_a_reader_takes_the_submission(run: Run, submission: Path, command: tuple[str, ...]) -> None:
    code, _, err = run("--rulebooks", str(FOLDER), *command, str(submission))
    assert code == 0, err


@pytest.mark.slow
def test_the_exact_readers_take_it(run: Run, submission: Path) -> None:
    code, out, err = run("--rulebooks", str(FOLDER), "analyze", GAME)
    assert code == 0 and "3.3730%" in out, err
    code, out, err = run("--rulebooks", str(FOLDER), "par", str(submission))
    assert code == 0 and "3.3730%" in out, err


# --- A floor ------------------------------------------------------------------------------------------------


class Folder:
    """A copy of the example and a floor next to it; each command runs in its own process, so it reads the folder in its
    current state.
    """

    def __init__(self, place: Path) -> None:
        self.place, self.book = place, Path(shutil.copytree(FOLDER / GAME, place / "book"))
        told = {outside.PATHS: str(self.book), "TABLELAW_DB": "floor.db", "TABLELAW_BY": "floor:cho"}
        self.environment = {**os.environ, **told, "COLUMNS": "400"}

    def run(self, *arguments: str, code: int = 0) -> str:
        command = [sys.executable, "-m", "tablelaw.cli.main", *arguments]
        done = subprocess.run(
            command, cwd=self.place, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stderr
        return done.stdout + done.stderr

    def change(self, file: str, find: str, put: str) -> None:
        path = self.book / file
        text = path.read_text("utf-8")
        assert find in text
        path.write_text(text.replace(find, put), "utf-8")


@pytest.mark.slow
def test_a_changed_folder_is_refused_by_name_on_a_floor_installed_under_the_other(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.run("floor", "init", "--property", "House Casino", "--jurisdiction", "pa")
    folder.run("submission", "new", GAME, "--property", "House Casino", "-o", "own.toml")
    folder.run("floor", "install", "own.toml", "--tray", "100,000")
    folder.run("floor", "open", str(datetime.now(ZoneInfo("America/New_York")).date()))
    folder.change("rulebook.toml", "value = 10\n", "value = 12\n")
    said = folder.run("floor", "deal", "T-1", code=2)
    assert "refused (other-rules)" in said and "the rulebook's facts: not the same as when" in said
    folder.change("rulebook.toml", "value = 12\n", "value = 10\n")
    folder.run("floor", "deal", "T-1")
    folder.environment[outside.PATHS] = ""
    assert f"no rulebook '{GAME}'" in folder.run("floor", "status", code=2)
