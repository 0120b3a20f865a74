"""The README's example runs as written, and the figures it states are true."""

from __future__ import annotations

import doctest
import io
import re
import shlex
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablelaw import rulebooks
from tablelaw.cli.application import app
from tablelaw.law.rulebook import Rulebook
from tablelaw.submission.signs.sign import make_sign
from tablelaw.submission.signs.svg import sign_svg
from tablelaw.submission.submission import load_submission
from tests.command import run_command

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


# --- The commands of the table ----------------------------------------------------------------------------------

COMMANDS = re.findall(r"^\| `tablelaw ([^`]+)` \| ", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
NOT_RUN = {
    "protect pa-653a --seen dealer:1": "solves for a minute; tests/cli/commands/test_protect.py runs a smaller game",
    "par table.toml -o sheet.html": "solves for seconds; tests/cli/commands/test_par.py writes this form",
    "compare examples/submissions/pa-647a.toml examples/submissions/md-thb.toml": "solves for seconds; "
    "tests/cli/commands/test_par.py compares two submissions",
    "simulate examples/studies/hold-pa-653a.toml": "deals millions of rounds; tests/studies/test_documents.py runs "
    "the same command with a smaller study",
    "serve --demo": "runs until it is stopped; tests/browser opens the demo",
}
"""The commands that are not run as printed, and why."""


def test_the_commands_of_the_table_run_from_the_first_to_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(COMMANDS) >= 25 and set(NOT_RUN) <= set(COMMANDS)
    monkeypatch.chdir(tmp_path)
    for name in ("TABLELAW_DB", "TABLELAW_BY"):
        monkeypatch.setenv(name, "")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for command in COMMANDS:
        words, _, written = command.partition(" > ")
        if command in NOT_RUN:
            assert all((ROOT / word).exists() for word in words.split() if word.startswith("examples/"))
            continue
        monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
        code, out, err = run_command(monkeypatch, capsys, *shlex.split(words))
        assert code == 0, (command, err)
        if written:
            (tmp_path / written).write_text(out, "utf-8")


def test_no_document_installs_the_package_from_an_index() -> None:
    """There is no such package on an index, and somebody else could publish one under its name."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "verifier" / "README.md"]
    pages += [*(ROOT / "examples").rglob("*.md"), *(ROOT / "examples").rglob("*.ipynb")]
    pages.append(ROOT / "src" / "tablelaw" / "extras.py")
    asked = [line for page in pages for line in page.read_text("utf-8").splitlines() if "pip install" in line]
    named = [part for line in asked for part in re.findall(r"pip install (?:-\w+ )*'?([^'` ]+)", line)]
    assert named and all(part.startswith((".", "./")) for part in named), named
