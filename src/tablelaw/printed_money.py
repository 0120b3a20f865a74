"""Sums of money as a property prints them: with the sign and the separators of its jurisdiction.

A process serves one property, so the format is set once, like a locale. Files, logs and names use the fixed notation of
`amounts`, which can be parsed again.
"""

from __future__ import annotations

import msgspec

from tablelaw.amounts import METER_UNITS_PER_CENT


class MoneyFormat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The currency symbol, which precedes the sum, and the separators of cents and of thousands."""

    symbol: str
    decimal: str
    grouping: str

    def text(self, cents: int, *, with_cents: bool = False) -> str:
        """5000000 -> "$50,000"; 750 -> "$7.50"; `with_cents` prints cents even if there are none."""
        whole, rest = divmod(abs(cents), 100)
        sum_ = f"{whole:,}".replace(",", self.grouping)
        part = f"{self.decimal}{rest:02d}" if rest or with_cents else ""
        return f"{'-' if cents < 0 else ''}{self.symbol}{sum_}{part}"


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
    return ("-" if units < 0 else "") + printed_exact(cents) + (f"|{rest:04}" if rest else "")
