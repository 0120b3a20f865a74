"""Measures how long the exact analysis takes from a cold start: each question in its own process, without cached
results.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import product
from typing import NamedTuple

from bench.solve_once import EXAMPLES
from bench.turns import console
from tablelaw import rulebooks
from tablelaw.analysis.cache import FOLDER
from tablelaw.analysis.solver_choice import is_quick_to_solve
from tablelaw.cli.output import add_row, make_table

LIMITS: dict[str, tuple[float, float | None]] = {
    "pa-678a": (1.5, 1),
    "ma-colorado": (1.5, None),
    "casino-holdem": (3, None),
    "fr-holdem": (3, None),
    "three-card-poker": (1, None),
    "fr-trois-cartes": (1, None),
    "mississippi-stud": (1, None),
    "let-it-ride": (1, None),
    "caribbean-stud": (20, None),
    "four-card-poker": (20, None),
    "fr-stud": (600, 60),
}
HOLDEM_LIMITS: tuple[float, float | None] = (1.5, None)
SIDE_LIMITS: tuple[float, float | None] = (2, None)
LIMIT_MB = 2048
NAMES = {"main": "main game", "sides": "side wagers"}
COLUMNS = ("seconds", "at most", "aim", "of all cores", "peak MB")


class Timed(NamedTuple):
    """The time of the fastest of several runs, and the most memory that any of them used."""

    rulebook: str
    question: str
    seconds: float
    of_all_cores: float
    peak_mb: float

    @property
    def limits(self) -> tuple[float, float | None]:
        return SIDE_LIMITS if self.question == "sides" else LIMITS.get(self.rulebook, HOLDEM_LIMITS)

    @property
    def met(self) -> bool:
        return self.seconds <= self.limits[0] and self.peak_mb <= LIMIT_MB


def measure(repetitions: int, _seconds: float) -> bool:
    """Measures whether every question is answered within its time and memory; a first, uncounted run of each compiles
    the kernels. A main game that takes minutes is solved once, with kernels to compile included in its time.
    """
    tell_load()
    with console.status("solving") as status:
        found = []
        for question, book in (*product(NAMES, (*_quick(), *_examples())), *(("main", book) for book in _slow())):
            status.update(f"solving {book}, {NAMES[question]}")
            found.append(_timed(book, question, 0 if book in _slow() else repetitions))
    title = (
        f"Exact analysis, cold: the quickest of {repetitions} runs in a process of its own, memory under {LIMIT_MB} MB"
    )
    table = make_table(title, "rulebook", "question", *COLUMNS, "", numbers=COLUMNS)
    for one in found:
        most, aim = one.limits
        times = (f"{one.seconds:.2f}", f"{most:g}", "" if aim is None else f"{aim:g}", f"{one.of_all_cores:.2f}")
        add_row(table, one.rulebook, NAMES[one.question], *times, f"{one.peak_mb:,.0f}", _word(one))
    console.print(table)
    return all(one.met for one in found)


def _quick() -> list[str]:
    """The package's rulebooks, except those that take minutes."""
    return [book.id for book in rulebooks.all_rulebooks() if is_quick_to_solve(book.terms())]


def _slow() -> list[str]:
    return [book.id for book in rulebooks.all_rulebooks() if not is_quick_to_solve(book.terms())]


def _examples() -> list[str]:
    """The example rulebooks outside the package."""
    return sorted(path.name for path in EXAMPLES.iterdir())


def _word(one: Timed) -> str:
    aim = one.limits[1]
    return "FAIL" if not one.met else "pass, target met" if aim is not None and one.seconds <= aim else "pass"


def _timed(rulebook: str, question: str, repetitions: int) -> Timed:
    first, *others = (run_once(rulebook, question) for _ in range(repetitions + 1))
    runs = others or [first]
    seconds, of_all_cores = (min(run[name] for run in runs) for name in ("seconds", "of_all_cores"))
    return Timed(rulebook, question, seconds, of_all_cores, max(run["peak_kb"] for run in runs) / 1024)


def run_once(rulebook: str, question: str) -> dict[str, float]:
    command = [sys.executable, "-m", "bench.solve_once", rulebook, question]
    done = subprocess.run(command, env={**os.environ, FOLDER: ""}, capture_output=True, text=True, check=True)
    told: dict[str, float] = json.loads(done.stdout)
    return told


def tell_load() -> None:
    """Says how busy the machine is: the limits are for idle cores, and on a busy machine every time is an upper
    bound.
    """
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    busy = "others are at work, so times are upper bounds" if load > cores / 4 else "calm"
    console.print(f"{cores} cores, load {load:.2f}: {busy}", highlight=False)
