"""Runs the command line or Python in a process from which packages have been taken away."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
TAKEN_AWAY = """
import contextlib, importlib.abc, io, json, sys

taken = set(json.loads(sys.argv[1]))


class Taken(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in taken:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Taken())
"""
COMMANDS = """
from tablelaw.cli.main import main

for words in json.loads(sys.argv[2]):
    sys.argv = ["tablelaw", *words]
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as ended:
            code = ended.code or 0
    shown = [stream.buffer.getvalue().decode() for stream in (out, err) if not stream.flush()]
    print(json.dumps([code, *shown]))
"""


class Ended(NamedTuple):
    """What a command ended with and printed."""

    code: int
    out: str
    err: str


def commands_without(packages: Iterable[str], *commands: Sequence[str]) -> list[Ended]:
    """Runs each command, all in one process."""
    shown = _run(TAKEN_AWAY + COMMANDS, json.dumps([*packages]), json.dumps(commands))
    return [Ended(*json.loads(line)) for line in shown.splitlines()]


def python_without(packages: Iterable[str], program: str) -> str:
    """Runs a program and returns what it prints."""
    return _run(TAKEN_AWAY + program, json.dumps([*packages]))


def _run(program: str, *arguments: str) -> str:
    environment = {**os.environ, "COLUMNS": "160"}
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
