"""Run by the program of format 1 alone: writes a property whose tables each have a round open at another moment.

It is given to an interpreter whose only `houserules` is that program, so it uses nothing of the present one.
Arguments: the database, the folder of the submissions, the property's public key.
"""

from __future__ import annotations

import re
import sys
from contextlib import closing
from pathlib import Path

from houserules.chance import PracticeChance
from houserules.floor import orders
from houserules.floor.attendant import DEALER, FLOORPERSON, next_step
from houserules.floor.orders import FloorCommand, Order
from houserules.floor.service import FloorService
from houserules.floor.store import open_store
from houserules.floor.views import TableView
from houserules.table import commands
from houserules.table.commands import Command
from houserules.table.legal import decisions

OPENED = 1_794_786_000
DAY = "2026-11-15"
PROPERTY = "Keystone Casino"
ADMINISTRATOR = "administrator:kim"
TRAY_CENTS, PURSE_CENTS = 50_000_000_00, 1_000_000_00
LEFT_OPEN = ("betting", "dealing", "deciding", "deciding twice", "settling", "done")
"""Where each table's second round is left, in the order of the submissions."""


class Minutes:
    """A clock that goes on by a minute with every look at it."""

    def __init__(self) -> None:
        self.time = OPENED

    def now(self) -> int:
        self.time += 60
        return self.time


class Property:
    """Orders with ids of their own."""

    def __init__(self, service: FloorService) -> None:
        self.service, self.chance, self.given = service, PracticeChance("format 1"), 0

    def do(self, by: str, command: Command | FloorCommand, table: str = "") -> None:
        self.given += 1
        self.service.do(Order(id=f"format 1/{self.given}", by=by, command=command, table=table))

    def view(self, table: str) -> TableView:
        return self.service.views.tables[table]

    def run(self, table: str, until: str = "") -> None:
        """What the house does by itself, up to a phase of the round."""
        while (step := next_step(self.view(table), self.chance, 0)) is not None:
            round_ = self.view(table).state.round
            if until and round_ is not None and round_.phase == until:
                return
            self.do(step[0], step[1], table)

    def seat(self, table: str) -> None:
        wagers = self.view(table).engine.plan.wagers.values()
        for seat in (1, 2):
            player = f"{table} {seat}"
            self.do(DEALER, orders.BuyIn(player, table, PURSE_CENTS))
            if any(wager.medium == "electronic account" for wager in wagers):
                self.do(DEALER, orders.LoadAccount(player, PURSE_CENTS // 10))
            self.do(f"player:{player}", commands.TakeSeat(seat), table)

    def bet(self, table: str) -> None:
        view = self.view(table)
        submission, plan = view.engine.submission, view.engine.plan
        for seat, player in view.state.players.items():
            for wager in plan.opening:
                cents = submission.wagers[plan.base].minimum_cents
                self.do(f"player:{player}", commands.PlaceWager(seat, wager.id, cents), table)

    def decide(self, table: str) -> bool:
        view = self.view(table)
        round_ = view.state.round
        if round_ is None or round_.phase != "deciding":
            return False
        choice = next(iter(decisions(view.engine, round_)))
        self.do(f"player:{round_.seats[choice.seat].player}", choice, table)
        return True

    def play(self, table: str, until: str = "") -> None:
        """A round to its end, or up to where it is left open."""
        self.run(table)
        self.bet(table)
        if until == "betting":
            return
        self.do(DEALER, commands.CloseBets(), table)
        left = {"deciding": 0, "deciding twice": 1}.get(until)
        while self.view(table).state.round is not None:
            self.run(table, until)
            round_ = self.view(table).state.round
            if round_ is None or round_.phase == until:
                return
            if left == 0 or not self.decide(table):
                return
            left = left - 1 if left else left


def submission_of(file: Path) -> str:
    """The submission of a rulebook at this property; its table is named after the rulebook."""
    text = re.sub(r"(?m)^property = .*$", f'property = "{PROPERTY}"', file.read_text("utf-8"))
    return re.sub(r"(?m)^table = .*$", f'table = "{file.stem}"', text)


def main(database: str, submissions: Path, key: str) -> None:
    clock, chance = Minutes(), PracticeChance("decks")
    with (
        closing(open_store(database, create=True)) as store,
        closing(FloorService(store, clock=clock, chance=chance)) as service,
    ):
        made = Property(service)
        made.do("system", orders.OpenProperty(PROPERTY, key))
        for file in sorted(submissions.glob("*.toml")):
            made.do(ADMINISTRATOR, orders.InstallTable(submission_of(file), TRAY_CENTS))
        made.do(FLOORPERSON, orders.StartDay(DAY))
        for table, left in zip(list(service.views.tables), LEFT_OPEN, strict=True):
            made.seat(table)
            made.play(table)
            made.play(table, left)
            round_ = made.view(table).state.round
            print(table, round_.number if round_ else 0, round_.phase if round_ else "-")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
