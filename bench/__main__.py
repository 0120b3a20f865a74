"""`python -m bench`: rounds a second of the table beside hands a second of PokerKit, on one core, in one run.

Only processor time is charged, and the two take turns, so that a busy machine slows both alike; each turn gives a
ratio, and the median is what counts.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from statistics import median
from time import process_time

from rich.console import Console

from bench import pokerkit_hands
from bench.evaluators import evaluators
from bench.rounds import LONGEST, SHORTEST, Rounds
from houserules.cli.show import add_row, make_table

GOAL = 10
AIM = 20
WARM_UP_SECONDS = 0.3
COLUMNS = ("a second", "slowest", "fastest")

Work = Callable[[int], int]
console = Console()


def rate(work: Work, seconds: float) -> float:
    """How many a second of processor time, over at least so many seconds; the clock is read about twenty times."""
    done, batch, spent, start = 0, 1, 0.0, process_time()
    while spent < seconds:
        work(batch)
        done, spent = done + batch, process_time() - start
        batch = max(1, int(done / spent * seconds / 20))
    return done / spent


def main() -> int:
    options = _options()
    rates = take_turns(_works(), options.repetitions, options.seconds)
    table = make_table("One core, one run", "what", *COLUMNS, numbers=COLUMNS)
    for name, found in rates.items():
        add_row(table, name, *(f"{figure:,.0f}" for figure in (median(found), min(found), max(found))))
    console.print(table)
    return _verdict(list(rates.values()))


def _works() -> dict[str, Work]:
    """What is measured; the two that are compared come first."""
    works: dict[str, Work] = {"Ultimate rounds: check, check, bet": Rounds(LONGEST).play}
    if pokerkit_hands.is_installed():
        theirs = pokerkit_hands.Hands()
        works[f"PokerKit {theirs.version} heads-up hands, called down"] = theirs.play
    works["Ultimate rounds: bet at once"] = Rounds(SHORTEST).play
    works["Ultimate rounds: every wager, check, check, bet"] = Rounds(LONGEST, every_wager=True).play
    return works | evaluators()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--repetitions", type=int, default=7, help="turns each takes (default 7)")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a turn (default 1)")
    return parser.parse_args()


def take_turns(works: dict[str, Work], repetitions: int, seconds: float) -> dict[str, list[float]]:
    """Rates of each work, one of every turn, after a warm-up."""
    for work in works.values():
        rate(work, WARM_UP_SECONDS)
    turns = [{name: rate(work, seconds) for name, work in works.items()} for _ in range(repetitions)]
    return {name: [turn[name] for turn in turns] for name in works}


def _verdict(rates: list[list[float]]) -> int:
    """The ratio of the first two, turn by turn; code 1 below the goal."""
    if not pokerkit_hands.is_installed():
        console.print(pokerkit_hands.NOT_INSTALLED, style="yellow", markup=False)
        return 0
    ratio = median(ours / theirs for ours, theirs in zip(rates[0], rates[1], strict=True))
    console.print(f"Ratio {ratio:.1f} (at least {GOAL} wanted, {AIM} aimed at).", highlight=False)
    return 0 if ratio >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
