"""Sums of money as a property prints them: with the sign and the separators of its jurisdiction.

A process serves one property, so the format is set once, like a locale. Files, logs and names use the fixed notation of
`amounts`, which can be parsed again.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from tablelaw.amounts import METER_UNITS_PER_CENT


class SymbolPosition(StrEnum):
    """Where the currency symbol stands: "$5" or "5 €"."""

    BEFORE = "before"
    AFTER = "after"


class MoneyFormat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The currency symbol with any space beside it, where it stands, and the separators of cents and of thousands."""

    symbol: str
    decimal: str
    grouping: str
    position: SymbolPosition = SymbolPosition.BEFORE

    def text(self, cents: int, *, with_cents: bool = False, tail: str = "") -> str:
        """5000000 -> "$50,000"; 750 -> "$7.50"; `with_cents` prints cents even if there are none."""
        whole, rest = divmod(abs(cents), 100)
        sum_ = f"{whole:,}".replace(",", self.grouping)
        part = f"{self.decimal}{rest:02d}" if rest or with_cents else ""
        return self.signed(f"{sum_}{part}{tail}", is_negative=cents < 0)

    def signed(self, number: str, *, is_negative: bool = False) -> str:
        """A number that is already written out, with the symbol where it stands."""
        before, after = ("", self.symbol) if self.position is SymbolPosition.AFTER else (self.symbol, "")
        return f"{'-' if is_negative else ''}{before}{number}{after}"


DOLLARS = MoneyFormat(symbol="$", decimal=".", grouping=",")


class _Printing:
    """How this process prints money."""

    format = DOLLARS


def print_money_as(format: MoneyFormat) -> None:
    """Sets the format of printed sums for every thread of this process."""
    _Printing.format = format


def money_format() -> MoneyFormat:
    return _Printing.format


def printed(cents: int) -> str:
    """A sum in a sentence, as the property prints it: with cents only if there are any."""
    return _Printing.format.text(cents)


def printed_exact(cents: int) -> str:
    """A sum in a column, as the property prints it: always with cents."""
    return _Printing.format.text(cents, with_cents=True)


def printed_meter(units: int) -> str:
    """What a meter shows, with any ten-thousandths of a cent after a bar: "$10,000.21|0375"."""
    cents, rest = divmod(abs(units), METER_UNITS_PER_CENT)
    shown = _Printing.format.text(cents, with_cents=True, tail=f"|{rest:04}" if rest else "")
    return ("-" if units < 0 else "") + shown
