"""docs/cli.md has every command, and the JSON of those without a floor is as it says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tablelaw.cli.command_list import COMMANDS, load
from tests.cli.console import ROOT
from tests.cli.test_floor_documents import undocumented
from tests.command import wide_command

PAGE = (ROOT / "docs" / "cli.md").read_text("utf-8")
EXAMPLE = str(ROOT / "examples" / "submissions" / "pa-653a.toml")
RUN = {
    "law [ID]": ["law", "pa-653a"],
    "law show": ["law", "show", "pa-653a", "653a.11(i)"],
    "law readings": ["law", "readings", "ma-colorado"],
    "law diff": ["law", "diff", "pa-647a", "md-thb"],
    "law outdated": ["law", "outdated", "pa-653a", "--as-of", "2026-04-01"],
    "law history": ["law", "history", "pa-653a", "653a.12(g)"],
    "submission check": ["submission", "check", EXAMPLE],
    "hand": ["hand", "As Kd Th"],
}


def documented(command: str) -> Any:
    section = next(part for part in PAGE.split("\n## ")[1:] if part.startswith(f"`tablelaw {command}"))
    return json.loads(section.partition("```json\n")[2].partition("```")[0])


@pytest.mark.parametrize("command", RUN)
def test_the_json_of_a_command_is_as_documented(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = wide_command(monkeypatch, capsys)(*RUN[command], "--json")
    assert undocumented(json.loads(out), documented(command)) == []


def names(name: str, command: Any) -> Iterator[str]:
    """Every command that can be typed, with the names of its groups."""
    inner = getattr(command, "commands", None)
    if inner is None:
        yield name
    else:
        for own, one in inner.items():
            yield from names(f"{name} {own}", one)


def test_every_command_is_on_the_page() -> None:
    found = [name for listed in COMMANDS for name in names(listed.name, load(listed.name))]
    assert len(found) > 60
    told = set(re.findall(r"`([a-z][a-z -]*)", " ".join(PAGE.split())))
    missing = [
        name
        for name in found
        if not any(
            f"{one} ".startswith((f"tablelaw {name} ", f"{name.partition(' ')[2] or '?'} ", f"{name} ")) for one in told
        )
    ]
    assert missing == []
