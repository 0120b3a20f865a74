"""What needs a floorperson's attention: incidents of the log, and what is wrong now, such as a low tray or a duty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tablelaw.cage.accounts import account_of
from tablelaw.floor.reports.incident_feed import Acknowledged, alert_of
from tablelaw.floor.reports.incidents import Incident
from tablelaw.floor.reports.overlong_days import long_day
from tablelaw.floor.rules.frozen_tables import what_remains
from tablelaw.floor.rules.governing import governing, jurisdiction_of
from tablelaw.floor.rules.lapses import On, lapse_alerts
from tablelaw.jurisdictions.model import Matter
from tablelaw.printed_money import printed
from tablelaw.server.context import ServerContext
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.tables.pending_payouts import payout_text
from tablelaw.table.notation.by_field_type import shortened
from tablelaw.table.phases.stub import waits_for_recount
from tablelaw.table.state import change
from tablelaw.views.messages import Wire, WireTable, WireWaiting

LOW_TRAY_CENTS = 50_000_00
"""The amount below which a tray raises an alert, because a fill is due soon."""

STILL_SECONDS = 10 * 60
"""How long a round may go without activity before it raises an alert, if people deal."""
STILL_SECONDS_DEALT_BY_THE_HOUSE = 3 * 60
"""How long a round may go without activity if the house deals, which never waits that long for a player."""


class Seated(Wire, frozen=True):
    """A player at a seat; `is_served` says that the player has no device and the dealer acts for them."""

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
    """Something that needs a floorperson's attention, and the table it concerns, if any."""

    id: str
    """Names the alert when it is acknowledged."""
    table: str
    kind: str
    says: str
    cite: str
    at: int = 0
    """When it began, in seconds; if the log does not say so, when this server first noticed it."""
    is_standing: bool = True
    """Whether the condition still exists; otherwise it has passed, and the alert only waits to be acknowledged."""
    acknowledged_by: str = ""
    acknowledged_at: int = 0
    note: str = ""


LONGEST_SAID = 200
"""The longest text of an alert that an acknowledgement records."""
MOST_SHOWN = 100


def feed(context: ServerContext, seen: Mapping[str, WireTable]) -> tuple[tuple[Alert, ...], int]:
    """The alerts that a page shows, and how many more there are; unacknowledged alerts come first, then those that
    still stand, then the newest.
    """
    found = list(alerts(context, seen))
    since = context.first_noticed.since([one.id for one in found if not one.at], context.service.clock.now())
    timed = [one if one.at else change(one, at=since[one.id]) for one in found]
    marked = [_marked(alert, context.alerts.acknowledged) for alert in timed]
    ordered = sorted(marked, key=lambda alert: (bool(alert.acknowledged_by), not alert.is_standing, -alert.at))
    return tuple(ordered[:MOST_SHOWN]), max(len(ordered) - MOST_SHOWN, 0) + context.alerts.left_out


def words_of(context: ServerContext, name: str, seen: Mapping[str, WireTable]) -> str:
    """What an alert says, for its acknowledgement; refuses a name that is not in the feed or has already been
    acknowledged.
    """
    if name in context.alerts.acknowledged:
        raise ServerRefused("acknowledged-already")
    found = next((alert for alert in alerts(context, seen) if alert.id == name), None)
    if found is None:
        raise ServerRefused("no-such-alert")
    return shortened(f"{found.table}: {found.says}" if found.table else found.says, LONGEST_SAID)


def _marked(alert: Alert, acknowledged: Mapping[str, Acknowledged]) -> Alert:
    seen = acknowledged.get(alert.id)
    if seen is None:
        return alert
    return change(alert, acknowledged_by=seen.by, acknowledged_at=seen.at, note=seen.note)


def alerts(context: ServerContext, seen: Mapping[str, WireTable]) -> Iterator[Alert]:
    """What is wrong now, then what has happened; an incident that still stands is listed only once."""
    standing = list(_standing(context, seen))
    yield from standing
    named = {alert.id for alert in standing}
    for entry, found in context.alerts.incidents.items():
        if alert_of(entry) not in named:
            yield Alert(
                id=alert_of(entry),
                table=found.table,
                kind=found.kind,
                says=found.says,
                cite=found.cite,
                at=found.at,
                is_standing=False,
            )
    yield from _flagged(context)


def _flagged(context: ServerContext) -> Iterator[Alert]:
    """Alerts about people whose decisions fit a hidden card: all that staff learn from hidden cards, and only from
    those of finished rounds.
    """
    cite = governing(context.service.views, Matter.INTERNAL_CONTROLS)
    for flag in context.seen_cards.in_feed(context.alerts):
        yield Alert(
            id=flag.id, table=flag.table, kind="seen cards", says=flag.says, cite=cite, at=flag.at, is_standing=False
        )


