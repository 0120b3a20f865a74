"""The ledger as a beancount file, checked by beancount's own checker."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tablelaw.floor import orders
from tablelaw.floor.exchange.beancount_ledger import account_name, amount_text, beancount_text, quoted
from tablelaw.floor.house_staff import FLOORPERSON
from tests.currencies import IN_EUROS
from tests.floor.played import UTH, bet, new_floor, opened, play_on, sit
from tests.floor.world import example


def played_ledger(folder: Path) -> str:
    with closing(new_floor(folder)) as store, opened(store) as world:
        sit(world)
        bet(world, ante=500, blind=500, progressive=100)
        play_on(world, UTH, (1, "check", 0), (1, "check", 0), (1, "fold", 0))
        world.do(FLOORPERSON, orders.FillTray(UTH, 2_000_00))
        bet(world, ante=500, blind=500)  # set aside, and so only a comment
        return beancount_text(store)


def played_euros(folder: Path) -> str:
    """A round of each French game."""
    texts = [example(book, f"T-{number}") for number, book in enumerate(IN_EUROS, 1)]
    with closing(new_floor(folder)) as store, opened(store, *texts, law="fr") as world:
        for number, table in enumerate(world.service.views.tables):
            sit(world, table, 1, f"ann {number}")
            world.play_round(table)
        world.do(FLOORPERSON, orders.FillTray("T-1", 1_234_50))
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


def test_a_ledger_in_euros_has_no_other_currency_and_adds_up(tmp_path: Path) -> None:
    text = played_euros(tmp_path)
    assert 'option "operating_currency" "EUR"' in text and "USD" not in text and "$" not in text and "€" not in text
    currencies = re.findall(r"(?m)^  (?:Assets|Equity):\S+  -?\d+\.\d\d (\S+)$", text)
    assert len(currencies) > 20 and {*currencies} == {"EUR"}
    found = checked(tmp_path, text)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
    wrong = checked(tmp_path, text.replace("  Assets:Tray:T-1  1234.50 EUR", "  Assets:Tray:T-1  1234.51 EUR"))
    assert wrong.returncode == 1 and "does not balance" in wrong.stderr
    mixed = checked(tmp_path, text.replace("  Assets:Tray:T-1  1234.50 EUR", "  Assets:Tray:T-1  1234.50 USD"))
    assert mixed.returncode == 1 and "USD" in mixed.stderr


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
