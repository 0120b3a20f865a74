"""Refusals of the floor. Each has its own name, and they are checked in the order listed here."""

from __future__ import annotations

from tablelaw.errors import TablelawError

REFUSALS = {
    "floor-stopped": "the floor has stopped after a failure of its store",
    "floor-closed": "the floor is closed",
    "not-kept": "the order holds something that cannot be stored",
    "no-such-name": "this is not a valid name for a person",
    "unfit-name": "this is not a valid name for a table or link",
    "id-used-for-another-order": "the id belongs to another order, which was carried out",
    "clock-disagrees": "this server's clock cannot be trusted",
    "order-failed": "the order could not be carried out",
    "property-not-open": "the log has no property yet",
    "property-open": "the log belongs to a property already",
    "no-such-jurisdiction": "a property must name a known jurisdiction",
    "no-such-time-zone": "a property must have a known time zone",
    "jurisdiction-known": "the property has already named its jurisdiction",
    "wrong-role": "this person may not give this order",
    "no-such-table": "the floor has no such table",
    "table-installed": "a table of that name is already on the floor",
    "other-property": "the submission is for another property",
    "another-currency": "a property has one currency",
    "sister-tables-differ": "all tables of the property must make the same choice",
    "table-named-like-a-link": "a table and a link of meters cannot have the same name",
    "meter-has-other-figures": "the meter was started with other figures",
    "table-open": "the table is open",
    "table-not-open": "the table is closed",
    "table-closing": "the table is to be closed and takes no wagers for a new round",
    "closing-not-asked": "nobody has asked for the table to be closed",
    "stale": "the table has changed since the order was made",
    "not-your-table": "this dealer is not the one assigned to the table",
    "player-has-device": "the player gives orders from their own device",
    "not-seated-there": "that player is not seated there",
    "not-your-seat": "another player is seated there",
    "deck-is-shuffled-here": "the system shuffles this table's deck",
    "by-the-system": "only the floor itself gives this order",
    "other-rules": "the current rules are not those the table was installed under",
    "link-down": "the link of this wager's meter is down",
    "no-gaming-day": "no gaming day has begun",
    "lapsed": "the law no longer permits this wager or choice",
    "not-in-force-yet": "the law does not permit this wager or choice yet",
    "day-not-ended": "another gaming day is under way",
    "day-not-later": "a gaming day must follow the previous one",
    "day-stands": "this gaming day cannot be taken back",
    "not-a-date": "a gaming day is named by its date",
    "far-day": "a gaming day must have the date of yesterday, today or tomorrow",
    "round-under-way": "a round is under way",
    "matters-open": "something is still open at the end of the day",
    "note-missing": "an alert can be acknowledged only with a note",
    "unknown-change": "a person cannot be changed in this way",
    "not-a-sum": "an amount of money is a whole number of cents above zero",
    "nothing-there": "there is nothing to pay out",
    "player-in-a-round": "the player has wagers on a table",
    "no-such-link": "no table's meter has that link",
    "link-state": "the link is already in that state",
    "no-such-transfer": "the ledger has no such posted transfer",
    "linked-transfers": "transfers that were made together are corrected together",
    "two-approvers": "the order needs a reason and two approvers",
    "reason-missing": "a correction needs a reason",
    "no-such-meter": "the floor has no such meter",
    "below-nothing": "a meter cannot show less than zero",
}


NAMES = "the operator names tables, links and meters"
GIVEN = "how orders are given and distinguished is up to the floor"
MACHINE = "a failure of the machine; no rule of play is involved"
CONTROLLED = "left to the operator's internal controls"
DAYS = "the log requires days to be named by their dates, one after the other"
LICENCE = "the property's licence says which law it is under"
NO_PARAGRAPH = {
    "floor-stopped": MACHINE,
    "floor-closed": MACHINE,
    "not-kept": "the log decides what can be stored",
    "no-such-name": "people and the operator choose their names",
    "unfit-name": NAMES,
    "id-used-for-another-order": GIVEN,
    "clock-disagrees": MACHINE,
    "order-failed": MACHINE,
    "property-not-open": GIVEN,
    "property-open": GIVEN,
    "no-such-jurisdiction": LICENCE,
    "no-such-time-zone": "the property chooses its own time zone",
    "jurisdiction-known": LICENCE,
    "wrong-role": f"who reports it to the floor is {CONTROLLED}",
    "no-such-table": NAMES,
    "table-installed": NAMES,
    "other-property": "a Rules Submission is for one property",
    "table-named-like-a-link": NAMES,
    "table-open": "a Rules Submission holds for as long as its table is open",
    "table-not-open": "nothing would change",
    "table-closing": f"when a table closes is {CONTROLLED}",
    "closing-not-asked": "nothing would change",
    "stale": GIVEN,
    "not-your-table": f"who deals a table is {CONTROLLED}",
    "not-seated-there": "this program allows one player at each position",
    "not-your-seat": "this program allows one player at each position",
    "deck-is-shuffled-here": "whether cards are real or virtual depends on the table",
    "by-the-system": "no person may give it",
    "no-gaming-day": "the log requires each round to be in one day's report",
    "day-not-ended": DAYS,
    "day-not-later": DAYS,
    "not-a-date": DAYS,
    "far-day": DAYS,
    "round-under-way": "a round belongs to one gaming day, and its cards are private until it is over",
    "matters-open": f"what must be done before a gaming day ends is {CONTROLLED}",
    "not-a-sum": "the input is at fault; no rule of play is involved",
    "nothing-there": f"how money is counted and paid out is {CONTROLLED}",
    "player-in-a-round": "what is wagered is neither the player's nor the house's yet",
    "no-such-link": NAMES,
    "link-state": "nothing would change",
    "other-rules": "a table is played under the rules it was installed under",
    "no-such-transfer": f"how records are corrected is {CONTROLLED}",
    "linked-transfers": f"how records are corrected is {CONTROLLED}",
    "reason-missing": f"how records are corrected is {CONTROLLED}",
    "note-missing": f"how alerts are followed up is {CONTROLLED}",
    "unknown-change": f"who may sign in is {CONTROLLED}",
    "no-such-meter": NAMES,
}
"""Why a refusal has no paragraph. All other refusals cite one."""


class FloorRefused(TablelawError):
    """An order was not carried out, and nothing has changed. `cite` is the paragraph that decides it, if any."""

    def __init__(
        self, name: str, *, why: str = "", cite: str = "", accepted: str = "", typed: str = "", where: str = ""
    ) -> None:
        self.name = name
        self.cite = cite
        self.no_paragraph = NO_PARAGRAPH.get(name, "")
        self.params = {"reason": why} if why else {}
        super().__init__(REFUSALS[name], where=where, why=why, accepted=accepted, typed=typed)

    @property
    def code(self) -> str:
        return self.name
