"""Rows about duties and irregularities that several rulebooks share are written only once."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablelaw import rulebooks
from tablelaw.law.row_files import SECTIONS as FILES
from tablelaw.law.shared_rows import REFERENCE, SECTIONS, shared_rows
from tests.examples import FOLDER

PACKAGE = Path(rulebooks.__file__).parent


def rows_of_all(section: str) -> Iterator[dict[str, Any]]:
    """The rows as they are written in every rulebook of the package and of the examples."""
    for file in (*PACKAGE.glob(f"*/{FILES[section]}"), *FOLDER.glob(f"*/{FILES[section]}")):
        yield from tomllib.loads(file.read_text("utf-8"))[section]


def without_cites(row: dict[str, Any]) -> str:
    """A row without its cites; effects that rest on different paragraphs stay distinct."""
    said = {key: value for key, value in row.items() if key not in ("cite", "readings")}
    effects = said.get("effects", [])
    if len({json.dumps(effect["cite"]) for effect in effects}) == 1:
        said["effects"] = [[effect["wagers"], effect["effect"]] for effect in effects]
    return json.dumps(said, sort_keys=True)


@pytest.mark.parametrize("section", SECTIONS)
def test_no_row_is_written_in_two_rulebooks(section: str) -> None:
    said = Counter(without_cites(row) for row in rows_of_all(section) if REFERENCE not in row)
    assert [row for row, times in said.items() if times > 1] == []


@pytest.mark.parametrize("section", SECTIONS)
def test_every_shared_row_is_drawn_in_by_two_rulebooks_or_more(section: str) -> None:
    times = Counter(row[REFERENCE] for row in rows_of_all(section) if REFERENCE in row)
    assert {name for name in shared_rows(section) if times[name] < 2} == set()


@pytest.mark.parametrize("section", SECTIONS)
def test_a_shared_row_says_nothing_about_paragraphs(section: str) -> None:
    """Cites and readings belong to the text of one rulebook."""
    for name, row in shared_rows(section).items():
        assert not {"cite", "readings", REFERENCE} & row.keys(), name
        assert all(set(effect) == {"wagers", "effect"} for effect in row.get("effects", ())), name
