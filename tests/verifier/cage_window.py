"""Other money movements in a session: fills, credits, drop counts, cash-outs, corrections, adjustments, links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from tablelaw.chance import PracticeChance
from tablelaw.floor import orders
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.orders import FloorCommand
from tablelaw.floor.service import FloorService

if TYPE_CHECKING:
    from tests.verifier.played_session import Lane

TWO_PEOPLE = ("cho", "eve")
T = TypeVar("T")


class CageWindow:
    """A person at the cage who does a little of everything; impossible orders are refused."""

    def __init__(self, lane: Lane, service: FloorService, seed: str, errands: int) -> None:
        self.lane, self.service, self.errands = lane, service, errands
        self.chance = PracticeChance(seed)
        self.transfers = [""]

    def work(self) -> None:
        for _ in range(self.errands):
            self.ask("floor:ann", self.errand())
        for link in sorted(self.service.views.links_down):
            self.ask("floor:ann", orders.RestoreLink(link))

    def ask(self, by: str, command: FloorCommand) -> None:
        answer = self.lane.ask(by, command)
        if isinstance(answer, Entry):
            self.transfers += [transfer.id for transfer in answer.transfers if transfer.code in ("fill", "buy-in")]

    def errand(self) -> FloorCommand:
        views, pick = self.service.views, self.pick
        table, cents = pick(list(views.tables)), 1 + self.chance.below(100_000)
        player = pick(sorted(views.balances())).partition(":")[2]
        meter = pick([*views.meters, "none"])
        links = sorted({m.link for t in views.tables.values() for m in t.engine.submission.meters if m.link})
        link = pick([*links, "none"])
        return pick(
            [
                orders.FillTray(table, cents),
                orders.CreditTray(table, cents),
                orders.CountDrop(table, views.balance(f"drop:{table}").posted + pick([0, 0, 5, -5])),
                orders.CashOut(player),
                orders.CloseAccount(player),
                orders.LoadAccount(player, cents),
                orders.BuyIn(player or "walk-in", table, cents),
                orders.CorrectTransfer(pick(self.transfers), 1, "counted twice", TWO_PEOPLE, together=True),
                orders.AdjustMeter(meter, pick([-12_345, 777, 10_000]), "test of the display", TWO_PEOPLE),
                orders.CutLink(link),
                orders.RestoreLink(link),
                orders.RestoreLink(link),
            ]
        )

    def pick(self, items: Sequence[T]) -> T:
        return items[self.chance.below(len(items))]
