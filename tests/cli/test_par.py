"""`houserules par` and `houserules compare`: every form to a file, text and JSON to the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from houserules.cli import par as command
from houserules.errors import BadSubmission

EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"
FILE = str(EXAMPLES / "pa-678a.toml")
START = {"text": b"====", "json": b"{", "html": b"<!DOCTYPE html>", "pdf": b"%PDF", "xlsx": b"PK"}

app = typer.Typer()
command.register(app)
run = CliRunner()


@pytest.mark.parametrize("form", START)
def test_every_form_to_a_file(form: str, tmp_path: Path) -> None:
    out = tmp_path / f"par.{form}"
    done = run.invoke(app, ["par", FILE, "--format", form, "-o", str(out), "--date", "2026-11-15"])
    assert done.exit_code == 0
    assert out.read_bytes().startswith(START[form])


def test_text_to_the_terminal_bears_the_date() -> None:
    done = run.invoke(app, ["par", FILE, "--date", "2026-11-15"])
    assert done.exit_code == 0
    assert "Date           2026-11-15" in done.stdout


def test_json_to_the_terminal() -> None:
    done = run.invoke(app, ["par", FILE, "--format", "json"])
    read = json.loads(done.stdout)
    assert read["header"]["rulebook"] == "pa-678a"
    assert read["main"]["ev"] == "-1348050875653/50592437455560"
    assert read["header"]["date"]


@pytest.mark.parametrize("form", ["pdf", "xlsx"])
def test_a_form_that_is_no_text_wants_a_file(form: str) -> None:
    done = run.invoke(app, ["par", FILE, "--format", form])
    assert done.exit_code == 2
    assert "-o FILE" in done.output


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    done = run.invoke(app, ["par", FILE, "-o", str(tmp_path / "no" / "x.txt")])
    assert done.exit_code == 2
    assert "cannot be written" in done.output


def test_a_file_that_is_no_submission() -> None:
    done = run.invoke(app, ["par", "no-such-file.toml"])
    assert isinstance(done.exception, BadSubmission)


def test_compare_marks_what_differs(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(Path(FILE).read_text("utf-8").replace('\nflush-bonus = "A"', '\nflush-bonus = "B"'), "utf-8")
    done = run.invoke(app, ["compare", FILE, str(other)])
    assert done.exit_code == 0
    assert any(line.startswith("*") and "paytables.flush-bonus" in line for line in done.stdout.splitlines())
    read = json.loads(run.invoke(app, ["compare", FILE, str(other), "--json"]).stdout)
    assert read["differences"] == sum(row["differs"] for row in read["rows"]) > 0
