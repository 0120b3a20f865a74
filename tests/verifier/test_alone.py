"""One file, standard library only: it runs where nothing else is installed, and says how it went by its exit code."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from houserules import verifier
from tests.verifier.paper import Paper

FILE = Path(verifier.__file__)


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Without the project, and without any package: isolated, no site directory."""
    command = [sys.executable, "-I", "-S", str(FILE), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_it_imports_the_standard_library_alone() -> None:
    for node in ast.walk(ast.parse(FILE.read_text("utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        assert all(name.partition(".")[0] in sys.stdlib_module_names for name in names), names


def test_a_log_that_agrees(paper: Paper) -> None:
    ran = run(paper.written())
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Everything agrees. Root " in ran.stdout and "trial balance $0.00" in ran.stdout


def test_a_difference_is_told_with_its_place(paper: Paper) -> None:
    entry, _, line = next(paper.lines(outcome="lost"))
    line["outcome"] = "won"
    ran = run(paper.written())
    assert ran.returncode == 1
    for word in (f"entry {entry['seq']}", f"seat {line['seat']}", f"wager {line['wager']}", "expected   lost", "won"):
        assert word in ran.stdout


def test_the_report_as_json(paper: Paper) -> None:
    entry, _, line = next(paper.lines(outcome="lost"))
    line["kept"] -= 1
    report = json.loads(run(paper.written(), "--json").stdout)
    found = report["differences"][0]
    assert not report["agrees"] and report["entries"] == len(paper.entries)
    assert (found["seq"], found["seat"], found["wager"]) == (entry["seq"], line["seat"], line["wager"])
    assert (found["expected"], found["found"]) == (line["stake"], line["stake"] - 1) and found["paragraph"]


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_whoever_reads_the_report_may_stop_early(paper: Paper, form: tuple[str, ...]) -> None:
    """A pipe that nobody reads: not a word, and the code of a program that the signal ended."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-I", "-S", str(FILE), str(paper.written()), *form]
    ran = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (141, "")


def test_a_head_kept_elsewhere_is_asked_for_by_name(paper: Paper) -> None:
    assert run(paper.written(), "--head", paper.head(100)).returncode == 0


@pytest.mark.parametrize("text", ["", "not a log\n", '{"format":"other"}\n', "[1]\n"])
def test_what_is_no_log_cannot_be_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(text)
    ran = run(path)
    assert ran.returncode == 2 and "cannot be read" in ran.stderr


def test_a_file_that_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    assert run(tmp_path / "none.jsonl").returncode == 2
    assert run().returncode == 2


def test_it_is_a_module_of_the_package_as_well(paper: Paper) -> None:
    ran = subprocess.run([sys.executable, "-m", "houserules.verifier", str(paper.written())], check=False)
    assert ran.returncode == 0
