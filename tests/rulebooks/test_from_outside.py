"""A rulebook's folder anywhere on disk is loaded like those of the package."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablelaw
from tablelaw import cards, rulebooks
from tablelaw.cards import RANKINGS
from tablelaw.errors import BadRulebook, UnknownRulebook
from tablelaw.law.cite import Cite
from tablelaw.law.paragraph_lookup import look_up
from tablelaw.rulebooks import outside
from tests.examples import FOLDER

SOURCE = Path(tablelaw.__file__).parent / "rulebooks" / "pa_653a"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of a rulebook's folder; the rulebook is forgotten after the test."""
    rankings = dict(RANKINGS)
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    monkeypatch.setenv(outside.PATHS, "")
    rulebooks.look_again()
    yield Path(shutil.copytree(SOURCE, tmp_path / "own"))
    rulebooks.look_again()
    cards._BY_NAME.clear()
    cards._BY_NAME.update(rankings)


def rename(folder: Path, name: str) -> None:
    file = folder / "rulebook.toml"
    file.write_text(file.read_text("utf-8").replace('id = "pa-653a"', f'id = "{name}"', 1), "utf-8")


def test_a_folder_is_known_by_its_id_once_loaded(folder: Path) -> None:
    rename(folder, "own-game")
    with pytest.raises(UnknownRulebook):
        rulebooks.get("own-game")
    book = rulebooks.load(folder)
    assert rulebooks.get("own-game") is book
    assert rulebooks.folder_of("own-game") == folder.resolve()
    assert [rule.name for rule in book.rules] == [rule.name for rule in rulebooks.get("pa-653a").rules]
    with pytest.raises(UnknownRulebook, match="own-game"):
        rulebooks.get("another")


def test_an_id_of_the_package_is_refused(folder: Path) -> None:
    with pytest.raises(BadRulebook, match=r"belongs to a rulebook of the package.*an id that is not taken"):
        rulebooks.load(folder)


def test_a_folder_without_conduct_is_refused(folder: Path) -> None:
    (folder / "conduct.py").unlink()
    with pytest.raises(BadRulebook, match=r"missing.*conduct\.py|conduct\.py.*missing"):
        rulebooks.load(folder)


# --- Found by the environment or an entry point -----------------------------------------------------------


