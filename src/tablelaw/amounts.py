"""Money as integer cents and percentages as fractions: read from text and written as text."""

from __future__ import annotations

import re
from fractions import Fraction

from tablelaw.errors import BadAmount

METER_UNITS_PER_CENT = 10_000
"""Meters are kept in integer ten-thousandths of a cent; the remainder of a division stays on the meter."""

_MONEY = re.compile(r"\$?\s*(\d{1,3}(?:,\d{3}){1,6}|\d{1,21})(?:\.(\d{2}))?")
_PERCENT = re.compile(r"(\d{1,21})(?:\.(\d{1,21}))?\s*%")
"""The lengths are limited: no real sum has more digits, and Python refuses to convert very long ones."""


def parse_money(value: object, where: str = "") -> int:
    """'$50,000', '$7.50' or a whole number of dollars -> cents."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value * 100
    match = _MONEY.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise BadAmount(
            f"{value!r} is not a sum of money",
            where=where,
            accepted='"$50,000", "$7.50" or a whole number of dollars',
        )
    dollars, cents = match.groups()
    return int(dollars.replace(",", "")) * 100 + int(cents or 0)


def money_text(cents: int) -> str:
    """5000000 -> '$50,000'; 750 -> '$7.50'."""
    sign = "-" if cents < 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    return f"{sign}${dollars:,}" + (f".{rest:02d}" if rest else "")


def parse_percent(value: object, where: str = "") -> Fraction:
    """'21%' -> 21/100, exactly."""
    match = _PERCENT.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise BadAmount(f"{value!r} is not a percentage", where=where, accepted='"21%" or "0.5%"')
    whole, decimals = match.group(1), match.group(2) or ""
    return Fraction(int(whole + decimals), 100 * 10 ** len(decimals))


def percent_text(share: Fraction) -> str:
    """21/100 -> '21%'; exact for every percentage with a finite decimal form."""
    value = share * 100
    if value.denominator == 1:
        return f"{value.numerator}%"
    return f"{float(value):.6f}".rstrip("0") + "%"
