"""What was won from a meter in one round, with the sum at each moment: fixed, validated, paid by hand."""

from __future__ import annotations

from collections.abc import Iterator

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.floor.log.entry import Entry
from tablelaw.table import events
from tablelaw.table.events import Line
from tablelaw.table.rules import TableRules
from tablelaw.views.messages import Wire


class JackpotMoment(Wire, frozen=True):
    """One moment of a win, the entry that records it, and the sum it records."""

    what: str
    """"fixed" at the player's turn, "validated" and settled, or "paid" by an attendant."""
    cents: int
    entry: int
    by: str
    at: int


class Jackpot(Wire, frozen=True):
    """A win from a meter; all its moments have the same sum."""

    seat: int
    name: str
    row: str
    odds: str
    note: str
    cite: str
    meter_cents: int
    """What the meter showed when the win was fixed."""
    moments: tuple[JackpotMoment, ...]
    is_one_sum: bool


def jackpots(rules: TableRules, entries: list[Entry]) -> tuple[Jackpot, ...]:
    """The wins of a round that were paid by hand, in the order they were settled."""
    settled = {(line.seat, line.wager): line for entry in entries for line in _settled(entry)}
    won = [line for line in settled.values() if line.hand_pay and line.paid]
    return tuple(_jackpot(rules, line, entries) for line in won)


def _settled(entry: Entry) -> Iterator[Line]:
    for event in entry.events:
        if isinstance(event, events.Settled):
            yield from event.lines


def _jackpot(rules: TableRules, line: Line, entries: list[Entry]) -> Jackpot:
    moments = tuple(_moments(line, entries))
    return Jackpot(
        seat=line.seat,
        name=rules.wagers[line.wager].name,
        row=line.row,
        odds=line.odds,
        note=line.note,
        cite=line.paid_under or line.cite,
        meter_cents=line.meter_before // METER_UNITS_PER_CENT,
        moments=moments,
        is_one_sum={moment.cents for moment in moments} == {line.paid},
    )


def _moments(line: Line, entries: list[Entry]) -> Iterator[JackpotMoment]:
    for entry in entries:
        for what, cents in _sums(line, entry):
            yield JackpotMoment(what=what, cents=cents, entry=entry.seq, by=entry.by, at=entry.at)


def _sums(line: Line, entry: Entry) -> Iterator[tuple[str, int]]:
    """What an entry records about a win: the line that was fixed, the line that was settled, or the hand-pay."""
    own = (line.seat, line.wager)
    for event in entry.events:
        if isinstance(event, events.ShareFixed) and (event.line.seat, event.line.wager) == own:
            yield "fixed", event.line.paid
    yield from (("validated", one.paid) for one in _settled(entry) if (one.seat, one.wager) == own)
    for change in entry.meters:
        if change.kind == "paid" and (change.seat, change.wager) == own:
            yield "paid", change.cents