def test_a_path_finds_one_folder_or_the_folders_inside(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename(folder, "own-game")
    monkeypatch.setenv(outside.PATHS, str(folder))
    assert rulebooks.found_outside() == ("own-game",)
    monkeypatch.setenv(outside.PATHS, f"{folder.parent}{os.pathsep}{FOLDER}")
    assert {"own-game", "three-card-poker"} <= set(rulebooks.found_outside())
    assert rulebooks.get("own-game").id == "own-game"
    assert rulebooks.get("own-game") is rulebooks.get("own-game")
    assert "own-game" not in rulebooks.IDS


def test_added_paths_come_before_those_of_the_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename(folder, "own-game")
    monkeypatch.setenv(outside.PATHS, str(FOLDER))
    outside.add_paths([folder, FOLDER])
    assert os.environ[outside.PATHS].split(os.pathsep) == [str(folder), str(FOLDER)]


def test_an_installed_package_is_found_by_its_entry_point(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename(folder, "own-game")
    package = folder.rename(folder.parent / "own_rules_package")
    information = folder.parent / "own_rules-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: own-rules\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[tablelaw.rulebooks]\nown = own_rules_package\n")
    monkeypatch.syspath_prepend(folder.parent)
    assert rulebooks.found_outside() == ("own-game",)
    assert rulebooks.get("own-game").game and package.is_dir()


def test_an_id_found_twice_is_refused_with_both_paths(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename(folder, "own-game")
    shutil.copytree(folder, folder.with_name("twin"))
    monkeypatch.setenv(outside.PATHS, str(folder.parent))
    with pytest.raises(BadRulebook, match=r"twin/rulebook\.toml: the id own-game is also that of .*/own;"):
        rulebooks.get("own-game")


def test_an_id_of_the_package_is_refused_where_folders_are_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(outside.PATHS, str(folder))
    with pytest.raises(BadRulebook, match=r"own/rulebook\.toml: the id pa-653a belongs to a rulebook of the package"):
        rulebooks.found_outside()


@pytest.mark.parametrize(
    ("text", "what"),
    [("id = ", "cannot be read: "), ("game = 'x'", "no id"), ("id = 3", "no id")],
)
def test_a_folder_that_cannot_be_read_is_refused_with_its_path(
    folder: Path, monkeypatch: pytest.MonkeyPatch, text: str, what: str
) -> None:
    (folder / "rulebook.toml").write_text(text)
    monkeypatch.setenv(outside.PATHS, str(folder))
    with pytest.raises(BadRulebook, match=f"own/rulebook.toml: {what}"):
        rulebooks.get("own-game")


def test_a_faulty_folder_keeps_no_other_from_being_loaded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "rulebook.toml").write_text("id = ")
    monkeypatch.setenv(outside.PATHS, f"{folder}{os.pathsep}{FOLDER / 'three-card-poker'}")
    assert rulebooks.get("three-card-poker").id == "three-card-poker"
    with pytest.raises(BadRulebook, match="cannot be read"):
        rulebooks.get("another")


def test_a_path_without_rulebooks_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(outside.PATHS, str(tmp_path))
    with pytest.raises(BadRulebook, match=r"\(TABLELAW_RULEBOOKS\): no rulebook is here"):
        rulebooks.found_outside()


def test_a_fault_in_the_data_is_refused_with_the_path(folder: Path) -> None:
    rename(folder, "own-game")
    (folder / "wagers.toml").unlink()
    with pytest.raises(BadRulebook, match=f"{folder}/wagers.toml: the file is missing"):
        rulebooks.load(folder)


def test_conduct_that_cannot_be_run_is_refused_with_the_path(folder: Path) -> None:
    rename(folder, "own-game")
    (folder / "conduct.py").write_text("1 / 0")
    with pytest.raises(BadRulebook, match=r"own/conduct\.py, line 1: cannot be run: ZeroDivisionError"):
        rulebooks.load(folder)


# --- Rankings of its own ----------------------------------------------------------------------------------

OWN = """
from dataclasses import replace
from tablelaw.cards import RANKINGS
FIVE_CARD = RANKINGS["five-card"]
OWN = replace(FIVE_CARD, name={name!r})
"""


def with_own_ranking(folder: Path, name: str) -> None:
    (folder / "rankings.py").write_text(OWN.format(name=name))
    for file in (folder / "round.toml", folder / "paytables.toml"):
        text = file.read_text("utf-8").replace('ranking = "five-card"', f'ranking = "{name}"')
        file.write_text(text.replace('rankings = ["five-card"', f'rankings = ["{name}"'), "utf-8")


def test_a_folder_brings_rankings_for_its_own_rulebook_only(folder: Path) -> None:
    rename(folder, "own-game")
    with_own_ranking(folder, "own-game/five")
    book = rulebooks.load(folder)
    assert book.ranking_of("player") is RANKINGS["own-game/five"]
    other = Path(shutil.copytree(folder, folder.with_name("other")))
    (other / "rankings.py").unlink()
    file = other / "rulebook.toml"
    file.write_text(file.read_text("utf-8").replace('"own-game"', '"other-game"', 1), "utf-8")
    with pytest.raises(BadRulebook, match="unknown ranking 'own-game/five'"):
        rulebooks.load(other)


def test_a_ranking_is_named_after_its_rulebook(folder: Path) -> None:
    rename(folder, "own-game")
    with_own_ranking(folder, "five-card-b")
    with pytest.raises(BadRulebook, match=r"'five-card-b' could be that of another.*begins with \"own-game/\""):
        rulebooks.load(folder)


# --- Cites in a notation of its own -----------------------------------------------------------------------

ARTICLES = (
    """notation = { name = "articles", prefix = "Art. ", section = '\\d+', levels = [" a)"], example = "Art. 5 b)" }"""
)


def test_a_rulebook_is_cited_in_the_notation_it_declares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    folder = Path(shutil.copytree(FOLDER / "three-card-poker", tmp_path / "articles"))
    for file in (*folder.glob("*.toml"), folder / "conduct.py"):
        text = file.read_text("utf-8").replace('notation = "massachusetts"', ARTICLES)
        file.write_text(re.sub(r'"(\d+)(?:\(([a-z])\))?"', _as_article, text), "utf-8")
    book = rulebooks.load(folder)
    cites = {str(rule.cite) for rule in book.rules}
    assert {"Art. 6 b)", "Art. 6 c)"} <= cites
    cite = Cite.parse("Art. 6 b)", book.notation)
    assert look_up(book, cite).rules and book.full_cite(cite).endswith(": Three Card Poker Art. 6 b)")


def _as_article(found: re.Match[str]) -> str:
    return f'"Art. {found[1]} {found[2]})"' if found[2] else found[0]
