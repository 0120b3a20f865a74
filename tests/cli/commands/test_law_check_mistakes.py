"""A mistake in `conduct.py` is a fault with its line in `law check`, and a refusal by name everywhere else."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tablelaw import rulebooks
from tablelaw.rulebooks import outside
from tests.command import Run, wide_command
from tests.examples import FOLDER

GAME, WHERE = "let-it-ride", "conduct.py, line {}, rule 6(b) (by_the_table)"
RETURN = 'return case.pays("payout", hand) if case.has_row("payout", hand) else LOST'
MISTAKES = {
    "a forgotten import": (
        *("import LOST, Case", "import Case", 14, "NameError: name 'LOST' is not defined"),
        "from tablelaw.law.conduct import LOST",
    ),
    "an unknown paytable": ('case.pays("payout"', 'case.pays("pay"', 14, "no paytable 'pay'", "payout"),
    "an unknown paytable that is asked for a row": (
        *('case.has_row("payout"', 'case.has_row("pay"', 14, "no paytable 'pay'", "payout"),
    ),
    "an unknown hand": ('case.hand("player")', 'case.hand("mine")', 13, "no hand 'mine'", "player"),
    "an unknown line": ('case.hand("player")', 'case.qualifies("mine")', 13, "no hand 'mine'", "player"),
    "an unknown class": (
        *('hand = case.hand("player")', 'hand = case.at_least("player", "quads")', 13),
        *("the ranking colorado has no class 'quads'", "royal flush, straight flush, four-of-a-kind, "),
    ),
    "an unknown choice": (
        *('hand = case.hand("player")', 'hand = case.terms.choice("house")', 13, "no choice named 'house'"),
        "payout, positions-per-player",
    ),
    "an unknown reading": (
        *('hand = case.hand("player")', 'hand = case.terms.reading("doubt")', 13, "no reading 'doubt'", "none"),
    ),
    "another error": (
        *('hand = case.hand("player")', "hand = [][0]", 13, "IndexError: list index out of range"),
        "a function that decides the case, or returns None",
    ),
    "no ruling": (
        *(RETURN, "return True", 8, "it returns True"),
        "a ruling (LOST, PUSH, RETURNED, NOTHING or case.pays(...)), or None",
    ),
}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    monkeypatch.setattr(rulebooks, "_REFUSED", {})
    monkeypatch.setenv(outside.PATHS, "")
    return wide_command(monkeypatch, capsys)


def mistaken(place: Path, find: str, put: str) -> Path:
    folder = Path(shutil.copytree(FOLDER / GAME, place / "book", ignore=shutil.ignore_patterns("__pycache__")))
    text = (folder / "conduct.py").read_text("utf-8")
    assert find in text
    (folder / "conduct.py").write_text(text.replace(find, put, 1), "utf-8")
    return folder


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_a_rule_is_a_fault_with_its_line(run: Run, tmp_path: Path, name: str) -> None:
    find, put, line, what, accepted = MISTAKES[name]
    folder = mistaken(tmp_path, find, put)
    code, out, err = run("law", "check", str(folder), "--json")
    assert code == 1, err
    (fault,) = json.loads(out)["faults"]
    assert fault["where"] == WHERE.format(line)
    assert fault["what"] == f"the wager ante: {what}" and fault["accepted"].startswith(accepted)


@pytest.mark.parametrize("name", ["a forgotten import", "an unknown paytable", "an unknown hand", "no ruling"])
@pytest.mark.parametrize("command", [("settle", "--template", GAME), ("analyze", GAME)], ids=lambda words: words[0])
def test_another_command_refuses_in_one_line(run: Run, tmp_path: Path, command: tuple[str, ...], name: str) -> None:
    find, put, *_ = MISTAKES[name]
    folder = mistaken(tmp_path, find, put)
    code, _, err = run("--rulebooks", str(folder), *command)
    assert (
        code == 2
        and err.startswith(f"refused (bad-rulebook-folder) {WHERE.format(MISTAKES[name][2])}")
        and "Traceback" not in err
    )
    assert len(err.strip().splitlines()) == 1, err


def test_a_file_that_cannot_be_run_is_named_once_with_its_line(run: Run, tmp_path: Path) -> None:
    folder = mistaken(tmp_path, "    hand = ", "    hand == = ")
    code, out, _ = run("law", "check", str(folder), "--json")
    (fault,) = json.loads(out)["faults"]
    assert code == 1 and fault["where"] == f"{folder}/conduct.py, line 13"
    assert fault["what"] == "cannot be run: SyntaxError: invalid syntax"
    code, _, err = run("--rulebooks", str(folder), "analyze", GAME)
    assert code == 2 and err.startswith("refused (bad-rulebook-folder) ") and err.count(str(folder)) == 1


def test_a_wager_whose_hand_no_rule_reads_is_a_fault(run: Run, tmp_path: Path) -> None:
    folder = mistaken(tmp_path, RETURN, 'return case.pays("payout", "flush")')
    (folder / "conduct.py").write_text(
        (folder / "conduct.py").read_text("utf-8").replace('hand = case.hand("player")', ""), "utf-8"
    )
    code, out, _ = run("law", "check", str(folder), "--json")
    told = [(f["where"], f["what"], f["accepted"]) for f in json.loads(out)["faults"] if "reads" in f["what"]]
    assert code == 1 and told[0] == (
        "wagers.toml, wagers (ante)",
        "no rule of the wager ante reads its hand player",
        'a rule that asks case.hand("player"), or the hand that its rules read',
    )
    assert len(told) == 3


def test_a_wager_paid_by_a_paytable_that_does_not_list_it_is_a_fault(run: Run, tmp_path: Path) -> None:
    """No sign would print its odds, and no choice of a column would be known to change them."""
    folder = mistaken(tmp_path, "LOST", "LOST")
    text = (folder / "paytables.toml").read_text("utf-8")
    (folder / "paytables.toml").write_text(text.replace('"ante", "first", "second"', '"ante", "first"'), "utf-8")
    code, out, _ = run("law", "check", str(folder), "--json")
    (fault,) = json.loads(out)["faults"]
    assert code == 1 and fault["where"] == WHERE.format(14)
    assert fault["what"] == "the wager second: it is paid by the paytable payout, which does not list it"
    assert fault["accepted"] == "wagers of the paytable with second among them, not only ante, first"


def test_a_day_is_played_without_a_presentation(run: Run, tmp_path: Path) -> None:
    """Its tables are named by the id in capitals."""
    folder = mistaken(tmp_path, "LOST", "LOST")
    text = (folder / "rulebook.toml").read_text("utf-8")
    begin = text.index("[presentation]")
    (folder / "rulebook.toml").write_text(text[:begin] + text[text.index("[[", begin) :], "utf-8")
    code, out, err = run("law", "check", str(folder), "--json")
    assert code == 0, err
    assert {row["reader"]: row["answer"] for row in json.loads(out)["readers"]}["gaming day"] == "yes"
