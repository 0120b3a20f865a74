"""Closes a table on request as soon as no round is under way, where only people deal.

At tables that the house deals, `demo/house_dealer.py` does this. Servers of one floor give the same order, which is
carried out once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tablelaw.floor.log.entry import Entry
from tablelaw.floor.orders import Order
from tablelaw.floor.property import stream_of
from tablelaw.floor.read_model import TableView
from tablelaw.floor.service import FloorService
from tablelaw.persons import Actor
from tablelaw.table import commands


class TableCloser:
    """Looks at every table when the server starts, and then at each table that changes or is asked to close."""

    def __init__(self, service: FloorService, is_dealt_by_people: Callable[[], bool]) -> None:
        self._service, self._is_dealt_by_people = service, is_dealt_by_people
        service.subscribe(self._follow)
        self._close(service.views.tables.values())

    def _follow(self, entries: list[Entry]) -> None:
        tables = self._service.views.tables
        played = {entry.stream.removeprefix(stream_of("")) for entry in entries}
        asked = {getattr(event, "table", "") for entry in entries for event in entry.events}
        self._close(tables[name] for name in (played | asked) & tables.keys())

    def _close(self, tables: Iterable[TableView]) -> None:
        if not self._is_dealt_by_people():
            return
        for view in tables:
            if view.closing and view.state.round is None and view.state.decks:
                by = str(Actor("floor", view.closing))
                order_id = f"closing {view.name} {view.number}"
                self._service.submit(Order(id=order_id, by=by, command=commands.CloseTable(), table=view.name))
