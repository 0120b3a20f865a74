"""What the floor does in a day beside the rounds: crashes, fills, counts, corrections, links down, repairs, looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from houserules.floor import orders
from houserules.floor.house_staff import DEALER, FLOORPERSON
from houserules.floor.read_model import TableView
from houserules.gaming_day.faulty_floor import Door
from houserules.gaming_day.script import Item
from houserules.gaming_day.staff import Desk
from houserules.gaming_day.streams import Draws
from houserules.table import commands
from houserules.table.phases.devices import devices, lacks_device

TWO_PEOPLE = ("floor:Wim", "floor:Xia")
CRASHES = ("before", "after", "killed")
Act = Callable[[Desk, Door, Item, Draws], Iterator[int]]


def do_act(desk: Desk, door: Door, item: Item) -> Iterator[int]:
    """One item of the floor's; what is not possible at the moment is refused, and nothing happens."""
    return DOES[item.what](desk, door, item, desk.streams.named(item.name))


def crash(desk: Desk, door: Door, item: Item, draws: Draws) -> Iterator[int]:
    door.crash(draws.pick(CRASHES))
    yield from ()


def fill(desk: Desk, door: Door, item: Item, draws: Draws) -> Iterator[int]:
    _attempt(desk, item, orders.FillTray(item.table, draws.between(1, 10**7)), "fill")
    yield from ()


def credit(desk: Desk, door: Door, item: Item, draws: Draws) -> Iterator[int]:
    _attempt(desk, item, orders.CreditTray(item.table, draws.between(1, 10**7)), "credit")
    yield from ()


def count_drop(desk: Desk, door: Door, item: Item, draws: Draws) -> Iterator[int]:
    """Sometimes a chip more or less than there should be."""
    there = door.service.views.balance(f"drop:{item.table}").posted
    counted = max(0, there + draws.pick((0, 0, 500, -500)))
    _attempt(
        desk, item, orders.CountDrop(item.table, counted), "drop count" if counted == there else "wrong drop count"
    )
    yield from ()


def correct(desk: Desk, door: Door, item: Item, draws: Draws) -> Iterator[int]:
    """A player was handed too much: it goes back under two names; one name is not enough."""
    chips = desk.do(item.name, DEALER, orders.BuyIn("Zoe at the rail", item.table, 100_00))
    yield 60
    transfer = chips.entry.transfers[1].id
    alone = orders.CorrectTransfer(transfer, 500, "miscounted", TWO_PEOPLE[:1], together=True)
    desk.wrongly("one approver", item.name, FLOORPERSON, alone, "", ("two-approvers",))
    one_leg = orders.CorrectTransfer(transfer, 500, "miscounted", TWO_PEOPLE)
    desk.wrongly("one leg", item.name, FLOORPERSON, one_leg, "", ("linked-transfers",))
    cents = draws.between(1, 100_00)
    right = orders.CorrectTransfer(transfer, cents, "miscounted", TWO_PEOPLE, together=True)
    desk.do(item.name, FLOORPERSON, right)
    desk.done["correction"] += 1


def adjust(desk: Desk, door: Door, item: Item, draws: Draws) -> Iterator[int]:
    meters = sorted(door.service.views.meters)
    if meters:
        command = orders.AdjustMeter(draws.pick(meters), draws.pick((-12_345, 777, 1_000_001)), "display", TWO_PEOPLE)
        _attempt(desk, item, command, "meter adjusted")
    yield from ()


def cut_link(desk: Desk, door: Door, item: Item, draws: Draws) -> Iterator[int]:
    links = sorted({m.link for m in desk.view(item.table).engine.submission.meters if m.link})
    if links:
        link = draws.pick(links)
        if desk.attempt(item.name, "system", orders.CutLink(link)) is None:
            desk.done["link down"] += 1
            yield max(1, item.until - item.at)
            desk.do(item.name, "system", orders.RestoreLink(link))


def repair(desk: Desk, door: Door, item: Item, draws: Draws) -> Iterator[int]:
    """A device that was marked works again, and the procedure goes back to it."""
    table = _table_where(door, item, lambda view: bool(view.state.out_of_order))
    for device in devices(desk.view(table).engine):
        if desk.attempt(item.name, FLOORPERSON, commands.MarkDevice(device, True), table) is None:
            desk.done["device repaired"] += 1
    view = desk.view(table)
    usual = view.engine.submission.dealing
    if view.state.method != usual and not lacks_device(view.engine, view.state, usual):
        desk.attempt(item.name, FLOORPERSON, commands.ChangeMethod(usual), table)
    yield from ()


def new_decks(desk: Desk, door: Door, item: Item, draws: Draws) -> Iterator[int]:
    """Decks before their time, perhaps preshuffled ones."""
    view = desk.view(item.table)
    backs = view.engine.submission.back_colours
    backs = backs if view.state.shuffler != "none" else backs[:1]
    if desk.attempt(item.name, DEALER, commands.ChangeDecks(backs, draws.one_in(2)), item.table) is None:
        desk.done["decks changed early"] += 1
    yield from ()


def look(desk: Desk, door: Door, item: Item, draws: Draws) -> Iterator[int]:
    rounds = desk.view(item.table).state.rounds
    if rounds:
        _attempt(
            desk, item, orders.InspectRound(item.table, draws.between(1, rounds)), "round inspected", "auditor:Yan"
        )
    yield from ()


def _table_where(door: Door, item: Item, holds: Callable[[TableView], bool]) -> str:
    """The item's table, or the first other one where something is to be done."""
    tables = door.service.views.tables
    if holds(tables[item.table]):
        return item.table
    return next((name for name, view in tables.items() if holds(view)), item.table)


def _attempt(desk: Desk, item: Item, command: orders.FloorCommand, done: str, by: str = FLOORPERSON) -> None:
    if desk.attempt(item.name, by, command) is None:
        desk.done[done] += 1


DOES: dict[str, Act] = {
    "crash": crash,
    "fill": fill,
    "credit": credit,
    "count drop": count_drop,
    "correct": correct,
    "adjust meter": adjust,
    "cut link": cut_link,
    "repair": repair,
    "new decks": new_decks,
    "look": look,
}
