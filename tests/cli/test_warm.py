"""Kernels are compiled once: a first answer says so, and `tablelaw warm` does it in advance."""

from __future__ import annotations

from pathlib import Path

import numba
import pytest

from tablelaw import rulebooks
from tablelaw.cli.progress import solving
from tablelaw.studies import warm
from tests.command import run_command

LINE = "Compiling kernels for this machine, once"


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of kernels, as on a fresh install."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    return tmp_path


def test_a_first_question_says_once_that_kernels_are_compiled(stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with solving() as tell:
        tell("one game")
        tell("another")
    assert capsys.readouterr().err.count(LINE) == 1


def test_nothing_is_said_once_kernels_are_stored(stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (stored / "analysis").mkdir()
    (stored / "analysis" / "kernel.nbi").touch()
    with solving() as tell:
        tell("one game")
    assert LINE not in capsys.readouterr().err


def test_nothing_is_said_where_nothing_is_solved(stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with solving():
        pass
    assert capsys.readouterr().err == ""


def test_warm_prepares_every_quick_rulebook_and_a_table_of_each_family(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dealt, solved = list[str](), list[str]()
    monkeypatch.setattr(warm, "_deal", lambda submission: dealt.append(submission.book.id))
    monkeypatch.setattr(warm, "analyze", lambda book, tell: solved.append(book.id))
    code, out, _ = run_command(monkeypatch, capsys, "warm")
    assert code == 0 and "compiled kernels" in out
    assert len(dealt) == len(warm.one_of_each_simulated_family())
    assert "fr-stud" not in solved and len(solved) == len(rulebooks.IDS) - 1
