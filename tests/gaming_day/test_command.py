"""`tablelaw gaming-day`: a page, JSON, a picture, and a story if floor and auditor differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import Run, wide_command
from tests.document_blocks import blocks_of
from tests.gaming_day.planted import a_contribution_twice, a_seed_not_moved
from tests.printed_commands import run_page


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return wide_command(monkeypatch, capsys)


def test_a_day_is_shown_on_a_page(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("gaming-day", "--seed", "5", "-o", str(tmp_path))
    assert code == 0
    assert "disagreements" in out
    assert (tmp_path / "gaming-day-5.png").read_bytes().startswith(b"\x89PNG")


def test_a_day_as_json_says_how_to_play_it_again(run: Run) -> None:
    words = ("--seed", "4", "--tables", "1", "--rounds", "3", "--rulebook", "md-thb", "--json")
    told = json.loads(run("gaming-day", *words)[1])
    assert told["disagreement"] is None
    assert [table["rulebook"] for table in told["tables"]] == ["md-thb"]
    assert told["again"] == "tablelaw gaming-day --seed 4 --tables 1 --rounds 3 --rulebook md-thb"


def test_many_days_are_summed_up(run: Run) -> None:
    told = json.loads(run("gaming-day", "--seeds", "3-4", "--json")[1])
    assert (told["seeds"], told["disagreements"], told["days"]) == ([3, 4], 0, [])
    assert told["counts"]["rounds"] > 10


def test_a_floor_may_be_kept(run: Run, tmp_path: Path) -> None:
    kept = str(tmp_path / "floor.db")
    assert run("gaming-day", "--seed", "4", "--tables", "1", "--rounds", "2", "--db", kept)[0] == 0
    report = json.loads(run("report", "day", "--db", kept, "--json")[1])
    assert report["property"] == "Gaming Day"


def test_a_disagreement_ends_with_1_and_its_story(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    a_contribution_twice(monkeypatch, [])
    code, out, _ = run("gaming-day", "--seed", "1")
    assert code == 1
    assert "to repeat: tablelaw gaming-day --seed 1" in out
    assert "the auditor disagrees, in " in out and " of the script: meter:" in out


@pytest.mark.parametrize(
    ("words", "accepted"),
    [
        (("--seeds", "9-3"), "two whole numbers"),
        (("--seeds", "1-2", "--db", "x.db"), "--seed with --db"),
        (("--rulebook", "pa-1"), "pa-647a"),
    ],
)
def test_what_is_no_day_is_refused(words: tuple[str, ...], accepted: str, run: Run) -> None:
    code, _, complaint = run("gaming-day", *words)
    assert code == 2
    assert accepted in complaint


def test_the_commands_of_the_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    short, many, *_, as_json = run_page("gaming-day", monkeypatch, capsys)
    assert "Gaming day, seed 7" in short and "10" in many and json.loads(as_json)["seed"] == 3
    assert (tmp_path / "day.db").exists() and list((tmp_path / "pictures").iterdir())


def test_the_story_of_the_page_is_the_one_that_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    a_seed_not_moved(monkeypatch, [])
    code, out, _ = run("gaming-day", "--seed", "3")
    (page,) = (one.text for one in blocks_of("docs/gaming-day.md") if one.first.startswith("Seed 3, with"))
    assert code == 1
    assert " ".join(page.split()) in " ".join(out.split())
