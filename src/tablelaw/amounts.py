"""Reads and writes money as integer cents and percentages as fractions."""

from __future__ import annotations

import re
from fractions import Fraction

from tablelaw.errors import BadAmount
from tablelaw.money_format import DOLLARS, WRITTEN, MoneyFormat

METER_UNITS_PER_CENT = 10_000
"""Meters are kept in integer ten-thousandths of a cent; the remainder of a division stays on the meter."""

_UNITS = {"$": " of dollars", "€": " of euros"}
_PERCENT = re.compile(r"(\d{1,21})(?:\.(\d{1,21}))?\s*%")
"""The number of digits is limited, because no real sum has more and Python refuses to convert very long numbers."""


def parse_money(value: object, where: str = "", money: MoneyFormat = DOLLARS) -> int:
    """Reads '$50,000', '7,50 €' or a whole number as cents; a sum without a symbol is read in the format `money`."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value * 100
    cents = _find_cents(value, money) if isinstance(value, str) else None
    if cents is None:
        unit = _UNITS.get(money.symbol.strip(), "")
        raise BadAmount(
            f"{value!r} is not a sum of money",
            where=where,
            accepted=f'"{money.text(5_000_000)}", "{money.text(750)}" or a whole number{unit}',
        )
    return cents


def _find_cents(text: str, money: MoneyFormat) -> int | None:
    named = next((one for one in WRITTEN.values() if one.names(text)), money)
    return named.find_cents(text)


def names_currency(text: str) -> bool:
    """Whether a text contains a currency symbol: "$300" does, "300" does not."""
    return any(one.names(text) for one in WRITTEN.values())


def money_text(cents: int) -> str:
    """Writes cents in the notation of the log, regardless of how the property prints sums: 5000000 -> '$50,000', 750 ->
    '$7.50'.
    """
    return DOLLARS.text(cents)


def parse_percent(value: object, where: str = "") -> Fraction:
    """Reads a percentage exactly: '21%' -> 21/100."""
    match = _PERCENT.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise BadAmount(f"{value!r} is not a percentage", where=where, accepted='"21%" or "0.5%"')
    whole, decimals = match.group(1), match.group(2) or ""
    return Fraction(int(whole + decimals), 100 * 10 ** len(decimals))


def percent_text(share: Fraction) -> str:
    """Writes a fraction as a percentage: 21/100 -> '21%'; exact for every percentage with a finite decimal form."""
    value = share * 100
    if value.denominator == 1:
        return f"{value.numerator}%"
    return f"{float(value):.6f}".rstrip("0") + "%"
