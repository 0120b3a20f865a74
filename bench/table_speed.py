"""Compares the table's rounds per second with PokerKit's hands per second, on one core, in one run."""

from __future__ import annotations

from bench import pokerkit_hands
from bench.rounds import LONGEST, SHORTEST, Rounds
from bench.turns import Work, console, nothing_to_compare, rates_table, ratio, take_turns, verdict

LEAST, AIM = 10, 20


def measure(repetitions: int, seconds: float) -> bool:
    """Measures whether the table is faster by the required factor."""
    rates = take_turns(_works(), repetitions, seconds)
    console.print(rates_table("Rounds at the table, one core", rates))
    if not pokerkit_hands.is_installed():
        return nothing_to_compare("PokerKit")
    ours, theirs, *_ = rates.values()
    return verdict("rounds of Ultimate for each hand of PokerKit", ratio(ours, theirs), LEAST, AIM)


def _works() -> dict[str, Work]:
    """The workloads to measure; the two that are compared come first."""
    works: dict[str, Work] = {"Ultimate rounds: check, check, bet": Rounds(LONGEST).play}
    if pokerkit_hands.is_installed():
        theirs = pokerkit_hands.Hands()
        works[f"PokerKit {theirs.version} heads-up hands, called down"] = theirs.play
    works["Ultimate rounds: bet at once"] = Rounds(SHORTEST).play
    works["Ultimate rounds: every wager, check, check, bet"] = Rounds(LONGEST, every_wager=True).play
    return works
