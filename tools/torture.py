"""Runs the long tests one after the other: prints counts, seeds and times, and stops at the first failure.

python tools/torture.py                 every battery at its full count: many hours
python tools/torture.py --share 1/10    a tenth of each count
python tools/torture.py --only kills    one battery
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from fractions import Fraction
from typing import NamedTuple


class Battery(NamedTuple):
    """A long test; `at_full` is the value of `variable` at full length, and the tests print their seeds. `tests` names
    one or more files or folders.
    """

    name: str
    what: str
    variable: str
    at_full: int
    tests: str


BATTERIES = (
    Battery(
        "rounds", "random rounds with irregularities", "TABLELAW_ROUNDS", 1_000_000, "tests/table/test_conformance.py"
    ),
    Battery(
        "unnamed",
        "scenarios with cards left out",
        "TABLELAW_PARTIAL",
        1_000_000,
        "tests/scenarios/test_undecided_lines.py",
    ),
    Battery(
        "matrix",
        "rounds by bots of every game, with every reader asked",
        "TABLELAW_BOT_ROUNDS",
        2_000,
        "tests/cli/commands/test_reader_matrix.py",
    ),
    Battery("ledger", "sequences of transfers and meter changes", "TABLELAW_SEQUENCES", 20_000, "tests/cage"),
    Battery(
        "floor", "sequences of orders to a property", "TABLELAW_SEQUENCES", 20_000, "tests/floor/test_conservation.py"
    ),
    Battery("databases", "kinds of database for orders that depend on none", "TABLELAW_DATABASES", 2, "tests/floor"),
    Battery("days", "gaming days", "TABLELAW_DAYS", 20_000, "tests/gaming_day/test_days.py"),
    Battery("power", "states after a power loss", "TABLELAW_POWER_STATES", 100_000, "tests/floor/test_power_loss.py"),
    Battery("flips", "bits of a log flipped", "TABLELAW_FLIPS", 8_388_608, "tests/floor/test_tamper.py"),
    Battery("hands", "hands rebuilt by the verifier", "TABLELAW_HANDS", 1_000_000, "tests/verifier/test_rebuild.py"),
    Battery("numbers", "figures of a log off by one", "TABLELAW_NUMBERS", 5_000, "tests/verifier/test_faults.py"),
    Battery("kills", "kills of a serving process", "TABLELAW_KILLS", 10_000, "tests/floor/test_crash.py"),
    Battery("cuts", "connections cut", "TABLELAW_CUTS", 5_000, "tests/floor/test_lost_connections.py"),
    Battery(
        "meter", "increments of a linked meter", "TABLELAW_INCREMENTS", 1_000_000, "tests/floor/test_linked_meter.py"
    ),
    Battery(
        "slow",
        "time that the analysis of every game is tested, of those too that take minutes",
        "TABLELAW_SLOW_GAMES",
        1,
        "tests/analysis",
    ),
    Battery("races", "wagers against the lock-out", "TABLELAW_RACES", 1_000_000, "tests/floor/test_lock_out.py"),
    Battery(
        "simulated",
        "simulated rounds of every wager in every column",
        "TABLELAW_SIMULATED",
        50_000_000,
        "tests/simulation/test_against_exact.py",
    ),
    Battery(
        "purchases",
        "time that simulated rounds are compared with the games too that take minutes to solve",
        "TABLELAW_SLOW_GAMES",
        1,
        "tests/simulation/test_against_exact.py",
    ),
    Battery(
        "examples",
        "time that simulated rounds of example games are compared with every strategy, of Four Card Poker too",
        "TABLELAW_SLOW_GAMES",
        1,
        "tests/simulation/test_example_games.py",
    ),
    Battery(
        "shifts",
        "simulated shifts against their control limits",
        "TABLELAW_SHIFTS",
        400_000,
        "tests/floor/reports/test_win_limits.py",
    ),
    Battery("leaks", "rounds in twin worlds", "TABLELAW_LEAK_ROUNDS", 100_000, "tests/server/test_twin_worlds.py"),
    Battery(
        "refusals",
        "rounds of each rulebook with every refusal at twin tables",
        "TABLELAW_HIDDEN_ROUNDS",
        2_000,
        "tests/table/test_hidden_refusals.py",
    ),
    Battery(
        "walks",
        "walks through the states of a table of each rulebook, written and read back",
        "TABLELAW_WALKS",
        300,
        "tests/table/test_text_walk.py",
    ),
    Battery("fuzz", "requests and messages", "TABLELAW_REQUESTS", 1_000_000, "tests/server/test_fuzz.py"),
    Battery(
        "seats",
        "numbers of other hands seen where flushes are compared",
        "TABLELAW_SEATS",
        5,
        "tests/analysis/protection/test_seen_in_flushes.py",
    ),
    Battery(
        "pages",
        "time that every game is played in a browser by mouse, keyboard and touch, and dealt from the dealer's page",
        "TABLELAW_SHOWN_GAMES",
        1,
        "tests/browser/test_every_game.py tests/browser/test_every_deal.py",
    ),
    Battery("widths", "widths of a terminal for every command", "TABLELAW_WIDTHS", 5, "tests/cli/test_widths.py"),
    Battery("claims", "tests named by the ledgers", "TABLELAW_CLAIMS", 1_000, "tests/test_ledger_sabotage.py"),
    Battery("hostile", "seconds of every kind of attack", "TABLELAW_HOSTILE", 600, "tests/server/test_hostile.py"),
    Battery("decks", "decks shuffled", "TABLELAW_DECKS", 100_000_000, "tests/cards/test_shuffle_battery.py"),
)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--share", type=Fraction, default=Fraction(1), help="of each full count, such as 1/10")
    asked.add_argument("--only", choices=[battery.name for battery in BATTERIES], action="append")
    given = asked.parse_args()
    began = time.monotonic()
    for battery in BATTERIES:
        if (not given.only or battery.name in given.only) and not run(battery, given.share):
            return 1
    print(f"all held, {minutes(time.monotonic() - began)}", flush=True)
    return 0


def run(battery: Battery, share: Fraction) -> bool:
    """Runs one battery and prints the counts and seeds that it reports."""
    count = max(1, int(battery.at_full * share))
    print(f"== {battery.name}: {count:,} {battery.what} ({battery.tests})", flush=True)
    began = time.monotonic()
    command = [sys.executable, "-m", "pytest", "-q", "-s", *battery.tests.split()]
    done = subprocess.run(command, env={**os.environ, battery.variable: str(count)}, check=False)
    word = "held" if done.returncode == 0 else "FAILED"
    print(f"== {battery.name}: {word} after {minutes(time.monotonic() - began)}", flush=True)
    return done.returncode == 0


def minutes(seconds: float) -> str:
    return f"{int(seconds) // 60} min {int(seconds) % 60} s"


if __name__ == "__main__":
    sys.exit(main())
