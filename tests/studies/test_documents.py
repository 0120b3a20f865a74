"""docs/simulation.md is accurate: its commands run, its study is valid, its table is what is printed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tablelaw import rulebooks
from tablelaw.studies.study import read_source, study_of
from tests.cli.console import ROOT, is_as_expected, sessions
from tests.command import run_command
from tests.studies.small import EXAMPLES, small

PAGE = ROOT / "docs" / "simulation.md"
TEXT = PAGE.read_text("utf-8")
WITH_FOLDERS = re.findall(r"^tablelaw (--rulebooks \S+) simulate (\S+)$", TEXT, re.MULTILINE)
COMMANDS = re.findall(r"^tablelaw simulate (.*?)(?: +#.*)?$", TEXT, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    file, *options = shlex.split(command)
    assert (ROOT / file) in EXAMPLES
    made = small(ROOT / file)
    monkeypatch.chdir(tmp_path)
    code, out, err = run_command(monkeypatch, capsys, "simulate", str(made), *options)
    assert (code, err) == (0, "")
    assert out


@pytest.mark.parametrize(("option", "file"), WITH_FOLDERS)
def test_a_command_with_rulebooks_from_outside_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option: str, file: str
) -> None:
    made = small(ROOT / file)
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    code, out, err = run_command(monkeypatch, capsys, *option.split(), "simulate", str(made))
    assert (code, err) == (0, "")
    question = Path(file).stem.partition("-")[0]
    assert f"{question}: " in out


def test_the_session_of_the_page_is_as_it_stands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("tablelaw.cli.output.console._width", 100)
    (typed,) = sessions(PAGE)
    code, out, _ = run_command(monkeypatch, capsys, *shlex.split(typed.command)[1:])
    assert code == 0
    shown = [line.rstrip() for line in out.rstrip().splitlines()]
    assert is_as_expected(shown, typed.expected), out


def test_the_study_of_the_page_is_sound(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    path = tmp_path / "study.toml"
    path.write_text(text.replace("../submissions", str(ROOT / "examples" / "submissions")), "utf-8")
    study = study_of(read_source(path))
    assert list(study.asked) == ["hold", "session", "shift", "jackpot", "limit"]
    assert len(study.seats) == 3


def test_every_picture_of_the_page_is_there() -> None:
    for name in re.findall(r"\]\((images/[^)]+)\)", TEXT):
        assert (ROOT / "docs" / name).read_bytes().startswith(b"\x89PNG")
