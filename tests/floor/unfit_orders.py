"""Invalid orders that must be refused without a trace, and valid orders for players who are named like events."""

from __future__ import annotations

import secrets

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER
from tablelaw.floor.orders import Order
from tests.floor.world import ADMINISTRATOR, example

TOO_MUCH_CENTS = 10_000_000_000_001
GHOST = example("pa-653a", "GHOST-1", link="ghost")
"""A table that never gets onto the floor; no trace of it or its link may remain."""
MISLEADING = ("RoundCleared", "Settled", "StubCounted", "snapshot")


def unfit_orders(table: str) -> list[tuple[str, Order]]:
    """Orders to be refused, each with its expected refusal code and its own id."""
    return [
        ("amount-too-large", _order(ADMINISTRATOR, orders.InstallTable(GHOST, TOO_MUCH_CENTS))),
        ("unfit-name", _order(ADMINISTRATOR, orders.InstallTable(GHOST.replace("GHOST-1", "a/b"), 1))),
        ("not-kept", _order(ADMINISTRATOR, orders.InstallTable(f"{GHOST}\0", 1))),
        ("not-kept", _order(DEALER, orders.BuyIn("a\0b", table, 100))),
        ("not-kept", _order(DEALER, orders.BuyIn("ann", f"{table}\0", 100))),
        ("not-kept", _order(DEALER, orders.BuyIn("ann", table, 100), "\0")),
        ("no-such-name", _order(DEALER, orders.BuyIn('{"type":"RoundCleared"}', table, 100))),
        ("no-such-name", _order(DEALER, orders.BuyIn(f"drop:{table}", table, 100))),
    ]


def misleading_orders(table: str) -> list[Order]:
    """Orders that must be carried out although the players' names look like events."""
    return [_order(DEALER, orders.BuyIn(name, table, 100)) for name in MISLEADING]


def _order(by: str, command: orders.FloorCommand, more: str = "") -> Order:
    return Order(id=f"stranger/{secrets.token_hex(8)}{more}", by=by, command=command)
