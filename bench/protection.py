"""Measures how long it takes to value seen cards from a cold start, also as a multiple of the main game's own time."""

from __future__ import annotations

from typing import NamedTuple

from bench.solvers import run_once, tell_load
from bench.turns import console
from tablelaw.cli.output import add_row, make_table

LIMIT_MB = 4096
QUESTIONS: tuple[tuple[str, str, float], ...] = (
    ("pa-653a", "dealer:1", 60),
    ("pa-647a", "dealer:1", 60),
    ("pa-677a", "dealer:1", 60),
    ("pa-653a", "dealer:1 flop:1", 300),
    ("fr-trois-cartes", "dealer:1", 5),
    ("mississippi-stud", "community:1", 5),
    ("pa-678a", "dealer:1", 5),
    ("pa-678a", "seats:5", 5),
)
"""The rulebook, what is seen, and the most seconds on two idle cores."""
COLUMNS = ("seconds", "at most", "times the main game", "peak MB")


class Timed(NamedTuple):
    """The time of one question, of the main game alone, and the memory used."""

    seconds: float
    main: float
    peak_mb: float


def measure(repetitions: int, _seconds: float) -> bool:
    """Measures whether each question is answered within its time and memory, in one run with kernels compiled."""
    tell_load()
    table = make_table(
        f"Seen cards, cold, in a process of their own, memory under {LIMIT_MB} MB",
        *("rulebook", "seen", *COLUMNS, ""),
        numbers=COLUMNS,
    )
    is_met = True
    with console.status("solving") as status:
        for book, seen, most in QUESTIONS:
            status.update(f"solving {book}, {seen}")
            one = _timed(book, seen, repetitions)
            passed = one.seconds <= most and one.peak_mb <= LIMIT_MB
            is_met &= passed
            times = (f"{one.seconds:.2f}", f"{most:g}", f"{one.seconds / one.main:.1f}", f"{one.peak_mb:,.0f}")
            add_row(table, book, seen, *times, "pass" if passed else "FAIL")
    console.print(table)
    return is_met


def _timed(book: str, seen: str, repetitions: int) -> Timed:
    """The time of one run of the question and of the quickest run of the main game; the first run of each, which may
    compile kernels, counts only if it is the only one.
    """
    mains = [run_once(book, "main")["seconds"] for _ in range(repetitions + 1)]
    runs = [run_once(book, f"seen {seen}") for _ in range(min(repetitions, 1) + 1)]
    seconds = min(run["seconds"] for run in runs[1:] or runs)
    return Timed(seconds, min(mains[1:] or mains), max(run["peak_kb"] for run in runs) / 1024)
