"""Questions at the terminal: the keys on offer, and a clear sentence when another is pressed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from houserules.amounts import money_text, parse_money
from houserules.cli.play.keyboard import Keys, Left
from houserules.errors import BadAmount

LEAVE = "q"


@dataclass(frozen=True, slots=True)
class Offer:
    """One key and what it does; `note` stands behind it (a paragraph, a reason)."""

    key: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks on the console, reads from the keys. `q` always leaves."""

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
        """The key of one offer, or one of the keys shown elsewhere (`also`). Enter takes the default.

        `wide` puts all offers on one line; `stays` asks again before leaving, where leaving costs something.
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
                raise Left

    def confirm(self, question: str) -> bool:
        """Yes or no; a second `q` is yes to leaving."""
        self.say(f"{question} (y, n)")
        while (pressed := self._key().lower()) not in ("y", "n", LEAVE):
            self.complain("Press y for yes or n for no.")
        return pressed != "n"

    def amount(self, question: str) -> int:
        """A sum in cents, asked for until it can be read."""
        self.say(question)
        while True:
            self._prompt()
            try:
                return parse_money(self.keys.line())
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
    """A fresh screen where there is one; a transcript keeps everything."""
    if console.is_terminal:
        console.clear()


def signed(cents: int) -> str:
    """+$5, -$5 or $0."""
    return f"+{money_text(cents)}" if cents > 0 else money_text(cents)
