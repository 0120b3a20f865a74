"""`tablelaw par` and `tablelaw compare`: every format to a file, text and JSON to the terminal, every refusal."""

from __future__ import annotations

import errno
import json
import os
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from tablelaw.clock import today
from tests.command import Run, wide_command

EXAMPLES = Path(__file__).parents[3] / "examples" / "submissions"
FILE = str(EXAMPLES / "pa-678a.toml")
DAY = ("--date", "2026-11-15")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return wide_command(monkeypatch, capsys)


@pytest.fixture
def other(tmp_path: Path) -> str:
    """The example with another Flush Bonus column."""
    path = tmp_path / "other.toml"
    path.write_text(Path(FILE).read_text("utf-8").replace('\nflush-bonus = "A"', '\nflush-bonus = "B"'), "utf-8")
    return str(path)


# --- Forms -----------------------------------------------------------------------------------------------


def test_text_to_the_terminal_bears_the_date_and_the_hold(run: Run) -> None:
    code, out, _ = run("par", FILE, *DAY)
    assert code == 0
    assert "Date         2026-11-15, UTC\n" in out
    assert "-1348050875653/50592437455560" in out


def test_json_to_the_terminal(run: Run) -> None:
    code, out, _ = run("par", FILE, "--format", "json")
    read = json.loads(out)
    assert code == 0
    assert read["header"]["rulebook"] == "pa-678a"
    assert read["main"]["ev"] == "-1348050875653/50592437455560"
    assert (read["header"]["date"], read["header"]["zone"]) == (str(today()), "UTC")


def written(run: Run, path: Path, *args: str) -> bytes:
    code, out, _ = run("par", FILE, "-o", str(path), *DAY, *args)
    assert (code, out) == (0, "")
    return path.read_bytes()


def test_the_ending_of_the_file_names_the_form(run: Run, tmp_path: Path) -> None:
    assert b"PAR sheet: High Card Flush" in written(run, tmp_path / "par.txt")
    assert json.loads(written(run, tmp_path / "par.json"))["par"] == 1
    assert b"<title>PAR sheet: High Card Flush, Table HCF-1" in written(run, tmp_path / "par.html")
    assert written(run, tmp_path / "par.PDF").startswith(b"%PDF")
    assert "xl/workbook.xml" in ZipFile(BytesIO(written(run, tmp_path / "par.xlsx"))).namelist()


def test_a_form_asked_for_holds_for_a_name_without_an_ending(run: Run, tmp_path: Path) -> None:
    assert json.loads(written(run, tmp_path / "par", "--format", "json"))["par"] == 1


# --- Refusals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["pdf", "xlsx"])
def test_a_form_that_is_no_text_wants_a_file(form: str, run: Run) -> None:
    code, out, err = run("par", FILE, "--format", form)
    assert (code, out) == (2, "")
    assert f"{form} cannot be shown in a terminal; accepted: -o FILE.{form}" in err


def test_a_form_nobody_knows(run: Run) -> None:
    code, _, err = run("par", FILE, "--format", "docx")
    assert code == 2
    assert "docx" in err
    assert all(form in err for form in ("text", "json", "html", "pdf", "xlsx"))


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("-o", "par.docx"), "par.docx ends in .docx; accepted: .txt, .json, .html, .pdf, .xlsx, or no extension"),
        (("-o", "par.pdf", "--format", "html"), "--format html contradicts par.pdf"),
        (("--date", "banana"), "'banana' is not a date; accepted: year-month-day"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_anything_is_solved(args: tuple[str, ...], words: str, run: Run) -> None:
    code, _, err = run("par", "no-such-file.toml", *args)
    assert code == 2
    assert words in err


def test_a_missing_folder_is_reported_before_anything_is_solved(run: Run, tmp_path: Path) -> None:
    code, _, err = run("par", "no-such-file.toml", "-o", str(tmp_path / "no" / "x.txt"))
    assert code == 2
    assert "there is no folder" in err
    assert "accepted: a folder that exists" in err


def test_a_folder_is_no_file(run: Run, tmp_path: Path) -> None:
    code, _, err = run("par", FILE, "-o", str(tmp_path))
    assert code == 2
    assert "is a folder; accepted: a file in it" in err


def test_a_file_that_cannot_be_written(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    code, _, err = run("par", FILE, "-o", str(tmp_path / "par.txt"))
    assert code == 2
    assert "refused (bad-file)" in err
    assert "par.txt cannot be written: No space left on device; accepted: a file in a folder you may write to" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [("par",), ("compare", FILE)])
def test_a_file_that_is_not_there(command: tuple[str, ...], run: Run) -> None:
    code, out, err = run(*command, "no-such-file.toml")
    assert (code, out) == (2, "")
    assert "refused (bad-submission) no-such-file.toml" in err
    assert "Traceback" not in err


def test_a_file_that_is_no_submission(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("rulebook = [", "utf-8")
    code, _, err = run("par", str(path))
    assert code == 2
    assert "refused (bad-submission)" in err and "bad.toml" in err


def test_a_submission_with_findings_says_them_all(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    text = Path(FILE).read_text("utf-8").replace('\nflush-bonus = "A"', '\nflush-bonus = "Z"')
    path.write_text(text.replace('seed = "$30,000"', 'seed = "$3,000"', 1), "utf-8")
    code, _, err = run("par", str(path))
    assert code == 2
    assert "wrong.toml: 2 findings" in err
    assert "678a.12(b)" in err and "678a.12(d)(3)" in err
    assert "accepted: a submission that passes `check`" in err


# --- Two sheets ------------------------------------------------------------------------------------------


def test_compare_marks_what_differs(run: Run, other: str) -> None:
    code, out, _ = run("compare", FILE, other)
    assert code == 0
    (line,) = [line for line in out.splitlines() if line.startswith("paytables.flush-bonus")]
    assert line.split() == ["paytables.flush-bonus", "A", "B", "*"]


def test_compare_as_json(run: Run, other: str) -> None:
    read = json.loads(run("compare", FILE, other, "--json")[1])
    assert read == json.loads(run("compare", FILE, other, "--format", "json")[1])
    assert read["differences"] == sum(row["differs"] for row in read["rows"]) > 0


def test_compare_as_a_page(run: Run, other: str, tmp_path: Path) -> None:
    page = tmp_path / "compared.html"
    assert run("compare", FILE, other, "-o", str(page))[0] == 0
    assert "paytables.flush-bonus" in page.read_text("utf-8")
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")


def test_compare_makes_no_pdf(run: Run, other: str, tmp_path: Path) -> None:
    code, _, err = run("compare", FILE, other, "-o", str(tmp_path / "x.pdf"))
    assert code == 2
    assert "two sheets cannot be compared as pdf; accepted: text, json, html" in err
