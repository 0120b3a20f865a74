"""The checks of a transfer, one function for each group of refusals, in the order of `refusals.LEDGER_REFUSALS`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol

from tablelaw.cage.accounts import (
    ACCOUNT_KINDS,
    CORRECTION,
    PAID_BY_HAND,
    PERMITTED,
    TRANSFER_CODES,
    AccountKind,
    KindName,
    TransferCode,
    account_of,
    kind_of,
    owner_of,
    parse_account,
)
from tablelaw.cage.balances import Account
from tablelaw.cage.refusals import DIFFERS, LedgerRefused, approval_fault
from tablelaw.cage.transfers import Transfer
from tablelaw.errors import Params
from tablelaw.persons import person_of
from tablelaw.printed_money import printed

MOST_CENTS = 10**13
"""The most cents in one transfer: a hundred billion dollars. The sum of almost a million such transfers still fits in a
64-bit integer.
"""
IN_LEGS = frozenset(code.id for code in TRANSFER_CODES.values() if code.is_in_legs)
NOT_BY_HAND = ("chips", "tray", "game")


class EarlierTransfers(Protocol):
    """What the checks need to know about earlier transfers."""

    @property
    def made_by(self) -> Callable[[str], str]: ...

    def find(self, transfer_id: str) -> Transfer | None: ...

    def held(self, pending: str) -> Transfer | None: ...

    def why_not_pending(self, transfer_id: str) -> str: ...

    def moved_back(self, transfer_id: str) -> int: ...


def refused(
    transfer: Transfer, name: str, why: object = "", accepted: str = "", params: Params | None = None
) -> LedgerRefused:
    where = f"transfer {transfer.id or '?'}"
    return LedgerRefused(name, why=str(why), accepted=accepted, where=where, params=params)


# --- Is it new? --------------------------------------------------------------------------------------


def require_same(transfer: Transfer, earlier: Transfer) -> None:
    """Requires a transfer with a known id to be identical to the earlier transfer with that id."""
    for part in DIFFERS:
        mine, theirs = getattr(transfer, part), getattr(earlier, part)
        if mine != theirs:
            raise refused(transfer, f"exists-with-different-{part}", mine, f"{theirs}, or another id")


# --- Is it a transfer, and between which accounts? -----------------------------------------------------


def form(transfer: Transfer) -> TransferCode:
    code, cents = TRANSFER_CODES.get(transfer.code), transfer.cents
    if code is None:
        raise refused(transfer, "unknown-code", transfer.code, ", ".join(TRANSFER_CODES))
    if transfer.kind != code.kind:
        raise refused(transfer, "wrong-kind", f"{code.id}: {transfer.kind}", code.kind)
    if not transfer.cite:
        raise refused(transfer, "cite-missing", accepted="the paragraph, or the reason")
    if cents <= 0:
        raise refused(transfer, "amount-not-positive", cents, "1 cent or more")
    if cents > MOST_CENTS:
        raise refused(transfer, "amount-too-large", cents, f"at most {printed(MOST_CENTS)}")
    return code


def new_account(transfer: Transfer, account: str) -> AccountKind:
    """Returns the kind of an account that is used for the first time; refuses an unknown kind or a malformed name."""
    kind = kind_of(account)
    if kind is None:
        raise refused(transfer, "unknown-account-kind", account, ", ".join(ACCOUNT_KINDS))
    if kind.owner and not owner_of(account):
        raise refused(transfer, "account-not-named", account, account_of(kind.id, kind.owner.upper()))
    if not kind.owner and account != kind.id:
        raise refused(transfer, "account-has-no-owner", account, kind.id)
    return kind


def route(transfer: Transfer, giver: AccountKind, taker: AccountKind) -> None:
    if transfer.debit == transfer.credit:
        raise refused(transfer, "same-account", transfer.debit, "two accounts")
    if (transfer.code, giver.id, taker.id) not in PERMITTED:
        raise _no_route(transfer, giver, taker)
    if giver.owner and giver.owner == taker.owner and owner_of(transfer.debit) != owner_of(transfer.credit):
        accepted = account_of(taker.id, owner_of(transfer.debit))
        raise refused(transfer, "another-owner", f"{transfer.debit} to {transfer.credit}", accepted)


def _no_route(transfer: Transfer, giver: AccountKind, taker: AccountKind) -> LedgerRefused:
    why = f"{transfer.debit} to {transfer.credit}"
    if giver.id in PAID_BY_HAND and taker.id in NOT_BY_HAND:
        accepted = "meter to handpay, then handpay to cage"
        return refused(transfer, "share-not-by-hand-pay", why, accepted)
    accepted = ", ".join(f"{giver} to {taker}" for giver, taker in TRANSFER_CODES[transfer.code].routes)
    return refused(transfer, "not-exchanged", f"{transfer.code}: {why}", accepted)


# --- What does it end? ----------------------------------------------------------------------------------


def ending(ledger: EarlierTransfers, transfer: Transfer, code: TransferCode) -> None:
    """Requires a post or a void to name a pending transfer that it may end, and other kinds of transfer not to name
    one.
    """
    if not code.ends:
        raise refused(transfer, "pending-named", transfer.pending, "a post or a void")
    if not transfer.pending:
        raise refused(transfer, "pending-not-named", accepted="the id of a pending transfer")
    held = ledger.held(transfer.pending)
    if held is None:
        raise refused(transfer, ledger.why_not_pending(transfer.pending), transfer.pending, "a pending transfer")
    _require_match(transfer, held)


def _require_match(transfer: Transfer, held: Transfer) -> None:
    if held.debit != transfer.debit:
        raise refused(transfer, "ends-another-debit", transfer.debit, held.debit)
    if held.credit != transfer.credit:
        raise refused(transfer, "ends-another-credit", transfer.credit, held.credit)
    if transfer.cents > held.cents:
        raise refused(transfer, "more-than-pending", printed(transfer.cents), f"at most {printed(held.cents)}")
    if transfer.kind == "void" and transfer.cents != held.cents:
        raise refused(transfer, "void-in-part", printed(transfer.cents), printed(held.cents))


# --- Who approves it, and what does it correct? ----------------------------------------------------------


def approval(transfer: Transfer, code: TransferCode) -> None:
    if code.is_approved and (fault := approval_fault(transfer.reason, transfer.approvers)):
        raise refused(transfer, fault, ", ".join(transfer.approvers), "a reason, and two different people")


def correction(ledger: EarlierTransfers, transfer: Transfer) -> None:
    if transfer.code != CORRECTION:
        if transfer.corrects:
            raise refused(transfer, "not-a-correction", transfer.code, CORRECTION)
        return
    if not transfer.corrects:
        raise refused(transfer, "corrects-nothing", accepted="the id of a posted transfer")
    wrong = ledger.find(transfer.corrects)
    if wrong is None:
        raise refused(transfer, "corrected-unknown", transfer.corrects, "the id of a posted transfer")
    if wrong.kind not in ("posted", "post"):
        raise refused(transfer, "corrected-not-posted", f"{wrong.id}: {wrong.kind}", "what was posted")
    _require_reversal(ledger, transfer, wrong)


def _require_reversal(ledger: EarlierTransfers, transfer: Transfer, wrong: Transfer) -> None:
    moves_on = (transfer.debit, transfer.credit) == (wrong.debit, wrong.credit)
    moves_back = (transfer.debit, transfer.credit) == (wrong.credit, wrong.debit)
    if not (moves_on or moves_back):
        accepted = f"{wrong.credit} to {wrong.debit}, or the other way round"
        raise refused(transfer, "corrects-other-accounts", f"{transfer.debit} to {transfer.credit}", accepted)
    left = wrong.cents - ledger.moved_back(wrong.id)
    if moves_back and transfer.cents > left:
        raise refused(transfer, "corrects-more-than-moved", printed(transfer.cents), f"at most {printed(left)}")
    if (maker := person_of(ledger.made_by(wrong.id))) and maker in map(person_of, transfer.approvers):
        raise refused(transfer, "approver-made-it", maker, "two other people")


# --- Is there enough? ------------------------------------------------------------------------------------


def enough(transfer: Transfer, giver: Account, code: TransferCode) -> None:
    """Requires the debited account to have the cents available."""
    available = giver.credits - giver.debits - giver.debits_pending
    if transfer.cents > available:
        why = f"{transfer.debit} has {printed(available)}"
        params: Params = {"case": parse_account(transfer.debit).kind or "", "available_cents": available}
        raise refused(transfer, "balance-below-zero", why, f"at most {printed(available)}", params)
    if code.empties and (transfer.cents != available or giver.debits_pending):
        why = f"{transfer.debit} has {printed(available)}, and {printed(giver.debits_pending)} in wagers"
        raise refused(transfer, "account-not-emptied", why, "all of it, once every wager is settled")


# --- Is the group complete? --------------------------------------------------------------------------------


def group(transfers: Sequence[Transfer], known: int) -> None:
    if known and known != len(transfers):
        why = f"{known} of {len(transfers)}"
        raise refused(transfers[0], "group-half-known", why, "exactly the same group, or other ids")
    for first in transfers:
        if first.code in IN_LEGS:
            _legs([transfer for transfer in transfers if transfer.code == first.code])


def _legs(legs: list[Transfer]) -> None:
    moved: Counter[tuple[KindName | None, KindName | None]] = Counter()
    for leg in legs:
        moved[parse_account(leg.debit).kind, parse_account(leg.credit).kind] += leg.cents
    routes = TRANSFER_CODES[legs[0].code].routes
    if len({moved[route] for route in routes}) > 1:
        why = ", ".join(f"{giver} to {taker} {printed(moved[giver, taker])}" for giver, taker in routes)
        raise refused(legs[0], "legs-apart", why, "the same sum on each")
