"""The rulebooks by currency, since all tables of a property use the same one."""

from __future__ import annotations

from tablelaw import jurisdictions, rulebooks
from tablelaw.amounts import parse_money
from tablelaw.law.rulebook import Rulebook
from tablelaw.printed_money import typed


def books_in(currency: str) -> tuple[str, ...]:
    return tuple(book.id for book in rulebooks.all_rulebooks() if jurisdictions.find_currency(book) == currency)


IN_DOLLARS = books_in("USD")
IN_EUROS = books_in("EUR")


def in_its_currency(book: Rulebook, limits: dict[str, str]) -> dict[str, str]:
    """Turns limits drawn in dollars into limits that a table of this book may have: without a symbol and, if the law
    prescribes multiples, with a permitted multiple of the minimum as the maximum.
    """
    if book.id in IN_DOLLARS:
        return limits
    plain = {name: sum_.removeprefix("$") for name, sum_ in limits.items()}
    if book.maximum_multiples:
        plain["maximum"] = typed(parse_money(plain["minimum"]) * max(book.maximum_multiples)).removeprefix("$")
    return plain
