"""Names that look like events: no decision depends on text chosen by people."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import tablelaw
from tablelaw.floor import orders
from tablelaw.floor.events import AnyPropertyEvent
from tablelaw.floor.handlers.inspection import settled_size
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.log.entry_outline import has_event
from tablelaw.floor.log.gaming_days import gaming_days
from tablelaw.floor.orders import Order
from tablelaw.floor.property import stream_of
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store
from tablelaw.table import commands
from tablelaw.table.events import AnyEvent
from tablelaw.table.registry import tag_of
from tests.floor.world import World, example

KINDS = [tag_of(kind) for kind in (*get_args(AnyEvent), *get_args(AnyPropertyEvent))]
WORDS = [*KINDS, "sealed", "Day", "type", "floor", "table T", "snapshot 1"]
SOURCES = [
    path for part in ("floor", "server", "cage") for path in (Path(tablelaw.__file__).parent / part).rglob("*.py")
]
SEARCHES = re.compile(
    r"""b['"][^'"]*[A-Za-z]{2}[^'"]*['"]+ (?:not )?in [\w.]*body|\bLIKE\b|\.like\(|\.contains\(|body\.find\("""
)


@pytest.fixture
def world(new_store: Callable[[], Store]) -> World:
    world = World(FloorService(new_store()))
    world.open([example("md-thb", "T")])
    return world


def sit(world: World, names: list[str]) -> None:
    for seat, name in enumerate(names, 1):
        world.do(DEALER, orders.BuyIn(name, "T", 10_000_00))
        world.do(f"player:{name}", commands.TakeSeat(seat), "T")


@pytest.mark.parametrize("name", ["RoundCleared", "Settled", "DayEnded"])
def test_a_players_name_ends_no_round(world: World, name: str) -> None:
    sit(world, ["ann", "bob"])
    world.play_round("T")
    world.ready("T")
    world.bet("T")
    service = world.service
    assert isinstance(service, FloorService)
    first = service.store.round_entries(stream_of("T"), 2)[0].seq
    world.do(DEALER, orders.BuyIn(name, "T", 10_000_00))
    world.do(f"player:{name}", commands.TakeSeat(3), "T")
    world.do(DEALER, commands.CloseBets(), "T")
    assert settled_size(service.views, service.store) == first - 1
    world.run("T")
    assert settled_size(service.views, service.store) == first - 1


def test_no_name_id_or_reason_is_taken_for_an_event(world: World) -> None:
    """Every kind of event is used as a player's name, an order's id and a correction's reason."""
    service = world.service
    assert isinstance(service, FloorService)
    before = gaming_days(service.store)
    for word in WORDS:
        order = Order(id=f'"{word}"', by=DEALER, command=orders.BuyIn(word, "T", 100_00))
        entry = service.do(order).entry
        both = ("floor:eve", "floor:fay")
        reason = f'{{"type":"{word}"}}'
        world.do(FLOORPERSON, orders.CorrectTransfer(entry.transfers[0].id, 1, reason, both, together=True))
    assert [day._replace(last=0) for day in gaming_days(service.store)] == [day._replace(last=0) for day in before]
    assert settled_size(service.views, service.store) == service.views.seq
    for kept in service.store.entries(0):
        told = [kind for kind in KINDS if has_event(kept.body, _kind(kind))]
        assert told == [event["type"] for event in msgspec.json.decode(kept.body)["events"]], kept.body


def _kind(name: str) -> type[msgspec.Struct]:
    kinds: list[type[msgspec.Struct]] = [*get_args(AnyEvent), *get_args(AnyPropertyEvent)]
    return next(kind for kind in kinds if tag_of(kind) == name)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_nothing_is_decided_by_searching_the_bytes_of_an_entry(path: Path) -> None:
    assert not SEARCHES.search(path.read_text("utf-8"))
