"""Drives a property from outside: tables of every rulebook, players with chips, and random play through the service."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol

from tablelaw.chance import Chance, PracticeChance
from tablelaw.clock import Clock, SystemClock
from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON, next_step
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.floor.read_model import TableView
from tablelaw.floor.service import Answer
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.table.legal import decisions
from tablelaw.table.phases.devices import lacks_device

EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"
BOOKS = ("pa-647a", "md-thb", "ma-colorado", "pa-653a", "pa-677a", "pa-678a")
PROPERTY = "Keystone Casino"
ADMINISTRATOR = "administrator:kim"
TRAY_CENTS = 50_000_000_00
PURSE_CENTS = 1_000_000_00


def example(book: str, table: str = "", link: str = "") -> str:
    """A rulebook's example submission for this property, optionally with another table name or a link."""
    text = (EXAMPLES / f"{book}.toml").read_text("utf-8")
    text = re.sub(r"(?m)^property = .*$", f'property = "{PROPERTY}"', text)
    if table:
        text = re.sub(r"(?m)^table = .*$", f'table = "{table}"', text)
    if link:
        text = re.sub(r'(?m)^# link = "(.*)-link"$', rf'link = "{link}-\1"', text)
    return text


def table_of(text: str) -> str:
    found = re.search(r'(?m)^table = "(.*)"$', text)
    assert found
    return found.group(1)


class Views(Protocol):
    @property
    def tables(self) -> Mapping[str, TableView]: ...


class Service(Protocol):
    """The interface of a floor, whether local or at the other end of a pipe."""

    @property
    def views(self) -> Views: ...

    def do(self, order: Order) -> Answer: ...


class World:
    """Gives orders and returns answers. Order ids are derived from the seed, so a repeated world repeats its orders."""

    def __init__(self, service: Service, seed: str | int = 1) -> None:
        self.service, self.seed = service, seed
        self.chance: Chance = PracticeChance(f"world {seed}")
        self.given = 0

    def order(self, by: str, command: Command | FloorCommand, table: str = "") -> Order:
        self.given += 1
        return Order(id=f"{self.seed}/{self.given}", by=by, command=command, table=table)

    def do(self, by: str, command: Command | FloorCommand, table: str = "") -> Answer:
        return self.service.do(self.order(by, command, table))

    def attempt(self, by: str, command: Command | FloorCommand, table: str = "") -> TablelawError | None:
        try:
            self.do(by, command, table)
        except TablelawError as refusal:
            return refusal
        return None

    def view(self, table: str) -> TableView:
        return self.service.views.tables[table]

    # --- The property ------------------------------------------------------------------------------------

    def open(self, texts: Sequence[str], day: str = "", key: str = "") -> list[str]:
        """Opens the property, its tables, and the first gaming day (today by the floor's clock unless given)."""
        self.do("system", orders.OpenProperty(PROPERTY, key))
        for text in texts:
            self.do(ADMINISTRATOR, orders.InstallTable(text, TRAY_CENTS))
        self.do(FLOORPERSON, orders.StartDay(day or self.date()))
        return [table_of(text) for text in texts]

    def date(self, later: int = 0) -> str:
        """Today's date by the floor's clock, or the date some days later. A remote floor uses the system clock."""
        clock: Clock = getattr(self.service, "clock", SystemClock())
        return (datetime.fromtimestamp(clock.now(), UTC).date() + timedelta(days=later)).isoformat()

    def seat(self, table: str, seats: Sequence[int] = (1, 2)) -> None:
        """Seats players with chips, and with money in their electronic accounts if the table uses them."""
        for seat in seats:
            player = f"{table} {seat}"
            self.do(DEALER, orders.BuyIn(player, table, PURSE_CENTS))
            wagers = self.view(table).engine.rules.wagers.values()
            if any(wager.medium == "electronic account" for wager in wagers):
                self.do(DEALER, orders.LoadAccount(player, PURSE_CENTS // 10))
            self.do(f"player:{player}", commands.TakeSeat(seat), table)

    # --- A round -----------------------------------------------------------------------------------------

    def run(self, table: str, *, validates: bool = True) -> None:
        """Takes the automatic dealer's steps until a player has to act, or a floorperson if `validates` is off."""
        while (step := next_step(self.view(table), self.chance, 0, validates=validates)) is not None:
            self.do(step[0], step[1], table)

    def ready(self, table: str) -> None:
        """Shuffles the deck. If a device does not work, marks it and has the cards dealt without it."""
        self.run(table)
        view = self.view(table)
        if "broken" in view.state.out_of_order:
            self.mark(table)
        elif view.state.out_of_order and lacks_device(view.engine.rules, view.state, view.state.method):
            self.do(FLOORPERSON, commands.ChangeMethod("manual-shoe"), table)
        else:
            return
        self.ready(table)

    def mark(self, table: str) -> None:
        for device in ("shuffler", "shoe"):
            self.attempt(FLOORPERSON, commands.MarkDevice(device), table)

    def bet(self, table: str) -> None:
        """Has every seated player bet the minimum on each required wager and on most of the others."""
        view = self.view(table)
        for seat, player in view.state.players.items():
            for command in self.wagers(view, seat):
                refusal = self.attempt(f"player:{player}", command, table)
                assert refusal is None or refusal.code == "wager-missing", refusal

    def wagers(self, view: TableView, seat: int) -> Iterator[Command]:
        submission, rules = view.engine.submission, view.engine.rules
        base = submission.wagers[rules.base].minimum_cents * (1 + self.chance.below(3))
        for wager in rules.opening:
            yield commands.PlaceWager(seat, wager.id, base)
        for wager in rules.book.wagers:
            if wager.kind == "optional" and wager.id in submission.wagers and self.chance.below(4):
                terms = submission.wagers[wager.id]
                yield commands.PlaceWager(seat, wager.id, terms.minimum_cents)

    def decide(self, table: str) -> bool:
        """Makes one random decision for the player whose turn it is. Returns False if no decision is due."""
        view = self.view(table)
        round_ = view.state.round
        if round_ is None or round_.phase != "deciding":
            return False
        choices = list(decisions(view.engine.rules, round_))
        choice = choices[self.chance.below(len(choices))]
        self.do(f"player:{round_.seats[choice.seat].player}", choice, table)
        return True

    def play_round(self, table: str, irregularities: int = 0) -> None:
        """Plays a whole round; before each step, tries an irregularity with a probability of `irregularities`
        percent.
        """
        self.ready(table)
        self.bet(table)
        self.do(DEALER, commands.CloseBets(), table)
        while self.view(table).state.round is not None:
            if irregularities and self.chance.below(100) < irregularities:
                self.irregularity(table)
            self.run(table)
            if not self.decide(table) and self.view(table).state.round is not None:
                self.mend(table)

    def irregularity(self, table: str) -> TablelawError | None:
        view = self.view(table)
        row = view.engine.rules.book.irregularities[self.chance.below(len(view.engine.rules.book.irregularities))]
        seat = 1 + self.chance.below(view.engine.rules.seats)
        return self.attempt(FLOORPERSON, commands.ReportIrregularity(row.id, seat), table)

    def mend(self, table: str) -> None:
        """Does what a floorperson does when the automatic dealer cannot continue: reports a wrong stub, or marks a
        broken device.
        """
        self.run(table)
        state = self.view(table).state
        if state.round is not None and state.round.phase != "deciding":
            self.mark(table)
            self.run(table)
