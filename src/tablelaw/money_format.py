"""How sums in a currency are written: the symbol, its position, and the separators."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cached_property

import msgspec

MOST_DIGITS = 21
"""The most digits in a sum; no real sum has more, and Python refuses to convert very long numbers."""

SPACES = " \u00a0\u202f"
"""Spaces that people use interchangeably: plain, no-break and thin."""


class SymbolPosition(StrEnum):
    """Whether the currency symbol comes first or last: "$5" or "5 €"."""

    BEFORE = "before"
    AFTER = "after"


class MoneyFormat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """The currency symbol with any space next to it, its position, and the separators for cents and thousands."""

    symbol: str
    decimal: str
    grouping: str
    position: SymbolPosition = SymbolPosition.BEFORE

    def text(self, cents: int, *, with_cents: bool = False, tail: str = "") -> str:
        """Writes cents: 5000000 -> "$50,000", 750 -> "$7.50"; `with_cents` prints the cents even if they are zero."""
        whole, rest = divmod(abs(cents), 100)
        sum_ = f"{whole:,}".replace(",", self.grouping)
        part = f"{self.decimal}{rest:02d}" if rest or with_cents else ""
        return self.with_symbol(f"{sum_}{part}{tail}", is_negative=cents < 0)

    def typed(self, cents: int) -> str:
        """Writes a sum with plain spaces, as people type it into a file."""
        return " ".join(self.text(cents).split())

    def with_symbol(self, number: str, *, is_negative: bool = False) -> str:
        """Adds the symbol to a formatted number."""
        before, after = ("", self.symbol) if self.position is SymbolPosition.AFTER else (self.symbol, "")
        return f"{'-' if is_negative else ''}{before}{number}{after}"

    def decimals(self, amount: float, digits: int) -> str:
        """Writes an amount in the currency's main unit with the given number of decimals, for figures below a cent and
        plot axes.
        """
        number = f"{abs(amount):,.{digits}f}"
        separators = str.maketrans({",": self.grouping, ".": self.decimal})
        return self.with_symbol(number.translate(separators), is_negative=amount < 0)

    def find_cents(self, text: str) -> int | None:
        """Reads a sum with or without the symbol. Returns None if it is not written in this format."""
        found = self._pattern.fullmatch(text.strip())
        if found is None:
            return None
        whole = "".join(letter for letter in found["whole"] if letter.isdecimal())
        return int(whole) * 100 + int(found["cents"] or 0)

    def names(self, text: str) -> bool:
        """Whether a text contains this currency's symbol."""
        return self.symbol.strip() in text

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        symbol = f"(?:{re.escape(self.symbol.strip())})?"
        before, after = (symbol, "") if self.position is SymbolPosition.BEFORE else ("", symbol)
        group = re.escape(self.grouping) if self.grouping.strip() else f"[{SPACES}]"
        whole = rf"(?P<whole>\d{{1,3}}(?:{group}\d{{3}}){{1,6}}|\d{{1,{MOST_DIGITS}}})"
        rest = rf"(?:{re.escape(self.decimal)}(?P<cents>\d{{2}}))?"
        return re.compile(f"{before}[{SPACES}]*{whole}{rest}[{SPACES}]*{after}", re.ASCII)


DOLLARS = MoneyFormat(symbol="$", decimal=".", grouping=",")
EUROS = MoneyFormat(symbol="\u00a0€", decimal=",", grouping="\u00a0", position=SymbolPosition.AFTER)
WRITTEN = {"USD": DOLLARS, "EUR": EUROS}
"""How files write sums in each currency: any file may contain "$7.50" or "7,50 €"."""
