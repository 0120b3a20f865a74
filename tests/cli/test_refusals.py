"""A command that is used wrongly ends with one line, and with --json also with a document for programs."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tablelaw import clock
from tablelaw.cli.command_list import COMMANDS, load
from tests.cli.printing import every_command
from tests.command import Run, wide_command

MISUSED = {
    ("nosuch",): "No such command",
    ("floor", "nosuch"): "No such command",
    ("hand",): "Missing argument",
    ("analyze", "pa-653a", "--nosuch"): "No such option",
    ("play", "pa-653a", "--auto", "many"): "--auto",
    ("par", "table.toml", "--format", "odt"): "odt",
    ("law", "show", "pa-653a", "653a.11", "too", "many"): "extra",
}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    return wide_command(monkeypatch, capsys)


@pytest.mark.parametrize("words", MISUSED, ids=" ".join)
def test_a_wrong_use_is_one_line(run: Run, words: tuple[str, ...]) -> None:
    code, out, err = run(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("refused (wrong-use) tablelaw") and MISUSED[words] in err and "--help` lists" in err


@pytest.mark.parametrize("words", [*MISUSED, ("analyze", "nosuch"), ("settle", "none.toml"), ("simulate", "none.toml")])
def test_with_json_a_refusal_is_a_document(run: Run, words: tuple[str, ...]) -> None:
    code, out, err = run(*words, "--json")
    refused = json.loads(out)["refused"]
    assert code == 2 and f"refused ({refused['code']})" in err and refused["what"] in err


def test_every_finding_of_a_study_is_in_the_document(run: Run, tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text("rounds = 0\n")
    code, out, _ = run("simulate", "study.toml", "--json")
    assert code == 2 and json.loads(out)["refused"]["findings"]


def test_json_after_a_double_dash_is_an_argument(run: Run) -> None:
    code, out, _ = run("hand", "--", "--json")
    assert (code, out) == (2, "")


NESTED = "[" * 100_000 + "]" * 100_000


@pytest.mark.parametrize("name", ["deep.toml", "deep.json"])
@pytest.mark.parametrize("words", ["settle", "submission check", "simulate", "par", "replay", "audit verify --log"])
def test_deep_nesting_is_refused(run: Run, tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / name).write_text(f"seats = {NESTED}\n" if name.endswith("toml") else f'{{"seats": {NESTED}}}\n')
    code, _, err = run(*words.split(), name)
    assert code in (1, 2) and "Traceback" not in err and err.count("\n") <= 2


def test_every_argument_of_every_command_is_explained() -> None:
    for names in every_command():
        command = load(names[0])
        for name in names[1:]:
            command = command.commands[name]
        assert [one.name for one in command.params if one.name != "help" and not one.help] == [], names


WITHOUT_JSON = {("serve",): "runs until it is stopped"}


def test_every_command_that_answers_has_json() -> None:
    for names in every_command():
        command = load(names[0])
        for name in names[1:]:
            command = command.commands[name]
        assert any("--json" in one.opts for one in command.params) == (names not in WITHOUT_JSON), names


def test_the_overview_lists_the_commands_in_groups(run: Run) -> None:
    _, out, _ = run("--help")
    panels = list(dict.fromkeys(listed.panel for listed in COMMANDS))
    assert len(panels) >= 5
    at = [out.index(f"─ {panel} ─") for panel in panels]
    assert at == sorted(at)
    assert all(f"│ {listed.name} " in out for listed in COMMANDS)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("tablelaw ga", ["gaming-day"]),
        ("tablelaw floor cut", ["cut-link"]),
        ("tablelaw analyze pa-67", ["pa-677a", "pa-678a"]),
        ("tablelaw par --form", ["--format"]),
        ("tablelaw floor init --jurisdiction m", ["md", "ma"]),
    ],
)
def test_a_shell_completes(run: Run, words: str, expected: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """These variables are how bash asks what may come at the end of a line."""
    monkeypatch.setenv("_TABLELAW_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    assert run()[1].split() == expected


def test_ctrl_c_while_the_program_is_loaded_ends_it_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tablelaw.cli import application, main

    def interrupted() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(application, "run", interrupted)
    with pytest.raises(SystemExit) as ended:
        main.main()
    assert ended.value.code == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("zone", "day"), [("Pacific/Kiritimati", "2026-11-16"), ("Pacific/Pago_Pago", "2026-11-14")])
def test_todays_date_is_the_local_one(zone: str, day: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    morning = int(datetime(2026, 11, 15, 10, 30, tzinfo=UTC).timestamp())
    monkeypatch.setattr(clock.SystemClock, "now", lambda self: morning)
    try:
        assert clock.today().isoformat() == day
    finally:
        monkeypatch.undo()
        time.tzset()
