"""Makes a command about one rulebook print money in that rulebook's currency."""

from __future__ import annotations

from tablelaw import jurisdictions
from tablelaw.law.rulebook import Rulebook
from tablelaw.printed_money import print_money_as


def print_money_of(book: Rulebook) -> None:
    """Sets the format of money for the rest of the process to that of this rulebook's tables."""
    print_money_as(jurisdictions.money_format_for(book))
