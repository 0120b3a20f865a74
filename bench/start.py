"""Measures how long the command line takes to start, compared in the same run with a bare import of the libraries it is
built on.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import NamedTuple

from bench.turns import console, most_verdict
from tablelaw.cli.output import add_row, make_table

BARE = "python -c 'import typer, rich'"
COMPLETION = {"_TABLELAW_COMPLETE": "complete_bash", "COMP_WORDS": "tablelaw an", "COMP_CWORD": "1"}


class Started(NamedTuple):
    """A command, the longest it may take as a multiple of the bare import's time, and the time aimed at in seconds."""

    words: tuple[str, ...]
    times: float
    aim: float
    environment: Mapping[str, str]


COMMANDS = {
    "--help": Started(("--help",), 1.5, 0.25, {}),
    "--version": Started(("--version",), 1.5, 0.25, {}),
    "completion": Started((), 1.5, 0.25, COMPLETION),
    "hand": Started(("hand", "As Ks Qs Js Ts"), 2.5, 0.45, {}),
    "settle": Started(("settle", "--template", "pa-653a"), 2.5, 0.45, {}),
    "law": Started(("law",), 2.5, 0.45, {}),
}


def measure(repetitions: int, _seconds: float) -> bool:
    """Measures whether every command starts within its multiple of the bare import's processor time; all are run in
    turn.
    """
    bare = (sys.executable, "-c", "import typer, rich")
    commands = {name: (sys.executable, "-m", "tablelaw", *one.words) for name, one in COMMANDS.items()}
    turns = []
    for _ in range(repetitions + 1):  # the first turn reads every module from the disk and is not counted
        found = {BARE: _spent(bare, {})}
        turns.append(found | {name: _spent(commands[name], COMMANDS[name].environment) for name in commands})
    spent = {name: median(turn[name] for turn in turns[1:]) for name in (BARE, *commands)}
    columns = ("seconds", "aim")
    table = make_table("Processor time of a start", "command", *columns, numbers=columns)
    for name, seconds in spent.items():
        add_row(table, name, f"{seconds:.3f}", f"{COMMANDS[name].aim:g}" if name in COMMANDS else "")
    console.print(table)
    what = "processor time for each second of the bare import"
    met = [most_verdict(f"{name}: {what}", spent[name] / spent[BARE], COMMANDS[name].times) for name in commands]
    return all(met)


def _spent(command: tuple[str, ...], environment: Mapping[str, str]) -> float:
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, env={**os.environ, **environment}, capture_output=True, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
