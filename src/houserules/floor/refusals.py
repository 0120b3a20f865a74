"""Refusals of the floor: each has a name of its own, asked in the order they stand here."""

from __future__ import annotations

from houserules.errors import HouserulesError

REFUSALS = {
    "floor-stopped": "the floor has stopped after a failure of its store",
    "floor-closed": "the floor is closed",
    "not-kept": "the order holds something that cannot be kept",
    "id-used-for-another-order": "the id belongs to another order, which was carried out",
    "order-failed": "the order could not be carried out",
    "property-not-open": "the log has no property yet",
    "property-open": "the log belongs to a property already",
    "wrong-role": "the order is not this person's to give",
    "no-such-table": "the floor has no such table",
    "table-installed": "a table of that name stands on the floor",
    "other-property": "the submission is another property's",
    "sister-tables-differ": "all tables of the property must make the same choice",
    "table-named-like-a-link": "a table and a link of meters cannot have one name",
    "meter-has-other-figures": "the meter was started with other figures",
    "table-open": "the table is open",
    "stale": "the table has moved on since the order was made",
    "not-your-seat": "another player sits there",
    "deck-is-shuffled-here": "the system shuffles this table's deck",
    "by-the-system": "only the floor itself gives this order",
    "link-down": "the link of this wager's meter is down",
    "no-gaming-day": "no gaming day has begun",
    "day-not-ended": "the gaming day has not ended",
    "day-not-later": "a gaming day follows the one before",
    "round-under-way": "a round is under way",
    "not-a-sum": "a sum of money is a whole number of cents above zero",
    "nothing-there": "there is nothing to pay out",
    "player-in-a-round": "the player has wagers on a table",
    "no-such-link": "no table's meter has that link",
    "link-state": "the link is in that state already",
    "no-such-transfer": "the ledger has no such posted transfer",
    "two-approvers": "a correction needs a reason and two persons who approve it",
    "no-such-meter": "the floor has no such meter",
    "below-nothing": "a meter cannot show less than nothing",
}


class FloorRefused(HouserulesError):
    """An order that is not carried out; nothing has changed."""

    def __init__(self, name: str, *, why: str = "", cite: str = "", accepted: str = "", where: str = "") -> None:
        self.name = name
        self.cite = cite
        super().__init__(REFUSALS[name], where=where, why=why, accepted=accepted)

    @property
    def code(self) -> str:
        return self.name

    def as_dict(self) -> dict[str, str]:
        return {**super().as_dict(), "cite": self.cite}
