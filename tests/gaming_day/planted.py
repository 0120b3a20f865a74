"""Deliberate faults in the floor's books, each of which the auditor must find; they record where they occurred."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tablelaw.cage.meters import transfers
from tablelaw.cage.transfers import Transfer
from tablelaw.floor import fold
from tablelaw.floor.posting import meter_changes
from tablelaw.floor.posting import transfers as money
from tablelaw.table import events

Struck = list[tuple[str, int]]
"""Table and round of every occurrence, the latest last."""
Plant = Callable[[pytest.MonkeyPatch, Struck], None]


def a_cent_too_much(patch: pytest.MonkeyPatch, struck: Struck) -> None:
    """A winner of the ante is paid a cent too much."""
    pay = money.TransferWriter._pay

    def more(self: Any, round_: Any, line: Any, cents: int, code: str) -> None:
        if code == "win" and line.wager == "ante":
            struck.append((self.tray.removeprefix("tray:"), round_.number))
            cents += 1
        pay(self, round_, line, cents, code)

    patch.setattr(money.TransferWriter, "_pay", more)


def a_contribution_twice(patch: pytest.MonkeyPatch, struck: Struck) -> None:
    """The contribution of a wager to a meter is moved twice in the ledger."""
    right = transfers.change_transfers

    def twice(before: Any, change: Any, after: Any, stem: str) -> tuple[Transfer, ...]:
        moved = right(before, change, after, stem)
        if change.kind != "counted":
            return moved
        struck.append((change.table, change.round))
        return moved + tuple(msgspec.structs.replace(transfer, id=f"{transfer.id} again") for transfer in moved)

    patch.setattr(fold, "change_transfers", twice)


def a_void_that_keeps_the_wager(patch: pytest.MonkeyPatch, struck: Struck) -> None:
    right = money.TransferWriter._end

    def kept(self: Any, round_: Any, seat: int, wager: str, stake: int, kept: int, cite: str) -> None:
        if round_.voided_by and not kept:
            struck.append((self.tray.removeprefix("tray:"), round_.number))
            kept = stake
        right(self, round_, seat, wager, stake, kept, cite)

    patch.setattr(money.TransferWriter, "_end", kept)


def a_seed_not_moved(patch: pytest.MonkeyPatch, struck: Struck) -> None:
    """A meter that was won shows its new start, but the house does not pay for it."""
    right = transfers.change_transfers

    def unpaid(before: Any, change: Any, after: Any, stem: str) -> tuple[Transfer, ...]:
        if change.kind != "reseeded":
            return right(before, change, after, stem)
        struck.append((change.table, change.round))
        return ()

    patch.setattr(fold, "change_transfers", unpaid)


def a_win_kept_in_a_void_round(patch: pytest.MonkeyPatch, struck: Struck) -> None:
    """What was paid before the irregularity was found is not taken back."""
    right = money.MOVEMENTS[events.IrregularityFound]

    def keep(cashier: Any, before: Any, event: Any, after: Any) -> None:
        if event.voids and before.round is not None and any(line.paid > 0 for line in before.round.lines):
            struck.append((cashier.tray.removeprefix("tray:"), before.round.number))
            paid = [line for line in before.round.lines if line.paid > 0]
            for line in paid:
                cashier._pay(before.round, line, line.paid, "win")
        right(cashier, before, event, after)

    movements: dict[Any, Any] = money.MOVEMENTS
    patch.setitem(movements, events.IrregularityFound, keep)


def a_void_hand_that_counts(patch: pytest.MonkeyPatch, struck: Struck) -> None:
    """A wager that was returned still feeds its meter."""
    right = meter_changes._end_of_stake

    def counted(round_: Any, seat: int, wager: str) -> str:
        if right(round_, seat, wager) == "withdrawn":
            struck.append(("", round_.number))
        return "counted"

    patch.setattr(meter_changes, "_end_of_stake", counted)


PLANTS: tuple[Plant, ...] = (
    a_cent_too_much,
    a_contribution_twice,
    a_void_that_keeps_the_wager,
    a_seed_not_moved,
    a_win_kept_in_a_void_round,
    a_void_hand_that_counts,
)
