"""Results cached on disk: they are reused only if nothing they depend on has changed, and never cause a failure."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tablelaw
from tablelaw import rulebooks
from tablelaw.analysis import cache
from tablelaw.analysis.board_with_dealer.endings import Ends, ends_from_lists
from tablelaw.analysis.cache import FOLDER, fingerprint, kept, kept_as, method_files
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.result import Distribution, Result, Strategy, Value
from tablelaw.analysis.result_files import COUNTS, ENDS, RESULT, STRATEGIES, VALUE, Form, read_as, write_as
from tablelaw.law.rulebook import Rulebook

BOOK = rulebooks.get("ma-colorado")
PACKAGE = Path(tablelaw.__file__).parent


def full() -> Result:
    """A result with a value in every field."""
    half = Fraction(1, 2)
    return Result(
        rulebook="ma-colorado",
        wager="bonus",
        choices={"version": "required"},
        unit="wager",
        ev=Fraction(-1, 3),
        seconds=0.5,
        meters={"meter": Fraction(19, 6_497_400)},
        seeds={"meter": Fraction(10_000)},
        distribution=Distribution({Fraction(-1): 2, half: 1}),
        average_wager=Fraction(3, 2),
        actions={"fold": half},
        chart={"fold": (Fraction(-1),)},
        method="counted",
        notes=("a note",),
        play="main game",
        plays={"never folding": Value(half, {"meter": half}), "both together": Value(half, staked=Fraction(1, 5))},
        by_others={1: half, 5: Fraction(5, 2)},
        strategies=(Strategy("always", half, Fraction(0), "says"),),
        ends=ends_from_lists([["stay", 2], ["fold", None]], [[[[1, 2, 3]]], [[[4, 5, 2**70]]]]),
    )


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER, str(tmp_path / "kept"))
    return tmp_path / "kept"


def counting(asked: list[str]) -> Callable[[], Result]:
    def answer() -> Result:
        asked.append("asked")
        return full()

    return answer


# --- Written and read back ---------------------------------------------------------------------------------


def test_a_result_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "one"
    path.write_text(write_as(RESULT, full()), "utf-8")
    found = read_as(RESULT, path)
    assert found == full()
    assert found is not None
    assert isinstance(found.ends, Ends)
    assert found.ends.as_lists() == full().ends.as_lists()  # type: ignore[union-attr]


def test_the_second_time_the_disk_answers(folder: Path) -> None:
    asked: list[str] = []
    results = [kept(BOOK, "what is it worth", counting(asked)) for _ in range(3)]
    assert results == [full()] * 3
    assert len(asked) == 1
    assert len(list(folder.iterdir())) == 1


FORMS: list[tuple[Form[Any], Any]] = [
    (RESULT, full()),
    (STRATEGIES, full().strategies),
    (COUNTS, Counter({"flush": 2**70, "pair": 0})),
    (VALUE, Fraction(-1, 3)),
]


@pytest.mark.parametrize(("form", "answer"), FORMS, ids=["result", "strategies", "counts", "value"])
def test_answers_of_other_forms_are_kept_too(form: Form[Any], answer: Any) -> None:
    to_give = [answer]
    found = [kept_as(form, BOOK, "one", to_give.pop) for _ in range(2)]
    assert found == [answer, answer] and {type(one) for one in found} == {type(answer)}


def test_endings_are_kept_as_they_were_counted() -> None:
    ends = full().ends
    assert ends is not None
    first, second = (kept_as(ENDS, BOOK, "one", lambda: ends) for _ in range(2))
    assert first.as_lists() == second.as_lists() == ends.as_lists()


def test_another_question_is_another_answer() -> None:
    asked: list[str] = []
    for question in ("one", "another", "one"):
        kept(BOOK, question, counting(asked))
    assert len(asked) == 2


def test_a_deleted_cache_is_made_again(folder: Path) -> None:
    asked: list[str] = []
    kept(BOOK, "one", counting(asked))
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    assert kept(BOOK, "one", counting(asked)) == full()
    assert len(asked) == 2
    assert len(list(folder.iterdir())) == 1


def test_an_empty_name_turns_it_off(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv(FOLDER, "")
    asked: list[str] = []
    kept(BOOK, "one", counting(asked))
    kept(BOOK, "one", counting(asked))
    assert len(asked) == 2
    assert not folder.exists()


def test_a_main_game_is_the_same_from_the_disk(folder: Path) -> None:
    terms = BOOK.terms(version="required")
    first = main_of(terms)
    assert main_of(terms) == first
    assert first.ev == Fraction(-2_133, 38_675)
    assert len(list(folder.iterdir())) == 1


# --- Broken or unreachable -----------------------------------------------------------------------------------


BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda whole: b"",
    "cut short": lambda whole: whole[: len(whole) // 2],
    "no digest": lambda whole: whole.partition(b"\n")[2],
    "one digit changed": lambda whole: whole.replace(b"-1/3", b"-1/4"),
    "no text": lambda whole: b"\xff\xfe" + whole,
    "other JSON": lambda whole: b"[]",
    "zeros": lambda whole: bytes(len(whole)),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_file_is_worked_out_again_and_written_anew(how: str, folder: Path) -> None:
    kept(BOOK, "one", full)
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    path.write_bytes(BROKEN[how](whole))
    asked: list[str] = []
    assert kept(BOOK, "one", counting(asked)) == full()
    assert len(asked) == 1
    assert path.read_bytes() == whole


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(FOLDER, str(tmp_path / "file"))
    asked: list[str] = []
    assert [kept(BOOK, "one", counting(asked)) for _ in range(2)] == [full()] * 2
    assert len(asked) == 2


def test_an_interrupted_write_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        kept(BOOK, "one", full)
    assert list(folder.iterdir()) == []


WRITER = """
from fractions import Fraction
from tablelaw import rulebooks
from tablelaw.analysis.cache import kept
from tablelaw.analysis.result import Result
book = rulebooks.get("ma-colorado")
for n in range(300):
    many = Result("ma-colorado", "main", {}, "ante", Fraction(n), notes=("x" * 20_000,))
    assert kept(book, f"question {n}", lambda: many).ev == n
