"""The README's example runs as written, and the figures it states are true."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablelaw import rulebooks
from tablelaw.cli.application import app
from tablelaw.law.rulebook import Rulebook
from tablelaw.submission.signs.sign import make_sign
from tablelaw.submission.signs.svg import sign_svg
from tablelaw.submission.submission import load_submission

ROOT = Path(__file__).parents[1]


def test_the_readmes_hand_is_decided_as_shown() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted >= 8
    assert result.failed == 0


def test_the_readmes_count_of_paragraphs_is_true() -> None:
    total = sum(len(book.provisions) for book in rulebooks.all_rulebooks())
    assert f"All {total:,} paragraphs" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("book", rulebooks.all_rulebooks(), ids=lambda book: book.id)
def test_the_readme_says_what_is_known_of_a_text_that_is_not_simply_in_force(book: Rulebook) -> None:
    """The README uses the words of the rulebook's own status."""
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    (row,) = (line for line in lines if line.startswith(f"| `{book.id}` |") and book.game in line)
    assert (f"({book.status})" in row) == (book.status != "in force")


def test_the_readmes_picture_is_the_sign_of_its_example() -> None:
    submission = load_submission(ROOT / "examples" / "submissions" / "pa-653a.toml")
    drawn = (ROOT / "docs" / "images" / "sign-pa-653a.svg").read_text("utf-8")
    assert drawn.strip() == sign_svg(make_sign(submission)).strip()


def test_the_readmes_round_is_the_round_that_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = CliRunner().invoke(app, ["play", "pa-653a", "--seed", "3", "--auto", "1"]).output
    written = (ROOT / "README.md").read_text("utf-8").partition("```text\n")[2].partition("```")[0]
    assert written.strip() in "\n".join(line.rstrip() for line in shown.splitlines())
