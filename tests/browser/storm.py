"""Makes a floor busy behind a page: other people's orders redraw it many times a second."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, expect

from tablelaw.floor import orders
from tablelaw.floor.orders import Order
from tablelaw.table import commands
from tests.browser.visitor import Visitor
from tests.server.served import Served

PAUSE_SECONDS = 0.02
HOLD_MS = 300
"""How long a slow press lasts, so several redraws happen during it."""
STORMY, FLOORPERSON = "player:Stormy", "floor:Stormy"
_NUMBER = itertools.count()


@contextmanager
def storm(served: Served, table: str, seat: int) -> Iterator[None]:
    """Takes and leaves this seat, and fills the table's tray, until the block ends."""
    over = threading.Event()
    blowing = threading.Thread(target=_blow, args=(served, table, seat, over), daemon=True)
    blowing.start()
    try:
        yield
    finally:
        over.set()
        blowing.join()


def _blow(served: Served, table: str, seat: int, over: threading.Event) -> None:
    do = served.context.service.do
    while not over.wait(PAUSE_SECONDS):
        for command in (commands.TakeSeat(seat, by=STORMY, at=0), commands.LeaveSeat(seat, by=STORMY, at=0)):
            do(Order(id=f"storm/{next(_NUMBER)}", by=STORMY, command=command, table=table))
        do(Order(id=f"storm/{next(_NUMBER)}", by=FLOORPERSON, command=orders.FillTray(table, 100)))


def press_slowly(visitor: Visitor, wanted: Locator) -> None:
    """Presses an element as a person does: waits until it is enabled and still, presses, pauses, and releases."""
    expect(wanted).to_be_enabled()
    wanted.hover()
    mouse = visitor.page.mouse
    mouse.down()
    visitor.page.wait_for_timeout(HOLD_MS)
    mouse.up()


def type_slowly(field: Locator, text: str) -> None:
    field.fill("")
    field.press_sequentially(text, delay=60)
