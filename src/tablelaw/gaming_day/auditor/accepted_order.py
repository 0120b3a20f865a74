"""What the auditor sees: an accepted order, and the cards it produced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tablelaw.cards import Card
from tablelaw.persons import Actor


class Accepted(NamedTuple):
    """An accepted order: `what` is the command's name, `fields` its words and numbers; `table` is empty for an order to
    the property.
    """

    id: str
    by: str
    what: str
    fields: Mapping[str, Any]
    table: str = ""
    cards: tuple[Card, ...] = ()
    """Every card that left the deck, in order, but not where it went."""
    drawn_cards: tuple[Card, ...] = ()
    drawn_positions: tuple[int, ...] = ()
    """Positions that the table game system drew."""
    receipt: str = ""
    """The number that the floor gave to the order; its transfers are named after it."""

    @property
    def person(self) -> str:
        return Actor.parse(self.by).name
