"""Refusals of the cage: each has a name of its own, and they are looked for in the order they stand here."""

from __future__ import annotations

from typing import ClassVar

from houserules.errors import HouserulesError
from houserules.persons import person_of

DIFFERS = ("kind", "debit", "credit", "cents", "code", "pending", "corrects", "cite", "reason", "approvers")
"""What a transfer with a known id is compared by, in this order."""

LEDGER_REFUSALS = {
    # Is it new?
    "id-missing": "a transfer has an id",
    **{f"exists-with-different-{part}": f"the id is known, with a different {part}" for part in DIFFERS},
    # Is it a transfer?
    "unknown-code": "the chart of accounts knows no such transfer",
    "wrong-kind": "a transfer of this code is of another kind",
    "cite-missing": "a transfer rests on a paragraph or a reason",
    "amount-not-positive": "a transfer moves at least a cent",
    "amount-too-large": "a transfer moves at most a hundred billion dollars",
    # Between which accounts?
    "unknown-account-kind": "the chart of accounts knows no such kind",
    "account-not-named": "the account must say whose it is",
    "account-has-no-owner": "there is only one such account",
    "same-account": "nothing moves within one account",
    "share-not-by-hand-pay": "a percentage of a meter is paid by hand, not from a tray nor to a player's account",
    "not-exchanged": "no such transfer between accounts of these kinds",
    "another-owner": "the accounts are not the same player's, table's or meter's",
    # What does it end?
    "pending-not-named": "it must name the pending transfer it ends",
    "pending-named": "only a post or a void ends a pending transfer",
    "pending-unknown": "there is no such pending transfer",
    "not-pending": "the transfer named was never pending",
    "already-posted": "the pending transfer was posted",
    "already-voided": "the pending transfer was voided",
    "already-ended": "the pending transfer ended long ago",
    "ends-another-debit": "the pending transfer debits another account",
    "ends-another-credit": "the pending transfer credits another account",
    "more-than-pending": "more is posted than was pending",
    "void-in-part": "a void frees all that was pending",
    # Who approves it?
    "reason-missing": "it needs a reason",
    "approvers-missing": "it needs two persons who approve it",
    "approved-twice-by-one": "the two who approve it must be different persons",
    # What does it set right?
    "corrects-nothing": "a correction must name the transfer it sets right",
    "not-a-correction": "only a correction names a transfer it sets right",
    "corrected-unknown": "there is no such transfer to set right",
    "corrected-not-posted": "only what has moved can be set right",
    "corrects-other-accounts": "a correction moves between the accounts of the transfer it sets right",
    "corrects-more-than-moved": "no more can be moved back than was moved",
    "approver-made-it": "who made a transfer does not approve its correction",
    # Is there enough?
    "balance-below-zero": "the account does not hold that much",
    "account-not-emptied": "the account is paid out to zero, with no wager outstanding",
    # Is the group whole?
    "group-half-known": "some transfers of the group are known and others are not",
    "legs-apart": "both legs of it must stand in one group, for the same sum",
}

METER_REFUSALS = {
    "unknown-change": "no such change of a meter",
    "unknown-meter": "there is no such meter",
    "cite-missing": "a change rests on a paragraph or a reason",
    "already-open": "the meter is open",
    "not-open": "the meter has not been opened with its seed",
    "other-terms": "other tables feed the meter, under other terms",
    "table-does-not-feed-it": "the table does not feed the meter",
    "not-a-sum": "what the change moves is a whole number above zero",
    "not-the-seed": "a meter opens with its seed",
    "not-the-share": "a wager adds exactly its share of the stake, rounded down to a unit",
    "more-than-pending": "less than that is pending",
    "not-whole-cents": "a win is paid in whole cents; what is below a cent stays on the meter",
    "more-than-displayed": "the meter shows less than that",
    "not-emptied": "a meter starts again only when all of it was won",
    "not-the-reseed": "a meter starts again from its reseed amount",
    "not-the-reserve": "the whole reserve becomes the meter, or as much of it goes back",
    "nothing-to-restore": "no such win of a round under way",
    "already-paid": "what an attendant has paid is not undone",
    "more-than-won": "more is paid than was won",
    "reason-missing": "a correction needs a reason",
    "approvers-missing": "a correction needs two persons who approve it",
    "approved-twice-by-one": "the two who approve it must be different persons",
    "below-zero": "neither a meter nor its reserve shows less than nothing",
}


NO_PARAGRAPH = {
    "share-not-by-hand-pay": "the ledger knows no regulation; each game's own says how a share of a meter is paid",
    "already-paid": "no text says how a payout that was made is taken back",
    "balance-below-zero": "nobody gives what he does not have",
    "account-not-emptied": "no text says how an account is closed but to zero",
}
"""Why some refusals rest on no paragraph; the others are about how books are kept, which texts leave to controls."""


class CageRefused(HouserulesError):
    """Nothing has moved. `cite` is the paragraph, where one decides."""

    names: ClassVar[dict[str, str]]

    def __init__(self, name: str, *, why: str = "", cite: str = "", accepted: str = "", where: str = "") -> None:
        self.name = name
        self.cite = cite
        self.no_paragraph = NO_PARAGRAPH.get(name, "how books are kept is left to the operator's internal controls")
        reason = f"{why} ({cite})" if why and cite else why or cite
        super().__init__(self.names[name], where=where, why=reason, accepted=accepted)

    @property
    def code(self) -> str:
        return self.name


class LedgerRefused(CageRefused):
    """A group of transfers that is not carried out; the balances are as they were."""

    names = LEDGER_REFUSALS


class MeterRefused(CageRefused):
    """A change that is not made; the meters are as they were."""

    names = METER_REFUSALS


def approval_fault(reason: str, approvers: tuple[str, ...]) -> str:
    """The name of what is missing in the approval of a correction, or nothing."""
    if not reason.strip():
        return "reason-missing"
    persons = [person_of(approver) for approver in approvers]
    if len(persons) < 2 or not all(persons):
        return "approvers-missing"
    return "approved-twice-by-one" if len(set(persons)) < len(persons) else ""
