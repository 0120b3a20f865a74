"""Events of a day outside the rounds: crashes, fills, counts, corrections, links down, repairs, inspections."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tablelaw.cage.accounts import account_of
from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.read_model import TableView
from tablelaw.gaming_day.faulty_floor import FaultyFloor
from tablelaw.gaming_day.order_giver import OrderGiver
from tablelaw.gaming_day.script import Item
from tablelaw.gaming_day.streams import Draws
from tablelaw.table import commands
from tablelaw.table.phases.devices import devices, lacks_device

TWO_PEOPLE = ("floor:Wim", "floor:Xia")
CRASHES = ("before", "after", "killed")
Act = Callable[[OrderGiver, FaultyFloor, Item, Draws], Iterator[int]]


def do_act(staff: OrderGiver, faulty_floor: FaultyFloor, item: Item) -> Iterator[int]:
    """Performs one act of the floor, if it is possible at the moment."""
    return DOES[item.what](staff, faulty_floor, item, staff.streams.named(item.name))


def crash(staff: OrderGiver, faulty_floor: FaultyFloor, item: Item, draws: Draws) -> Iterator[int]:
    faulty_floor.crash(draws.pick(CRASHES))
    yield from ()


def fill(staff: OrderGiver, faulty_floor: FaultyFloor, item: Item, draws: Draws) -> Iterator[int]:
    _attempt(staff, item, orders.FillTray(item.table, draws.between(1, 10**7)), "fill")
    yield from ()


def credit(staff: OrderGiver, faulty_floor: FaultyFloor, item: Item, draws: Draws) -> Iterator[int]:
    _attempt(staff, item, orders.CreditTray(item.table, draws.between(1, 10**7)), "credit")
    yield from ()


def count_drop(staff: OrderGiver, faulty_floor: FaultyFloor, item: Item, draws: Draws) -> Iterator[int]:
    """Counts the drop, sometimes $5 above or below the actual amount."""
    there = faulty_floor.service.views.balance(account_of("drop", item.table)).posted
    counted = max(0, there + draws.pick((0, 0, 500, -500)))
    _attempt(
        staff, item, orders.CountDrop(item.table, counted), "drop count" if counted == there else "wrong drop count"
    )
    yield from ()


def correct(staff: OrderGiver, faulty_floor: FaultyFloor, item: Item, draws: Draws) -> Iterator[int]:
    """Takes back chips that a player was given in excess, after two attempts that must fail: with one approver, and of
    one leg only.
    """
    chips = staff.do(item.name, DEALER, orders.BuyIn("Zoe at the rail", item.table, 100_00))
    yield 60
    transfer = chips.entry.transfers[1].id
    alone = orders.CorrectTransfer(transfer, 500, "miscounted", TWO_PEOPLE[:1], together=True)
    staff.wrongly("one approver", item.name, FLOORPERSON, alone, "", ("two-approvers",))
    one_leg = orders.CorrectTransfer(transfer, 500, "miscounted", TWO_PEOPLE)
    staff.wrongly("one leg", item.name, FLOORPERSON, one_leg, "", ("linked-transfers",))
    cents = draws.between(1, 100_00)
    right = orders.CorrectTransfer(transfer, cents, "miscounted", TWO_PEOPLE, together=True)
    staff.do(item.name, FLOORPERSON, right)
    staff.done["correction"] += 1


def adjust(staff: OrderGiver, faulty_floor: FaultyFloor, item: Item, draws: Draws) -> Iterator[int]:
    meters = sorted(faulty_floor.service.views.meters)
    if meters:
        command = orders.AdjustMeter(draws.pick(meters), draws.pick((-12_345, 777, 1_000_001)), "display", TWO_PEOPLE)
        _attempt(staff, item, command, "meter adjusted")
    yield from ()


def cut_link(staff: OrderGiver, faulty_floor: FaultyFloor, item: Item, draws: Draws) -> Iterator[int]:
    links = sorted({m.link for m in staff.view(item.table).engine.submission.meters if m.link})
    if links:
        link = draws.pick(links)
        if staff.attempt(item.name, "system", orders.CutLink(link)) is None:
            staff.done["link down"] += 1
            yield max(1, item.until - item.at)
            staff.do(item.name, "system", orders.RestoreLink(link))


def repair(staff: OrderGiver, faulty_floor: FaultyFloor, item: Item, draws: Draws) -> Iterator[int]:
    """Marks a device as working again, after which the procedure uses it again."""
    table = _table_where(faulty_floor, item, lambda view: bool(view.state.out_of_order))
    for device in devices(staff.view(table).engine.rules):
        if staff.attempt(item.name, FLOORPERSON, commands.MarkDevice(device, True), table) is None:
            staff.done["device repaired"] += 1
    view = staff.view(table)
    usual = view.engine.submission.dealing
    if view.state.method != usual and not lacks_device(view.engine.rules, view.state, usual):
        staff.attempt(item.name, FLOORPERSON, commands.ChangeMethod(usual), table)
    yield from ()


def new_decks(staff: OrderGiver, faulty_floor: FaultyFloor, item: Item, draws: Draws) -> Iterator[int]:
    """Changes the decks early, perhaps for preshuffled ones."""
    view = staff.view(item.table)
    backs = view.engine.submission.back_colours
    backs = backs if view.state.shuffler != "none" else backs[:1]
    if staff.attempt(item.name, DEALER, commands.ChangeDecks(backs, draws.one_in(2)), item.table) is None:
        staff.done["decks changed early"] += 1
    yield from ()


def look(staff: OrderGiver, faulty_floor: FaultyFloor, item: Item, draws: Draws) -> Iterator[int]:
    rounds = staff.view(item.table).state.rounds
    if rounds:
        _attempt(
            staff, item, orders.InspectRound(item.table, draws.between(1, rounds)), "round inspected", "auditor:Yan"
        )
    yield from ()


def _table_where(faulty_floor: FaultyFloor, item: Item, holds: Callable[[TableView], bool]) -> str:
    """Finds a table where the act is possible: the item's own table or, failing that, the first other one."""
    tables = faulty_floor.service.views.tables
    if holds(tables[item.table]):
        return item.table
    return next((name for name, view in tables.items() if holds(view)), item.table)


def _attempt(staff: OrderGiver, item: Item, command: orders.FloorCommand, done: str, by: str = FLOORPERSON) -> None:
    if staff.attempt(item.name, by, command) is None:
        staff.done[done] += 1


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
