"""Floors with played rounds, for tests of the reports."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablelaw.chance import Chance, PracticeChance
from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON, next_step
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store, open_store
from tablelaw.proofs.keys import SigningKey, new_key
from tablelaw.table import commands
from tests.floor.world import ADMINISTRATOR, PROPERTY, World, example
from tests.table.game import arranged

KEY = new_key()
UTH = "UTH-1"
DAY = "2026-11-15"
TRAY_CENTS = 100_000_00


def new_floor(folder: Path) -> Store:
    """A floor in its own file, for tests that need only one kind of store."""
    return open_store(str(folder / "floor.db"), create=True)


def refusal(found: Callable[[], object]) -> TablelawError:
    with pytest.raises(TablelawError) as refused:
        found()
    return refused.value


class Hours:
    """A clock that advances by a minute each time it is read."""

    def __init__(self) -> None:
        self.time = 1_794_786_000

    def now(self) -> int:
        self.time += 60
        return self.time


@contextmanager
def opened(
    store: Store,
    *texts: str,
    chance: Chance | None = None,
    key: SigningKey = KEY,
    day: str = DAY,
    law: str = "",
    **more: Any,
) -> Iterator[World]:
    """Opens a property on its first gaming day, with a table for each submission (an Ultimate table by default), under
    the law of a jurisdiction.
    """
    service = FloorService(store, clock=Hours(), chance=chance or PracticeChance("played"), **more)
    world = World(service, "played")
    world.do("system", orders.OpenProperty(PROPERTY, key.public, law or msgspec.UNSET))
    for text in texts or (example("pa-653a"),):
        world.do(ADMINISTRATOR, orders.InstallTable(text, TRAY_CENTS))
    if day:
        world.do(FLOORPERSON, orders.StartDay(day))
    try:
        yield world
    finally:
        service.close()


def sit(world: World, table: str = UTH, seat: int = 1, player: str = "ann", cents: int = 500_00) -> None:
    world.do(DEALER, orders.BuyIn(player, table, cents))
    world.do(f"player:{player}", commands.TakeSeat(seat), table)


def bet(world: World, table: str = UTH, seat: int = 1, /, **cents: int) -> None:
    """Places wagers by name; an underscore stands for a hyphen."""
    player = f"player:{world.view(table).state.players[seat]}"
    world.run(table)
    for wager, stake in cents.items():
        world.do(player, commands.PlaceWager(seat, wager.replace("_", "-"), stake), table)


def play_on(world: World, table: str = UTH, *actions: tuple[int, str, int]) -> None:
    """Closes the bets, makes the given decisions (seat, action, cents), and lets the automatic dealer do the rest."""
    world.do(DEALER, commands.CloseBets(), table)
    world.run(table)
    for seat, action, cents in actions:
        player = f"player:{world.view(table).state.players[seat]}"
        world.do(player, commands.Act(seat, action, cents), table)
        world.run(table)


def play_to_the_documents(world: World, **cents: int) -> None:
    """Plays a round at the Ultimate table until a hand-pay needs its documents. The one player bets after the flop."""
    bet(world, **cents)
    world.do(DEALER, commands.CloseBets(), UTH)
    world.run(UTH)
    for action, stake in (("check", 0), ("bet", 1000)):
        world.do(f"player:{world.view(UTH).state.players[1]}", commands.Act(1, action, stake), UTH)
        while (step := next_step(world.view(UTH), world.chance, 0)) is not None:
            if isinstance(step[1], commands.CompleteDocuments):
                return
            world.do(step[0], step[1], UTH)


def royal(seats: tuple[int, ...] = (1,)) -> list[Any]:
    """A deck that gives seat 1 of an Ultimate table a royal flush on the flop."""
    return list(arranged("pa-653a", "manual-shoe", seats, hands={1: "As Ks"}, dealer="2d 7c", board="Qs Js Ts 3d 8h"))
