"""docs/cli.md has every command, and the JSON of those without a floor is as it says, there and in docs/notation.md."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablelaw import rulebooks
from tablelaw.cli.command_list import COMMANDS, load
from tests.cli.console import ROOT
from tests.cli.test_floor_documents import PLAYED, undocumented
from tests.command import wide_command
from tests.document_blocks import blocks_of, untrue
from tests.examples import FOLDER

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


def test_the_json_of_a_refusal_is_as_documented(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = wide_command(monkeypatch, capsys)("hand", "--no-such-option", "--json")
    told = json.loads(PAGE.partition("\n## ")[0].partition("```json\n")[2].partition("```")[0])
    assert (code, untrue(told, json.loads(out))) == (2, [])


def test_the_json_of_a_check_of_a_rulebook_is_as_documented(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sound folder has bots and readers, one without a file has faults."""
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    folder = Path(shutil.copytree(FOLDER / "three-card-poker", tmp_path / "book"))
    told = documented("law check")
    told["bots"]["irregularities"] = {}
    run = wide_command(monkeypatch, capsys)
    assert undocumented(json.loads(run("law", "check", str(folder), "--json")[1]), told) == []
    (folder / "duties.toml").unlink()
    assert undocumented(json.loads(run("law", "check", str(folder), "--json")[1]), {**told, "bots": None}) == []


def test_the_json_of_a_new_rulebook_is_as_documented(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    monkeypatch.chdir(tmp_path)
    words = ("--rulebooks", str(FOLDER), "law", "new", "my-game", "--like", "three-card-poker", "--json")
    code, out, _ = wide_command(monkeypatch, capsys)(*words)
    assert (code, untrue(documented("law new"), json.loads(out))) == (0, [])


def test_the_json_of_a_gaming_day_is_as_documented(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = documented("gaming-day")
    _, *words = shlex.split(told["again"])
    code, out, _ = wide_command(monkeypatch, capsys)(*words, "--json")
    assert (code, untrue(told, json.loads(out), parts=("counts",))) == (0, [])


ELSEWHERE = {
    "": "test_the_json_of_a_refusal_is_as_documented",
    "law check": "test_the_json_of_a_check_of_a_rulebook_is_as_documented",
    "Several rulebooks": "tests/cli/commands/test_law_check.py",
    "law new": "test_the_json_of_a_new_rulebook_is_as_documented",
    "gaming-day": "test_the_json_of_a_gaming_day_is_as_documented",
    "The table": "tests/cli/play/test_as_json.py",
    "floor init": "test_floor_documents.py",
    "floor deal": "test_floor_documents.py",
    "device add": "tests/cli/test_devices.py, which compares both blocks",
}
"""The sections of the page whose JSON is not in RUN or PLAYED, and where it is compared."""


def test_every_json_block_of_the_page_is_compared() -> None:
    """One block for each entry of RUN, PLAYED and ELSEWHERE."""
    claimed = [*RUN, *PLAYED, *ELSEWHERE]
    sections = re.split(r"\n##+ ", PAGE)
    found = Counter({name_of(section, claimed): section.count("```json\n") for section in sections})
    assert {name: count for name, count in found.items() if count} == {
        name: 2 if name == "device add" else 1 for name in claimed
    }


def name_of(section: str, claimed: list[str]) -> str:
    """The name under which a section is claimed, or its heading."""
    heading = section.partition("\n")[0].removeprefix("`tablelaw ")
    if section == PAGE.partition("\n## ")[0]:
        return ""
    return max((name for name in claimed if name and f"{heading} ".startswith(name)), key=len, default=heading)


# --- docs/notation.md -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "command"),
    [("steps", "replay tests/golden/pa-653a-hand.txt --step 51"), ("sections", "procedure pa-653a --method hand")],
)
def test_the_json_of_the_notation_page_is_what_is_printed(
    first: str, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    (told,) = (json.loads(one.text) for one in blocks_of("docs/notation.md", "json") if f'"{first}": ' in one.text)
    code, out, _ = wide_command(monkeypatch, capsys)(*command.split(), "--json")
    assert (code, untrue(told, json.loads(out))) == (0, [])
    text = " ".join((ROOT / "docs" / "notation.md").read_text("utf-8").split())
    assert f"`tablelaw {command.replace('pa-653a --method', 'ID --method')} --json`" in text


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
