"""Play at a real (pseudo) terminal: single keys, and every way to leave."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator

import pytest

COMMAND = "import typer; from tablelaw.cli.play.command import play; typer.run(play)"
PATIENCE_SECONDS = 30.0


class Terminal:
    """A terminal of 100 by 40 with a game running."""

    def __init__(self, *args: str) -> None:
        self.far, near = pty.openpty()
        self.before = termios.tcgetattr(near)
        self.near = near
        size = {"COLUMNS": "100", "LINES": "40", "TERM": "xterm-256color"}
        self.game = subprocess.Popen(
            [sys.executable, "-c", COMMAND, *args],
            stdin=near,
            stdout=near,
            stderr=near,
            env={**os.environ, **size},
            start_new_session=True,
            preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)),
        )
        self.seen = ""

    def wait_for(self, words: str) -> None:
        """Reads until these words are on the screen."""
        end = time.monotonic() + PATIENCE_SECONDS
        while words not in self.seen and time.monotonic() < end:
            if select.select([self.far], [], [], 0.1)[0]:
                self.seen += os.read(self.far, 65536).decode("utf-8", "replace")
        assert words in self.seen, self.seen

    def press(self, keys: str, until: str) -> None:
        self.seen = ""
        os.write(self.far, keys.encode())
        self.wait_for(until)

    def ends_well(self) -> None:
        """Checks that the game ends with code 0, without a traceback, and restores the terminal."""
        self.wait_for("left with $")
        assert self.game.wait(PATIENCE_SECONDS) == 0
        assert "Traceback" not in self.seen
        assert termios.tcgetattr(self.near) == self.before


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    made = Terminal("pa-653a", "--seed", "7")
    made.wait_for("leave the table")
    yield made
    made.game.kill()
    made.game.wait()
    os.close(made.far)
    os.close(made.near)


def test_keys_need_no_enter(terminal: Terminal) -> None:
    terminal.press("3", until="$15 staked of your")
    terminal.press("d", until="Your decision, before flop")
    terminal.press("c", until="Your decision, after flop")
    terminal.press("b", until="Press a line's key to see why.")
    terminal.press("q", until="1 round played.")
    terminal.ends_well()


def test_arrow_keys_and_letters_of_other_alphabets_do_nothing(terminal: Terminal) -> None:
    terminal.press("\x1b[A", until="That key does nothing here")
    terminal.press("é", until="'é' does nothing here")
    terminal.press("\x04", until="0 rounds played.")
    terminal.ends_well()


def test_a_sum_is_typed_as_a_line(terminal: Terminal) -> None:
    terminal.press("=", until="An exact amount on which wager?")
    terminal.press("1", until="How much on Ante?")
    terminal.press("12\n", until="$24 staked of your")
    terminal.press("q", until="0 rounds played.")
    terminal.ends_well()


@pytest.mark.parametrize("leaving", ["\x04", "\x03", "qy"], ids=["end of input", "interrupt", "q"])
def test_getting_up_in_the_middle_of_a_round(terminal: Terminal, leaving: str) -> None:
    terminal.press("d", until="leave the table")
    terminal.press(leaving, until="was still on the table.")
    terminal.ends_well()
