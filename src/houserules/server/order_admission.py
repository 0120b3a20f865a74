"""Orders at the door: what a house asks of an order before the floor sees it.

Corrections, adjustments, a day taken back and an adopted jurisdiction want two persons. The first is who is signed in;
the second proves who they are in the same message, like somebody who signs in. Their names are put into the order here
and no password goes any further.
"""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool

from houserules.floor import orders
from houserules.floor.handlers.names import is_name
from houserules.floor.handlers.reading_ahead import read_ahead
from houserules.floor.handlers.registry import APPROVING
from houserules.floor.handlers.validation import refuse_unkeepable
from houserules.floor.orders import Order
from houserules.persons import person_of
from houserules.server.context import House
from houserules.server.order_decoding import Approver, Given
from houserules.server.refusals import ServerRefused
from houserules.server.workers.drafts import RefuseTable
from houserules.table import commands
from houserules.table.registry import change

APPROVED = (orders.CorrectTransfer, orders.AdjustMeter, orders.TakeBackDay, orders.AdoptJurisdiction)
"""Orders that two persons approve."""
BEHALF = (orders.ServeSeat, commands.TakeSeat)
"""Orders by which a dealer begins to act for a player."""
PAYING_IN = (orders.BuyIn, orders.LoadAccount)
"""Orders that give a player something to play with."""


async def admitted(house: House, given: Given, address: str) -> Order:
    """The order as the floor is to see it; `address` is where it comes from, for the limit on passwords tried."""
    order, command = given.order, given.order.command
    house.refuse_other_dealer(order)
    if order.by.startswith("dealer:") and isinstance(command, BEHALF) and command.player:
        await run_in_threadpool(_refuse_signed_in, house, command.player)
    if isinstance(command, orders.AskClosing) and house.pace is None:
        raise ServerRefused("not-now", why="where only people deal, nobody closes a table by itself")
    if isinstance(command, PAYING_IN):
        await run_in_threadpool(_refuse_stranger, house, command.player)
    if isinstance(command, orders.InstallTable):
        refuse_unkeepable(order)
        await house.drafts.answered(RefuseTable(command.submission, command.physical), order.by)
        await house.questions.run(order.by, read_ahead, order)  # here too, where the writer finds it
    if isinstance(command, orders.OpenProperty) and house.key is not None:
        return change(order, command=change(command, public_key=house.key.public))
    if isinstance(command, APPROVED):
        first = order.by.partition(":")[2]
        second = await _second(house, first, given.approver, address)
        return change(order, command=change(command, approvers=(first, second)))
    return order


def _refuse_signed_in(house: House, player: str) -> None:
    """A dealer does not act for somebody who is there to act; whether a device is out of use a floorperson says."""
    if house.people.is_playing(player) or house.is_guest(player):
        raise ServerRefused("player-signed-in")


def _refuse_stranger(house: House, player: str) -> None:
    """Chips are not handed to a misspelled name. A demo's visitors are known by no list."""
    is_known = house.settings.is_demo or house.people.role_of(player) == "player"
    if not is_known and not house.service.views.balance(f"chips:{player}").credits:
        raise ServerRefused("no-such-player")


async def _second(house: House, first: str, approver: Approver | None, address: str) -> str:
    """Who else approves: somebody else than the giver, of a rank that may, and proven."""
    if approver is None or not is_name(approver.name) or person_of(approver.name) == person_of(first):
        raise ServerRefused("second-person")
    if house.settings.is_demo:
        return approver.name.strip()
    try:
        found = await house.proven(approver.name, approver.password, address)
    except ServerRefused as refusal:
        raise ServerRefused("not-approved") if refusal.code == "wrong-name-or-password" else refusal from None
    if found.role not in APPROVING:
        raise ServerRefused("not-approved")
    return found.name
