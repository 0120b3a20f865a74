"""Statements: one account's transfers in order, each with its receipt, from an opening to a closing balance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tablelaw.cage.accounts import BY_AN_ATTENDANT, PAID_BY_HAND, TRANSFER_CODES, kind_of, parse_account
from tablelaw.cage.transfers import Transfer
from tablelaw.plain_text import UNLIMITED, columns, fitted
from tablelaw.printed_money import printed


def receipt_number(entry: int, place: int) -> str:
    """The receipt number of a transfer, used everywhere: "27.1" is the first transfer of entry 27."""
    return f"{entry}.{place + 1}"


class Recorded(NamedTuple):
    """A transfer as it was carried out: its receipt number (`receipt_number`) and time."""

    receipt: str
    at: int
    transfer: Transfer


@dataclass(frozen=True, slots=True)
class StatementLine:
    """The effect of a transfer on the account; `held` is the amount pending in wagers at that time."""

    receipt: str
    at: int
    code: str
    other: str
    """The account on the other side."""
    cite: str
    received: int
    given: int
    balance: int
    held: int

    @property
    def available(self) -> int:
        return self.balance - self.held

    @property
    def says(self) -> str:
        return TRANSFER_CODES[self.code].says


@dataclass(frozen=True, slots=True)
class Statement:
    account: str
    opening: int
    lines: tuple[StatementLine, ...] = ()
    closing: int = 0
    held: int = 0

    @property
    def is_empty(self) -> bool:
        return not self.lines


def statement(
    account: str, recorded: Iterable[Recorded], opening: int = 0, pending: Iterable[Transfer] = ()
) -> Statement:
    """The statement of an account; `pending` lists the transfers that were pending at the opening."""
    running = _Running(account, opening, {t.id: t.cents for t in pending if t.debit == account})
    lines = tuple(running.line(record) for record in recorded if account in _sides(record.transfer))
    return Statement(account, opening, lines, running.balance, running.held)


def _sides(transfer: Transfer) -> tuple[str, str]:
    return transfer.debit, transfer.credit


@dataclass(slots=True)
class _Running:
    """The running balance of a statement, updated line by line."""

    account: str
    balance: int
    aside: dict[str, int] = field(default_factory=dict)

    @property
    def held(self) -> int:
        return sum(self.aside.values())

    def line(self, record: Recorded) -> StatementLine:
        transfer = record.transfer
        gives = transfer.debit == self.account
        if transfer.kind == "pending" and gives:
            self.aside[transfer.id] = transfer.cents
        elif transfer.pending:
            self.aside.pop(transfer.pending, None)
        moved = transfer.cents if transfer.kind in ("posted", "post") else 0
        received, given = (0, moved) if gives else (moved, 0)
        self.balance += received - given
        other = transfer.credit if gives else transfer.debit
        code, cite = transfer.code, transfer.cite
        return StatementLine(record.receipt, record.at, code, other, cite, received, given, self.balance, self.held)


# --- Invariants of a player's account ------------------------------------------------------------------------


def faults(found: Statement) -> Iterator[str]:
    """Yields the faults in a statement; there are none if the ledger works."""
    kind = kind_of(found.account)
    if kind is None or kind.may_be_negative:
        return
    for line in found.lines:
        where = f"receipt {line.receipt}"
        if line.available < 0:
            yield f"{where}: {printed(line.available)} available"
        if line.received and kind.id == "game" and parse_account(line.other).kind in PAID_BY_HAND:
            yield f"{where}: a percentage of a meter was credited ({BY_AN_ATTENDANT})"
        if TRANSFER_CODES[line.code].empties and line.given and (line.balance or line.held):
            yield f"{where}: {printed(line.balance)} left after it was paid out"


# --- As text -----------------------------------------------------------------------------------------------

COLUMNS = ("receipt", "what", "with", "received", "given", "balance", "held", "paragraph")


def statement_rows(found: Statement) -> Iterator[tuple[str, ...]]:
    """The lines of a statement as printed, with the columns in `COLUMNS`."""
    for line in found.lines:
        sums = (printed(cents) if cents else "" for cents in (line.received, line.given))
        yield line.receipt, line.code, line.other, *sums, printed(line.balance), printed(line.held), line.cite


def statement_text(found: Statement, width: int = UNLIMITED) -> str:
    """A printed statement: opening balance, a line for each transfer or "No Activity", closing balance."""
    head = f"{found.account}\nopening balance {printed(found.opening)}"
    tail = f"closing balance {printed(found.closing)}, of which in wagers {printed(found.held)}"
    if found.is_empty:
        return fitted(f"{head}\nNo Activity\n{tail}\n", width)
    return fitted("\n".join([head, *columns(COLUMNS, statement_rows(found), width=width), tail, ""]), width)
