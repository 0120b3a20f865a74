"""Files that people write may begin with a byte-order mark, as some editors of Windows write it, and mean the same."""

from __future__ import annotations

import io
import runpy
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

import tablelaw as tl
from tablelaw import cards, jurisdictions, rulebooks
from tablelaw.cards import RANKINGS
from tablelaw.cli.commands.users import _password
from tablelaw.cli.floor.options import kept_heads, read_text
from tablelaw.floor.store.api import open_store
from tablelaw.jurisdictions import model
from tablelaw.law.loader import FILES
from tablelaw.law.rulebook import Rulebook
from tablelaw.rulebooks import outside
from tablelaw.studies.study import read_source, study_of
from tablelaw.submission.draft import read_draft
from tablelaw_verifier.trust.heads import read_kept_head
from tests.command import Run, wide_command
from tests.examples import FOLDER
from tests.floor.world import EXAMPLES
from tools import paragraphs

MARK = b"\xef\xbb\xbf"
SETTLED = EXAMPLES.parent / "settle" / "pa-653a.toml"
STUDY = EXAMPLES.parent / "studies" / "hold-pa-653a.toml"
HAND = Path(__file__).parent / "golden" / "fr-stud-hand.txt"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Runs commands; the rulebooks and rankings that a test loads are forgotten afterwards."""
    rankings = dict(RANKINGS)
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    monkeypatch.setenv(outside.PATHS, "")
    rulebooks.look_again()
    yield wide_command(monkeypatch, capsys)
    rulebooks.look_again()
    cards._BY_NAME.clear()
    cards._BY_NAME.update(rankings)


def marked(source: Path, copy: Path) -> Path:
    """A copy of a file, or of a folder, in which everything begins with a byte-order mark."""
    for file in source.rglob("*.*") if source.is_dir() else [source]:
        to = copy / file.relative_to(source) if source.is_dir() else copy
        if file.is_file() and file.suffix != ".pyc":
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(MARK + file.read_bytes())
    return copy


def data_of(book: Rulebook) -> dict[str, object]:
    """Everything that was read from the TOML files; a folder's rules belong to the module that was loaded from it."""
    return {field.name: getattr(book, field.name) for field in fields(book) if field.name != "rules"}


@pytest.mark.parametrize("game", ["three-card-poker", "caribbean-stud"])
def test_a_rulebook_is_the_same_where_every_file_of_its_folder_has_the_mark(
    run: Run, tmp_path: Path, game: str
) -> None:
    plain = rulebooks.load(FOLDER / game)
    rulebooks._FROM_OUTSIDE.clear()
    folder = marked(FOLDER / game, tmp_path / "games" / game)
    assert all((folder / name).read_bytes().startswith(MARK) for name in FILES if (folder / name).exists())
    assert rulebooks.faults_of(folder) == []
    book = rulebooks.load(folder)
    assert data_of(book) == data_of(plain) and [rule.name for rule in book.rules] == [rule.name for rule in plain.rules]


def test_marked_folders_are_found_and_taken_as_an_example(run: Run, tmp_path: Path) -> None:
    games = marked(FOLDER / "three-card-poker", tmp_path / "games" / "three-card-poker").parent
    code, out, err = run("--rulebooks", str(games), "law", "diff", "three-card-poker", "pa-653a", "--json")
    assert code == 0 and "three-card-poker" in out, err
    own = tmp_path / "own"
    made = run("--rulebooks", str(games), "law", "new", "own-game", "--like", "three-card-poker", "--to", str(own))
    assert made[0] == 0, made
    assert MARK not in b"".join(file.read_bytes() for file in own.iterdir())
    assert rulebooks.faults_of(own) == []


def test_a_jurisdiction_is_the_same(tmp_path: Path) -> None:
    folder = marked(Path(jurisdictions.__file__).parent / "pa", tmp_path / "pa")
    assert model.load(folder) == jurisdictions.get("pa")


