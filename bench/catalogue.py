"""Measures the whole catalogue: `tablelaw analyze --all` with an empty cache, and one changed cell of a side table."""

from __future__ import annotations

import os
import subprocess
import sys
from tempfile import TemporaryDirectory
from time import perf_counter

from bench import solvers
from bench.turns import console, most_verdict
from tablelaw import rulebooks
from tablelaw.analysis.cache import FOLDER

TOGETHER, CHANGED = 10.0, 1.0
"""Seconds for the American rulebooks together, and for a changed cell once the regulation is analysed."""
FIRST_LAW = ("pa-647a", "md-thb", "ma-colorado", "pa-653a", "pa-677a", "pa-678a")
CELLS = {
    "progressive": ("A", "flush", ("50 for 1", "60 for 1")),
    "trips": ("A", "full house", ("10 to 1", "11 to 1")),
}
"""A cell of each table, with two odds, each asked about once: the answer to a repeated question is cached."""
ASKED = {"the wager alone": "tl.analyze(book, wagers=[table])", "the whole rulebook": "tl.analyze(book)"}
SOLVE = "import sys\nfrom tablelaw.analysis.api import analyze\nfor one in sys.argv[1:]: analyze(one)"
CHANGE = """
import sys
from time import perf_counter
import tablelaw as tl
from tablelaw.analysis import api
table, column, row, odds = sys.argv[2:]
book = tl.rulebook(sys.argv[1]).with_odds(table, {{column: {{row: odds}}}})
began = perf_counter()
{asked}
print(perf_counter() - began)
"""


def measure(_repetitions: int, _seconds: float) -> bool:
    """Measures whether the catalogue, and a changed cell, are answered within their times, with kernels already
    compiled.
    """
    with TemporaryDirectory() as first, TemporaryDirectory() as cold:
        _python(first, SOLVE, *FIRST_LAW)  # compiles the kernels
        seconds = _timed(cold, SOLVE, *FIRST_LAW)
        met = [most_verdict(f"{len(FIRST_LAW)} rulebooks together, cold, seconds", seconds, TOGETHER)]
        others = [book.id for book in rulebooks.all_rulebooks() if book.id not in FIRST_LAW]
        allowed = TOGETHER + sum(solvers.LIMITS.get(book, solvers.HOLDEM_LIMITS)[0] for book in others)
        with TemporaryDirectory() as empty:
            whole = _timed(empty, "from tablelaw.cli.main import main; main()", "analyze", "--all", "--json")
        met.append(most_verdict("analyze --all, cold, seconds", whole, allowed))
        for table, (column, row, odds) in CELLS.items():
            for (what, asked), changed in zip(ASKED.items(), odds, strict=True):
                told = _python(cold, CHANGE.format(asked=asked), "pa-653a", table, column, row, changed)
                met.append(most_verdict(f"a changed cell of {table}, {what}, seconds", float(told), CHANGED, places=2))
    return all(met)


def _timed(cache: str, program: str, *words: str) -> float:
    began = perf_counter()
    with console.status("solving"):
        _python(cache, program, *words)
    return perf_counter() - began


def _python(cache: str, program: str, *words: str) -> str:
    command = [sys.executable, "-c", program, *words]
    return subprocess.run(command, env={**os.environ, FOLDER: cache}, capture_output=True, text=True, check=True).stdout
