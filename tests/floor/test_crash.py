"""A floor is killed at any moment under load: nothing acknowledged is lost or done twice, and play continues."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.floor.crash_run import CrashRun

KILLS = int(os.environ.get("TABLELAW_KILLS", "20"))
SEED = os.environ.get("TABLELAW_SEED", "crash")
UNTIL_FOUND = 40
"""The number of kills within which a planted fault must be found."""


def test_killed_floor_loses_and_doubles_nothing(database: str, kind: str, tmp_path: Path) -> None:
    found = CrashRun(database, tmp_path, SEED).run(KILLS)
    print(f"{kind}: {found}, seed {SEED!r}")
    assert found.kills == KILLS
    assert found.orders > 5 * KILLS
    assert found.retried >= KILLS, "an order was under way at every kill"
    assert found.rounds > KILLS, "rounds were under way, and were resumed"
    assert found.voids and found.hand_pays
    assert found.refused > KILLS, "strangers were refused beside everybody else"


@pytest.mark.parametrize(("fault", "words"), [("hasty", "lost"), ("forgetful", "not as acknowledged|refused|twice")])
def test_planted_fault_is_found(fault: str, words: str, database: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=words):
        CrashRun(database, tmp_path, SEED, fault).run(UNTIL_FOUND)
