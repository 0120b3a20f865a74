"""The verifier as a single file that needs only the standard library, and whose exit code gives the result."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablelaw_verifier import LEFT_TO_OTHERS, NOT_TO_BE_FOUND, report_text, verify
from tests.verifier.built import built_file, run_alone
from tests.verifier.editable_log import EditableLog
from tests.witness.fixture import EXPORT, HEAD_FILES


def test_it_imports_the_standard_library_alone() -> None:
    for node in ast.walk(ast.parse(built_file().read_text("utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        assert all(name.partition(".")[0] in sys.stdlib_module_names for name in names), names


def test_a_log_that_agrees(editable: EditableLog) -> None:
    ran = run_alone(editable.written())
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Everything agrees. Root " in ran.stdout and "trial balance $0.00" in ran.stdout


def test_a_difference_is_reported_with_its_place(editable: EditableLog) -> None:
    entry, _, line = next(editable.lines(outcome="lost"))
    line["outcome"] = "won"
    ran = run_alone(editable.written())
    assert ran.returncode == 1
    for word in (f"entry {entry['seq']}", f"seat {line['seat']}", f"wager {line['wager']}", "expected   lost", "won"):
        assert word in ran.stdout


def test_the_report_as_json(editable: EditableLog) -> None:
    entry, _, line = next(editable.lines(outcome="lost"))
    line["kept"] -= 1
    report = json.loads(run_alone(editable.written(), "--json").stdout)
    found = report["differences"][0]
    assert not report["agrees"] and report["entries"] == len(editable.entries)
    assert (found["seq"], found["seat"], found["wager"]) == (entry["seq"], line["seat"], line["wager"])
    assert (found["expected"], found["found"]) == (line["stake"], line["stake"] - 1) and found["paragraph"]


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_whoever_reads_the_report_may_stop_early(editable: EditableLog, form: tuple[str, ...]) -> None:
    """If the pipe is closed, nothing is printed, and the exit code is that of a program ended by SIGPIPE."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-I", "-S", str(built_file()), str(editable.written()), *form]
    ran = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (141, "")


def test_a_head_kept_elsewhere_is_asked_for_by_name(editable: EditableLog) -> None:
    assert run_alone(editable.written(), "--head", editable.head(100)).returncode == 0


@pytest.mark.parametrize("text", ["", "not a log\n", '{"format":"other"}\n', "[1]\n"])
def test_what_is_no_log_cannot_be_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(text)
    ran = run_alone(path)
    assert ran.returncode == 2 and "cannot be read" in ran.stderr


def test_a_file_that_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    assert run_alone(tmp_path / "none.jsonl").returncode == 2
    assert run_alone().returncode == 2


def test_the_witness_is_reported_on_as_ever(tmp_path: Path) -> None:
    """Both the built file, run in an empty folder, and its modules give the report recorded before the verifier was
    split into modules.
    """
    before = Path(__file__).with_name("witness_report.txt").read_text("utf-8")
    ran = run_alone(EXPORT, cwd=tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, before, "")
    assert report_text(verify(EXPORT)) + "\n" == before
    assert list(tmp_path.iterdir()) == []


def test_the_witness_as_json_and_with_heads_is_the_same_alone_and_by_its_modules() -> None:
    heads = [word for head in HEAD_FILES for word in ("--head", str(head))]
    report = verify(EXPORT, HEAD_FILES)
    assert run_alone(EXPORT, *heads).stdout == report_text(report) + "\n"
    assert run_alone(EXPORT, *heads, "--json").stdout == json.dumps(report.as_dict(), indent=2, default=str) + "\n"


# --- What it does not check ----------------------------------------------------------------------------------


def test_it_lists_what_it_does_not_check() -> None:
    ran = run_alone("--not-checked")
    assert (ran.returncode, ran.stderr) == (0, "")
    for limit in (*NOT_TO_BE_FOUND, *LEFT_TO_OTHERS):
        assert f"- {limit.what}: {limit.why}.\n" in ran.stdout
    ids = [limit.id for limit in (*NOT_TO_BE_FOUND, *LEFT_TO_OTHERS)]
    assert len(set(ids)) == len(ids)


def test_what_it_says_it_does_not_check_it_does_not_check(editable: EditableLog) -> None:
    """The list is accurate: notes, snapshots, and the edition and program a table names can be changed unnoticed."""
    _, _, line = next(editable.lines(outcome="lost"))
    line["note"] = "another note"
    for entry, event in editable.events("SnapshotTaken"):
        event["digest"] = entry["command"]["digest"] = "0" * 64
    for _, event in editable.events("TableInstalled"):
        event["rules"] |= {"edition": "another", "program": "another"}
    report = editable.report()
    assert report.agrees, str(report.differences[0])
