"""The documents: every one is in the index, the reference is that of the code, and the tutorials run as printed."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest

from tablelaw.documents import all_documents
from tests.cli.console import Console, is_as_expected, sessions
from tests.cli.practice import practised
from tests.cli.test_operations import HASH
from tests.command import run_command, wide_command
from tools import reference

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
INDEX = (DOCS / "index.md").read_text("utf-8")
TUTORIALS = sorted((DOCS / "tutorials").glob("*.md"))
ON_A_SERVER = DOCS / "tutorials" / "integrator.md"
"""The tutorial that tests/server/test_http_docs.py runs."""


def test_every_document_is_in_the_index_and_in_the_sites_contents() -> None:
    linked = set(re.findall(r"\]\(([\w/-]+)\.md\)", INDEX))
    listed = {line for block in INDEX.split("```{toctree}")[1:] for line in block.partition("```")[0].splitlines()}
    names = {one.name for one in all_documents()} - {"index"}
    assert linked == names
    assert {line for line in listed if line and not line.startswith(":")} == names


LINK = re.compile(r"\]\((?!https?://)([^)#\s]*)(?:#([^)\s]*))?\)")


def anchors(path: Path) -> set[str]:
    """The headings of a document, as links name them."""
    heads = re.findall(r"(?m)^#+ (.+)$", path.read_text("utf-8"))
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("path", sorted(DOCS.rglob("*.md")), ids=lambda path: str(path.relative_to(DOCS)))
def test_every_link_leads_to_a_place_within_the_documents(path: Path) -> None:
    """The site and an installed package have no other files, so that any other link would be dead there."""
    for file, anchor in LINK.findall(path.read_text("utf-8")):
        place = (path.parent / file).resolve() if file else path
        assert place.is_relative_to(DOCS) and place.is_file(), file
        assert not anchor or anchor in anchors(place), f"{file}#{anchor}"


def test_every_kind_of_reader_has_a_tutorial() -> None:
    readers = {"player", "dealer", "operator", "mathematician", "auditor", "integrator", "developer"}
    assert {path.stem for path in TUTORIALS} == readers


@pytest.mark.parametrize("name", reference.PAGES)
def test_the_reference_is_that_of_the_code(name: str) -> None:
    assert (reference.FOLDER / name).read_text("utf-8") == reference.page(name), "run python -m tools.reference"


@pytest.mark.parametrize("path", [path for path in TUTORIALS if path != ON_A_SERVER], ids=lambda path: path.stem)
def test_a_tutorial_runs_as_printed(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("TABLELAW_DB", "TABLELAW_BY", "COLUMNS", "TABLELAW_RULEBOOKS"):
        monkeypatch.setenv(name, "")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    codes = []

    def run(number: int, *arguments: str) -> tuple[int, str, str]:
        with practised(number):
            ended = run_command(monkeypatch, capsys, *arguments)
        codes.append(ended[0])
        return ended

    console = Console(run, tmp_path)
    for typed in sessions(path):
        shown, expected = (
            [HASH.sub("HASH", line) for line in lines] for lines in (console.type(typed), typed.expected)
        )
        assert is_as_expected(shown, expected), "\n".join([typed.command, *shown])
    assert not any(codes)
    assert doctest.testfile(str(path), module_relative=False, encoding="utf-8").failed == 0


def test_a_tutorial_has_only_blocks_that_are_run() -> None:
    for path in TUTORIALS:
        opened = path.read_text("utf-8").split("\n```")[1::2]
        assert opened and all(block.startswith(("console\n$ ", "python\n>>> ")) for block in opened), path


def test_documents_are_listed_printed_and_searched(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = wide_command(monkeypatch, capsys)
    assert "tutorials/player" in run("docs")[1]
    assert run("docs", "settle")[1] == (DOCS / "settle.md").read_text("utf-8")
    assert run("docs", "docs/tutorials/player.md")[1].startswith("# Tutorial for players\n")
    assert run("docs", "glossary", "--search", "DROP box")[1].startswith("glossary:")
    assert json.loads(run("docs", "player", "--json")[1])["name"] == "tutorials/player"
    assert "(no-such-document)" in run("docs", "nosuch")[2]
