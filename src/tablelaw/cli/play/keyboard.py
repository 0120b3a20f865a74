"""Input at a terminal: single keys from a keyboard, or lines if input is piped, and the prompts that ask for them."""

from __future__ import annotations

import os
import select
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Protocol, TextIO

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from tablelaw.amounts import parse_money
from tablelaw.errors import BadAmount
from tablelaw.printed_money import money_format, printed

ENTER = ""
END_OF_INPUT = "\x04"
REST_OF_A_KEY_SECONDS = 0.02
"""How long to wait for the rest of a key: an arrow key sends several bytes faster than any person types."""


class PlayerLeft(Exception):
    """Raised when the player leaves: `q`, the end of the input, or Ctrl-C."""


class Keys(Protocol):
    """A source of input. The end of the input raises `PlayerLeft`."""

    def key(self) -> str:
        """The next key; empty for Enter."""
        ...

    def line(self) -> str:
        """A line of text, for an amount of money."""
        ...


class Keyboard:
    """Reads single keys from a terminal in raw mode; a line is typed as usual."""

    def __init__(self, source: TextIO, console: Console) -> None:
        self._source = source
        self._console = console

    def key(self) -> str:
        pressed = _one_key(self._source.fileno())
        if pressed in ("", END_OF_INPUT):
            raise PlayerLeft
        answer = ENTER if pressed in "\r\n" else pressed
        self._console.print(answer if answer.isprintable() else "", markup=False, highlight=False)
        return answer

    def line(self) -> str:
        with _mode(self._source.fileno(), single_keys=False):
            line = self._source.readline()
        if not line:
            raise PlayerLeft
        return line.strip()


class Lines:
    """Reads keys from lines: a line may hold several ("33d"), spaces are ignored, an empty line is Enter."""

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
        """The rest of the line that held the last key, or the next line."""
        rest = "".join(self._left) or self._next_line()
        self._left.clear()
        self._echo(rest)
        return rest

    def _next_line(self) -> str:
        line = next(self._lines, None)
        if line is None:
            raise PlayerLeft
        return line.strip()

    def _echo(self, text: str) -> None:
        """Prints the answer, so that the transcript looks as if it had been typed."""
        self._console.print(text, markup=False, highlight=False)


@contextmanager
def keys_of(source: TextIO, console: Console) -> Iterator[Keys]:
    """Reads single keys if a person is at a terminal, lines otherwise; restores the terminal afterwards."""
    if source.isatty() and console.is_terminal and find_spec("termios") is not None:
        with _mode(source.fileno(), single_keys=True):
            yield Keyboard(source, console)
    else:
        yield Lines(iter(source.readline, ""), console)


@contextmanager
def _mode(terminal: int, single_keys: bool) -> Iterator[None]:
    """Makes the terminal deliver single keys without echo, or whole lines as typed; restores it afterwards."""
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
    """Reads one complete key press: an arrow or a letter beyond ASCII sends several bytes."""
    pressed = os.read(terminal, 1)
    while pressed[:1] >= b"\x80" or pressed[:1] == b"\x1b":
        if not select.select([terminal], [], [], REST_OF_A_KEY_SECONDS)[0]:
            break
        pressed += os.read(terminal, 1)
    return pressed.decode("utf-8", "replace")


LEAVE = "q"


@dataclass(frozen=True, slots=True)
class Offer:
    """One key and what it does; `note` follows it (a paragraph, a reason)."""

    key: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks on the console and reads from the keys. `q` always leaves."""

    console: Console
    keys: Keys

    def say(self, text: str, style: str = "") -> None:
        self.console.print(text, style=style, markup=False, highlight=False)

    def complain(self, text: str) -> None:
        self.say(text, "yellow")

    def choose(
        self,
        offers: Sequence[Offer],
        *,
        default: str = "",
        also: Sequence[str] = (),
        wide: bool = False,
        stays: str = "",
    ) -> str:
        """Asks until one offer is chosen, or one of the keys shown elsewhere (`also`); Enter takes the default.

        `wide` puts all offers on one line; `stays` asks again before leaving if leaving costs something.
        """
        self._show([*offers, Offer(LEAVE, "leave the table")], default, wide)
        known = [*also, *(offer.key for offer in offers)]
        while True:
            pressed = self._key() or default
            if pressed in known:
                return pressed
            if pressed != LEAVE:
                self.complain(_not_a_key(pressed, [*known, LEAVE], default))
            elif not stays or self.confirm(stays):
                raise PlayerLeft

    def confirm(self, question: str) -> bool:
        """Asks a question to be answered yes or no; a second `q` confirms leaving."""
        self.say(f"{question} (y, n)")
        while (pressed := self._key().lower()) not in ("y", "n", LEAVE):
            self.complain("Press y for yes or n for no.")
        return pressed != "n"

    def amount(self, question: str) -> int:
        """Asks for an amount until it can be read, and returns it in cents."""
        self.say(question)
        while True:
            self._prompt()
            try:
                return parse_money(self.keys.line(), money=money_format())
            except BadAmount as refusal:
                self.complain(f"{refusal.sentence()}.")

    def _key(self) -> str:
        self._prompt()
        return self.keys.key()

    def _prompt(self) -> None:
        self.console.print("> ", end="", style="bold", highlight=False)
        self.console.file.flush()

    def _show(self, offers: Sequence[Offer], default: str, wide: bool) -> None:
        parts = [_offer_text(offer, offer.key == default) for offer in offers]
        if wide:
            self.console.print(Columns(parts, padding=(0, 3)))
        else:
            self.console.print(Text("\n").join(Text("  ") + part for part in parts))


def _offer_text(offer: Offer, is_default: bool) -> Text:
    key = f"{offer.key} or Enter" if is_default else offer.key
    text = Text.assemble((key, "bold cyan"), " ", offer.label)
    return text + Text(f"  {offer.note}", "dim") if offer.note else text


def _not_a_key(pressed: str, known: Sequence[str], default: str) -> str:
    named = f"{pressed!r} does nothing here" if pressed.isprintable() and pressed else "That key does nothing here"
    enter = ", or Enter" if default else ""
    return f"{named}; press one of {' '.join(known)}{enter}."


def wipe(console: Console) -> None:
    """Clears the screen if there is one; a transcript keeps everything."""
    if console.is_terminal:
        console.clear()


def signed(cents: int) -> str:
    """Prints an amount with its sign: +$5, -$5 or $0."""
    return f"+{printed(cents)}" if cents > 0 else printed(cents)
