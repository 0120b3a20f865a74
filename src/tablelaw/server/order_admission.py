"""Admission of orders: what the server checks before the floor sees an order.

Corrections, adjustments, a cancelled day and an adopted jurisdiction need two people. The first is the person signed
in; the second gives their name and password in the same message. Both names are put into the order here, and the
password goes no further.
"""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool

from tablelaw.cage.accounts import account_of
from tablelaw.floor import orders
from tablelaw.floor.handlers.registry import APPROVING
from tablelaw.floor.handlers.submissions_read_ahead import read_ahead
from tablelaw.floor.handlers.validation import is_name, require_storable_order
from tablelaw.floor.orders import Order
from tablelaw.floor.reports.open_matters import recorded
from tablelaw.persons import person_of
from tablelaw.server.context import ServerContext
from tablelaw.server.received_orders import Approver, DecodedOrder
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.tables.alerts import words_of
from tablelaw.server.users import Person
from tablelaw.server.whole_chips import require_whole_chips
from tablelaw.server.workers.drafts import RequireInstallable
from tablelaw.table import commands
from tablelaw.table.state import change

APPROVED = (orders.CorrectTransfer, orders.AdjustMeter, orders.TakeBackDay, orders.AdoptJurisdiction)
"""Orders that need two approvers."""
BEHALF = (orders.ServeSeat, commands.TakeSeat)
"""Orders by which a dealer begins to act for a player."""
FLOOR_VIEWER = Person("", "floor")
"""A viewer who sees the tables as any floorperson does; used to find the alert that is acknowledged."""
PAYING_IN = (orders.BuyIn, orders.LoadAccount)
"""Orders that give a player money to play with."""


async def admitted(context: ServerContext, given: DecodedOrder, address: str) -> Order:
    """Checks an order and returns it as the floor should see it; `address` is where it comes from, for the limit on
    password attempts.
    """
    order, command = given.order, given.order.command
    context.require_dealer_of_table(order)
    context.require_own_table(order.actor, command.table if isinstance(command, orders.AssignDealer) else order.table)
    if order.table in context.service.views.tables:
        require_whole_chips(context.service.views.tables[order.table], order)
    if order.actor.role == "dealer" and isinstance(command, BEHALF) and command.player:
        await run_in_threadpool(_require_not_signed_in, context, command.player)
    if isinstance(command, orders.EndDay):
        return change(order, command=change(command, open_matters=recorded(context.open_matters())))
    if isinstance(command, orders.AcknowledgeAlert):
        seen = {name: context.table_view(name, FLOOR_VIEWER) for name in context.service.views.tables}
        return change(order, command=change(command, says=words_of(context, command.alert, seen)))
    if isinstance(command, PAYING_IN):
        await run_in_threadpool(_require_known_player, context, command.player)
    if isinstance(command, orders.InstallTable):
        require_storable_order(order)
        await context.draft_worker.answered(RequireInstallable(command.submission, command.physical), order.by)
        await context.questions.run(order.by, read_ahead, order)  # checked here too, before the writer does
    if isinstance(command, orders.OpenProperty) and context.key is not None:
        return change(order, command=change(command, public_key=context.key.public))
    if isinstance(command, APPROVED):
        first = order.actor.name
        second = await second_approver(context, first, given.approver, address)
        return change(order, command=change(command, approvers=(first, second)))
    return order


def _require_not_signed_in(context: ServerContext, player: str) -> None:
    """Refuses to let a dealer act for a player who is signed in; a floorperson decides whether a device is out of
    use.
    """
    if context.people.is_playing(player) or context.is_guest(player):
        raise ServerRefused("player-signed-in")


def _require_known_player(context: ServerContext, player: str) -> None:
    """Refuses to give chips to an unknown name, which may be misspelled; in the demo any name is accepted."""
    is_known = context.settings.is_demo or context.people.role_of(player) == "player"
    if not is_known and not context.service.views.balance(account_of("chips", player)).credits:
        raise ServerRefused("no-such-player")


async def second_approver(context: ServerContext, first: str, approver: Approver | None, address: str) -> str:
    """Authenticates the second approver, who must not have given the order and whose role may approve."""
    if approver is None or not is_name(approver.name) or person_of(approver.name) == person_of(first):
        raise ServerRefused("second-person")
    if context.settings.is_demo:
        return approver.name.strip()
    try:
        found = await context.authenticated(approver.name, approver.password, address)
    except ServerRefused as refusal:
        raise ServerRefused("not-approved") if refusal.code == "wrong-name-or-password" else refusal from None
    if found.role not in APPROVING:
        raise ServerRefused("not-approved")
    return found.name
