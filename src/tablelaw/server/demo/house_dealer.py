"""The house dealer: deals the tables that nobody deals by hand, acts there as floorperson, limits the time to bet and
decide, and plays the seats of guests.

It gives orders like anybody else. A dealer who takes over a table deals it alone until they leave it. The house opens a
table of real cards and then waits for a dealer, since only a person can deal from its shoe.
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
from tablelaw.floor.orders import AssignDealer, FloorCommand, Order, RemoveTable
from tablelaw.floor.read_model import TableView
from tablelaw.floor.rules.frozen_tables import undecided_wagers
from tablelaw.floor.service import FloorService
from tablelaw.persons import Actor
from tablelaw.server.demo.guests import Guest
from tablelaw.server.demo.practice import PracticeTables
from tablelaw.server.demo.property import ADMINISTRATOR
from tablelaw.server.demo.tempo import Tempo
from tablelaw.server.refusals import ServerRefused
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.table.legal import decisions
from tablelaw.table.round.flow import next_to_act, stage_of

LOG = logging.getLogger("tablelaw.server")
MOST_EXTENSIONS = 3
"""How often the players of a table may extend the time in one round."""
Moment = tuple[int, str]
"""A round and its phase."""


@dataclass
class HouseDealer:
    """One task per table. `dealers` are people who deal a table themselves; `guests` are the seats the house plays."""

    service: FloorService
    tempo: Tempo = field(default_factory=Tempo)
    dealers: dict[str, str] = field(default_factory=dict)
    guests: dict[str, dict[int, Guest]] = field(default_factory=dict)
    deadline: dict[str, float] = field(default_factory=dict)
    is_there: Callable[[str], bool] = field(default=lambda name: True)
    """Whether a person's page is open anywhere."""
    practice: PracticeTables = field(default_factory=PracticeTables)
    """Private tables, which have no guests and no time limits while their owner is there."""
    _ready: dict[str, tuple[Moment, frozenset[str]]] = field(default_factory=dict)
    """For each table, the moment it is waiting at and the players who do not want to wait any longer."""
    _extensions: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The round of a table, and how often its time was extended."""
    _failed: dict[str, int] = field(default_factory=dict)
    """Tables at which dealing stopped because of an error, with the number of their last entry at that time."""
    _opened: set[str] = field(default_factory=set)
    """Tables that the house has opened; if a floorperson then closes one, it stays closed until a dealer comes."""
    _hurried: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """For each table, the decision that its deadline belongs to; the next decision gets its own deadline."""
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
        """Starts and ends the task of each table as tables are installed and removed."""
        while True:
            for name, view in self.service.views.tables.items():
                task = self._tasks.get(name)
                if task is not None and task.done() and (accident := task.exception()) is not None:
                    LOG.error("the automatic dealing of %s failed", name, exc_info=accident)
                    self._failed[name] = view.number
                self.attend(name)
            await asyncio.sleep(1)

    def attend(self, name: str) -> None:
        """Starts dealing a table, unless that has already begun or dealing has ended everywhere."""
        task = self._tasks.get(name)
        if "" in self._tasks and (task is None or task.done()):
            self._tasks[name] = asyncio.create_task(self._table(name))

    def is_stopped(self, name: str) -> bool:
        """Whether dealing has ended everywhere, or an error stopped it at this table and nothing has happened there
        since.
        """
        tables = self._tasks.get("")
        is_over = tables is not None and tables.done()
        return is_over or self._failed.get(name) == self.service.views.tables[name].number

    async def give(self, by: str, command: Command | FloorCommand, table: str = "") -> bool:
        """Gives an order and returns whether it was accepted; it may be refused because somebody else was quicker."""
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
        """Whether the table is dealt: by a person, or by the house if its cards are virtual."""
        return name in self.dealers or not self.service.views.tables[name].engine.physical

    def seconds_left(self, name: str) -> float | None:
        """How long bets stay open, or how long the player may still think; None if there is no deadline."""
        view = self.service.views.tables[name]
        phase = view.state.round.phase if view.state.round else ""
        given = {"betting": self.tempo.betting, "deciding": self.tempo.deciding}.get(phase)
        if given is None or name in self.dealers or not self.is_dealt(name) or not self.has_clock(name):
            return None
        until = self.deadline.get(name)
        if until is None or (phase == "deciding" and self._hurried.get(name) != _decision(view)):
            return given
        return max(0.0, until - time.monotonic())

    # --- What players say about the pace -----------------------------------------------------------------

    def say_ready(self, name: str, player: str) -> None:
        """Notes that a seated player does not want to wait: for bets to be closed, or after a settled round."""
        self._require_seat(name, player)
        moment = self._moment(name)
        if moment is None:
            raise ServerRefused("not-now", why="the table is not waiting for you")
        self._ready[name] = moment, self._said_ready(name) | {player}

    def waits_for(self, name: str) -> tuple[str, ...]:
        """The players who have not said that they are ready; those whose page is closed are not waited for."""
        guests = {guest.name for guest in self.guests.get(name, {}).values()}
        seated = dict.fromkeys(self.service.views.tables[name].state.players.values())
        said = self._said_ready(name)
        return tuple(who for who in seated if who not in guests and who not in said and self.is_there(who))

    def is_ready(self, name: str, player: str) -> bool:
        return player in self._said_ready(name)

    def can_say_ready(self, name: str) -> bool:
        return self._moment(name) is not None

    def extend(self, name: str, player: str) -> None:
        """Gives more time to bet, or to the player who is deciding."""
        self._require_seat(name, player)
        view, left = self.service.views.tables[name], self.seconds_left(name)
        if left is None:
            raise ServerRefused("not-now", why="there is no time limit at the moment")
        if (who := self._deciding(view)) is not None and who != player:
            raise ServerRefused("not-now", why="another player is deciding")
        if not self.extensions_left(name):
            raise ServerRefused("no-more-time")
        if _decision(view):
            self._hurried[name] = _decision(view)
        self.deadline[name] = time.monotonic() + left + self.tempo.extension
        number = _round_number(view)
        self._extensions[name] = number, self._extended(name) + 1

    def extensions_left(self, name: str) -> int:
        return MOST_EXTENSIONS - self._extended(name)

    def _extended(self, name: str) -> int:
        number, times = self._extensions.get(name, (0, 0))
        return times if number == _round_number(self.service.views.tables[name]) else 0

    def _require_seat(self, name: str, player: str) -> None:
        if player not in self.service.views.tables[name].state.players.values():
            raise ServerRefused("not-seated")

    def _moment(self, name: str) -> Moment | None:
        """The wait at a table that players can shorten: the time for betting, or the time to read a settlement."""
        round_ = self.service.views.tables[name].state.round
        if round_ is None or round_.phase not in ("betting", "done") or name in self.dealers or not self.is_dealt(name):
            return None
        if round_.hand_pays:  # the cards stay until a floorperson has completed the documents
            return None
        return round_.number, round_.phase

    def _said_ready(self, name: str) -> frozenset[str]:
        moment, said = self._ready.get(name, (None, frozenset[str]()))
        return said if moment == self._moment(name) else frozenset()

    def _all_ready(self, name: str) -> bool:
        return bool(self._said_ready(name)) and not self.waits_for(name)

    def _deciding(self, view: TableView) -> str | None:
        """The player who must decide; None outside decisions."""
        decision = _decision(view)
        return view.state.players.get(decision[2]) if decision else None

    # --- Private tables ----------------------------------------------------------------------------------

    def has_clock(self, name: str) -> bool:
        """Whether time is limited: at a private table only once its owner has left it."""
        return not self.practice.is_kept(name)

    def _tempo(self, name: str) -> Tempo:
        return self.tempo if name not in self.practice else self.practice.tempo

    async def _tidy(self, name: str) -> bool:
        """Removes a private table that its owner has left, when no round is under way; returns whether it is gone."""
        view = self.service.views.tables[name]
        if name not in self.practice:
            return False
        owner = self.practice.owner(name)
        is_here = bool(owner) and self.is_there(owner)
        self.practice.look(name, view.number, is_here, self.tempo.absent, self.tempo.idle)
        if self.practice.is_kept(name) or view.state.round is not None:
            return False
        for seat in view.state.players:
            await self.give(FLOORPERSON, commands.LeaveSeat(seat), name)
        if view.state.decks:
            await self.give(FLOORPERSON, commands.CloseTable(), name)
        if await self.give(ADMINISTRATOR, RemoveTable(name)):
            self.practice.forget(name)
            self._opened.discard(name)
        return name not in self.service.views.tables

    # --- One table -----------------------------------------------------------------------------------------

    async def _table(self, name: str) -> None:
        while not self.service.is_stopped and name in self.service.views.tables:
            if await self._tidy(name):
                return
            await self._release(name)
            await self._close(name)
            done = await self._guests(name)
            step = self._assist if self._has_dealer(name) else self._deal
            done = await step(name) or done
            await asyncio.sleep(self._tempo(name).step if done else 0.1)

    async def _release(self, name: str) -> None:
        """Records in the log that a table has no dealer, once its dealer has left it to the house."""
        if self.service.views.tables[name].dealer and name not in self.dealers:
            await self.give(FLOORPERSON, AssignDealer(name, ""))

    async def _close(self, name: str) -> None:
        """Closes a table on request at the first moment without a round under way."""
        view = self.service.views.tables[name]
        if view.closing and view.state.round is None:
            self._opened.add(name)
            await self.give(str(Actor("floor", view.closing)), commands.CloseTable(), name)

    def _has_dealer(self, name: str) -> bool:
        """Whether a person deals the table; a dealer who has been away for a while counts as having left it to the
        house.
        """
        now, dealer = time.monotonic(), self.dealers.get(name)
        if dealer is None or self.is_there(dealer):
            self._seen[name] = now
        elif now - self._seen.get(name, now) > self.tempo.absent:
            del self.dealers[name]
        return name in self.dealers

    async def _deal(self, name: str) -> bool:
        """Takes the dealer's next step and returns whether it did; False while players act."""
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
        """Acts as the floorperson, even at a table that a person deals."""
        step = next_step(self.service.views.tables[name], KernelChance(), self.service.clock.now())
        return await self._validate(name, step if step is not None and step[0] == FLOORPERSON else None)

    def _is_idle(self, view: TableView) -> bool:
        """Whether a table is open with its deck ready; it then waits for players."""
        deck = view.state.deck_state
        return deck is not None and deck.status == "ready"

    async def _step(self, name: str, view: TableView, by: str, command: Command) -> bool:
        if isinstance(command, commands.ClearRound):
            await self._let_read(name)
        elif isinstance(command, commands.Deal):
            await asyncio.sleep(self._tempo(name).card)
        self.deadline.pop(name, None)
        done = await self.give(by, command, name)
        if isinstance(command, commands.ClearRound):
            await self._close(name)
        return done

    async def _let_read(self, name: str) -> None:
        """Leaves a settled round on the table for a while, or until everybody is ready."""
        until = time.monotonic() + self._tempo(name).settled
        while (left := until - time.monotonic()) > 0 and not self._all_ready(name):
            await asyncio.sleep(min(left, 0.1))

    async def _validate(self, name: str, step: tuple[str, Command] | None) -> bool:
        """Takes a floorperson's step, such as a validation, after waiting a while for a human one to take it."""
        if step is None or not self._is_over(name, self.tempo.validating):
            return False
        self.deadline.pop(name, None)
        return await self.give(*step, name)

    async def _close_bets(self, name: str) -> bool:
        """Closes bets a while after the first wager, or as soon as everybody is ready."""
        is_over = self.has_clock(name) and self._is_over(name, self.tempo.betting)
        if not is_over and not self._all_ready(name):
            return False
        views = self.service.views
        when = self.service.clock.now()
        back = handed_back(views.tables[name], when, views.links_down, views.day, views.time_zone)
        if back is not None:
            return await self.give(DEALER, back, name)
        self.deadline.pop(name, None)
        return await self.give(DEALER, commands.CloseBets(), name)

    async def _hurry(self, name: str) -> bool:
        """Takes the `passive` action for a player who does not decide in time."""
        view = self.service.views.tables[name]
        if self._hurried.get(name) != _decision(view):
            self._hurried[name] = _decision(view)
            self.deadline.pop(name, None)
        if not self.has_clock(name) or not self._is_over(name, self.tempo.deciding):
            return False
        self.deadline.pop(name, None)
        return await self.give(DEALER, passive(view), name)

    def _is_over(self, name: str, seconds: float) -> bool:
        now = time.monotonic()
        return now >= self.deadline.setdefault(name, now + seconds)

    # --- Guests --------------------------------------------------------------------------------------------

    async def _guests(self, name: str) -> bool:
        """Makes the wagers and decisions of the seats that the house plays."""
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
    """Identifies the pending decision: its round, stage and seat; empty if none is pending."""
    round_ = view.state.round
    if round_ is None or round_.phase != "deciding":
        return ()
    return round_.number, round_.flow, next_to_act(view.engine.rules, round_, stage_of(view.engine.rules, round_)) or 0


def _round_number(view: TableView) -> int:
    return view.state.round.number if view.state.round is not None else 0


def passive(view: TableView) -> commands.Act:
    """The action assumed for a player who does not answer: check or leave the bets if possible, otherwise fold,
    otherwise the smallest wager.
    """
    assert view.state.round is not None
    open_to = list(decisions(view.engine.rules, view.state.round))
    order = {"check": 0, "ride": 0, "fold": 1}
    return min(open_to, key=lambda act: (order.get(act.action, 2), act.cents))
