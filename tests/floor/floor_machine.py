"""Gives a property random orders, most of them sensible, and checks the invariants after each one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tablelaw.cage.ledger_checks import MOST_CENTS
from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON, next_step
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.floor.recovery import recover
from tablelaw.floor.service import FloorService, property_of
from tablelaw.floor.snapshots import snapshot_order
from tablelaw.floor.store.api import Store, open_store
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.table.legal import decisions
from tests.floor.replayed import StillClock, replayed
from tests.floor.stacked_decks import SEATS, WINNERS, StackedDecks, winning
from tests.floor.tally import Tally
from tests.floor.whole_property import dump_service, first_difference
from tests.floor.world import ADMINISTRATOR, World, example

TABLES = {
    "UTH-1": example("pa-653a", "UTH-1", link="hall"),
    "UTH-2": example("pa-653a", "UTH-2", link="hall"),
    "HCF-1": example("pa-678a", "HCF-1"),
}
FURTHER = {"pa-653a": example("pa-653a", "UTH-9", link="hall"), "pa-678a": example("pa-678a", "HCF-9")}
"""Tables that are installed and removed; some get a tray larger than the ledger accepts."""
PLAYERS = ("ann", "bob", "cho")
SEATED = {"UTH-1": ("ann", "bob"), "UTH-2": ("cho", "ann"), "HCF-1": ("bob", "cho")}
CENTS = (1, 99, 500, 12_345, 1_000_00)
TWO_PEOPLE = ("floor:eve", "floor:fay")
MAY_FALL_BY = {"won", "adjusted", "reseed undone", "reserve returned"}
"""The changes that may lower a meter: a win, a recorded correction, or undoing a reseed along with its win."""
SNAPSHOT_EVERY = 25
AuditInput = tuple[str, Command | FloorCommand, str]
"""The actor, the command and the table."""

tables, players, cents = st.sampled_from(tuple(TABLES)), st.sampled_from(PLAYERS), st.sampled_from(CENTS)
seats, many, winners = st.sampled_from(SEATS), st.integers(0, 1_000), st.sampled_from((*WINNERS, None))


class Floor(RuleBasedStateMachine):
    """A property under random orders: buy-ins, wagers, voids, irregularities, jackpots, corrections, cash-outs and
    more.
    """

    fresh: ClassVar[Callable[[], str]]
    """Returns the name of a new floor's database."""
    are_together: ClassVar[bool] = True
    """Whether orders are submitted together; their batching then depends on the machine's speed."""

    def __init__(self) -> None:
        super().__init__()
        self.closing = ExitStack()
        self.store: Store = open_store(type(self).fresh())
        self.closing.callback(self.store.close)
        self.decks = StackedDecks("machine")
        self.tally = Tally()
        self.fell: list[str] = []
        self.failures: list[Exception] = []
        self.start()
        self.world = World(self.service, "machine")
        self.last: Order | None = None

    def start(self) -> None:
        self.service = FloorService(self.store, clock=StillClock(), chance=self.decks, snapshot_every=SNAPSHOT_EVERY)
        self.units = {name: state.units for name, state in self.service.views.meters.items()}
        self.service.subscribe(self.take)

    def take(self, entries: list[Entry]) -> None:
        """Records a listener's failure, because the service continues when a listener fails."""
        try:
            self.see(entries)
        except Exception as failure:
            self.failures.append(failure)
            raise

    def see(self, entries: list[Entry]) -> None:
        for entry in entries:
            before = dict(self.tally.units)
            self.tally.see(entry)
            fell = {meter for meter, units in before.items() if self.tally.units[meter] < units}
            reasons = {change.meter for change in entry.meters if change.kind in MAY_FALL_BY}
            self.fell += sorted(fell - reasons)

    def attempt(self, by: str, command: Command | FloorCommand, table: str = "") -> BaseException | None:
        return self.attempt_all([(by, command, table)])[0]

    def attempt_all(self, asked: list[AuditInput]) -> list[BaseException | None]:
        """Submits orders together and returns the refusals. Refused orders must not change anything."""
        given = [self.world.order(*one) for one in asked]
        head = self.service.views.seq
        before = dump_service(self.service, head)
        submitted = (self.service.submit(order) for order in given)
        refusals = [done.exception() for done in (list(submitted) if self.are_together else submitted)]
        if all(refusals):
            after = dump_service(self.service, head)
            assert before == after, f"{refusals}: {first_difference(before, after)}"
        for refusal in refusals:
            assert refusal is None or isinstance(refusal, TablelawError), refusal
            is_named = refusal is None or refusal.code not in ("order-failed", "floor-stopped")
            assert is_named, repr(refusal and refusal.__cause__)
        self.last = given[-1] if given else None
        return refusals

    @initialize(winner=winners)
    def open(self, winner: dict[str, Any] | None) -> None:
        self.stack(winner)
        self.world.open(list(TABLES.values()))
        asked: list[AuditInput] = []
        for table, names in SEATED.items():
            for seat, player in zip(SEATS, names, strict=True):
                asked.append((DEALER, orders.BuyIn(player, table, 300_00), ""))
                asked.append((f"player:{player}", commands.TakeSeat(seat), table))
        asked += [(DEALER, orders.LoadAccount(player, 50_00), "") for player in PLAYERS]
        assert self.attempt_all(asked) == [None] * len(asked)

    # --- Money -------------------------------------------------------------------------------------------

    @rule(player=players, table=tables, cents=cents)
    def buy_in(self, player: str, table: str, cents: int) -> None:
        self.attempt(DEALER, orders.BuyIn(player, table, cents))

    @rule(player=players, cents=cents)
    def load(self, player: str, cents: int) -> None:
        self.attempt(f"player:{player}", orders.LoadAccount(player, cents))

    @rule(player=players, account=st.booleans())
    def pay_out(self, player: str, account: bool) -> None:
        command = orders.CloseAccount(player) if account else orders.CashOut(player)
        self.attempt(f"player:{player}", command)

    @rule(table=tables, cents=cents, what=st.sampled_from((orders.FillTray, orders.CreditTray)))
    def tray(self, table: str, cents: int, what: type[orders.FillTray]) -> None:
        self.attempt(FLOORPERSON, what(table, cents))

    @rule(table=tables, over=st.sampled_from((0, 0, 5, -5)))
    def count_drop(self, table: str, over: int) -> None:
        expected = self.service.views.balance(f"drop:{table}").posted
        self.attempt(FLOORPERSON, orders.CountDrop(table, expected + over))

    @precondition(lambda self: self.tally.moves)
    @rule(which=many, cents=cents)
    def correct(self, which: int, cents: int) -> None:
        transfer = list(self.tally.moves)[which % len(self.tally.moves)]
        self.attempt(
            FLOORPERSON, orders.CorrectTransfer(transfer, cents, "counted wrong", TWO_PEOPLE, together=bool(which % 3))
        )

    @rule(which=many, units=st.sampled_from((-12_345, 777, 10_000, 1_000_001)))
    def adjust(self, which: int, units: int) -> None:
        meter = sorted(self.tally.units)[which % len(self.tally.units)]
        self.attempt(FLOORPERSON, orders.AdjustMeter(meter, units, "test of the display", TWO_PEOPLE))

    @rule(link=st.sampled_from(("hall-progressive", "hall-five-card-player")), cut=st.booleans())
    def link(self, link: str, cut: bool) -> None:
        self.attempt(FLOORPERSON, orders.CutLink(link) if cut else orders.RestoreLink(link))

    # --- Tables ------------------------------------------------------------------------------------------

    @rule(book=st.sampled_from(tuple(FURTHER)), tray=st.sampled_from((1, 50_000_00, MOST_CENTS, MOST_CENTS + 1)))
    def install(self, book: str, tray: int) -> None:
        self.attempt(ADMINISTRATOR, orders.InstallTable(FURTHER[book], tray))

    @rule(table=st.sampled_from((*TABLES, "UTH-9", "HCF-9")))
    def remove(self, table: str) -> None:
        """Removes a table. If the table is open, the order is refused and nothing changes."""
        if table not in TABLES or (table in self.service.views.tables and self.world.view(table).state.decks):
            self.attempt(ADMINISTRATOR, orders.RemoveTable(table))

    @rule(winner=winners)
    def stack(self, winner: dict[str, Any] | None) -> None:
        """Sets how the decks are stacked from now on."""
        self.decks.always(winning(winner) if winner else ())

    @rule(table=tables)
    def bet(self, table: str) -> None:
        """Has every player bet the minimum on every wager offered."""
        view = self.world.view(table)
        self.attempt_all(
            [
                (f"player:{player}", commands.PlaceWager(seat, wager, terms.minimum_cents), table)
                for seat, player in view.state.players.items()
                for wager, terms in view.engine.submission.wagers.items()
            ]
        )

    @rule(table=tables, seat=seats, which=many, cents=cents)
    def place(self, table: str, seat: int, which: int, cents: int) -> None:
        wagers = list(self.world.view(table).engine.submission.wagers)
        command = commands.PlaceWager(seat, wagers[which % len(wagers)], cents)
        self.attempt(f"player:{SEATED[table][seat - 1]}", command, table)

    @rule(table=tables, seat=seats, which=many)
    def withdraw(self, table: str, seat: int, which: int) -> None:
        wagers = list(self.world.view(table).engine.submission.wagers)
        command = commands.WithdrawWager(seat, wagers[which % len(wagers)])
        self.attempt(f"player:{SEATED[table][seat - 1]}", command, table)

    @rule(table=tables, which=many, steps=st.sampled_from((1, 5, 40)), settled=st.sampled_from((1, 4, 99)))
    def play(self, table: str, which: int, steps: int, settled: int) -> None:
        """Continues the round for some steps, or until some lines are settled. If there is no round, starts one with
        bets.
        """
        if self.world.view(table).state.round is None:
            self.bet(table)
        for step in range(steps):
            round_ = self.world.view(table).state.round
            if (round_ is not None and len(round_.lines) >= settled) or not self.step(table, which + step):
                return

    def step(self, table: str, which: int) -> bool:
        """Makes a decision, closes the bets, or takes the automatic dealer's next step. Returns False if it is
        refused.
        """
        view = self.world.view(table)
        round_, house = view.state.round, next_step(view, self.decks, StillClock().now())
        if round_ is not None and round_.phase == "deciding":
            choices = list(decisions(view.engine.rules, round_))
            choice = choices[which % len(choices)]
            return self.attempt(f"player:{round_.seats[choice.seat].player}", choice, table) is None
        by, command = house or (DEALER, commands.CloseBets())
        return self.attempt(by, command, table) is None

    @rule(table=tables, which=many, settled=st.integers(1, 20))
    def settle_and_void(self, table: str, which: int, settled: int) -> None:
        """Settles some lines of a round, possibly with a meter won, and then reports an irregularity."""
        self.play(table, which, 60, settled)
        self.irregularity(table, which, 1, now=True)

    @rule(table=tables, which=many, seat=seats, now=st.booleans())
    def irregularity(self, table: str, which: int, seat: int, now: bool) -> None:
        """Reports any irregularity, or only one that can happen now."""
        view = self.world.view(table)
        irregularities = [
            commands.ReportIrregularity(row.id, seat, by="floor") for row in view.engine.rules.book.irregularities
        ]
        if now:
            irregularities = [
                irregularity for irregularity in irregularities if view.engine.can(view.state, irregularity)
            ] or irregularities
        self.attempt(FLOORPERSON, irregularities[which % len(irregularities)], table)

    # --- Repetition ----------------------------------------------------------------------------------------

    @precondition(lambda self: self.last is not None)
    @rule()
    def repeat(self) -> None:
        """Repeats the last order: it is recognised or refused as before, and nothing changes."""
        assert self.last is not None
        before = self.service.views.seq
        with suppress(TablelawError):
            assert self.service.do(self.last).again
        assert self.service.views.seq == before

    @rule()
    def reopen(self) -> None:
        """Closes the floor and reopens it from the last snapshot and the entries since. The property must be
        the same.
        """
        self.service.close()
        before = snapshot_order(property_of(self.service))[1]
        self.start()
        assert snapshot_order(property_of(self.service))[1] == before
        self.world.service = self.service

    # --- Invariants ----------------------------------------------------------------------------------------

    @invariant()
    def every_entry_is_followed(self) -> None:
        assert not self.failures, self.failures

    @invariant()
    def every_cent_is_where_it_belongs(self) -> None:
        balances = self.service.views.balances()
        different = list(self.tally.differences(balances, self.service.views.meters))
        assert not different, "; ".join(different)
        assert sum(balance.posted for balance in balances.values()) == 0
        owing = {name: b for name, b in balances.items() if b.available < 0 and name not in ("cage", "house")}
        assert not owing, f"below nothing: {owing}"

    @invariant()
    def no_display_falls_without_a_reason(self) -> None:
        assert not self.fell, f"fell: {self.fell}"

    def teardown(self) -> None:
        """Checks that replaying the log, from the first entry or the last snapshot, gives the property in memory."""
        try:
            self.service.close()
            memory = snapshot_order(property_of(self.service))[1]
            assert snapshot_order(replayed(self.store))[1] == memory, "the log gives another property"
            assert snapshot_order(recover(self.store)[0])[1] == memory, "the snapshot gives another property"
        finally:
            self.closing.close()
