"""What a floorperson should look at: payouts that wait, trays, duties, links, and tables that stand still."""

from __future__ import annotations

from collections.abc import Iterator

from houserules.floor.reports.long_days import long_day
from houserules.floor.rules.frozen_tables import what_remains
from houserules.floor.rules.governing import governing, jurisdiction_of
from houserules.floor.rules.lapses import On, lapse_alerts
from houserules.jurisdictions.model import Matter
from houserules.printed_money import printed
from houserules.server.context import House
from houserules.server.tables.pending_payouts import payout_text
from houserules.table.phases.stub import waits_for_recount
from houserules.views.messages import Wire, WireTable, WireWaiting

LOW_TRAY_CENTS = 50_000_00
"""A tray below this is an alert: a fill is due soon."""

STILL_SECONDS = 10 * 60
"""A round in which nothing has happened for so long is an alert, where people deal."""
STILL_SECONDS_DEALT_BY_THE_HOUSE = 3 * 60
"""The same where the house deals: it waits for no player as long as that."""


class Seated(Wire, frozen=True):
    """Who sits where; `is_served` where the player has no device and the dealer acts for them."""

    seat: int
    player: str
    is_served: bool


class FloorRow(Wire, frozen=True):
    table: str
    game: str
    rulebook: str
    phase: str
    round: int
    rounds: int
    players: int
    dealer: str
    deck: str
    tray: int
    on_felt: int
    overdue: int
    says: str
    why_open: str
    """Why the table cannot be closed now; nothing where it can."""
    closing: str
    """Who asked for the table to be closed once its round is over; nothing where nobody did."""
    assigned: str
    """Who is assigned to deal the table; nothing where nobody is."""
    seated: tuple[Seated, ...]
    waiting: tuple[WireWaiting, ...]


class Alert(Wire, frozen=True):
    """Something a floorperson should look at; `table` where it is."""

    table: str
    kind: str
    says: str
    cite: str


def alerts(house: House, rows: tuple[FloorRow, ...], seen: dict[str, WireTable]) -> Iterator[Alert]:
    if house.service.is_stopped:
        yield Alert(table="", kind="stopped", says="The floor has stopped. Start it again.", cite="")
    views, now = house.service.views, house.service.clock.now()
    if long := long_day(jurisdiction_of(views), views.day, house.day_began.at, now):
        yield Alert(table="", kind="day", says=f"{long.says} End it, and begin the next.", cite=long.cite)
    for link in sorted(house.service.views.links_down):
        says = f"Link {link} is down: its wagers are not taken."
        cite = governing(house.service.views, Matter.LINKS)
        yield Alert(table="", kind="link", says=says, cite=cite)
    for row in rows:
        yield from _lapses_of(house, row.table)
        yield from _alerts_of(house, row, seen[row.table])


def _lapses_of(house: House, table: str) -> Iterator[Alert]:
    """Wagers of a table that the law of the gaming day does not permit."""
    views = house.service.views
    view = views.tables[table]
    on = On(views.day, house.service.clock.now(), views.time_zone)
    for says, cite in lapse_alerts(view.text, view.engine, on):
        yield Alert(table=table, kind="lapsed", says=says, cite=cite)


def _alerts_of(house: House, row: FloorRow, table: WireTable) -> Iterator[Alert]:
    for wait in row.waiting:
        says = payout_text(house.service.views, table, wait)
        yield Alert(table=row.table, kind=wait.what, says=says, cite=wait.cite)
    view = house.service.views.tables[row.table]
    if view.differences:
        says = f"Installed under other rules than those at hand, so no new round opens: {'; '.join(view.differences)}."
        yield Alert(table=row.table, kind="rules", says=f"{says} {what_remains(view)}", cite="")
    yield from _standing_still(house, row)
    if waits_for_recount(view.state):
        yield Alert(table=row.table, kind="stub", says=table.next.says, cite=table.next.cite)
    if row.deck == "inspected":
        says = "The dealer has inspected the decks; a floorperson verifies it."
        yield Alert(table=row.table, kind="verify", says=says, cite=table.next.cite)
    if row.tray < LOW_TRAY_CENTS:
        says = f"The tray is down to {printed(row.tray)}."
        yield Alert(table=row.table, kind="tray", says=says, cite=_cite(house, row, Matter.FILLS))
    for duty in table.duties:
        if duty.when == "overdue":
            yield Alert(table=row.table, kind="duty", says=f"Overdue: {duty.name}.", cite=duty.cite)


def _cite(house: House, row: FloorRow, matter: Matter) -> str:
    """The paragraph that governs a matter of the row's table."""
    views = house.service.views
    return governing(views, matter, views.tables[row.table])


def _standing_still(house: House, row: FloorRow) -> Iterator[Alert]:
    """A round that nobody goes on with, and a table that the house has ceased to deal."""
    view, pace = house.service.views.tables[row.table], house.pace
    cite = _cite(house, row, Matter.INTERNAL_CONTROLS)
    is_dealt_here = pace is not None and row.table not in pace.dealers and not view.engine.physical
    if pace is not None and is_dealt_here and pace.is_stopped(row.table):
        says = "The automatic dealing has stopped. Have a dealer take the table over; the server's log says why."
        yield Alert(table=row.table, kind="still", says=says, cite=cite)
        return
    seconds = house.service.clock.now() - view.state.now
    most = STILL_SECONDS_DEALT_BY_THE_HOUSE if is_dealt_here else STILL_SECONDS
    if view.state.round is not None and seconds >= most:
        says = f"Nothing has happened for {seconds // 60} minutes in round {row.round}. {row.says}"
        yield Alert(table=row.table, kind="still", says=says, cite=cite)
