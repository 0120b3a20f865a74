"""Measures simulated rounds per second, compared in one run with a plain Python loop over eval7 that plays the same
way.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import numpy as np

from bench import eval7_rounds
from bench.turns import Work, console, nothing_to_compare, rates_table, ratio, take_turns, verdict
from tablelaw.rulebooks import get
from tablelaw.simulation.codes import BLOCK
from tablelaw.simulation.game import Game
from tablelaw.simulation.seating import Seat
from tablelaw.studies.games.simulated_table import game_of

LEAST_RATIO, AIM_RATIO = 50, 100
LEAST_OF_BASIC = 0.2
"""The minimum speed of best play, as a share of the basic strategy's speed: at most five times slower."""
AIM_A_SECOND = 5_000_000
BASIC, BEST, FULL = "basic strategy", "best play", "six seats, best play"
UNIT = 100
WAGERS = {"ante": UNIT, "blind": UNIT, "trips": UNIT}


def measure(repetitions: int, seconds: float) -> bool:
    """Measures whether simulated rounds are faster by the required factors."""
    games = {BASIC: _table(BASIC), BEST: _table("best"), FULL: _table("best", 6)}
    works: dict[str, Work] = {name: _blocks(game) for name, game in games.items()}
    theirs = eval7_rounds.Rounds() if eval7_rounds.is_installed() else None
    if theirs is not None:
        works["eval7"] = theirs.play
    found = take_turns(works, repetitions, seconds)
    rates = {name: [rate * (1 if name == "eval7" else BLOCK) for rate in turns] for name, turns in found.items()}
    console.print(rates_table("Rounds of Ultimate with Trips simulated, one core", _named(rates, theirs)))
    _tell_both_cores(games[BASIC], seconds)
    of_basic = ratio(rates[BEST], rates[BASIC])
    met = verdict("rounds of best play for each of basic strategy", of_basic, LEAST_OF_BASIC, places=1)
    if theirs is None:
        return nothing_to_compare("eval7") and met
    _tell_means(games[BASIC], theirs)
    times = ratio(rates[BASIC], rates["eval7"])
    return verdict("simulated rounds for each of the loop", times, LEAST_RATIO, AIM_RATIO) and met


def _table(play: str, seats: int = 1) -> Game:
    return game_of(get("pa-653a").terms(), [Seat(WAGERS, play)] * seats)


def _blocks(game: Game) -> Work:
    """Makes a workload that deals different blocks in every turn."""
    done = 0

    def play(count: int) -> int:
        nonlocal done
        for block in range(done, done + count):
            game.play(1, block)
        done += count
        return count

    return play


def _named(rates: Mapping[str, list[float]], theirs: eval7_rounds.Rounds | None) -> dict[str, list[float]]:
    loop = f"eval7 {theirs.version} in a Python loop, {BASIC}" if theirs is not None else ""
    return {loop if name == "eval7" else f"tablelaw, {name}": found for name, found in rates.items()}


def _tell_both_cores(game: Game, seconds: float) -> None:
    """Reports the rate of all cores in wall-clock time, so that other work on the machine counts against it."""
    blocks = range(max(8, int(seconds * AIM_A_SECOND / BLOCK)))
    cores, start = os.cpu_count() or 1, perf_counter()
    with ThreadPoolExecutor(cores) as pool:
        done = sum(len(codes) for codes in pool.map(lambda block: game.play(2, block), blocks))
    millions = done / (perf_counter() - start) / 1e6
    met = "met" if millions * 1e6 >= AIM_A_SECOND else "not met"
    load = f"{os.getloadavg()[0]:.1f} processes waiting on average"
    console.print(
        f"target {met}: {millions:.1f} million rounds per second on {cores} cores by the clock "
        f"(target {AIM_A_SECOND / 1e6:.0f}; {load})"
    )


def _tell_means(game: Game, theirs: eval7_rounds.Rounds) -> None:
    """Reports the means of both loops, which play the same game and differ only by chance."""
    nets = [np.array([meaning.net for meaning in column.meanings], np.int64) for column in game.columns]
    codes = np.concatenate([game.play(3, block)[:, 0] for block in range(100)])
    ours = sum(net[codes[:, n]] for n, net in enumerate(nets)) / UNIT
    error = float(ours.std()) * (1 / len(ours) + 1 / theirs.rounds) ** 0.5
    apart = abs(float(ours.mean()) - theirs.total / theirs.rounds) / error
    console.print(
        f"a round gains {ours.mean():.4f} Antes here and {theirs.total / theirs.rounds:.4f} in the loop: "
        f"{apart:.1f} standard errors apart"
    )
