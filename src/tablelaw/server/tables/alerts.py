"""What a floorperson should look at: pending payouts, trays, duties, links, and tables where nothing happens."""

from __future__ import annotations

from collections.abc import Iterator

from tablelaw.floor.reports.overlong_days import long_day
from tablelaw.floor.rules.frozen_tables import what_remains
from tablelaw.floor.rules.governing import governing, jurisdiction_of
from tablelaw.floor.rules.lapses import On, lapse_alerts
from tablelaw.jurisdictions.model import Matter
from tablelaw.printed_money import printed
from tablelaw.server.context import ServerContext
from tablelaw.server.tables.pending_payouts import payout_text
from tablelaw.table.phases.stub import waits_for_recount
from tablelaw.views.messages import Wire, WireTable, WireWaiting

LOW_TRAY_CENTS = 50_000_00
"""A tray below this raises an alert: a fill is due soon."""

STILL_SECONDS = 10 * 60
"""A round without activity for this long raises an alert, if people deal."""
STILL_SECONDS_DEALT_BY_THE_HOUSE = 3 * 60
"""The same if the house deals: it never waits for a player that long."""


class Seated(Wire, frozen=True):
    """Who sits where; `is_served` if the player has no device and the dealer acts for them."""

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
    """Why the table cannot be closed now; empty if it can."""
    closing: str
    """Who asked for the table to be closed after its round; empty if nobody did."""
    assigned: str
    """Who is assigned to deal the table; empty if nobody is."""
    seated: tuple[Seated, ...]
    waiting: tuple[WireWaiting, ...]


class Alert(Wire, frozen=True):
    """Something that a floorperson should look at, and the table, if it concerns one."""

    table: str
    kind: str
    says: str
    cite: str


def alerts(context: ServerContext, rows: tuple[FloorRow, ...], seen: dict[str, WireTable]) -> Iterator[Alert]:
    if context.service.is_stopped:
        yield Alert(table="", kind="stopped", says="The floor has stopped. Start it again.", cite="")
    views, now = context.service.views, context.service.clock.now()
    if long := long_day(jurisdiction_of(views), views.day, context.day_began.at, now):
        yield Alert(table="", kind="day", says=f"{long.says} End it, and begin the next.", cite=long.cite)
    for link in sorted(context.service.views.links_down):
        says = f"Link {link} is down: its wagers are not accepted."
        cite = governing(context.service.views, Matter.LINKS)
        yield Alert(table="", kind="link", says=says, cite=cite)
    for row in rows:
        yield from _lapses_of(context, row.table)
        yield from _alerts_of(context, row, seen[row.table])


def _lapses_of(context: ServerContext, table: str) -> Iterator[Alert]:
    """Wagers of a table that the law does not permit on the gaming day."""
    views = context.service.views
    view = views.tables[table]
    on = On(views.day, context.service.clock.now(), views.time_zone)
    for says, cite in lapse_alerts(view.text, view.engine, on):
        yield Alert(table=table, kind="lapsed", says=says, cite=cite)


def _alerts_of(context: ServerContext, row: FloorRow, table: WireTable) -> Iterator[Alert]:
    for wait in row.waiting:
        says = payout_text(context.service.views, table, wait)
        yield Alert(table=row.table, kind=wait.what, says=says, cite=wait.cite)
    view = context.service.views.tables[row.table]
    if view.differences:
        others = "Installed under rules other than the current ones, so no new round opens"
        says = f"{others}: {'; '.join(view.differences)}."
        yield Alert(table=row.table, kind="rules", says=f"{says} {what_remains(view)}", cite="")
    yield from _standing_still(context, row)
    if waits_for_recount(view.state):
        yield Alert(table=row.table, kind="stub", says=table.next.says, cite=table.next.cite)
    if row.deck == "inspected":
        says = "The dealer has inspected the decks; a floorperson must verify it."
        yield Alert(table=row.table, kind="verify", says=says, cite=table.next.cite)
    if row.tray < LOW_TRAY_CENTS:
        says = f"The tray is down to {printed(row.tray)}."
        yield Alert(table=row.table, kind="tray", says=says, cite=_cite(context, row, Matter.FILLS))
    for duty in table.duties:
        if duty.when == "overdue":
            yield Alert(table=row.table, kind="duty", says=f"Overdue: {duty.name}.", cite=duty.cite)


def _cite(context: ServerContext, row: FloorRow, matter: Matter) -> str:
    """The paragraph that governs a matter of the row's table."""
    views = context.service.views
    return governing(views, matter, views.tables[row.table])


def _standing_still(context: ServerContext, row: FloorRow) -> Iterator[Alert]:
    """A round that nobody continues, and a table that the house has stopped dealing."""
    view, pace = context.service.views.tables[row.table], context.pace
    cite = _cite(context, row, Matter.INTERNAL_CONTROLS)
    is_dealt_here = pace is not None and row.table not in pace.dealers and not view.engine.physical
    if pace is not None and is_dealt_here and pace.is_stopped(row.table):
        says = "The automatic dealing has stopped. Have a dealer take over the table; the server's log says why."
        yield Alert(table=row.table, kind="still", says=says, cite=cite)
        return
    seconds = context.service.clock.now() - view.state.now
    most = STILL_SECONDS_DEALT_BY_THE_HOUSE if is_dealt_here else STILL_SECONDS
    if view.state.round is not None and seconds >= most:
        says = f"Nothing has happened for {seconds // 60} minutes in round {row.round}. {row.says}"
        yield Alert(table=row.table, kind="still", says=says, cite=cite)
