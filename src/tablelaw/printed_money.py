"""Sums of money as a property prints them, with the symbol and the separators of its jurisdiction.

A process serves one property, so the format is set once, like a locale. Files, logs and names use the fixed notation of
`amounts`, which can be parsed again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.money_format import DOLLARS, MoneyFormat


class _Printing:
    """The format in which this process prints money."""

    format = DOLLARS


_HERE: ContextVar[MoneyFormat | None] = ContextVar("money_format", default=None)


def print_money_as(format: MoneyFormat) -> None:
    """Sets the format of printed sums for all threads of this process."""
    _Printing.format = format


def money_format() -> MoneyFormat:
    return _HERE.get() or _Printing.format


@contextmanager
def printing_as(format: MoneyFormat) -> Iterator[None]:
    """Prints sums in a different format within the block, in this thread or task only, for a table whose law has its
    own currency.
    """
    token = _HERE.set(format)
    try:
        yield
    finally:
        _HERE.reset(token)


def printed(cents: int) -> str:
    """Writes a sum for a sentence as the property prints it, with cents only if there are any."""
    return money_format().text(cents)


def typed(cents: int) -> str:
    """Writes a sum for a file that the property will read again: as printed, but with plain spaces."""
    return money_format().typed(cents)


def printed_exact(cents: int) -> str:
    """Writes a sum for a column as the property prints it, always with cents."""
    return money_format().text(cents, with_cents=True)


def printed_meter(units: int) -> str:
    """Writes a meter's amount, with any ten-thousandths of a cent after a bar: "$10,000.21|0375"."""
    cents, rest = divmod(abs(units), METER_UNITS_PER_CENT)
    shown = money_format().text(cents, with_cents=True, tail=f"|{rest:04}" if rest else "")
    return ("-" if units < 0 else "") + shown
