"""Refusals of the floor: each has a name of its own, asked in the order they stand here."""

from __future__ import annotations

from houserules.errors import HouserulesError

REFUSALS = {
    "floor-stopped": "the floor has stopped after a failure of its store",
    "floor-closed": "the floor is closed",
    "not-kept": "the order holds something that cannot be kept",
    "no-such-name": "nobody can be called that",
    "unfit-name": "no table or link can be called that",
    "id-used-for-another-order": "the id belongs to another order, which was carried out",
    "clock-disagrees": "this server's clock cannot be believed",
    "order-failed": "the order could not be carried out",
    "property-not-open": "the log has no property yet",
    "property-open": "the log belongs to a property already",
    "no-such-jurisdiction": "a property is under the law of a known jurisdiction",
    "no-such-time-zone": "a property's clock is that of a known time zone",
    "jurisdiction-known": "the property has named its jurisdiction already",
    "wrong-role": "the order is not this person's to give",
    "no-such-table": "the floor has no such table",
    "table-installed": "a table of that name stands on the floor",
    "other-property": "the submission is another property's",
    "sister-tables-differ": "all tables of the property must make the same choice",
    "table-named-like-a-link": "a table and a link of meters cannot have one name",
    "meter-has-other-figures": "the meter was started with other figures",
    "table-open": "the table is open",
    "table-not-open": "the table is closed",
    "closing-not-asked": "nobody has asked for the table to be closed",
    "stale": "the table has moved on since the order was made",
    "not-your-table": "this dealer is not the one assigned to the table",
    "player-has-device": "the player gives orders from a device of their own",
    "not-seated-there": "that player does not sit there",
    "not-your-seat": "another player sits there",
    "deck-is-shuffled-here": "the system shuffles this table's deck",
    "by-the-system": "only the floor itself gives this order",
    "other-rules": "the rules at hand are not those the table was installed under",
    "link-down": "the link of this wager's meter is down",
    "no-gaming-day": "no gaming day has begun",
    "lapsed": "the law no longer permits this wager or choice",
    "not-in-force-yet": "the law does not permit this wager or choice yet",
    "day-not-ended": "another gaming day is under way",
    "day-not-later": "a gaming day follows the one before",
    "day-stands": "this gaming day cannot be taken back",
    "not-a-date": "a gaming day is named by its date",
    "far-day": "a gaming day begins under the date of yesterday, today or tomorrow",
    "round-under-way": "a round is under way",
    "not-a-sum": "a sum of money is a whole number of cents above zero",
    "nothing-there": "there is nothing to pay out",
    "player-in-a-round": "the player has wagers on a table",
    "no-such-link": "no table's meter has that link",
    "link-state": "the link is in that state already",
    "no-such-transfer": "the ledger has no such posted transfer",
    "linked-transfers": "transfers that were made together are set right together",
    "two-approvers": "the order needs a reason and two persons who approve it",
    "reason-missing": "a record is set right with a reason",
    "no-such-meter": "the floor has no such meter",
    "below-nothing": "a meter cannot show less than nothing",
}


NAMES = "what tables, links and meters are called is the operator's own"
GIVEN = "how orders are given and told apart is the floor's own"
MACHINE = "a failure of the machine, no rule of play"
CONTROLLED = "left to the operator's internal controls"
DAYS = "that days are named by their dates, one after the other, is the log's own"
LICENCE = "which law a property is under is told by its licence"
NO_PARAGRAPH = {
    "floor-stopped": MACHINE,
    "floor-closed": MACHINE,
    "not-kept": "what can be kept is the log's own",
    "no-such-name": "what people are called is theirs and the operator's",
    "unfit-name": NAMES,
    "id-used-for-another-order": GIVEN,
    "clock-disagrees": MACHINE,
    "order-failed": MACHINE,
    "property-not-open": GIVEN,
    "property-open": GIVEN,
    "no-such-jurisdiction": LICENCE,
    "no-such-time-zone": "where a property stands is its own to say",
    "jurisdiction-known": LICENCE,
    "wrong-role": f"who tells the floor of it is {CONTROLLED}",
    "no-such-table": NAMES,
    "table-installed": NAMES,
    "other-property": "a Rules Submission is of one property",
    "table-named-like-a-link": NAMES,
    "table-open": "a Rules Submission holds for as long as its table is open",
    "table-not-open": "nothing would change",
    "closing-not-asked": "nothing would change",
    "stale": GIVEN,
    "not-your-table": f"who deals a table is {CONTROLLED}",
    "not-seated-there": "one player to a position is how a table is kept",
    "not-your-seat": "one player to a position is how a table is kept",
    "deck-is-shuffled-here": "whether cards are real or virtual is the table's own",
    "by-the-system": "it is no person's to give",
    "no-gaming-day": "that each round is in one day's report is the log's own",
    "day-not-ended": DAYS,
    "day-not-later": DAYS,
    "not-a-date": DAYS,
    "far-day": DAYS,
    "round-under-way": "a round is in one gaming day, and its cards are its players' until it is over",
    "not-a-sum": "the input is at fault, no rule of play",
    "nothing-there": f"how money is counted and paid out is {CONTROLLED}",
    "player-in-a-round": "what is wagered is neither the player's nor the house's yet",
    "no-such-link": NAMES,
    "link-state": "nothing would change",
    "other-rules": "a table is played by the rules it was installed under",
    "no-such-transfer": f"how records are set right is {CONTROLLED}",
    "linked-transfers": f"how records are set right is {CONTROLLED}",
    "reason-missing": f"how records are set right is {CONTROLLED}",
    "no-such-meter": NAMES,
}
"""Why a refusal has no paragraph. The others always come with theirs."""


class FloorRefused(HouserulesError):
    """An order that is not carried out; nothing has changed. `cite` is the paragraph, where one decides."""

    def __init__(self, name: str, *, why: str = "", cite: str = "", accepted: str = "", where: str = "") -> None:
        self.name = name
        self.cite = cite
        self.no_paragraph = NO_PARAGRAPH.get(name, "")
        super().__init__(REFUSALS[name], where=where, why=why, accepted=accepted)

    @property
    def code(self) -> str:
        return self.name
