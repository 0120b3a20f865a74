"""The ledger: every cent is in an account, and only immutable transfers move it.

A group of transfers is carried out as a whole or not at all; each transfer takes effect before the next one is checked.
A transfer may be pending: neither side can spend its cents until it is posted, in whole or in part, or voided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Self

import msgspec

from tablelaw.cage import ledger_checks
from tablelaw.cage.accounts import CORRECTION, kind_of
from tablelaw.cage.balances import Account, Balance, TrialBalance
from tablelaw.cage.recent_transfers import Memory
from tablelaw.cage.refusals import LedgerRefused
from tablelaw.cage.transfers import Transfer

Known = Callable[[str], Transfer | None]
MadeBy = Callable[[str], str]


class LedgerSnapshot(msgspec.Struct, frozen=True, gc=False):
    """A saved ledger. It does not contain the ids of ended transfers, which are in the log."""

    accounts: dict[str, Balance]
    open: tuple[Transfer, ...]
    moved_back: dict[str, int]


class Moved(NamedTuple):
    """The effect of a transfer on the ledger."""

    transfer: Transfer
    held: Transfer | None
    """The pending transfer that it ends."""
    posted: int
    aside: int
    """Cents that become pending; negative if they are released."""
    back: int
    """Cents by which a correction reverses another transfer."""


class Ledger:
    """Balances and pending transfers, computed from the transfers that the ledger accepted.

    `known` looks up a past transfer by its id, and is called for ids that are no longer in memory; without it, the
    ledger keeps every id. `made_by` returns who made a transfer, if that is known.
    """

    def __init__(self, known: Known | None = None, made_by: MadeBy | None = None) -> None:
        self._accounts: dict[str, Account] = {}
        self._open: dict[str, Transfer] = {}
        self._memory = Memory(known)
        self._moved_back: dict[str, int] = {}
        self._changed: set[str] = set()
        self.made_by = made_by or _nobody

    # --- Posting -------------------------------------------------------------------------------------

    def post(self, transfers: Sequence[Transfer]) -> bool:
        """Carries out a group of transfers, all or nothing. Returns False if the whole group had already been carried
        out.
        """
        done = self._carry_out(transfers)
        for moved in done:
            self._changed.add(moved.transfer.debit)
            self._changed.add(moved.transfer.credit)
        self._memory.turn()
        return bool(done)

    def refuse(self, transfers: Sequence[Transfer]) -> LedgerRefused | None:
        """Returns the refusal that a group would get, or None, without moving anything."""
        accounts = len(self._accounts)
        try:
            self._undo(self._carry_out(transfers), accounts)
        except LedgerRefused as refusal:
            return refusal
        return None

    def _carry_out(self, transfers: Sequence[Transfer]) -> list[Moved]:
        """Carries out a whole group; if there is a refusal or an error partway through, all of it is undone."""
        done: list[Moved] = []
        accounts = len(self._accounts)
        try:
            for transfer in transfers:
                if self._is_new(transfer):
                    giver, taker = self._checked(transfer)
                    moved = self._effect(transfer)
                    done.append(moved)
                    self._move(moved, giver, taker)
            ledger_checks.group(transfers, len(transfers) - len(done))
        except BaseException:
            self._undo(done, accounts)
            raise
        return done

    def _is_new(self, transfer: Transfer) -> bool:
        if not transfer.id:
            raise ledger_checks.refused(transfer, "id-missing", accepted="an id chosen by the caller")
        earlier = self.find(transfer.id)
        if earlier is None:
            return True
        ledger_checks.require_same(transfer, earlier)
        return False

    def _checked(self, transfer: Transfer) -> tuple[Account, Account]:
        """Returns the accounts of a transfer; refuses a transfer that may not be carried out now."""
        code = ledger_checks.form(transfer)
        giver = self._accounts.get(transfer.debit) or self._first_use(transfer, transfer.debit)
        taker = self._accounts.get(transfer.credit) or self._first_use(transfer, transfer.credit)
        ledger_checks.route(transfer, giver.kind, taker.kind)
        if code.ends or transfer.pending:
            ledger_checks.ending(self, transfer, code)
        if code.is_approved or transfer.corrects:
            ledger_checks.approval(transfer, code)
            ledger_checks.correction(self, transfer)
        if not (giver.may_be_negative or code.ends):
            ledger_checks.enough(transfer, giver, code)
        return giver, taker

    def _first_use(self, transfer: Transfer, name: str) -> Account:
        return Account(ledger_checks.new_account(transfer, name))

    # --- Moving --------------------------------------------------------------------------------------

    def _effect(self, transfer: Transfer) -> Moved:
        """Computes the effect of a transfer before anything changes."""
        held = self._open.get(transfer.pending) if transfer.pending else None
        posted = transfer.cents if transfer.kind in ("posted", "post") else 0
        aside = transfer.cents if transfer.kind == "pending" else -held.cents if held is not None else 0
        back = self._moving_back(transfer) if transfer.code == CORRECTION else 0
        return Moved(transfer, held, posted, aside, back)

    def _moving_back(self, correction: Transfer) -> int:
        wrong = self.find(correction.corrects)
        is_back = wrong is not None and correction.debit == wrong.credit
        return correction.cents if is_back else -correction.cents

    def _move(self, moved: Moved, giver: Account, taker: Account) -> None:
        transfer = moved.transfer
        self._accounts[transfer.debit], self._accounts[transfer.credit] = giver, taker
        self._add(moved, giver, taker, 1)
        if moved.held is not None:
            del self._open[moved.held.id]
        elif transfer.kind == "pending":
            self._open[transfer.id] = transfer
        self._memory.remember(transfer)

    def _add(self, moved: Moved, giver: Account, taker: Account, sign: int) -> None:
        """Adds a transfer's cents to its accounts, or subtracts them again if `sign` is -1."""
        posted, aside = moved.posted * sign, moved.aside * sign
        giver.debits += posted
        taker.credits += posted
        giver.debits_pending += aside
        taker.credits_pending += aside
        if moved.back:
            corrected = moved.transfer.corrects
            total = self._moved_back.pop(corrected, 0) + sign * moved.back
            if total:
                self._moved_back[corrected] = total

    def _undo(self, done: list[Moved], accounts: int) -> None:
        """Undoes the transfers of a group, last first, and removes the accounts that the group was the first to use."""
        for moved in reversed(done):
            transfer = moved.transfer
            self._add(moved, self._accounts[transfer.debit], self._accounts[transfer.credit], -1)
            if moved.held is not None:
                self._open[moved.held.id] = moved.held
            elif transfer.kind == "pending":
                del self._open[transfer.id]
            self._memory.forget(transfer)
        while len(self._accounts) > accounts:
            self._accounts.popitem()

    # --- Queries -------------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[str]:
        """Iterates over all accounts ever used."""
        return iter(self._accounts)

    def __contains__(self, account: object) -> bool:
        return account in self._accounts

    def balance(self, account: str) -> Balance:
        known = self._accounts.get(account)
        return known.balance() if known is not None else Balance()

    def trial_balance(self) -> TrialBalance:
        return TrialBalance({name: self._accounts[name].balance() for name in sorted(self._accounts)})

    def open_transfers(self) -> tuple[Transfer, ...]:
        """The pending transfers, by id."""
        return tuple(self._open[name] for name in sorted(self._open))

    def changed(self) -> dict[str, Balance]:
        """The balances that have changed since the last call."""
        moved = {name: self._accounts[name].balance() for name in self._changed}
        self._changed.clear()
        return moved

    def held(self, pending: str) -> Transfer | None:
        """A pending transfer by its id."""
        return self._open.get(pending)

    def find(self, transfer_id: str) -> Transfer | None:
        """Finds any transfer that was carried out, by its id."""
        return self._open.get(transfer_id) or self._memory.transfer(transfer_id)

    def why_not_pending(self, transfer_id: str) -> str:
        """The reason code for refusing to end a transfer that is not pending."""
        earlier = self.find(transfer_id)
        if earlier is None:
            return "pending-unknown"
        if earlier.kind != "pending":
            return "not-pending"
        ending = self._memory.ending(transfer_id)
        if ending is None:
            return "already-ended"
        return "already-posted" if ending.kind == "post" else "already-voided"

    def moved_back(self, transfer_id: str) -> int:
        """The number of cents of a transfer that corrections have reversed."""
        return self._moved_back.get(transfer_id, 0)

    # --- Snapshots -----------------------------------------------------------------------------------

    def snapshot(self) -> LedgerSnapshot:
        """The whole ledger in a fixed order, so equal ledgers have equal snapshots."""
        rows = {name: account.balance() for name, account in sorted(self._accounts.items())}
        return LedgerSnapshot(rows, self.open_transfers(), dict(sorted(self._moved_back.items())))

    @classmethod
    def restored(cls, snapshot: LedgerSnapshot, known: Known | None = None, made_by: MadeBy | None = None) -> Self:
        """Rebuilds a ledger from its snapshot; `known` looks up the transfers that had already ended."""
        ledger = cls(known, made_by)
        for name, sums in snapshot.accounts.items():
            kind = kind_of(name)
            assert kind is not None, f"a snapshot has accounts of known kinds only: {name}"
            account = ledger._accounts[name] = Account(kind)
            account.debits, account.credits, account.debits_pending, account.credits_pending = sums
        ledger._open = {transfer.id: transfer for transfer in snapshot.open}
        ledger._moved_back = dict(snapshot.moved_back)
        return ledger


def _nobody(transfer_id: str) -> str:
    return ""
