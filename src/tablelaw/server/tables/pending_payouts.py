"""A payout that waits for a floorperson: who is paid, for which hand, and the amount as of now."""

from __future__ import annotations

from collections.abc import Iterator

from tablelaw.errors import TablelawError
from tablelaw.floor.handlers.to_a_table import meters_read
from tablelaw.floor.read_model import TableView, Views
from tablelaw.printed_money import printed
from tablelaw.table import commands, events
from tablelaw.table.events import Line
from tablelaw.views.messages import WireTable, WireWaiting

ANY_FLOORPERSON = "floor:whoever validates"


def payout_text(views: Views, table: WireTable, wait: WireWaiting) -> str:
    """A pending payout in words, such as "Seat 6, Ann: Progressive Payout, royal flush, $13,500" and what is
    missing."""
    seat = table.seats[wait.seat - 1]
    line = _line(views, table.table, wait)
    sum_ = _sum(line) if line is not None else printed(wait.cents) if wait.cents else ""
    hand = line.row if line is not None and line.row else seat.hand
    what = "must be validated" if wait.what == "validate" else "waits for its documents"
    said = ", ".join(part for part in (wait.name, hand, sum_) if part)
    return f"Seat {wait.seat}, {seat.player}: {said}, {what}."


def _sum(line: Line) -> str:
    by_hand = ", paid by hand" if line.hand_pay else ""
    return f"{printed(line.paid)} ({line.odds}{by_hand})"


def _line(views: Views, name: str, wait: WireWaiting) -> Line | None:
    """The line of the payout: as settled if only its documents are missing, otherwise as it will be settled once
    validated.
    """
    view = views.tables[name]
    round_ = view.state.round
    if round_ is None:
        return None
    if wait.what == "validate" and (fixed := round_.share_of(wait.seat, wait.wager)) is not None:
        return fixed
    lines = round_.lines if wait.what != "validate" else _would_be(views, view, wait)
    return next((line for line in lines if (line.seat, line.wager) == (wait.seat, wait.wager)), None)


def _would_be(views: Views, view: TableView, wait: WireWaiting) -> Iterator[Line]:
    state, now = view.state, view.state.now
    reading = meters_read(views.meters, view, now)
    if reading is not None:
        state, _ = view.engine.step(state, reading)
    try:
        happened = view.engine.apply(state, commands.Validate(wait.seat, wait.wager, by=ANY_FLOORPERSON, at=now))
    except TablelawError:
        return
    for event in happened:
        if isinstance(event, events.Settled):
            yield from event.lines
