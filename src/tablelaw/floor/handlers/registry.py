"""The registry of orders to the property: who may give each order, and what the handlers need."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.refusals import approval_fault
from tablelaw.cage.transfers import Transfer
from tablelaw.floor.events import PropertyEvent
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.floor.property import FLOOR, Property
from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.rules.governing import governing
from tablelaw.jurisdictions.model import Matter
from tablelaw.permissions import roles_of
from tablelaw.persons import Role, role_given
from tablelaw.table.registry import tag_of

NO_TABLES = "install a table first"

Answer = tuple[PropertyEvent, tuple[Transfer, ...], tuple[MeterChange, ...]]
Handler = Callable[["OrderContext", Any], Answer]
HANDLERS: dict[type[FloorCommand], tuple[frozenset[Role], Handler]] = {}


def handles(kind: type[FloorCommand]) -> Callable[[Handler], Handler]:
    """Registers the handler of an order with the roles that may give it."""

    def register(handler: Handler) -> Handler:
        HANDLERS[kind] = (roles_of(tag_of(kind)), handler)
        return handler

    return register


def no_such_table(name: str, known: Iterable[str]) -> FloorRefused:
    """The refusal of a table that is not on the floor, which names those that are."""
    there = ", ".join(known)
    typed = "" if there else "`tablelaw floor install`"
    return FloorRefused("no-such-table", why=name, accepted=there or NO_TABLES, typed=typed)


def require_two_approvers(reason: str, approvers: tuple[str, ...], cite: str) -> None:
    """Requires a reason and two approvers. Two spellings of one person's name count as one approver."""
    if approval_fault(reason, approvers):
        why = f"approved by {', '.join(approvers) or 'nobody'}" if reason.strip() else "no reason is given"
        accepted = "a reason, and two different people; the person who gives the order may be one of them"
        raise FloorRefused("two-approvers", why=why, cite=cite, accepted=accepted)


APPROVING: tuple[Role, ...] = ("floor", "administrator")
"""Roles that may approve, if an approver's role is given."""


def require_approving_roles(floor: Property, order: Order) -> None:
    """Refuses players and dealers as approvers.

    Only new orders are checked, since a log may contain other approvers.
    """
    for approver in getattr(order.command, "approvers", ()):
        role = role_given(approver)
        if role is not None and role not in APPROVING:
            accepted = f"two different people, each a name or one of these roles and a name: {', '.join(APPROVING)}"
            cite = governing(floor, Matter.CORRECTIONS)
            raise FloorRefused("two-approvers", why=f"{approver} may not approve it", cite=cite, accepted=accepted)


class OrderContext:
    """The property and the order being handled."""

    def __init__(self, floor: Property, order: Order) -> None:
        self.floor, self.order = floor, order
        self.stem = f"{FLOOR}:{floor.number + 1}"

    def cite(self, matter: Matter, table: str = "") -> str:
        """The paragraph that governs a matter of the whole property, or of one of its tables."""
        return governing(self.floor, matter, self.floor.tables[table] if table else None)

    def move(self, *moves: tuple[str, str, int, str], cite: str, **more: Any) -> tuple[Transfer, ...]:
        """Builds a group of transfers, each given as (debit, credit, cents, code)."""
        return tuple(
            Transfer(id=f"{self.stem}/{n}", debit=debit, credit=credit, cents=cents, code=code, cite=cite, **more)
            for n, (debit, credit, cents, code) in enumerate(moves)
        )

    def table(self, name: str) -> str:
        if name not in self.floor.tables:
            raise no_such_table(name, self.floor.tables)
        return name

    def require_positive(self, cents: int) -> None:
        if cents <= 0:
            raise FloorRefused("not-a-sum", why=f"{cents} cents", accepted="1 or more")

    def require_no_open_round(self, player: str) -> None:
        """Refuses to let players take money away while they have wagers on a table."""
        for table in self.floor.tables.values():
            round_ = table.state.round
            if round_ is not None and any(seat.player == player for seat in round_.seats.values()):
                raise FloorRefused(
                    "player-in-a-round", why=f"{player} at {table.name}", accepted="clear the round first"
                )

    def require_open_day(self) -> None:
        if not self.floor.day:
            raise FloorRefused("no-gaming-day", accepted="begin a gaming day first", typed="`tablelaw floor open`")
