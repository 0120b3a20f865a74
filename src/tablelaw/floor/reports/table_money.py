"""The money of each table in a gaming day: its tray, its drop box, fills and credits, and what it won."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from tablelaw.cage.accounts import account_of
from tablelaw.cage.transfers import Transfer
from tablelaw.floor.store.api import Reads


class MoneyOfDay(NamedTuple):
    """A table's money in cents. Win = tray at the end - tray at the beginning + drop - fills + credits."""

    opening_tray: int
    closing_tray: int
    fills: int
    credits: int
    drop: int
    in_the_box: int

    @property
    def win(self) -> int:
        return self.closing_tray - self.opening_tray + self.drop - self.fills + self.credits


class TableMoney:
    """Running balances as the log is read, and the day's flows by account and code."""

    def __init__(self, balances: Mapping[str, int]) -> None:
        self.balances = defaultdict(int, balances)
        self._opening: dict[str, int] = {}
        self._flows: Counter[tuple[str, str]] = Counter()
        self._day_before = self._opening, self._flows

    def begin_day(self) -> None:
        self._day_before = self._opening, self._flows
        self._opening, self._flows = dict(self.balances), Counter()

    def take_back_day(self) -> None:
        """Resumes the previous day. Nothing has moved since it ended."""
        self._opening, self._flows = self._day_before

    def move(self, store: Reads, transfer: Transfer, is_of_the_day: bool = True) -> None:
        code = _meant(store, transfer) if is_of_the_day else ""
        for account, cents in ((transfer.debit, -transfer.cents), (transfer.credit, transfer.cents)):
            self.balances[account] += cents
            if is_of_the_day:
                self._flows[account, code] += cents

    def of(self, table: str) -> MoneyOfDay:
        tray, box = account_of("tray", table), account_of("drop", table)
        return MoneyOfDay(
            opening_tray=self._opening.get(tray, 0),
            closing_tray=self.balances[tray],
            fills=self._flows[tray, "fill"],
            credits=-self._flows[tray, "credit"],
            drop=self._flows[box, "buy-in"],
            in_the_box=self.balances[box],
        )


def _meant(store: Reads, transfer: Transfer) -> str:
    """The code a transfer counts under. A correction counts as a reduction of what it corrects."""
    if not transfer.corrects:
        return transfer.code
    wrong = store.transfer(transfer.corrects)
    return wrong.code if wrong is not None else transfer.code