"""


def test_two_processes_may_keep_the_same_results_at_once(folder: Path) -> None:
    command = [sys.executable, "-c", WRITER]
    both = [subprocess.Popen(command, env={**os.environ, FOLDER: str(folder)}) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    assert len(list(folder.iterdir())) == 300
    assert all(read_as(RESULT, path) is not None for path in folder.iterdir())


# --- What the key depends on -----------------------------------------------------------------------------------


def with_odds(book: Rulebook, table: str, row: int, odds: str) -> Rulebook:
    """The same rulebook with other odds in the first column of one row."""
    old = book.paytable(table)
    rows = tuple((r[0], odds, *r[2:]) if n == row else r for n, r in enumerate(old.rows))
    changed = msgspec.structs.replace(old, rows=rows)
    return replace(book, paytables=tuple(changed if t.id == table else t for t in book.paytables))


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_changed_cell_is_another_key(book_id: str) -> None:
    book = rulebooks.get(book_id)
    keys = {fingerprint(book)}
    cells = [(table.id, row) for table in book.paytables for row in range(len(table.rows))]
    keys |= {fingerprint(with_odds(book, table, row, "777 to 1")) for table, row in cells}
    assert len(keys) == 1 + len(cells)


def test_a_changed_cell_is_never_answered_from_the_old_one() -> None:
    main_of(BOOK.terms(version="required"))
    better = with_odds(BOOK, "bet", 3, "12 to 1")
    assert better.paytable("bet").rows[3][0] == "full house"
    assert main_of(better.terms(version="required")).ev > main_of(BOOK.terms(version="required")).ev


def test_a_changed_rule_or_method_is_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    without_one = replace(BOOK, rules=BOOK.rules[:-1])
    assert fingerprint(without_one) != fingerprint(BOOK)
    before = fingerprint(BOOK)
    monkeypatch.setattr(cache, "method_fingerprint", lambda: "another method")
    assert cache.fingerprint.__wrapped__(BOOK) != before


def test_the_key_is_the_same_in_every_process() -> None:
    code = "from tablelaw import rulebooks; from tablelaw.analysis.cache import fingerprint;"
    code += " print([fingerprint(book) for book in rulebooks.all_rulebooks()])"
    told = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_how_a_par_sheet_looks_is_no_part_of_the_method() -> None:
    files = {str(path.relative_to(PACKAGE)) for path in method_files()}
    assert {
        "analysis/board_with_dealer/value_kernels.py",
        "cards/arrays/kernels.py",
        "law/odds.py",
        "analysis/side_wagers/under_main_play.py",
    } <= files
    assert not any(name.startswith("analysis/par/") for name in files)


@pytest.mark.parametrize("path", sorted(set(method_files())), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_that_is_kept_is_worked_out_by_a_par_sheet(path: Path) -> None:
    """Otherwise a layout change could alter a result that is still cached under the old key."""
    tree = ast.parse(path.read_text("utf-8"))
    names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert not any(f"{name}.".startswith("tablelaw.analysis.par.") for name in names)
