"""Runs the console sessions of the documentation: commands typed after "$ ", and what they must print.

A line `...` in a session matches any lines. A command that ends with & runs in a separate process, and its output comes
after that of the commands that follow.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ANY = "..."
PATIENCE_SECONDS = 60
ROOT = Path(__file__).parents[2]
Run = Callable[..., tuple[int, str, str]]


class Typed(NamedTuple):
    """A command of a session, and the lines expected after it."""

    line: int
    command: str
    expected: list[str]


def sessions(path: Path) -> Iterator[Typed]:
    """Every command in the console blocks of a document."""
    is_console, typed = False, None
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.startswith("```"):
            is_console = line == "```console"
            if typed is not None:
                yield typed
            typed = None
        elif is_console and line.startswith("$ "):
            if typed is not None:
                yield typed
            typed = Typed(number, line.removeprefix("$ "), [])
        elif is_console and typed is not None:
            typed.expected.append(line)


def is_as_expected(shown: list[str], expected: list[str]) -> bool:
    """Whether output matches line by line, except where `...` stands for any lines."""
    pattern = "".join(r"(?:.*\n)*?" if line == ANY else re.escape(line) + r"\n" for line in expected)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in shown)) is not None


class Console:
    """Runs typed commands, one after the other."""

    def __init__(self, run: Run, folder: Path) -> None:
        """`run` runs the command line in this process: it takes the number of the command, then its arguments."""
        self._run, self._folder = run, folder
        self._number = 0
        self._background: subprocess.Popen[str] | None = None
        self._output = folder / "background.txt"
        self._seen = 0

    def type(self, typed: Typed) -> list[str]:
        """Runs a command and returns what it prints, with what the background command has printed meanwhile."""
        words = shlex.split(typed.command, comments=True)
        self._number += 1
        if words[-1] == "&":
            self._start(words[1:-1])
            shown: list[str] = []
        else:
            shown = self._carry_out(words)
        return [*shown, *self._wait_for(len(typed.expected) - len(shown))]

    def _carry_out(self, words: list[str]) -> list[str]:
        if words[0] == "tablelaw":
            _, out, err = self._run(self._number, *words[1:])
            return [line.rstrip() for line in (out + err).splitlines()]
        if words[0] == "export":
            for name, _, value in (word.partition("=") for word in words[1:]):
                os.environ[name] = value
        elif words[:2] == ["kill", "-9"]:
            self.kill()
        elif words[0] == "cp":
            shutil.copy(self._folder / words[1], self._folder / words[2])
        elif words[0] == "mv":
            (self._folder / words[1]).rename(self._folder / words[2])
        elif words[0] == "python":
            command = [sys.executable, *words[1:]]
            done = subprocess.run(command, cwd=self._folder, capture_output=True, text=True, check=False)
            return (done.stdout + done.stderr).splitlines()
        else:
            raise AssertionError(f"nobody can type {words[0]} here")
        return []

    # --- In the background -----------------------------------------------------------------------------------

    def _start(self, arguments: list[str]) -> None:
        command = [sys.executable, "-u", "-m", "tests.cli.practice", str(self._number), *arguments]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
        self._output.write_text("")
        self._seen = 0
        with self._output.open("w") as output:
            self._background = subprocess.Popen(
                command, cwd=self._folder, env=environment, stdout=output, stderr=subprocess.STDOUT, text=True
            )

    def _wait_for(self, lines: int) -> list[str]:
        """Waits for this many lines from the background command, or until the time is up."""
        if self._background is None:
            return []
        until = time.monotonic() + PATIENCE_SECONDS
        while len(new := self._new_lines()) < lines and time.monotonic() < until and self._background.poll() is None:
            time.sleep(0.02)
        self._seen += len(new)
        return new

    def _new_lines(self) -> list[str]:
        return [line.rstrip() for line in self._output.read_text().splitlines()[self._seen :]]

    def kill(self) -> None:
        """Kills the command in the background."""
        if self._background is not None:
            self._background.send_signal(signal.SIGKILL)
            self._background.wait()
            self._background = None
