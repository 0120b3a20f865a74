"""Turns a table's events into ledger transfers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tablelaw.cage.accounts import KindName, account_of
from tablelaw.cage.transfers import Transfer
from tablelaw.floor.property import FloorTable, stream_of
from tablelaw.law.rows import PULL
from tablelaw.table import events
from tablelaw.table.state import Round, Table

ACCOUNT = "electronic account"


class TransferWriter:
    """Writes the transfers of one entry: wagers set aside, collected or returned, and wins paid.

    Payments from meters are in `meter_changes.py`.
    """

    def __init__(self, table: FloorTable, number: int) -> None:
        self.rules = table.engine.rules
        self.tray = account_of("tray", table.name)
        self.stem = f"{stream_of(table.name)}:{number}"
        self.held = dict(table.held)
        self.transfers: list[Transfer] = []

    def see(self, before: Table, event: events.Event, after: Table) -> None:
        """Writes the transfers of one event, if it moves money."""
        movement = MOVEMENTS.get(type(event))
        if movement is not None:
            movement(self, before, event, after)

    # --- Wagers ------------------------------------------------------------------------------------

    def placed(self, before: Table, event: events.WagerPlaced, after: Table) -> None:
        assert after.round is not None
        self._set_aside(after.round, event.seat, event.wager, event.cents, event.cite)

    def decided(self, before: Table, event: events.Decided, after: Table) -> None:
        """Sets aside the money of a bet, or returns the wager that the player takes back."""
        assert before.round is not None
        if event.action == PULL:
            stake = before.round.seats[event.seat].wagers[event.wager]
            self._end(before.round, event.seat, event.wager, stake, 0, event.cite)
        elif event.cents:
            assert after.round is not None
            self._set_aside(after.round, event.seat, event.wager, event.cents, event.cite)

    def _set_aside(self, round_: Round, seat: int, wager: str, cents: int, cite: str) -> None:
        """Makes a wager's money pending: the player can no longer spend it, and the house does not own it yet."""
        transfer_id = f"{self.stem}/{seat}/{wager}"
        source = self._account(round_, seat, wager)
        self.held[seat, wager] = transfer_id
        self.transfers.append(
            Transfer(
                id=transfer_id, debit=source, credit=self.tray, cents=cents, code="wager", cite=cite, kind="pending"
            )
        )

    def withdrawn(self, before: Table, event: events.WagerWithdrawn, after: Table) -> None:
        """Returns the withdrawn wager and any wagers that required it."""
        assert before.round is not None
        left = after.round.seats.get(event.seat) if after.round else None
        for wager, cents in before.round.seats[event.seat].wagers.items():
            if left is None or wager not in left.wagers:
                self._end(before.round, event.seat, wager, cents, 0, event.cite)

    def _end(self, round_: Round, seat: int, wager: str, stake: int, kept: int, cite: str) -> None:
        """Ends a pending wager. The house's part is posted, and the rest returns to the player."""
        held = self.held.pop((seat, wager))
        account = self._account(round_, seat, wager)
        code, kind, cents = ("collected", "post", kept) if kept else ("returned", "void", stake)
        self._move(account, self.tray, cents, code, cite, kind=kind, pending=held)

    # --- Settlement --------------------------------------------------------------------------------

    def settled(self, before: Table, event: events.Settled, after: Table) -> None:
        assert before.round is not None
        for line in event.lines:
            self._line(before.round, line)

    def _line(self, round_: Round, line: events.Line) -> None:
        if line.stake:
            self._end(round_, line.seat, line.wager, line.stake, line.kept, line.cite)
        if line.paid and not line.hand_pay:
            self._pay(round_, line, line.paid, "win" if line.paid > 0 else "payout limit")

    def _pay(self, round_: Round, line: events.Line, cents: int, code: str) -> None:
        """Pays the player from the tray; a negative amount moves money back to the tray."""
        account = self._account(round_, line.seat, line.wager)
        giver, taker = (self.tray, account) if cents > 0 else (account, self.tray)
        self._move(giver, taker, abs(cents), code, line.paid_under or line.cite)

    def undone(self, before: Table, event: events.IrregularityFound, after: Table) -> None:
        """After a void, reverses every line settled before it and sets the wagers aside again."""
        round_ = before.round
        if not event.voids or round_ is None:
            return
        for line in round_.lines:
            if line.paid and not line.hand_pay:
                self._pay(round_, line, -line.paid, "undone")
            if line.kept:
                account = self._account(round_, line.seat, line.wager)
                self._move(self.tray, account, line.kept, "undone", event.cite)
            if line.stake:
                self._set_aside(round_, line.seat, line.wager, line.stake, event.cite)

    def _account(self, round_: Round, seat: int, wager: str) -> str:
        """The account that funds a wager and receives its win: the player's chips, or the electronic account."""
        row = self.rules.wagers.get(wager)
        if row is not None and row.kind == "bonus":
            row = self.rules.wagers[row.rides_on[0]]
        kind: KindName = "game" if row is not None and row.medium == ACCOUNT else "chips"
        return account_of(kind, round_.seats[seat].player)

    def _move(
        self, debit: str, credit: str, cents: int, code: str, cite: str, kind: str = "posted", pending: str = ""
    ) -> None:
        transfer_id = f"{self.stem}/{len(self.transfers)}"
        self.transfers.append(
            Transfer(
                id=transfer_id,
                debit=debit,
                credit=credit,
                cents=cents,
                code=code,
                cite=cite,
                kind=kind,
                pending=pending,
            )
        )


MOVEMENTS: dict[type[events.Event], Callable[[TransferWriter, Table, Any, Table], None]] = {
    events.WagerPlaced: TransferWriter.placed,
    events.WagerWithdrawn: TransferWriter.withdrawn,
    events.Decided: TransferWriter.decided,
    events.Settled: TransferWriter.settled,
    events.IrregularityFound: TransferWriter.undone,
}


def holdings(held: dict[tuple[int, str], str], transfers: Iterable[Transfer]) -> dict[tuple[int, str], str]:
    """The pending transfer of each wager on a table, updated by further transfers."""
    left = dict(held)
    for transfer in transfers:
        if transfer.pending:
            left.pop(place_of(transfer.pending), None)
        elif transfer.kind == "pending" and transfer.code == "wager":
            left[place_of(transfer.id)] = transfer.id
    return left


def place_of(transfer_id: str) -> tuple[int, str]:
    """The seat and wager of a pending transfer, read from its id."""
    _, seat, wager = transfer_id.rsplit("/", 2)
    return int(seat), wager
