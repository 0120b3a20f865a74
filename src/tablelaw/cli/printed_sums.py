"""How a command about one rulebook prints money."""

from __future__ import annotations

from tablelaw import jurisdictions
from tablelaw.law.rulebook import Rulebook
from tablelaw.printed_money import print_money_as


def print_money_of(book: Rulebook) -> None:
    """Prints sums from now on as the tables of this rulebook do."""
    print_money_as(jurisdictions.money_format_for(book))
