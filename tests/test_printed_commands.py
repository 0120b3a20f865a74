"""Every command that a document prints outside a session exists, with the options it is given."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

from tablelaw.cli.command_list import COMMANDS, load
from tablelaw.cli.commands.protect import VALUE, ValueUnlessNamed
from tests.printed_commands import NOT_RUN, PAGES, RUN_IN, printed
from tools.project_files import ROOT


def unknown(words: list[str]) -> list[str]:
    """The parts of a command line that do not exist."""
    if words[0] == "--rulebooks":
        words = words[2:]
    if words[0] not in {listed.name for listed in COMMANDS}:
        return words[:1]
    command: Any = load(words[0])
    rest = words[1:]
    while hasattr(command, "commands"):
        if isinstance(command, ValueUnlessNamed) and rest[0] not in command.commands:
            rest.insert(0, VALUE)
        name = rest.pop(0)
        if name not in command.commands:
            return [name]
        command = command.commands[name]
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    return [word for word in rest if word.startswith("-") and word != "-" and word.partition("=")[0] not in known]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_commands_of_a_page_exist(path: Path) -> None:
    wrong = {words: found for words in printed(path) if (found := unknown(shlex.split(words)))}
    assert not wrong


def test_commands_are_found_and_wrong_ones_are_named() -> None:
    assert sum(1 for path in PAGES for _ in printed(path)) > 40
    assert unknown(["analyse", "pa-653a"]) == ["analyse"]
    assert unknown(["law", "shew"]) == ["shew"]
    assert unknown(["par", "uth.toml", "--expose", "dealer:1"]) == ["--expose"]
    assert unknown(["protect", "pa-653a", "--sean", "dealer:1"]) == ["--sean"]


def test_every_printed_command_is_run_by_a_test_or_says_why_not() -> None:
    commands = {path.stem: {*printed(path)} for path in PAGES}
    assert set(NOT_RUN) <= set().union(*commands.values())
    assert {page for page, words in commands.items() if words - {*NOT_RUN}} == set(RUN_IN)
    runs = {page: (ROOT / file).read_text("utf-8") for page, file in RUN_IN.items()}
    assert [page for page in runs if f'run_page("{page}"' not in runs[page] and f'"{page}.md"' not in runs[page]] == []
