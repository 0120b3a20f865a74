"""docs/analysis.md tells the truth: its JSON is what the commands print, its figures are those worked out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from houserules.analysis.against_dealer import solve
from houserules.analysis.result import fraction_text
from houserules.cli.main import app
from tests.analysis.published_figures import (
    EXPLAINED,
    FLUSH,
    RANGES,
    REPRODUCED,
    STRAIGHT,
    End,
    Figure,
    colorado,
    edge,
    name_of,
    row_of,
)
from tests.analysis.solved import BONUS, HEADS_UP, ULTIMATE, solved, terms_of

ROOT = Path(__file__).parents[2]
PAGE, README = ((ROOT / name).read_text("utf-8") for name in ("docs/analysis.md", "README.md"))
BLOCKS = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
ANALYZE_COLORADO = ["analyze", "ma-colorado", "--choose", "version=required", "--choose", "suited-ace-two-three=counts"]
ANALYZE_FLUSH = ["analyze", "pa-678a", "--choose", "progressive=A"]
ADVISE_ULTIMATE = ["advise", "pa-653a", "--cards", "Kd Qh", "--board", "4s 5h 6d 8c 9d"]
ADVISE_COLORADO = ["advise", "ma-colorado", "--cards", "Kd Kh 4s"]


def printed(command: list[str]) -> Any:
    """What a command prints as JSON; the seconds are the machine's."""
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
    assert f"`houserules {shown} --json`" in re.sub(r"\s+", " ", PAGE)


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


MAIN_GAMES: dict[str, Callable[[], Fraction]] = {
    "Blind A": lambda: edge(ULTIMATE),
    "Blind B": lambda: edge(ULTIMATE, blind="B"),
    "Ante pays from a straight": lambda: edge(BONUS, **STRAIGHT),
    "from a flush": lambda: edge(BONUS, **FLUSH),
    "Raise from one Ante": lambda: edge(HEADS_UP),
    '"up to" without a least': lambda: -solved(HEADS_UP, "no-minimum").value,
    "-": lambda: -solve.solve(terms_of("pa-678a")).ev,
    "required bet": lambda: -colorado("required"),
    "permissible bet, tens push": lambda: -colorado("permissible"),
    "permissible bet, tens paid": lambda: -colorado("permissible", pair_of_tens="win"),
}


@pytest.mark.parametrize("choice", MAIN_GAMES)
def test_the_readmes_holds_of_the_main_games_are_exact(choice: str) -> None:
    hold = MAIN_GAMES[choice]()
    assert f"| {choice} | {float(hold) * 100:.4f} % | {fraction_text(hold)} |" in README


@pytest.mark.parametrize("figure", [*REPRODUCED, *EXPLAINED], ids=name_of)
def test_every_published_figure_stands_on_the_page(figure: Figure) -> None:
    assert f"\n{row_of(figure)}\n" in PAGE


@pytest.mark.parametrize("ends", RANGES.values())
def test_every_printed_range_stands_on_the_page(ends: tuple[End, End]) -> None:
    low, high = ends
    shown = f"| {low.printed} % to {high.printed} % | {low.column} {low.exact} % | {high.column} {high.exact} % |"
    assert shown in PAGE
