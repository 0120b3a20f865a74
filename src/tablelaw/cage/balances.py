"""Balances of one account, and of all accounts together."""

from __future__ import annotations

from typing import NamedTuple

from tablelaw.cage.accounts import AccountKind


class Balance(NamedTuple):
    """Debits and credits of an account, posted and pending, in cents."""

    debits: int = 0
    credits: int = 0
    debits_pending: int = 0
    credits_pending: int = 0

    @property
    def posted(self) -> int:
        return self.credits - self.debits

    @property
    def available(self) -> int:
        """The amount that may be spent: pending debits are already deducted, pending credits are not yet added."""
        return self.credits - self.debits - self.debits_pending


class TrialBalance(NamedTuple):
    """The balances of all accounts by name; debits equal credits unless the ledger is broken."""

    accounts: dict[str, Balance]

    @property
    def total(self) -> Balance:
        columns = zip(*self.accounts.values(), strict=True) if self.accounts else ()
        return Balance(*(sum(column) for column in columns))

    @property
    def is_balanced(self) -> bool:
        total = self.total
        return total.debits == total.credits and total.debits_pending == total.credits_pending


class Account:
    """An account's running sums."""

    __slots__ = ("credits", "credits_pending", "debits", "debits_pending", "kind", "may_be_negative")

    def __init__(self, kind: AccountKind) -> None:
        self.kind = kind
        self.may_be_negative = kind.may_be_negative
        self.debits = self.credits = self.debits_pending = self.credits_pending = 0

    def balance(self) -> Balance:
        return Balance(self.debits, self.credits, self.debits_pending, self.credits_pending)
