"""The pace of tables that nobody deals by hand: an automatic dealer, time to bet and decide, guests at some seats.

It gives orders like anybody else. A dealer who takes over a table deals it alone until leaving it. A table of real
cards is opened by the house and then waits for a dealer, since only a person can hold its shoe.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tablelaw.chance import KernelChance
from tablelaw.errors import TablelawError
from tablelaw.floor.house_staff import DEALER, FLOORPERSON, handed_back, next_step
from tablelaw.floor.orders import AssignDealer, FloorCommand, Order
from tablelaw.floor.read_model import TableView
from tablelaw.floor.rules.frozen_tables import undecided_wagers
from tablelaw.floor.service import FloorService
from tablelaw.persons import Actor
from tablelaw.server.demo.guests import Guest
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.table.legal import decisions
from tablelaw.table.round.flow import next_to_act, stage_of

LOG = logging.getLogger("tablelaw.server")


@dataclass(frozen=True, slots=True)
class Tempo:
    """Times in seconds; tests use shorter ones."""

    step: float = 0.9
    card: float = 0.45
    betting: float = 12.0
    guest: float = 1.4
    settled: float = 5.0
    deciding: float = 30.0
    validating: float = 20.0
    absent: float = 30.0


QUICK = Tempo(step=0.02, card=0.02, betting=1.0, guest=0.05, settled=0.2, deciding=20.0, validating=1.5)


@dataclass
class Pace:
    """One task per table. `dealers` are people who deal a table themselves; `guests` are the seats the house plays."""

    service: FloorService
    tempo: Tempo = field(default_factory=Tempo)
    dealers: dict[str, str] = field(default_factory=dict)
    guests: dict[str, dict[int, Guest]] = field(default_factory=dict)
    deadline: dict[str, float] = field(default_factory=dict)
    is_there: Callable[[str], bool] = field(default=lambda name: True)
    """Whether a dealer's page is open anywhere."""
    _failed: dict[str, int] = field(default_factory=dict)
    """Tables whose dealing ended in an error, with the number of their last entry at that time."""
    _opened: set[str] = field(default_factory=set)
    """Tables the house has opened: one that a floorperson then closes stays closed until a dealer comes."""
    _hurried: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """The decision that a table's deadline belongs to; the next decision gets its own."""
    _seen: dict[str, float] = field(default_factory=dict)
    _tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _ids: itertools.count[int] = field(default_factory=itertools.count)
    _run: str = field(default_factory=lambda: secrets.token_hex(6))

    async def start(self) -> None:
        self._tasks[""] = asyncio.create_task(self._tables())

    async def stop(self) -> None:
        tasks, self._tasks = list(self._tasks.values()), {}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _tables(self) -> None:
        """Starts and ends tasks as tables come and go."""
        while True:
            for name, view in self.service.views.tables.items():
                task = self._tasks.get(name)
                if task is not None and task.done() and (accident := task.exception()) is not None:
                    LOG.error("the automatic dealing of %s failed", name, exc_info=accident)
                    self._failed[name] = view.number
                if task is None or task.done():
                    self._tasks[name] = asyncio.create_task(self._table(name))
            await asyncio.sleep(1)

    def is_stopped(self, name: str) -> bool:
        """Whether the house has stopped dealing a table because of an error, and nothing has happened there since."""
        tables = self._tasks.get("")
        is_over = tables is not None and tables.done()
        return is_over or self._failed.get(name) == self.service.views.tables[name].number

    async def give(self, by: str, command: Command | FloorCommand, table: str = "") -> bool:
        """Gives an order; False if it is refused because somebody else was quicker."""
        order = Order(id=f"pace/{self._run}/{next(self._ids)}", by=by, command=command, table=table)
        try:
            await asyncio.wrap_future(self.service.submit(order))
        except TablelawError:
            return False
        return True

    # --- For the pages -----------------------------------------------------------------------------------

    def assign(self, name: str, dealer: str) -> None:
        """Lets a person deal a table from now on, or the house if the name is empty."""
        self.dealers.pop(name, None)
        if dealer:
            self.dealers[name] = dealer

    def is_dealt(self, name: str) -> bool:
        """Whether somebody deals: a person, or the house where it may."""
        return name in self.dealers or not self.service.views.tables[name].engine.physical

    def seconds_left(self, name: str) -> float | None:
        """How long bets stay open, or the player may still think; None if there is no deadline."""
        view = self.service.views.tables[name]
        phase = view.state.round.phase if view.state.round else ""
        given = {"betting": self.tempo.betting, "deciding": self.tempo.deciding}.get(phase)
        if given is None or name in self.dealers or not self.is_dealt(name):
            return None
        until = self.deadline.get(name)
        if until is None or (phase == "deciding" and self._hurried.get(name) != _decision(view)):
            return given
        return max(0.0, until - time.monotonic())

    # --- One table -----------------------------------------------------------------------------------------

    async def _table(self, name: str) -> None:
        while not self.service.is_stopped and name in self.service.views.tables:
            await self._release(name)
            await self._close(name)
            done = await self._guests(name)
            step = self._assist if self._has_dealer(name) else self._deal
            done = await step(name) or done
            await asyncio.sleep(self.tempo.step if done else 0.1)

    async def _release(self, name: str) -> None:
        """Records in the log that a table has no dealer once its dealer has left it to the house."""
        if self.service.views.tables[name].dealer and name not in self.dealers:
            await self.give(FLOORPERSON, AssignDealer(name, ""))

    async def _close(self, name: str) -> None:
        """Closes a table on request at the first moment without a round under way."""
        view = self.service.views.tables[name]
        if view.closing and view.state.round is None:
            self._opened.add(name)
            await self.give(str(Actor("floor", view.closing)), commands.CloseTable(), name)

    def _has_dealer(self, name: str) -> bool:
        """Whether a person deals; a dealer who has been away for a while has left the table to the house."""
        now, dealer = time.monotonic(), self.dealers.get(name)
        if dealer is None or self.is_there(dealer):
            self._seen[name] = now
        elif now - self._seen.get(name, now) > self.tempo.absent:
            del self.dealers[name]
        return name in self.dealers

    async def _deal(self, name: str) -> bool:
        """Takes the dealer's next step; False while players act."""
        view = self.service.views.tables[name]
        if not view.state.decks and name in self._opened:
            return False
        self._opened.add(name)
        now, round_ = self.service.clock.now(), view.state.round
        if round_ is not None and view.engine.physical:
            return False
        step = next_step(view, KernelChance(), now, validates=False)
        if step is not None and not (round_ is None and self._is_idle(view)):
            return await self._step(name, view, *step)
        if round_ is not None and (round_.waiting or round_.hand_pays):
            return await self._validate(name, next_step(view, KernelChance(), now))
        if round_ is not None and round_.phase == "betting":
            return await self._close_bets(name)
        if round_ is not None and round_.phase == "deciding":
            return await self._hurry(name)
        return False

    async def _assist(self, name: str) -> bool:
        """Provides a floorperson, even at a table that a person deals."""
        step = next_step(self.service.views.tables[name], KernelChance(), self.service.clock.now())
        return await self._validate(name, step if step is not None and step[0] == FLOORPERSON else None)

    def _is_idle(self, view: TableView) -> bool:
        """Opens a table without players, and then waits for them."""
        deck = view.state.deck_state
        return deck is not None and deck.status == "ready"

    async def _step(self, name: str, view: TableView, by: str, command: Command) -> bool:
        if isinstance(command, commands.ClearRound):
            await asyncio.sleep(self.tempo.settled)
        elif isinstance(command, commands.Deal):
            await asyncio.sleep(self.tempo.card)
        self.deadline.pop(name, None)
        done = await self.give(by, command, name)
        if isinstance(command, commands.ClearRound):
            await self._close(name)
        return done

    async def _validate(self, name: str, step: tuple[str, Command] | None) -> bool:
        """Waits a while for a human floorperson to validate; then the house's own does it."""
        if step is None or not self._is_over(name, self.tempo.validating):
            return False
        self.deadline.pop(name, None)
        return await self.give(*step, name)

    async def _close_bets(self, name: str) -> bool:
        """Closes bets a while after the first wager."""
        if not self._is_over(name, self.tempo.betting):
            return False
        views = self.service.views
        when = self.service.clock.now()
        back = handed_back(views.tables[name], when, views.links_down, views.day, views.time_zone)
        if back is not None:
            return await self.give(DEALER, back, name)
        self.deadline.pop(name, None)
        return await self.give(DEALER, commands.CloseBets(), name)

    async def _hurry(self, name: str) -> bool:
        """Acts for a player who does not decide in time: the first choice that the stage names."""
        view = self.service.views.tables[name]
        if self._hurried.get(name) != _decision(view):
            self._hurried[name] = _decision(view)
            self.deadline.pop(name, None)
        if not self._is_over(name, self.tempo.deciding):
            return False
        self.deadline.pop(name, None)
        return await self.give(DEALER, passive(view), name)

    def _is_over(self, name: str, seconds: float) -> bool:
        now = time.monotonic()
        return now >= self.deadline.setdefault(name, now + seconds)

    # --- Guests --------------------------------------------------------------------------------------------

    async def _guests(self, name: str) -> bool:
        """Seats played by the house bet while bets are open, and decide when it is their turn."""
        view = self.service.views.tables[name]
        rules, round_ = view.engine.rules, view.state.round
        if not self.is_dealt(name) or undecided_wagers(view):
            return False
        for seat, guest in self.guests.get(name, {}).items():
            if round_ is None or round_.phase == "betting":
                is_open = self.service.views.day and not view.closing and not view.differences
                for command in guest.wagers(view, seat) if is_open else ():
                    await self.give(str(Actor("player", guest.name)), command, name)
            elif round_.phase == "deciding" and seat == next_to_act(rules, round_, stage_of(rules, round_)):
                await asyncio.sleep(self.tempo.guest)
                self.deadline.pop(name, None)
                decision = await asyncio.to_thread(guest.decision, view)
                return await self.give(str(Actor("player", guest.name)), decision, name)
        return False


def _decision(view: TableView) -> tuple[int, ...]:
    """Identifies the pending decision: its round, stage and player."""
    round_ = view.state.round
    if round_ is None or round_.phase != "deciding":
        return ()
    return round_.number, round_.flow, next_to_act(view.engine.rules, round_, stage_of(view.engine.rules, round_)) or 0


def passive(view: TableView) -> commands.Act:
    """The action assumed for a player who does not answer: check if possible or leave the bets, else fold, else the
    smallest wager."""
    assert view.state.round is not None
    open_to = list(decisions(view.engine.rules, view.state.round))
    order = {"check": 0, "ride": 0, "fold": 1}
    return min(open_to, key=lambda act: (order.get(act.action, 2), act.cents))
