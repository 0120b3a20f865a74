"""The matrix of readers, by game: every reader serves every rulebook of the package and every example folder.

Each gets a quick check; with a thousand rounds or more (TABLELAW_BOT_ROUNDS) every reader is actually run, including
those that solve.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tablelaw import rulebooks
from tablelaw.cli.law_check.folder_check import Checked, Effort, check_folder, check_rulebook
from tablelaw.cli.law_check.readers import MONEY, NO, READERS, YES
from tests.examples import FOLDER

EXAMPLES = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
ROUNDS = int(os.environ.get("TABLELAW_BOT_ROUNDS", 12))
EFFORT = Effort(ROUNDS, 600.0, is_thorough=ROUNDS >= 1_000)


def found(name: str, monkeypatch: pytest.MonkeyPatch) -> Checked:
    if name in rulebooks.IDS:
        return check_rulebook(rulebooks.get(name), rulebooks.folder_of(name), EFFORT)
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    return check_folder(Path(FOLDER / name), EFFORT)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*rulebooks.IDS, *EXAMPLES])
def test_every_reader_serves_the_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = found(name, monkeypatch)
    assert not checked.faults and checked.played is not None and checked.played.rounds == ROUNDS
    expected = dict.fromkeys(READERS, YES)
    if name not in rulebooks.IDS:
        expected["verifier"] = MONEY
    told = {row.reader: f"{row.answer}: {row.refusal}" for row in checked.readers}
    assert {row.reader: row.answer for row in checked.readers} == expected, told
    for row in checked.readers:
        assert (row.refusal is None) == (row.answer != NO) and (row.by or row.refusal)
        assert row.refusal is None or (row.refusal.what and row.refusal.accepted), "why not, and what would be served"
