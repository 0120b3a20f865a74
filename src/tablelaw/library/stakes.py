"""What a player stakes before the cards are dealt, and a table at which it may be staked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablelaw import jurisdictions
from tablelaw.amounts import parse_money
from tablelaw.errors import BadAmount
from tablelaw.law.rulebook import Rulebook
from tablelaw.plain_text import short
from tablelaw.scenarios.choices import submission_of
from tablelaw.scenarios.format import Scenario, SeatPart
from tablelaw.submission.submission import Submission

USUAL_UNITS = 10
"""What is staked on an opening wager if no amount is given."""


def stakes_of(book: Rulebook, wagers: Mapping[str, object] | None) -> dict[str, int]:
    """Cents on each wager: whole units, or a text such as "$7.50"; without `wagers`, the opening wagers alone."""
    if wagers is None:
        return {wager.id: USUAL_UNITS * 100 for wager in book.wagers if wager.kind == "opening"}
    if not hasattr(wagers, "items"):
        accepted = 'wagers by name, such as {"ante": 10}'
        raise BadAmount(f"wagers {short(wagers)}", where=book.id, accepted=accepted)
    money = jurisdictions.money_format_for(book)
    named = {name.replace("_", "-"): value for name, value in wagers.items()}
    return {name: parse_money(value, f"wagers.{name}", money) for name, value in named.items()}


def table_of(
    book: Rulebook, stakes: Mapping[str, int], choices: Mapping[str, Any], players: int = 1, name: str = "table"
) -> Submission:
    """A checked submission that offers every wager the regulation permits, with wide limits."""
    seats = {number: SeatPart(f"player {number}", (), stakes, ()) for number in range(1, players + 1)}
    return submission_of(Scenario(book, name, "", (), choices, {}, seats))
