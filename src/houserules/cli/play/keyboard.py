"""Answers at a terminal: one key where there is a keyboard, lines where input is piped."""

from __future__ import annotations

import os
import select
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Protocol, TextIO

from rich.console import Console

ENTER = ""
END_OF_INPUT = "\x04"
REST_OF_A_KEY_SECONDS = 0.02
"""An arrow key sends several bytes at once; a person is never so quick."""


class Left(Exception):
    """The player stood up: `q`, the end of the input, or Ctrl-C."""


class Keys(Protocol):
    """Where answers come from. The end of the input raises `Left`."""

    def key(self) -> str:
        """The next key; nothing for Enter."""
        ...

    def line(self) -> str:
        """A line of text, for a sum of money."""
        ...


class Keyboard:
    """Single keys from a terminal that is held ready for them; a line is typed as usual."""

    def __init__(self, source: TextIO, console: Console) -> None:
        self._source = source
        self._console = console

    def key(self) -> str:
        pressed = _one_key(self._source.fileno())
        if pressed in ("", END_OF_INPUT):
            raise Left
        answer = ENTER if pressed in "\r\n" else pressed
        self._console.print(answer if answer.isprintable() else "", markup=False, highlight=False)
        return answer

    def line(self) -> str:
        with _mode(self._source.fileno(), single_keys=False):
            line = self._source.readline()
        if not line:
            raise Left
        return line.strip()


class Lines:
    """Keys from lines: a line may hold several ("33d"), spaces do not count, an empty line is Enter."""

    def __init__(self, source: Iterable[str], console: Console) -> None:
        self._lines = iter(source)
        self._console = console
        self._left: deque[str] = deque()

    def key(self) -> str:
        if not self._left:
            self._left.extend(self._next_line().replace(" ", "") or "\n")
        pressed = self._left.popleft().replace("\n", ENTER)
        self._echo(pressed)
        return pressed

    def line(self) -> str:
        """The rest of the line the last key stood in, or the next one."""
        rest = "".join(self._left) or self._next_line()
        self._left.clear()
        self._echo(rest)
        return rest

    def _next_line(self) -> str:
        line = next(self._lines, None)
        if line is None:
            raise Left
        return line.strip()

    def _echo(self, text: str) -> None:
        """What was answered stands in the transcript as if it had been typed."""
        self._console.print(text, markup=False, highlight=False)


@contextmanager
def keys_of(source: TextIO, console: Console) -> Iterator[Keys]:
    """Single keys if a person sits there, lines otherwise. The terminal is left as it was."""
    if source.isatty() and console.is_terminal and find_spec("termios") is not None:
        with _mode(source.fileno(), single_keys=True):
            yield Keyboard(source, console)
    else:
        yield Lines(iter(source.readline, ""), console)


@contextmanager
def _mode(terminal: int, single_keys: bool) -> Iterator[None]:
    """The terminal giving keys one by one and unseen, or whole lines as they are typed; then as before."""
    import termios

    before = termios.tcgetattr(terminal)
    wanted = termios.tcgetattr(terminal)
    line_by_line = termios.ECHO | termios.ICANON
    if single_keys:
        wanted[3] &= ~line_by_line
        wanted[6][termios.VMIN], wanted[6][termios.VTIME] = 1, 0
    else:
        wanted[3] |= line_by_line
    try:
        termios.tcsetattr(terminal, termios.TCSADRAIN, wanted)
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _one_key(terminal: int) -> str:
    """One key press, whole: an arrow or a letter beyond ASCII sends several bytes."""
    pressed = os.read(terminal, 1)
    while pressed[:1] >= b"\x80" or pressed[:1] == b"\x1b":
        if not select.select([terminal], [], [], REST_OF_A_KEY_SECONDS)[0]:
            break
        pressed += os.read(terminal, 1)
    return pressed.decode("utf-8", "replace")