def _standing(context: ServerContext, seen: Mapping[str, WireTable]) -> Iterator[Alert]:
    views, now = context.service.views, context.service.clock.now()
    if context.service.is_stopped:
        yield Alert(id="stopped", table="", kind="stopped", says="The floor has stopped. Start it again.", cite="")
    began = context.day_began.at
    if long := long_day(jurisdiction_of(views), views.day, began, now):
        says = f"{long.says} End it, and begin the next."
        yield Alert(id=f"day {views.day}", table="", kind="day", says=says, cite=long.cite, at=began)
    for link in sorted(views.links_down):
        says = f"Link {link} is down: its wagers are not accepted."
        cause = _cause(context, "link", "", link)
        yield _caused(
            Alert(id=f"link {link}", table="", kind="link", says=says, cite=governing(views, Matter.LINKS)), cause
        )
    yield from _far_from_theory(context)
    for name, table in seen.items():
        yield from _lapses_of(context, name)
        yield from _alerts_of(context, name, table)


def _far_from_theory(context: ServerContext) -> Iterator[Alert]:
    """Figures outside their 99.9 % limits, including those that are back inside but that nobody has acknowledged."""
    cite = governing(context.service.views, Matter.INTERNAL_CONTROLS)
    for far in context.far_figures.found.values():
        yield Alert(
            id=far.id,
            table=far.table,
            kind="theory",
            says=far.says,
            cite=cite,
            at=far.at,
            is_standing=far.is_standing,
        )


def _cause(context: ServerContext, kind: str, table: str, about: str) -> Incident | None:
    """The incident that a standing alert comes from; None if the feed no longer holds it."""
    found = [
        one for one in context.alerts.incidents.values() if (one.kind, one.table, one.about) == (kind, table, about)
    ]
    return found[-1] if found else None


def _caused(alert: Alert, cause: Incident | None) -> Alert:
    """The alert with the name and time of the incident that caused it, if there is one."""
    return change(alert, id=alert_of(cause.entry), at=cause.at) if cause is not None else alert


def _lapses_of(context: ServerContext, table: str) -> Iterator[Alert]:
    """Wagers of a table that the law does not permit on the gaming day."""
    views = context.service.views
    view = views.tables[table]
    on = On(views.day, context.service.clock.now(), views.time_zone)
    for number, (says, cite) in enumerate(lapse_alerts(view.text, view.engine, on)):
        yield Alert(id=f"lapsed {table} {views.day} {number}", table=table, kind="lapsed", says=says, cite=cite)


def _alerts_of(context: ServerContext, name: str, table: WireTable) -> Iterator[Alert]:
    views = context.service.views
    for wait in table.waiting:
        says = payout_text(views, table, wait)
        place = f"{wait.what} {name} {table.round} {wait.seat} {wait.wager}"
        at = context.alerts.waiting_since.get((name, wait.seat, wait.wager), 0)
        yield Alert(id=place, table=name, kind=wait.what, says=says, cite=wait.cite, at=at)
    view = views.tables[name]
    if view.differences:
        others = "Installed under rules other than the current ones, so no new round opens"
        says = f"{others}: {'; '.join(view.differences)}. {what_remains(view)}"
        yield Alert(id=f"rules {name}", table=name, kind="rules", says=says, cite="")
    yield from _standing_still(context, name, table)
    if waits_for_recount(view.state):
        recount = Alert(
            id=f"stub {name} {table.round}", table=name, kind="stub", says=table.next.says, cite=table.next.cite
        )
        yield _caused(recount, _cause(context, "stub count", name, str(table.round)))
    if table.deck == "inspected":
        says = "The dealer has inspected the decks; a floorperson must verify the inspection."
        place = f"verify {name} {view.number}"
        yield Alert(id=place, table=name, kind="verify", says=says, cite=table.next.cite, at=view.state.now)
    tray = views.balance(account_of("tray", name)).available
    if tray < LOW_TRAY_CENTS:
        says = f"The tray is down to {printed(tray)}."
        yield Alert(
            id=f"tray {name} {views.day}", table=name, kind="tray", says=says, cite=_cite(context, name, Matter.FILLS)
        )
    for duty in table.duties:
        if duty.when == "overdue":
            place = f"duty {name} {duty.duty} {duty.due}"
            yield Alert(id=place, table=name, kind="duty", says=f"Overdue: {duty.name}.", cite=duty.cite, at=duty.due)


def _cite(context: ServerContext, table: str, matter: Matter) -> str:
    """The paragraph that governs a matter of a table."""
    views = context.service.views
    return governing(views, matter, views.tables[table])


def _standing_still(context: ServerContext, name: str, table: WireTable) -> Iterator[Alert]:
    """Alerts about a round that nobody continues, or a table that the house has stopped dealing."""
    view, house_dealer = context.service.views.tables[name], context.house_dealer
    cite = _cite(context, name, Matter.INTERNAL_CONTROLS)
    place = f"still {name} {table.round} {view.state.now}"
    is_dealt_here = house_dealer is not None and name not in house_dealer.dealers and not view.engine.physical
    if house_dealer is not None and is_dealt_here and house_dealer.is_stopped(name):
        says = "The automatic dealing has stopped. Have a dealer take over the table; the server's log says why."
        yield Alert(id=place, table=name, kind="still", says=says, cite=cite, at=view.state.now)
        return
    seconds = context.service.clock.now() - view.state.now
    most = STILL_SECONDS_DEALT_BY_THE_HOUSE if is_dealt_here else STILL_SECONDS
    if view.state.round is not None and seconds >= most:
        says = f"Nothing has happened for {seconds // 60} minutes in round {table.round}. {table.next.says}"
        yield Alert(id=place, table=name, kind="still", says=says, cite=cite, at=view.state.now)
