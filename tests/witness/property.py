"""The property from which the witness was recorded: its tables, its people and what they do, all from one seed."""

from __future__ import annotations

import tomllib
from contextlib import closing
from typing import Any, NamedTuple

from sqlalchemy import text

from tablelaw import rulebooks
from tablelaw.cards import Card, Deck
from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.handlers.inspection import settled_size
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.floor.property import stream_of
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store, open_store
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.floor.upkeep.rebuild import rebuild
from tablelaw.proofs.keys import SigningKey
from tablelaw.submission.draft import submitted_wagers
from tablelaw.submission.template import new_submission
from tablelaw.table.commands import CloseTable, Command, ReportIrregularity
from tablelaw.table.events import BetsClosed, Dealt
from tests.table.disturbances import SIDE, device, irregularity, leave, recut, sit, withdraw
from tests.table.world import pick
from tests.verifier.played_session import DRAWS, START, SessionClock, StackedChance, toml
from tests.verifier.table_world import TableWorld

PROPERTY = "Witness Casino"
TRAY_CENTS = 10**13
SNAPSHOT_EVERY = 300
DAY = 24 * 3600
ADMINISTRATOR, FLOORPERSON, CASHIER, AUDITOR = "administrator:kim", "floor:ann", "cashier:lee", "auditor:una"
TWO_PEOPLE = ("cho", "eve")


class Installed(NamedTuple):
    """A table of the property."""

    name: str
    book: str
    dealing: str
    shuffler: str = "counting"
    decks: int = 1
    physical: bool = False
    link: str = ""
    options: dict[str, Any] = {}  # noqa: RUF012


TABLES = (
    Installed("CO-1", "ma-colorado", "hand", "automated", 2, options={"version": "permissible"}),
    Installed("THB-1", "md-thb", "reshuffling-shoe", "reshuffling"),
    Installed("MSH-1", "pa-647a", "automated-shoe", "counting", 2),
    Installed("UTH-1", "pa-653a", "manual-shoe", "none", link="uth", options=DRAWS),
    Installed("UTH-2", "pa-653a", "automated-shoe", "automated", 2, physical=True, link="uth", options=DRAWS),
    Installed("SCP-1", "pa-677a", "hand", "automated", 2),
    Installed("HCF-1", "pa-678a", "automated-shoe", "automated", 2, physical=True),
)


def submission(table: Installed) -> str:
    """A submission that offers everything, with wide limits."""
    book = rulebooks.get(table.book)
    raw = tomllib.loads(new_submission(book, offer_all=True))
    raw |= {"property": PROPERTY, "table": table.name, "limits": {"minimum": "$5", "maximum": "$500"}}
    raw["procedure"] |= {"dealing": table.dealing, "shuffler": table.shuffler, "decks": table.decks, "seats": 3}
    raw["options"] = raw.get("options", {}) | table.options
    if table.decks == 1:
        raw["procedure"].pop("back_colours", None)
    linked = ("progressive", "five-card-player")
    for wager in submitted_wagers(book):
        if table.link and wager.id in linked:
            raw["wagers"][wager.id]["link"] = f"{table.link} {wager.id}"
    return toml(raw)


def move(world: TableWorld) -> None:
    """Usually takes the next step; sometimes an irregularity, a floorperson's order, or somebody who comes or goes."""
    roll, round_ = world.chance.below(100), world.state.round
    is_won = round_ is not None and any(line.meter for line in round_.lines)
    if roll < (20 if is_won else 4):
        irregularity(world)
    elif roll < 30:
        pick(world.chance, (*SIDE, recut, withdraw, withdraw, leave, device))(world)
    else:
        world._go_on()


