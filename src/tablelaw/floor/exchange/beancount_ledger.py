"""The ledger as a beancount file, with a balance assertion for every account.

Every account that holds money is under `Assets`, whoever owns it, and the two accounts that may be negative (the cage
and the house) are under `Equity`. So the file shows where the money is; it is not the balance sheet of the house. A
wager that is set aside moves no money yet and is listed in a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from tablelaw import jurisdictions
from tablelaw.cage.accounts import TRANSFER_CODES, kind_of, owner_of
from tablelaw.cage.statements import receipt_number
from tablelaw.floor.log.entry_outline import MOVING
from tablelaw.floor.log.signed_heads import governed, identity_of
from tablelaw.floor.property_time import local_date, local_time
from tablelaw.floor.store.api import Reads, TransferRow

UNFIT = re.compile(r"[^A-Za-z0-9-]+")
HEADER = (
    "Where the money of a property is; not a balance sheet of the house.",
    "Accounts that hold money are under Assets, whoever owns them; the cage and the house are under Equity.",
    "Each open directive has the account's own name. Wagers that are set aside have not moved and are comments.",
)


def beancount_text(store: Reads) -> str:
    """The whole ledger as text for beancount's own checker, which compares each account with its final balance."""
    return "\n".join(_Book(store).lines()) + "\n"


def account_name(account: str, taken: set[str]) -> str:
    """A name that beancount accepts: "chips:ann" becomes "Assets:Chips:Ann", with a number if that is taken."""
    kind, owner = kind_of(account), owner_of(account)
    root = "Equity" if kind is not None and kind.may_be_negative else "Assets"
    words = [kind.id if kind is not None else "other", *(owner.split("/") if owner else ())]
    plain = ":".join([root, *map(_component, words)])
    name, number = plain, 1
    while name in taken:
        number += 1
        name = f"{plain}-{number}"
    return name


def _component(word: str) -> str:
    fit = UNFIT.sub("-", word).strip("-") or "X"
    return fit[0].upper() + fit[1:]


def amount_text(cents: int) -> str:
    """Cents as a number with two decimals and no currency symbol: -1234 is "-12.34"."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


class _Book:
    """The lines of one ledger; names of accounts are given in the order of their first use, so they stay the same."""

    def __init__(self, store: Reads) -> None:
        law = governed(store)
        self._zone = law.time_zone
        self._currency = jurisdictions.get(law.jurisdiction or jurisdictions.FORMAT_1).currency
        self._property = identity_of(store).property
        self._rows = store.transfers(0)
        self._balances = {row.id: row.credits - row.debits for row in store.accounts()}
        self._names: dict[str, str] = {}

    def lines(self) -> Iterator[str]:
        yield from (f"; {line}" for line in HEADER)
        yield f"option {quoted('title')} {quoted(self._property)}"
        yield f"option {quoted('operating_currency')} {quoted(self._currency)}"
        earliest = min((self._date(row) for row in self._rows), default=None)
        if earliest is None:
            return
        yield from self._opened(earliest)
        for row in self._rows:
            yield from self._transaction(row)
        yield from self._asserted(max(self._date(row) for row in self._rows) + timedelta(days=1))

    def _date(self, row: TransferRow) -> date:
        return local_date(row.at, self._zone)

    def _opened(self, day: date) -> Iterator[str]:
        for account in dict.fromkeys(side for row in self._rows for side in (row.debit, row.credit)):
            self._names[account] = account_name(account, set(self._names.values()))
            yield ""
            yield f"{day} open {self._names[account]} {self._currency}"
            yield f"  account: {quoted(account)}"

    def _transaction(self, row: TransferRow) -> Iterator[str]:
        receipt = receipt_number(row.seq, row.place)
        yield ""
        if row.kind not in MOVING:
            sides = f"{quoted(row.debit)} to {quoted(row.credit)}"
            yield f"; {receipt} {row.kind}: {row.code}, {amount_text(row.cents)} {self._currency} from {sides}"
            return
        says = f"{row.code}: {TRANSFER_CODES[row.code].says}"
        yield f"{self._date(row)} * {quoted(says)} ^entry-{row.seq}"
        about = {"receipt": receipt, "time": local_time(row.at, self._zone).isoformat(), "cite": row.cite, "id": row.id}
        yield from (f"  {name}: {quoted(value)}" for name, value in about.items())
        yield f"  {self._names[row.debit]}  {amount_text(-row.cents)} {self._currency}"
        yield f"  {self._names[row.credit]}  {amount_text(row.cents)} {self._currency}"

    def _asserted(self, day: date) -> Iterator[str]:
        """The balance that the floor keeps of each account, which must be the sum of its transfers."""
        yield ""
        for account, name in self._names.items():
            yield f"{day} balance {name}  {amount_text(self._balances[account])} {self._currency}"
