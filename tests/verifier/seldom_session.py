"""A short session with the orders that random play seldom or never gives.

A property adopts its jurisdiction late; days are taken back and ended with something open; people, dealers and seats
change; alerts are acknowledged; decks are exchanged and removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.log.export import export_log
from tablelaw.floor.orders import FloorCommand
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tests.table.world import DEALER, FLOOR
from tests.verifier.played_session import PROPERTY, TRAY_CENTS, Lane, PlayedSession
from tests.verifier.table_world import TableWorld

SHUFFLED_BY_HAND, BY_DEVICE = "pa-653a manual-shoe", "pa-653a automated-shoe"
FLOORPERSON, ADMINISTRATOR = "floor:ann", "administrator:kim"
TWO_PEOPLE = ("ann", "kim")
MOST_STEPS = 400


class OneLane(Lane):
    """A connection that is alone at the property, so every order is carried out at once."""

    def __init__(self, session: PlayedSession) -> None:
        super().__init__()
        self.session = session

    def ask(self, by: str, command: Command | FloorCommand, table: str = "") -> Entry | TablelawError:
        self.session.clock.time += 7
        try:
            return self.session.service.do(self.session.order((by, command, table))).entry
        except TablelawError as refusal:
            return refusal


class SeldomSession(PlayedSession):
    """One table dealt by hand and one by an automated shoe, at which each order is given at least once."""

    def played(self, path: Path) -> Path:
        try:
            self._open()
            self._begin_days()
            self._staff()
            self._deal_by_hand()
            self._deal_by_shoe()
            self._count()
            self._end()
        finally:
            self.service.close()
        sign_log(self.store, self.key, self.clock.now())
        export_log(self.store, path)
        self.store.close()
        return path

    def _open(self) -> None:
        """Opens the property as the first logs did, without a jurisdiction, and adopts one later."""
        self._do("system", orders.OpenProperty(PROPERTY, self.key.public))
        shared: dict[str, Mapping[str, Any]] = {}
        for name, shuffler in {SHUFFLED_BY_HAND: "none", BY_DEVICE: "counting"}.items():
            book, _, method = name.partition(" ")
            text = self._submission(book, method, 0, shared)
            text = re.sub('"shuffler" = "[a-z]+"', f'"shuffler" = "{shuffler}"', text)
            self.texts[name] = text.replace('"decks" = 2', '"decks" = 1')
            self._do(
                ADMINISTRATOR, orders.InstallTable(self.texts[name], TRAY_CENTS, physical=name == SHUFFLED_BY_HAND)
            )
        self._do(ADMINISTRATOR, orders.AdoptJurisdiction("pa", "", "the log did not name one", TWO_PEOPLE))

    def _begin_days(self) -> None:
        """Begins a day under the wrong date, ends an empty day too early, and takes both back."""
        self._do(FLOORPERSON, orders.StartDay("2026-11-14"))
        self._do(FLOORPERSON, orders.TakeBackDay("2026-11-14", "the wrong date", TWO_PEOPLE))
        self._do(FLOORPERSON, orders.StartDay("2026-11-15"))
        self._do(FLOORPERSON, orders.EndDay())
        self._do(FLOORPERSON, orders.TakeBackDay("2026-11-15", "ended too early", TWO_PEOPLE))

    def _staff(self) -> None:
        """Changes who may sign in, acknowledges alerts, and records rebuilt rows."""
        self._do(ADMINISTRATOR, orders.ChangePerson("pat", "added", "player"))
        self._do(ADMINISTRATOR, orders.ChangePerson("dee", "role changed", "floor", TWO_PEOPLE))
        self._do(FLOORPERSON, orders.AcknowledgeAlert("entry 3", "the tray was counted", f"{BY_DEVICE}: a large fill"))
        self._do(FLOORPERSON, orders.AcknowledgeAlert("seen-cards pat", "watched for an hour", "decisions fit a card"))
        self._do(ADMINISTRATOR, orders.RecordRebuild("the disk was replaced", 1, 2, 3, 0, 0))

    def _deal_by_hand(self) -> None:
        """Deals a round with a dealer and a player without a device; then the player leaves and the decks change."""
        table = self._seated(SHUFFLED_BY_HAND)
        self._do(FLOORPERSON, orders.ServeSeat(SHUFFLED_BY_HAND, 1, "pat"))
        self._until(table, lambda: table.attempt(commands.OrderRecut(by=FLOOR)) is None)
        self._until(table, lambda: table.state.rounds == 1 and table.state.round is None)
        table.do(commands.LeaveSeat(1, by=FLOOR))
        table.do(commands.ChangeDecks(("red",), by=DEALER))

    def _deal_by_shoe(self) -> None:
        """Deals until a shoe miscounts, and asks for the table to be closed."""
        table = self._seated(BY_DEVICE)
        self._until(table, lambda: table.state.round is not None)
        for wager in reversed(list(table.state.round.seats[1].wagers) if table.state.round else []):
            table.attempt(commands.WithdrawWager(1, wager, by=DEALER))
        self._until(table, lambda: table.state.rounds == 1 and table.state.round is None)
        report = commands.ReportIrregularity("device-counts-wrong", by=FLOOR)
        self._until(table, lambda: table.attempt(report) is None)
        self._until(table, lambda: table.state.round is None)
        for works in (False, True):
            table.do(commands.MarkDevice("shuffler", works, by=FLOOR))
        for is_taken_back in (False, True, False):
            self._do(FLOORPERSON, orders.AskClosing(BY_DEVICE, is_taken_back))
        self._do("player:pat", orders.CloseAccount("pat"))
        table.do(commands.CloseTable(by=FLOOR))

    def _seated(self, name: str) -> TableWorld:
        """The table with its dealer, and a player at the first seat."""
        self._do(FLOORPERSON, orders.AssignDealer(name, "bob"))
        table = TableWorld(OneLane(self), self.service, name, f"{self.seed} {name}", 0)
        table.do(commands.TakeSeat(1, "pat", by=FLOOR))
        return table

    def _until(self, table: TableWorld, is_reached: Callable[[], bool]) -> None:
        """Takes the normal next steps until something holds."""
        for _ in range(MOST_STEPS):
            if is_reached():
                return
            table._go_on()
        raise AssertionError(f"not reached: {table.state}")

    def _count(self) -> None:
        """Moves money once in every way."""
        self._do("cashier:cy", orders.CashOut("pat"))
        self._do("cashier:cy", orders.FillTray(SHUFFLED_BY_HAND, 5_000))
        self._do("cashier:cy", orders.CreditTray(SHUFFLED_BY_HAND, 2_000))
        drop = self.service.views.balance(f"drop:{SHUFFLED_BY_HAND}").posted
        self._do("cashier:cy", orders.CountDrop(SHUFFLED_BY_HAND, drop - 5))

    def _end(self) -> None:
        """Ends the day with something open, and gives the auditor a look at a round and a copy of the log."""
        self._do(FLOORPERSON, orders.EndDay("the count is at noon", (f"{BY_DEVICE}: the drop box is not counted",)))
        self._do("auditor:una", orders.InspectRound(SHUFFLED_BY_HAND, 1))
        self._do("auditor:una", orders.ExportLog(self.service.views.seq))
