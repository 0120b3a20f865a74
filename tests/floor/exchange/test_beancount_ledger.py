"""The ledger as a beancount file, checked by beancount's own checker."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tablelaw.floor import orders
from tablelaw.floor.exchange.beancount_ledger import account_name, amount_text, beancount_text, quoted
from tablelaw.floor.house_staff import FLOORPERSON
from tests.floor.played import UTH, bet, new_floor, opened, play_on, sit


def played_ledger(folder: Path) -> str:
    with closing(new_floor(folder)) as store, opened(store) as world:
        sit(world)
        bet(world, ante=500, blind=500, progressive=100)
        play_on(world, UTH, (1, "check", 0), (1, "check", 0), (1, "fold", 0))
        world.do(FLOORPERSON, orders.FillTray(UTH, 2_000_00))
        bet(world, ante=500, blind=500)  # set aside, and so only a comment
        return beancount_text(store)


def checked(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    file = folder / "ledger.beancount"
    file.write_text(text, "utf-8")
    command = [sys.executable, "-m", "beancount.scripts.check", "--no-cache", str(file)]
    return subprocess.run(command, capture_output=True, text=True)


def test_the_checker_of_beancount_accepts_a_ledger_and_finds_a_cent_too_much(tmp_path: Path) -> None:
    text = played_ledger(tmp_path)
    assert "balance Assets:Tray:UTH-1  " in text and "\n; " in text and " pending: wager, 5.00 USD from " in text
    found = checked(tmp_path, text)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
    wrong = checked(tmp_path, text.replace("  Assets:Tray:UTH-1  2000.00 USD", "  Assets:Tray:UTH-1  2000.01 USD"))
    assert wrong.returncode == 1 and "does not balance" in wrong.stderr


def test_names_of_accounts_fit_beancount_and_no_two_share_one() -> None:
    taken: set[str] = set()
    for account in ("chips:ann", "chips:Ann", "chips:ann-2", "meter:T-1/progressive-a", "cage", "chips:Zoé", "chips:é"):
        taken.add(account_name(account, taken))
    assert sorted(taken) == [
        "Assets:Chips:Ann",
        "Assets:Chips:Ann-2",
        "Assets:Chips:Ann-2-2",
        "Assets:Chips:X",
        "Assets:Chips:Zo",
        "Assets:Meter:T-1:Progressive-a",
        "Equity:Cage",
    ]


def test_sums_and_quotes() -> None:
    assert [amount_text(cents) for cents in (-1, 0, 5, 100, -123_456)] == ["-0.01", "0.00", "0.05", "1.00", "-1234.56"]
    assert quoted('a "b" \\') == '"a \\"b\\" \\\\"'
