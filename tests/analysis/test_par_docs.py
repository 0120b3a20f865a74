"""docs/par.md describes a PAR sheet correctly: its commands, pictures, figures and every JSON key."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tablelaw.analysis.par.compare import compare
from tablelaw.analysis.par.forms.text import par_text
from tablelaw.cli.commands.par import SUFFIXES
from tests.analysis.par_sheets import drawn_bonuses, sheet
from tests.printed_commands import run_page

ROOT = Path(__file__).parents[2]
DOC = (ROOT / "docs" / "par.md").read_text("utf-8")
NAMED_BY_DATA = ("choices", "actions", "distribution", "meters", "seeds", "break_even", "by_others", "plays")
"""Keys of a result whose own keys are names from the rulebook."""
OF_OTHERS = "envy_dollars_by_others"


def names(value: object) -> Iterator[str]:
    """Every key named by this project and not by a rulebook."""
    if isinstance(value, list):
        for entry in value:
            yield from names(entry)
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield key
            is_by_data = isinstance(entry, dict) and (key in NAMED_BY_DATA or key == OF_OTHERS)
            yield from () if is_by_data else names(entry)


def test_every_name_of_the_json_is_documented() -> None:
    told = set(re.findall(r"`([a-z0-9_]+)`", DOC))
    sheets = (sheet("pa-653a"), sheet("pa-678a"), sheet("ma-colorado"), drawn_bonuses())
    found = {name for own in sheets for name in names(own.as_json())}
    found |= set(names(compare(sheet("pa-678a"), sheet("pa-678a")).as_json()))
    assert sorted(found - told) == []


def test_pictures_are_there_and_drawn() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\((images/par-[^)]+)\)", DOC)
    assert len(pictures) == 3
    for name in pictures:
        assert ElementTree.parse(ROOT / "docs" / name).getroot().tag.endswith("svg")


def test_documented_figures_are_those_of_the_example() -> None:
    text = par_text(sheet("pa-653a"))
    excerpt = re.search(r"```\n(Wager .*?)```", DOC, re.DOTALL)
    assert excerpt is not None
    assert excerpt[1] in text
    own = sheet("pa-653a")
    assert f"{float(own.overall_hold) * 100:.4f} %" in DOC
    kept, staked = (sum(getattr(p, name) for p in own.whole_round) for name in ("kept_cents", "staked_cents"))
    assert f"${float(kept) / 100:.2f} of ${float(staked) / 100:.2f}" in DOC
    assert str(own.main.ev.numerator) in DOC


def test_every_form_is_documented() -> None:
    assert all(f"`{ending}`" in DOC or f"uth{ending}" in DOC for ending in SUFFIXES if ending != ".txt")


def test_the_commands_and_the_session_of_the_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    example = (ROOT / "examples" / "submissions" / "pa-653a.toml").read_text("utf-8")
    (tmp_path / "other.toml").write_text(example.replace('\ntrips = "A"', '\ntrips = "B"'), "utf-8")
    run_page("par", monkeypatch, capsys)
    assert (tmp_path / "uth.xlsx").read_bytes().startswith(b"PK") and (tmp_path / "uth.json").exists()
    assert doctest.testfile(str(ROOT / "docs" / "par.md"), module_relative=False, encoding="utf-8").failed == 0
