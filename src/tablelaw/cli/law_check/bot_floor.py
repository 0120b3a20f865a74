"""A floor with one table of a rulebook, on which bots play random rounds with irregularities, all from one seed.

Orders go through the floor's own service, so every transfer is posted, and money that is not conserved is noticed: the
books must balance after every round, and the log can be exported and verified.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import monotonic
from typing import TypeVar

from tablelaw import jurisdictions
from tablelaw.cage.accounts import account_of
from tablelaw.chance import PracticeChance
from tablelaw.errors import BadRulebook, TablelawError
from tablelaw.floor import orders
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.house_staff import DEALER, FLOORPERSON, next_step
from tablelaw.floor.log.export import export_log
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.floor.read_model import TableView
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store, open_store
from tablelaw.persons import Actor
from tablelaw.proofs.keys import SigningKey, new_key
from tablelaw.submission.submission import Submission
from tablelaw.table import commands, events
from tablelaw.table.legal import decisions
from tablelaw.table.phases.devices import devices

PROPERTY, ADMINISTRATOR = "Bots", "administrator:bot"
START, DAY = 1_794_736_000, "2026-11-15"
TRAY_CENTS, PURSE_CENTS = 10**12, 10**10
IRREGULAR_IN = 20
"""One step in this many is replaced by an irregularity."""
TOLD_EVERY = 100
MOST_STEPS = 500
"""The most steps in one round; a round that takes more is stuck."""
Tell = Callable[[str], None]
Item = TypeVar("Item")


@dataclass
class Played:
    """A record of what the bots have played."""

    rounds: int = 0
    void: int = 0
    lines: int = 0
    irregularities: Counter[str] = field(default_factory=Counter)
    faults: list[TablelawError] = field(default_factory=list)


class BotClock:
    """A clock that advances three seconds from one order to the next."""

    time = START

    def now(self) -> int:
        self.time += 3
        return self.time


class BotFloor:
    """A property with one table. `play` deals rounds until a number of them or a time is reached."""

    def __init__(self, store: Store, submission: Submission, text: str, seed: str) -> None:
        self.store, self.submission, self.table = store, submission, submission.table
        self.chance = PracticeChance(f"law check {seed}")
        self.key: SigningKey = new_key()
        self.service = FloorService(store, clock=BotClock(), chance=PracticeChance(f"decks {seed}"))
        self.given = 0
        self.played = Played()
        law = jurisdictions.find_named(submission.book.jurisdiction) or jurisdictions.get(jurisdictions.IDS[0])
        self._do(ADMINISTRATOR, orders.OpenProperty(submission.casino, self.key.public, law.id))
        self._do(ADMINISTRATOR, orders.InstallTable(text, TRAY_CENTS))
        self._do(FLOORPERSON, orders.StartDay(DAY))

    @property
    def view(self) -> TableView:
        return self.service.views.tables[self.table]

    def _do(self, by: str, command: FloorCommand | commands.Command, table: str = "") -> None:
        self.given += 1
        self.service.do(Order(id=f"bot/{self.given}", by=by, command=command, table=table))

    def at_table(self, by: str, command: commands.Command) -> None:
        self._do(by, command, self.table)

    # --- Rounds ------------------------------------------------------------------------------------------------------

    def play(self, rounds: int, seconds: float, tell: Tell) -> Played:
        """Plays until the given number of rounds is cleared or the given seconds have passed, and stops at the first
        fault.
        """
        until = monotonic() + seconds
        try:
            self._seat_players()
            while self.played.rounds < rounds and monotonic() < until:
                if self.played.rounds % TOLD_EVERY == 0:
                    tell(f"{rounds:,} rounds by bots: {self.played.rounds:,} played")
                self._round()
        except TablelawError as refusal:
            self.played.faults.append(self._fault(refusal.sentence()))
        except Exception as error:
            self.played.faults.append(self._fault(f"{type(error).__name__}: {error}"))
        return self.played

    def _fault(self, what: str) -> BadRulebook:
        where = f"round {self.played.rounds + 1} of the bots"
        return BadRulebook(f"the round cannot be finished: {what}", where=where, accepted="a round that ends")

    def _seat_players(self) -> None:
        for seat in range(1, 1 + min(3, self.submission.seats)):
            player = f"bot {seat}"
            self._do(DEALER, orders.BuyIn(player, self.table, PURSE_CENTS))
            if any(wager.medium == "electronic account" for wager in self.submission.book.wagers):
                self._do(DEALER, orders.LoadAccount(player, PURSE_CENTS // 100))
            self.at_table(str(Actor("player", player)), commands.TakeSeat(seat, player))

    def _round(self) -> None:
        before, purse = self.view.state.rounds, self._players_cents()
        self.lines: tuple[events.Line, ...] = ()
        for step in count(1):
            if self.view.state.rounds > before and self.view.state.round is None:
                break
            self._require_progress(step)
            if not self.chance.below(IRREGULAR_IN):
                self._irregularity()
            else:
                self._go_on()
        self._require_balance(purse)
        self.played.rounds += 1

    def _require_progress(self, steps: int) -> None:
        if steps > MOST_STEPS:
            raise BadRulebook(f"no end after {MOST_STEPS} steps", accepted="a flow that comes to an end")

    def _go_on(self) -> None:
        """Takes the house's next step, makes a player's decision, places wagers, or closes bets."""
        if self.view.state.out_of_order:
            self._repair()
            return
        step = next_step(self.view, self.chance, self.service.clock.now())
        if step is not None:
            self._count(*step)
            return
        round_ = self.view.state.round
        if round_ is None:
            self._bet()
        elif round_.phase == "betting":
            self._close_bets()
        elif round_.stub == "confirmed" and not round_.voided_by:
            self._explain_stub()
        else:
            act = self._pick(list(decisions(self.view.engine.rules, round_)))
            self.at_table(str(Actor("player", round_.seats[act.seat].player)), act)

    def _close_bets(self) -> None:
        """Closes the bets; if decks have just become due for a change, leaves that to the next step."""
        try:
            self.at_table(DEALER, commands.CloseBets())
        except TablelawError as refusal:
            if refusal.code != "deck-change-due":
                raise

    def _repair(self) -> None:
        """Has a broken device marked as out of order and at once as working again."""
        for device in devices(self.view.engine.rules):
            for works in (False, True):
                command = commands.MarkDevice(device, works, at=self.service.clock.now())
                if self.view.engine.can(self.view.state, command):
                    self.at_table(FLOORPERSON, command)

    def _count(self, by: str, command: commands.Command) -> None:
        """Takes a step of the house and counts what it settles; occasionally miscounts a stub on purpose, even twice in
        a row.
        """
        if isinstance(command, commands.CountStub) and not self.chance.below(8 if by == DEALER else 2):
            command = commands.CountStub(command.cards - 1)
        if isinstance(command, commands.ClearRound) and self.view.state.round is not None:
            self.lines = self.view.state.round.lines
            self.played.lines += len(self.lines)
            self.played.void += bool(self.view.state.round.voided_by)
        self.at_table(by, command)

    def _explain_stub(self) -> None:
        rows = [row for row in self.submission.book.irregularities if row.moment == "at the stub count"]
        if not rows:
            accepted = "an irregularity with the moment 'at the stub count'"
            raise BadRulebook("nothing explains a wrong count of the stub", accepted=accepted)
        self.at_table(FLOORPERSON, commands.ReportIrregularity(self._pick(rows).id))

    def _bet(self) -> None:
        """Places random stakes: the opening wagers of some seats, and optional ones whose requirements are met."""
        seats = [seat for seat in self.view.state.players if self.chance.below(4)] or [1]
        for seat in seats:
            player = str(Actor("player", self.view.state.players[seat]))
            base = self._stake(self.view.engine.rules.base)
            base -= base % self.view.engine.rules.parts
            for wager in self.view.engine.rules.opening:
                self.at_table(player, commands.PlaceWager(seat, wager.id, base))
            placed = {wager.id for wager in self.view.engine.rules.opening}
            for row in self.submission.book.wagers:
                is_open = row.kind == "optional" and row.id in self.submission.wagers and placed.issuperset(row.needs)
                if is_open and self.chance.below(2):
                    self.at_table(player, commands.PlaceWager(seat, row.id, row.limited(self._stake(row.id), base)))
                    placed.add(row.id)

    def _stake(self, wager: str) -> int:
        terms = self.submission.wagers[wager]
        spread = terms.maximum_cents - terms.minimum_cents
        odd = terms.minimum_cents + self.chance.below(spread + 1)
        return self._pick(list(terms.amounts_cents or (terms.minimum_cents, terms.maximum_cents, odd)))

    def _irregularity(self) -> None:
        """Reports a random irregularity of the rulebook; one that cannot happen now must be refused and change
        nothing.
        """
        row = self._pick(list(self.submission.book.irregularities))
        before = self.view.state
        seat = 1 + self.chance.below(len(before.players))
        by = FLOORPERSON if row.hands == "player's hand void" or self.chance.below(2) else DEALER
        try:
            self.at_table(by, commands.ReportIrregularity(row.id, seat))
        except TablelawError:
            if self.view.state != before:
                what = f"the refused irregularity {row.id} has changed the table"
                raise BadRulebook(what, accepted="a refusal that changes nothing") from None
            return
        self.played.irregularities[row.id] += 1

    def _pick(self, items: list[Item]) -> Item:
        return items[self.chance.below(len(items))]

    # --- Money -------------------------------------------------------------------------------------------------------

    def _players_cents(self) -> int:
        accounts = [account_of(kind, name) for name in self.view.state.players.values() for kind in ("chips", "game")]
        return sum(self.service.views.balance(account).posted for account in accounts)

    def _require_balance(self, before: int) -> None:
        """Requires, after a round, that all accounts sum to zero, no wager is set aside, and players have what the
        lines say.
        """
        held = self.service.views.balances()
        total = sum(balance.posted for balance in held.values())
        left = {name for name, balance in held.items() if balance.debits_pending or balance.credits_pending}
        if total or left:
            what = f"the accounts sum to {total} cents, and wagers of {', '.join(sorted(left)) or 'nobody'} are left"
            raise BadRulebook(what, accepted="a sum of 0, and every wager settled")
        said = sum((0 if line.hand_pay else line.paid) - line.kept for line in self.lines)
        if self._players_cents() - before != said:
            what = f"players have {self._players_cents() - before} cents more, but the lines say {said}"
            raise BadRulebook(what, accepted="money that is conserved")

    def exported(self, path: Path) -> Path:
        """Exports the floor's log, signed."""
        self.service.close()
        sign_log(self.store, self.key, self.service.clock.now())
        export_log(self.store, path)
        return path


@contextmanager
def bot_floor(submission: Submission, text: str, seed: str) -> Iterator[BotFloor]:
    """Makes a floor in a temporary place."""
    with tempfile.TemporaryDirectory(prefix="tablelaw-") as name:
        store = open_store(str(Path(name) / "floor.db"), create=True)
        try:
            floor = BotFloor(store, submission, text, seed)
            try:
                yield floor
            finally:
                floor.service.close()
        finally:
            store.close()
