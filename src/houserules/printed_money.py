"""Sums of money as a property prints them: with the sign and the separators of its jurisdiction.

A process tells of one property, so the format is set once, as a locale is. What stands in files, logs and names keeps
the one notation of `amounts`, which is read again.
"""

from __future__ import annotations

import msgspec

from houserules.amounts import METER_UNITS_PER_CENT


class MoneyFormat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The currency's sign, which stands before the sum, and what stands before the cents and between thousands."""

    symbol: str
    decimal: str
    grouping: str

    def text(self, cents: int, *, with_cents: bool = False) -> str:
        """5000000 -> "$50,000"; 750 -> "$7.50"; always with cents where asked."""
        whole, rest = divmod(abs(cents), 100)
        sum_ = f"{whole:,}".replace(",", self.grouping)
        part = f"{self.decimal}{rest:02d}" if rest or with_cents else ""
        return f"{'-' if cents < 0 else ''}{self.symbol}{sum_}{part}"


DOLLARS = MoneyFormat(symbol="$", decimal=".", grouping=",")


class _Printing:
    """How this process prints money."""

    format = DOLLARS


def print_money_as(format: MoneyFormat) -> None:
    """From now on sums are printed so, by every thread of this process."""
    _Printing.format = format


def money_format() -> MoneyFormat:
    return _Printing.format


def printed(cents: int) -> str:
    """A sum in a sentence, as the property prints it: cents only where there are any."""
    return _Printing.format.text(cents)


def printed_exact(cents: int) -> str:
    """A sum in a column, as the property prints it: always with cents."""
    return _Printing.format.text(cents, with_cents=True)


def printed_meter(units: int) -> str:
    """What a meter shows, with ten-thousandths of a cent after a bar where there are any: "$10,000.21|0375"."""
    cents, rest = divmod(abs(units), METER_UNITS_PER_CENT)
    return ("-" if units < 0 else "") + printed_exact(cents) + (f"|{rest:04}" if rest else "")
