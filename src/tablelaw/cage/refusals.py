"""Refusals by the cage, each with its own code; transfers are checked for them in this order."""

from __future__ import annotations

from typing import ClassVar

from tablelaw.errors import Params, TablelawError
from tablelaw.persons import person_of

DIFFERS = ("kind", "debit", "credit", "cents", "code", "pending", "corrects", "cite", "reason", "approvers")
"""The fields compared, in this order, when a transfer repeats the id of an earlier one."""

LEDGER_REFUSALS = {
    # Ids
    "id-missing": "a transfer must have an id",
    **{
        f"exists-with-different-{part}": f"the id belongs to an earlier transfer that differs in its {part}"
        for part in DIFFERS
    },
    # Form of a transfer
    "unknown-code": "the chart of accounts has no such transfer",
    "wrong-kind": "a transfer with this code must be of another kind",
    "cite-missing": "a transfer needs a paragraph or a reason",
    "amount-not-positive": "a transfer moves at least a cent",
    "amount-too-large": "a transfer moves at most a hundred billion dollars",
    # Accounts
    "unknown-account-kind": "the chart of accounts has no such kind",
    "account-not-named": "the account must name its owner",
    "account-has-no-owner": "there is only one such account",
    "same-account": "both accounts are the same",
    "share-not-by-hand-pay": "a percentage of a meter is paid by hand, not from a tray or to a player's account",
    "not-exchanged": "this transfer is not possible between accounts of these kinds",
    "another-owner": "the accounts belong to different players, tables or meters",
    # Posts and voids
    "pending-not-named": "a post or a void must name the pending transfer that it ends",
    "pending-named": "only a post or a void ends a pending transfer",
    "pending-unknown": "there is no such pending transfer",
    "not-pending": "the named transfer was never pending",
    "already-posted": "the pending transfer was posted",
    "already-voided": "the pending transfer was voided",
    "already-ended": "the pending transfer ended long ago",
    "ends-another-debit": "the pending transfer debits another account",
    "ends-another-credit": "the pending transfer credits another account",
    "more-than-pending": "it posts more than was pending",
    "void-in-part": "a void must release all that was pending",
    # Approvals
    "reason-missing": "it needs a reason",
    "approvers-missing": "it needs two approvers",
    "approved-twice-by-one": "the two approvers must be different people",
    # Corrections
    "corrects-nothing": "a correction must name the transfer it corrects",
    "not-a-correction": "only a correction names a transfer that it corrects",
    "corrected-unknown": "there is no such transfer to correct",
    "corrected-not-posted": "only a posted transfer can be corrected",
    "corrects-other-accounts": "a correction moves money between the accounts of the transfer it corrects",
    "corrects-more-than-moved": "a correction cannot reverse more than was moved",
    "approver-made-it": "the person who made a transfer cannot approve its correction",
    # Balances
    "balance-below-zero": "the account does not hold that much",
    "account-not-emptied": "the account must be paid out to zero, with no wager outstanding",
    # Groups
    "group-half-known": "some transfers of the group are known and others are not",
    "legs-apart": "both legs of this transfer must be in one group, for the same sum",
}

METER_REFUSALS = {
    "unknown-change": "there is no such change of a meter",
    "unknown-meter": "there is no such meter",
    "cite-missing": "a change needs a paragraph or a reason",
    "already-open": "the meter is already open",
    "not-open": "the meter has not been opened with its seed",
    "other-terms": "other tables feed the meter, under other terms",
    "table-does-not-feed-it": "the table does not feed the meter",
    "not-a-sum": "the change must move a whole number above zero",
    "not-the-seed": "a meter opens with its seed",
    "not-the-share": "a wager adds exactly its share of the stake, rounded down to a unit",
    "more-than-pending": "less than that is pending",
    "not-whole-cents": "a win is paid in whole cents; fractions of a cent stay on the meter",
    "more-than-displayed": "the meter shows less than that",
    "not-emptied": "a meter starts again only when all of it was won",
    "not-the-reseed": "a meter starts again from its reseed amount",
    "not-the-reserve": "the whole reserve moves to the meter, and when undone the same amount moves back",
    "nothing-to-restore": "there is no such win in the current round",
    "already-paid": "what an attendant has paid cannot be undone",
    "more-than-won": "it pays more than was won",
    "reason-missing": "a correction needs a reason",
    "approvers-missing": "a correction needs two approvers",
    "approved-twice-by-one": "the two approvers must be different people",
    "below-zero": "neither a meter nor its reserve may be below zero",
}


NO_PARAGRAPH = {
    "share-not-by-hand-pay": (
        "no regulation governs the ledger; each game's regulation says how a share of a meter is paid"
    ),
    "already-paid": "no text says how a payout is taken back",
    "balance-below-zero": "an account cannot pay more than it has",
    "account-not-emptied": "no text permits closing an account with money in it",
}
"""Why each of these refusals has no paragraph; the others without one concern bookkeeping, which the law leaves to
internal controls.
"""


class CageRefused(TablelawError):
    """A refusal by the cage: nothing has moved. `cite` is the deciding paragraph, if there is one."""

    names: ClassVar[dict[str, str]]

    def __init__(
        self,
        name: str,
        *,
        why: str = "",
        cite: str = "",
        accepted: str = "",
        where: str = "",
        params: Params | None = None,
    ) -> None:
        self.name = name
        self.params = {**(params or {}), **({"reason": why} if why else {})}
        self.cite = cite
        self.no_paragraph = NO_PARAGRAPH.get(name, "bookkeeping is left to the operator's internal controls")
        reason = f"{why} ({cite})" if why and cite else why or cite
        super().__init__(self.names[name], where=where, why=reason, accepted=accepted)

    @property
    def code(self) -> str:
        return self.name


class LedgerRefused(CageRefused):
    """A group of transfers was not carried out; the balances are unchanged."""

    names = LEDGER_REFUSALS


class MeterRefused(CageRefused):
    """A meter change was not made; the meters are unchanged."""

    names = METER_REFUSALS


def approval_fault(reason: str, approvers: tuple[str, ...]) -> str:
    """The code for what is missing from the approval of a correction; empty if the approval is complete."""
    if not reason.strip():
        return "reason-missing"
    persons = [person_of(approver) for approver in approvers]
    if len(persons) < 2 or not all(persons):
        return "approvers-missing"
    return "approved-twice-by-one" if len(set(persons)) < len(persons) else ""
