"""A rulebook's folder anywhere on disk is loaded like those of the package."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import tablelaw
from tablelaw import rulebooks
from tablelaw.errors import BadRulebook, UnknownRulebook

SOURCE = Path(tablelaw.__file__).parent / "rulebooks" / "pa_653a"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a rulebook; what is loaded is forgotten after the test."""
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    return Path(shutil.copytree(SOURCE, tmp_path / "own"))


def rename(folder: Path, name: str) -> None:
    file = folder / "rulebook.toml"
    file.write_text(file.read_text("utf-8").replace('id = "pa-653a"', f'id = "{name}"', 1), "utf-8")


def test_a_folder_is_known_by_its_id_once_loaded(folder: Path) -> None:
    rename(folder, "own-game")
    with pytest.raises(UnknownRulebook):
        rulebooks.get("own-game")
    book = rulebooks.load(folder)
    assert rulebooks.get("own-game") is book
    assert [rule.name for rule in book.rules] == [rule.name for rule in rulebooks.get("pa-653a").rules]
    with pytest.raises(UnknownRulebook, match="own-game"):
        rulebooks.get("another")


def test_an_id_of_the_package_is_refused(folder: Path) -> None:
    with pytest.raises(BadRulebook, match=r"belongs to a rulebook of the package.*an id of its own"):
        rulebooks.load(folder)


def test_a_folder_without_conduct_is_refused(folder: Path) -> None:
    (folder / "conduct.py").unlink()
    with pytest.raises(BadRulebook, match=r"missing.*conduct\.py|conduct\.py.*missing"):
        rulebooks.load(folder)
