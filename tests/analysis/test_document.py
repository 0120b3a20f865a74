"""The JSON in docs/analysis.md is what the commands print; test_reference_figures.py compares its figures."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tablelaw.cli.application import app
from tests.printed_commands import run_page

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "analysis.md").read_text("utf-8")
BLOCKS = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
ANALYZE_COLORADO = ["analyze", "ma-colorado", "--choose", "version=required", "--choose", "suited-ace-two-three=counts"]
ANALYZE_FLUSH = ["analyze", "pa-678a", "--choose", "progressive=A"]
ADVISE_ULTIMATE = ["advise", "pa-653a", "--cards", "Kd Qh", "--board", "4s 5h 6d 8c 9d"]
ADVISE_COLORADO = ["advise", "ma-colorado", "--cards", "Kd Kh 4s"]


def printed(command: list[str]) -> Any:
    """What a command prints as JSON, without `seconds`, which depends on the machine."""
    done = CliRunner().invoke(app, [*command, "--json"])
    assert done.exit_code == 0
    return without_seconds(json.loads(done.stdout))


def without_seconds(shown: Any) -> Any:
    if isinstance(shown, dict):
        return {key: without_seconds(part) for key, part in shown.items() if key != "seconds"}
    return [without_seconds(part) for part in shown] if isinstance(shown, list) else shown


def documented(block: int) -> Any:
    return without_seconds(json.loads(BLOCKS[block]))


def result_of(analysis: Any, wager: str) -> Any:
    return next(result for result in analysis["results"] if result["wager"] == wager)


@pytest.mark.parametrize(("block", "command"), [(0, ANALYZE_COLORADO), (3, ADVISE_ULTIMATE), (4, ADVISE_COLORADO)])
def test_the_documented_json_is_what_the_command_prints(block: int, command: list[str]) -> None:
    assert printed(command) == documented(block)
    shown = " ".join(f'"{part}"' if " " in part else part for part in command)
    assert f"`tablelaw {shown} --json`" in re.sub(r"\s+", " ", PAGE)


def test_a_meter_wager_and_a_strategy_are_documented_as_printed() -> None:
    shown = printed(ANALYZE_FLUSH)
    assert result_of(shown, "progressive") == documented(1)
    assert documented(2) in result_of(shown, "main")["strategies"]


def test_every_key_that_is_printed_is_documented() -> None:
    shown = {
        key for command in (ANALYZE_COLORADO, ANALYZE_FLUSH) for result in printed(command)["results"] for key in result
    }
    described = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE))))
    assert shown | {"seconds"} <= described


def test_the_commands_of_the_page_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert all("house edge" in shown for shown in run_page("analysis", monkeypatch, capsys))