class WitnessProperty:
    """Plays the whole history of the property, one order after the other; the same seed gives the same history."""

    def __init__(self, database: str, key: SigningKey, seed: str) -> None:
        self.database, self.key, self.seed = database, key, seed
        self.clock, self.given = SessionClock(), 0
        self.chance = StackedChance(f"decks {seed}")
        self.texts = {table.name: submission(table) for table in TABLES}
        self._open()

    def _open(self) -> None:
        self.store: Store = open_store(self.database)
        self.service = FloorService(self.store, clock=self.clock, chance=self.chance, snapshot_every=SNAPSHOT_EVERY)

    def close(self) -> None:
        self.service.close()
        self.store.close()

    # --- Orders ------------------------------------------------------------------------------------------------

    def ask(self, by: str, command: Command | FloorCommand, table: str = "") -> Entry | TablelawError:
        """Gives an order and returns its result; seven seconds pass."""
        self.given += 1
        order = Order(id=f"{self.seed}/{self.given}", by=by, command=command, table=table)
        try:
            return self.service.do(order).entry
        except TablelawError as refusal:
            return refusal
        finally:
            self.clock.time += 7

    def do(self, by: str, command: Command | FloorCommand, table: str = "") -> Entry:
        answer = self.ask(by, command, table)
        assert isinstance(answer, Entry), f"{command}: {answer}"
        return answer

    def entries(self, after: int) -> list[Entry]:
        return [decode(kept.body) for kept in self.store.entries(after)]

    # --- Play --------------------------------------------------------------------------------------------------

    def worlds(self, hands: int, part: str) -> list[TableWorld]:
        names = [table.name for table in TABLES]
        return [TableWorld(self, self.service, name, f"{self.seed} {part} {name}", hands) for name in names]  # type: ignore[arg-type]

    def play(self, hands: int, part: str) -> None:
        """Plays a number of hands at each table, the tables in turn; every round is finished."""
        worlds = self.worlds(hands, part)
        for world in worlds:
            for _ in range(2 + world.chance.below(3)):
                sit(world)
        while worlds := [world for world in worlds if world.dealt < world.hands or world.state.round is not None]:
            for world in worlds:
                move(world) if world.dealt < world.hands else world._go_on()

    def remove_deck(self) -> None:
        """Has the shuffler count a deck wrong, and removes the deck."""
        world = next(world for world in self.worlds(1, "wrong deck") if world.table == "MSH-1")
        rows = world.engine.rules.book.irregularities
        wrong = next(row.id for row in rows if row.moment == "during a shuffle" and row.cards == "deck removed")
        while world.attempt(ReportIrregularity(wrong, by="floor:ann")) is not None:
            world._go_on()
        while world.state.round is not None:
            world._go_on()

    def leave_open(self) -> None:
        """Leaves one round at a table with a sealed deck and one at a table with real cards, each at a decision."""
        for world in self.worlds(99, "open"):
            if world.table in ("UTH-1", "HCF-1"):
                sit(world)
                while world.state.round is None or world.state.round.phase != "deciding":
                    world._go_on()

    def finish_rounds(self) -> None:
        """Plays every round under way to its end; real cards come in the order of a new deck."""
        for world in self.worlds(0, "finished"):
            world.order = self._real_cards(world)
            while world.state.round is not None:
                world._go_on()

    def _real_cards(self, world: TableWorld) -> tuple[Card, ...]:
        """The cards that have left the deck in the round under way, followed by the others."""
        round_ = world.state.round
        if round_ is None or not world.engine.physical:
            return ()
        entries = [decode(kept.body) for kept in self.store.round_entries(stream_of(world.table), round_.number)]
        told = [event for entry in entries for event in entry.events]
        began = max(place for place, event in enumerate(told) if isinstance(event, BetsClosed))
        dealt = [card for event in told[began:] if isinstance(event, Dealt) for _, card, _ in event.cards]
        return (*dealt, *(card for card in Deck.new().cards if card not in dealt))

    # --- The course of it --------------------------------------------------------------------------------------

    def opening(self) -> None:
        self.do("system", orders.OpenProperty(PROPERTY, self.key.public))
        for table in TABLES:
            self.install(table)

    def install(self, table: Installed) -> None:
        self.do(ADMINISTRATOR, orders.InstallTable(self.texts[table.name], TRAY_CENTS, table.physical))

    def day(self, number: int, hands: int) -> None:
        self.clock.time = START + number * DAY
        self.do(FLOORPERSON, orders.StartDay(f"2026-11-{15 + number}"))
        self.play(hands, f"day {number}")
        self.remove_deck()
        self.errands()
        self.do(FLOORPERSON, orders.EndDay())
        self.sign()

    def errands(self) -> None:
        """Does whatever moves money or a meter outside a round; one drop is counted short and one over."""
        do, views = self.do, self.service.views
        do(CASHIER, orders.FillTray("UTH-1", 250_000))
        do(CASHIER, orders.CreditTray("UTH-2", 120_000))
        bought = do("dealer:on duty", orders.BuyIn("gus", "THB-1", 50_000))
        do(
            FLOORPERSON,
            orders.CorrectTransfer(bought.transfers[0].id, 1_000, "counted twice", TWO_PEOPLE, together=True),
        )
        do("player:gus", orders.LoadAccount("gus", 20_000))
        do("player:gus", orders.CloseAccount("gus"))
        do("system", orders.CutLink("uth progressive"))
        do(FLOORPERSON, orders.RestoreLink("uth progressive"))
        meter = next(name for name in views.meters)
        do(FLOORPERSON, orders.AdjustMeter(meter, 777, "test of the display", TWO_PEOPLE))
        for other, table in zip((-200, 0, 300), ("UTH-1", "UTH-2", "THB-1"), strict=True):
            do("dealer:on duty", orders.BuyIn("gus", table, 10_000))
            do(CASHIER, orders.CountDrop(table, views.balance(f"drop:{table}").posted + other))
        do("player:gus", orders.CashOut("gus"))

    def look_and_export(self) -> None:
        self.do(AUDITOR, orders.InspectRound("UTH-1", 1))
        self.do(AUDITOR, orders.ExportLog(self.sign()))

    def reinstall(self) -> None:
        """Removes a table and installs it again under its name."""
        for table in TABLES[3:5]:
            if self.service.views.tables[table.name].state.decks:
                self.do(FLOORPERSON, CloseTable(), table.name)
            self.do(ADMINISTRATOR, orders.RemoveTable(table.name))
            self.install(table)

    def damage_and_rebuild(self) -> None:
        """Damages a row outside the log while nobody serves the floor, and rebuilds it."""
        self.close()
        engine = sql_engine(self.database)
        with engine.begin() as connection:
            connection.execute(text("UPDATE accounts SET credits = credits + 1 WHERE id = 'cage'"))
        engine.dispose()
        rebuild(
            self.database, ADMINISTRATOR, "a row of the accounts was damaged", self.clock.now(), f"{self.seed}/rebuild"
        )
        self._open()

    def sign(self) -> int:
        """Signs the finished part of the log; returns how many entries that is."""
        size = settled_size(self.service.views, self.store)
        return sign_log(self.store, self.key, self.clock.now(), size).head.size


def play_property(database: str, key: SigningKey, seed: str) -> None:
    """Plays the whole history into a new database; it ends with rounds under way and a signed head before them."""
    witness = WitnessProperty(database, key, seed)
    with closing(witness):
        witness.opening()
        witness.day(0, 4)
        witness.look_and_export()
        witness.reinstall()
        witness.day(1, 3)
        witness.damage_and_rebuild()
        witness.clock.time = START + 2 * DAY
        witness.do(FLOORPERSON, orders.StartDay("2026-11-17"))
        witness.leave_open()
        witness.sign()
