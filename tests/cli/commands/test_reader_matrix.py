"""The matrix of readers, by game: every reader serves every rulebook of the package and every example folder.

Every reader is really run, except those in `IN_THE_LONG_TESTS`, which `tools/torture.py --only matrix` runs: it plays
a thousand rounds or more (TABLELAW_BOT_ROUNDS).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.solver_choice import is_quick_to_solve
from tablelaw.cli.law_check.folder_check import Checked, Effort, check_folder, check_rulebook
from tablelaw.cli.law_check.readers import EXACT, JUDGED, MONEY, NO, PAR_FORMATS, READERS, YES
from tests.examples import FOLDER

EXAMPLES = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
ROUNDS = int(os.environ.get("TABLELAW_BOT_ROUNDS", 12))
IS_LONG = ROUNDS >= 1_000
EFFORT = Effort(ROUNDS, 600.0, is_thorough=IS_LONG)
IN_THE_LONG_TESTS = {"fr-stud": ("analyze", *(f"par {form}" for form in PAR_FORMATS), "simulate")}
"""Readers that need the best play of a whole game which takes more than seconds to solve. With a bought card that is
half a minute on two cores, and the PAR sheet five minutes; a hand is valued at once, so the game is advised and coached
here like the others. Here these readers are judged by the structure of the game.
"""


def found(name: str, monkeypatch: pytest.MonkeyPatch) -> Checked:
    if name in rulebooks.IDS:
        return check_rulebook(rulebooks.get(name), rulebooks.folder_of(name), EFFORT)
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    return check_folder(Path(FOLDER / name), EFFORT)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*rulebooks.IDS, *EXAMPLES])
def test_every_reader_serves_the_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = () if IS_LONG else IN_THE_LONG_TESTS.get(name, ())
    for reader in EXACT.keys() - set(judged):
        monkeypatch.setitem(JUDGED, reader, EXACT[reader])
    checked = found(name, monkeypatch)
    assert checked.not_run == judged, "every other reader is run"
    assert not checked.faults and checked.played is not None and checked.played.rounds == ROUNDS
    expected = dict.fromkeys(READERS, YES)
    if name not in rulebooks.IDS:
        expected["verifier"] = MONEY
    told = {row.reader: f"{row.answer}: {row.refusal}" for row in checked.readers}
    assert {row.reader: row.answer for row in checked.readers} == expected, told
    for row in checked.readers:
        assert (row.refusal is None) == (row.answer != NO) and (row.by or row.refusal)
        assert row.refusal is None or (row.refusal.what and row.refusal.accepted), "why not, and what would be served"


def test_no_other_game_is_left_to_the_long_tests() -> None:
    """Only games that take minutes are, so a new rulebook is run here unless its solver says so."""
    slow = {book.id for book in rulebooks.all_rulebooks() if not is_quick_to_solve(book.terms())}
    assert set(IN_THE_LONG_TESTS) == slow