def test_a_round_is_settled_from_a_file_and_from_standard_input(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run("settle", str(SETTLED))
    file = marked(SETTLED, tmp_path / "round.toml")
    assert plain[0] == 0 and run("settle", str(file)) == plain
    assert tl.settle(file).as_json() == tl.settle(SETTLED).as_json()
    assert read_by(run, monkeypatch, file, "settle", "-") == plain


def test_a_hand_is_replayed_from_a_file_and_from_standard_input(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run("replay", str(HAND))
    file = marked(HAND, tmp_path / "hand.txt")
    assert plain[0] == 0 and run("replay", str(file)) == plain
    assert read_by(run, monkeypatch, file, "replay", "-") == plain


def read_by(run: Run, monkeypatch: pytest.MonkeyPatch, file: Path, *command: str) -> tuple[int, str, str]:
    """Runs a command that reads the file from standard input, which the system decodes in its own way."""
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes()), "cp1252"))
        return run(*command)


def test_a_password_on_standard_input_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = io.TextIOWrapper(io.BytesIO(MARK + "ein längeres Wort\r\n".encode()), "cp1252")
    monkeypatch.setattr(sys, "stdin", typed)
    assert _password() == "ein längeres Wort"


@pytest.mark.parametrize("command", [("settle", "-"), ("replay", "-"), ("user", "add", "kim", "--role", "player")])
def test_standard_input_that_is_not_utf_8_or_closed_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setenv("TABLELAW_DB", str(tmp_path / "floor.db"))
    open_store(str(tmp_path / "floor.db"), create=True).close()
    for stdin in (io.TextIOWrapper(io.BytesIO(b"\xff\n"), "utf-8", errors="surrogateescape"), None):
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", stdin)
            code, _, err = run(*command)
        assert code == 2 and err.startswith("refused ("), err
        assert stdin is None or "not UTF-8 text" in err


def test_a_study_and_the_submission_that_it_names_are_the_same(tmp_path: Path) -> None:
    plain = study_of(read_source(STUDY))
    (tmp_path / "submissions").mkdir()
    marked(EXAMPLES / "pa-653a.toml", tmp_path / "submissions" / "pa-653a.toml")
    found = study_of(read_source(marked(STUDY, tmp_path / "studies" / "hold.toml")))
    assert (found.asked, found.seats) == (plain.asked, plain.seats)
    assert found.submission.table == plain.submission.table == "UTH-1"


def test_a_submission_is_the_same(tmp_path: Path) -> None:
    file = marked(EXAMPLES / "pa-653a.toml", tmp_path / "table.toml")
    assert read_draft(file).raw == read_draft(EXAMPLES / "pa-653a.toml").raw
    assert not read_text(file).startswith("\ufeff")


def test_a_kept_head_is_the_same_for_the_program_and_for_the_verifier(tmp_path: Path) -> None:
    kept = EXAMPLES.parent / "logs" / "keystone.head"
    file = marked(kept, tmp_path / "kept.head")
    assert kept_heads([file]) == kept_heads([kept])
    assert read_kept_head(file) == read_kept_head(kept)


def test_a_text_of_a_regulation_is_the_same(tmp_path: Path) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("CHAPTER 653a. TEA\n\n§ 653a.1. Serving of tea.\n\n(a) Pour.\n", "utf-8")
    assert paragraphs.main(["pa-653a", str(marked(plain, tmp_path / "marked.txt"))]) == 0
    index = tmp_path / "index.txt"
    index.write_bytes(MARK + paragraphs.show("pa-653a", paragraphs.index("pa-653a", plain.read_text("utf-8"))).encode())
    assert paragraphs.main(["pa-653a", str(plain), "--compare", str(index)]) == 0


def test_a_token_of_a_device_is_the_same(tmp_path: Path) -> None:
    device = runpy.run_path(str(EXAMPLES.parent / "devices" / "device.py"))
    (tmp_path / "token").write_bytes(MARK + b"abc\r\n")
    given = device["options"]("").parse_args(["--token-file", str(tmp_path / "token")])
    assert device["device_of"](given)._token == "abc"
