"""`tablelaw floor status`: an overview of the floor, or one table as one person sees it, with what may be done
there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
import typer

from tablelaw.cage.accounts import account_of
from tablelaw.cli.floor.options import Database, kept_floor, person, views_of
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, say, show_json
from tablelaw.clock import SystemClock
from tablelaw.floor.handlers.registry import no_such_table
from tablelaw.floor.log.gaming_days import gaming_day
from tablelaw.floor.property_time import zone_text
from tablelaw.floor.read_model import TableView, Views
from tablelaw.floor.reports.overlong_days import long_day
from tablelaw.floor.rules.frozen_tables import what_remains
from tablelaw.floor.rules.governing import jurisdiction_of, jurisdiction_text
from tablelaw.floor.rules.lapses import On, lapse_alerts
from tablelaw.law.cite_text import law_text
from tablelaw.persons import Actor
from tablelaw.printed_money import printed
from tablelaw.views.messages import WireChoice, WireSeat, WireTable
from tablelaw.views.next_step import next_step
from tablelaw.views.table_view import view

PLAY = "Play"
COLUMNS = ("table", "game", "round", "phase", "players", "tray", "next")


def status(
    table: Annotated[str, typer.Argument(help="One table; by default all of them.")] = "",
    seen_by: Annotated[
        str, typer.Option("--as", help="Who is looking, for example player:ann, who sees her own cards.", metavar="WHO")
    ] = "",
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """The floor as it is now, or one table: cards, wagers, the next step and how to give it.

    Face-down cards are not shown, except a player's own.
    """
    with kept_floor(db) as store:
        views = views_of(store)
        began = gaming_day(store, views.day).began if views.day else 0
    if not table:
        alerts = list(_alerts(views, began))
        show_json(_floor_dict(views, alerts)) if as_json else _show_floor(views, alerts)
        return
    seen = _seen(views, table, seen_by)
    if as_json:
        show_json(msgspec.to_builtins(seen))
    else:
        _show_table(views, seen)


def _seen(views: Views, table: str, seen_by: str) -> WireTable:
    """The table as the server would show it to that person."""
    if table not in views.tables:
        raise no_such_table(table, views.tables)
    viewer = person(seen_by) if seen_by else Actor("floor")
    meters = {name: state.units for name, state in views.meters.items()}
    return view(
        table, views.tables[table], viewer.role or "", viewer.name, SystemClock().now(), meters, views.links_down
    )


# --- The whole floor ----------------------------------------------------------------------------------------


Told = list[tuple[str, str, str]]
"""Alerts, each with its table (empty if it concerns the whole property), sentence and paragraph."""


def _floor_dict(views: Views, alerts: Told) -> dict[str, Any]:
    return {
        "property": views.name,
        "jurisdiction": views.jurisdiction or None,
        "time_zone": views.time_zone or None,
        "day": views.day or None,
        "entries": views.seq,
        "links_down": sorted(views.links_down),
        "alerts": [{"table": table, "says": says, "cite": cite} for table, says, cite in alerts],
        "tables": [_table_dict(views, name, table) for name, table in views.tables.items()],
    }


def _alerts(views: Views, began: int) -> Iterator[tuple[str, str, str]]:
    """Alerts about a gaming day that is too long and, table by table, about wagers that the law does not permit on that
    day.
    """
    if found := long_day(jurisdiction_of(views), views.day, began, SystemClock().now()):
        yield "", *found
    on = On(views.day, SystemClock().now(), views.time_zone)
    for name, table in views.tables.items():
        for says, cite in lapse_alerts(table.text, table.engine, on):
            yield name, says, cite


def _table_dict(views: Views, name: str, table: TableView) -> dict[str, Any]:
    seen, comes = _seen(views, name, ""), next_step(table, sees_places=True)
    return {
        "table": name,
        "rulebook": table.engine.rules.book.id,
        "round": seen.round or None,
        "rounds": seen.rounds,
        "phase": seen.phase,
        "players": {str(seat): player for seat, player in sorted(table.state.players.items())},
        "tray_cents": views.balance(account_of("tray", name)).posted,
        "next": comes.says,
        "may_still": what_remains(table, as_typed=True) if table.differences else None,
        "other_rules": list(table.differences),
    }


def _show_floor(views: Views, alerts: Told) -> None:
    day = f"gaming day {views.day}" if views.day else "no gaming day is open"
    say(f"{views.name}: {day}, {views.seq:,} entries in the log")
    say(f"Jurisdiction: {jurisdiction_text(views.jurisdiction)}; times: {zone_text(views.time_zone)}")
    if views.links_down:
        say(f"Links down: {', '.join(sorted(views.links_down))}")
    for name, says, cite in alerts:
        say(f"{name}: {says} ({cite})" if name else f"{says} ({cite})")
    if not views.tables:
        say("No table yet: `tablelaw floor install SUBMISSION --tray SUM`")
        return
    grid = make_table("", *COLUMNS, numbers=("round", "tray"))
    for name, table in views.tables.items():
        row = _table_dict(views, name, table)
        players = ", ".join(f"{seat} {player}" for seat, player in row["players"].items())
        tray = printed(row["tray_cents"])
        game = table.engine.rules.book.game
        add_row(grid, name, game, row["round"] or row["rounds"], row["phase"], players or "-", tray, row["next"])
    console.print(grid)
    for name, table in views.tables.items():
        _say_other_rules(name, table)


def _say_other_rules(name: str, table: TableView) -> None:
    """Says why a table opens no new round, if the current rules are not those it was installed under."""
    if table.differences:
        say(f"{name} was installed under rules other than the current ones, so it opens no new round:")
    for difference in table.differences:
        say(f"  {difference}")
    if table.differences:
        say(f"  {what_remains(table, as_typed=True)}")


# --- One table ----------------------------------------------------------------------------------------------


def _show_table(views: Views, seen: WireTable) -> None:
    table = views.tables[seen.table]
    at = f"round {seen.round}, {seen.phase}" if seen.round else seen.phase
    say(f"{seen.table}: {table.engine.rules.book.game}; {at}; entry {seen.number} of the table")
    for place, text in _felt(seen):
        say(f"  {place:<10} {text}")
    for line in seen.lines:
        sums = f"paid {printed(line.paid)}, returned {printed(line.returned)}, kept {printed(line.kept)}"
        say(f"  seat {line.seat} {line.name}: {line.outcome}, {sums} ({law_text(line.cite, line.readings)})")
    _say_other_rules(seen.table, table)
    comes = seen.next
    say(f"Next: {comes.says} ({comes.cite})" if comes.cite else f"Next: {comes.says}")
    wagers = _wagers(table, seen) if views.day else ()
    for text in (*_choices(table, seen), *wagers, *_waits(seen)):
        say(f"  {text}")


def _felt(seen: WireTable) -> Iterator[tuple[str, str]]:
    if seen.dealer:
        yield "dealer", " ".join(seen.dealer) + (f"  {seen.dealer_hand}" if seen.dealer_hand else "")
    if seen.community:
        yield "community", " ".join(seen.community)
    yield from ((place, " ".join(cards)) for place, cards in seen.places.items())
    for seat in seen.seats:
        if seat.player:
            yield f"seat {seat.seat}", _seat_text(seat)
    for meter in seen.meters:
        yield "meter", f"{meter.id} {printed(meter.cents)}" + (", link down" if meter.is_down else "")
    if seen.voided_by:
        yield "void", seen.voided_by


def _seat_text(seat: WireSeat) -> str:
    wagers = ", ".join(f"{wager} {printed(cents)}" for wager, cents in seat.wagers.items())
    parts = (seat.player, " ".join(seat.cards), seat.hand, wagers, ", ".join(seat.actions))
    return "  ".join(part for part in parts if part)


def _choices(table: TableView, seen: WireTable) -> Iterator[str]:
    """The decisions open to the player who is looking, as orders to type."""
    asked = next((seat.seat for seat in seen.seats if seat.is_asked), 0)
    for choice in seen.choices:
        yield from (f"{text:<28} {choice.name} ({choice.cite})" for text in _typed(choice, asked))


def _typed(choice: WireChoice, seat: int) -> Iterator[str]:
    card = ",CARD" if choice.discards else ""
    for cents in choice.cents:
        sum_ = f",{cents}" if cents or card else ""
        yield f"act({seat},{choice.action}{sum_}{card})"


def _wagers(table: TableView, seen: WireTable) -> Iterator[str]:
    """The wagers that may be placed while bets are open, as orders to type."""
    if seen.phase != "betting":
        return
    submission, book = table.engine.submission, table.engine.rules.book
    opening = {wager.id for wager in table.engine.rules.opening}
    cut = {wager for meter in seen.meters if meter.is_down for wager in meter.wagers}
    for wager, terms in submission.wagers.items():
        row = book.wager(wager)
        if wager not in cut and (wager in opening or row.kind == "optional"):
            sums = " or ".join(map(printed, terms.amounts_cents)) or (
                f"{printed(terms.minimum_cents)} to {printed(terms.maximum_cents)}"
            )
            needed = "required, " if wager in opening else ""
            yield f"{f'place(SEAT,{wager},CENTS)':<36} {row.name}: {needed}{sums}"


def _waits(seen: WireTable) -> Iterator[str]:
    for wait in seen.waiting:
        order = f"validate({wait.seat},{wait.wager})" if wait.what == "validate" else f"documents({wait.seat})"
        yield f"{order:<28} {wait.name} of seat {wait.seat} ({wait.cite})"


def register(app: typer.Typer) -> None:
    app.command("status", rich_help_panel=PLAY)(status)
