"""`python -m bench` measures the named sections, or all of them, and refuses unknown names."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bench import __main__ as bench
from bench import solvers
from bench.solvers import Timed
from tablelaw import rulebooks
from tests.examples import FOLDER


def test_without_a_section_all_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make bench` calls it this way, on every version of Python."""
    measured: list[tuple[int, float]] = []

    def measure(repetitions: int, seconds: float) -> bool:
        measured.append((repetitions, seconds))
        return True

    monkeypatch.setattr(bench, "SECTIONS", dict.fromkeys(bench.SECTIONS, measure))
    monkeypatch.setattr(sys, "argv", ["bench"])
    assert bench.main() == 0
    assert measured == [(5, 1.0)] * len(bench.SECTIONS)


def test_named_sections_are_measured_in_their_order() -> None:
    assert bench.read_options(["floor", "table"]).sections == ["floor", "table"]


def test_an_unknown_section_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bench.read_options(["tables"])
    assert ended.value.code == 2
    assert "no section tables; accepted: table, evaluator" in capsys.readouterr().err


def test_help_is_given_without_measuring() -> None:
    told = subprocess.run([sys.executable, "-m", "bench", "--help"], capture_output=True, text=True, check=True)
    assert all(name in told.stdout for name in bench.SECTIONS)


BOUNDS = {
    "casino-holdem": 3,
    "fr-holdem": 3,
    "three-card-poker": 1,
    "fr-trois-cartes": 1,
    "mississippi-stud": 1,
    "let-it-ride": 1,
    "caribbean-stud": 20,
    "fr-stud": 600,
}
"""The longest that the main game may take, in seconds on two idle cores."""


@pytest.mark.parametrize(("book", "most"), BOUNDS.items())
def test_a_solver_is_judged_below_at_and_above_its_bound(book: str, most: float) -> None:
    judged = [Timed(book, "main", seconds, 2 * seconds, 500).met for seconds in (most - 0.01, most, most + 0.01)]
    assert judged == [True, True, False]
    memory = [Timed(book, "main", most, most, mb).met for mb in (solvers.LIMIT_MB, solvers.LIMIT_MB + 1)]
    assert memory == [True, False]


def test_every_main_game_is_timed_and_those_that_take_minutes_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, str]] = []

    def run(book: str, question: str) -> dict[str, float]:
        asked.append((book, question))
        return {"seconds": 601.0 if book == "fr-stud" else 0.5, "of_all_cores": 1.0, "peak_kb": 1024.0}

    monkeypatch.setattr(solvers, "_run", run)
    assert not solvers.measure(2, 1.0), "one bound is missed"
    every = {*rulebooks.IDS, *(path.name for path in FOLDER.iterdir())}
    assert {book for book, question in asked if question == "main"} == every
    assert asked.count(("fr-stud", "main")) == 1 and asked.count(("fr-holdem", "main")) == 3
    said = capsys.readouterr().out
    assert said.count("main game") == len(every) and said.count("FAIL") == 1
