"""Turns a table's events into changes of the property's meters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.meters.meters import contribution
from tablelaw.floor.property import FloorTable
from tablelaw.law.conduct import Outcome
from tablelaw.law.odds import Odds
from tablelaw.table import events
from tablelaw.table.events import Line
from tablelaw.table.phases.irregularities import undone_lines
from tablelaw.table.round.divided_shares import is_divided
from tablelaw.table.state import Round, Table

VOID = Outcome.VOID.value


class Place(NamedTuple):
    """The wager that a meter change comes from."""

    round: int
    seat: int
    wager: str


class MeterChangeWriter:
    """Writes the meter changes of one entry.

    A wager's contribution is pending from "no more bets" until the round is cleared. As a result, a void round never
    lowers a displayed meter, and a win is computed before the round's own wagers are added.
    """

    def __init__(self, table: FloorTable) -> None:
        self.table = table
        self.terms = {meter.id: meter for meter in table.engine.submission.meters}
        self.changes: list[MeterChange] = []

    def see(self, before: Table, event: events.Event, after: Table) -> None:
        movement = MOVEMENTS.get(type(event))
        if movement is not None:
            movement(self, before, event, after)

    # --- Contributions ---------------------------------------------------------------------------------

    def closed(self, before: Table, event: events.BetsClosed, after: Table) -> None:
        assert after.round is not None
        self._stakes(after.round, event.cite, lambda seat, wager: "staked")

    def cleared(self, before: Table, event: events.RoundCleared, after: Table) -> None:
        assert before.round is not None
        round_ = before.round
        self._stakes(round_, event.cite, lambda seat, wager: _end_of_stake(round_, seat, wager))

    def _stakes(self, round_: Round, cite: str, kind: Callable[[int, str], str]) -> None:
        """Adds one change for each wager and each meter that it feeds."""
        for number, seat in round_.seats.items():
            for meter in self.terms.values():
                for wager in meter.wagers:
                    if cents := seat.wagers.get(wager):
                        units, reserve = contribution(meter, cents)
                        place = Place(round_.number, number, wager)
                        self._add(place, meter.id, kind(number, wager), cite, units, reserve, cents)

    # --- Wins ------------------------------------------------------------------------------------------

    def settled(self, before: Table, event: events.Settled, after: Table) -> None:
        assert before.round is not None
        lines = (*before.round.lines, *event.lines)
        for place in range(len(before.round.lines), len(lines)):
            if lines[place].meter and lines[place] not in before.round.shares:
                self._line(before.round, lines[place], lines[:place])

    def fixed(self, before: Table, event: events.ShareFixed, after: Table) -> None:
        """Takes a share from its meter at the player's turn.

        Later wagers at any table then count towards the next winner.
        """
        assert before.round is not None
        self._line(before.round, event.line, (*before.round.shares, *before.round.lines))

    def _line(self, round_: Round, line: Line, earlier: tuple[Line, ...]) -> None:
        place = Place(round_.number, line.seat, line.wager)
        drawn, reseed, reserve = self._moved(line, earlier)
        cite = line.paid_under or line.cite
        if drawn > 0:
            self._add(place, line.meter, "won", cite, drawn, cents=drawn // METER_UNITS_PER_CENT)
        elif drawn < 0:
            self._add(place, line.meter, "restored", cite, -drawn, cents=-drawn // METER_UNITS_PER_CENT)
        if reseed:
            self._add(place, line.meter, "reseeded", cite, reseed)
        if reserve:
            self._add(place, line.meter, "reserve moved", cite, reserve)

    def _moved(self, line: Line, earlier: tuple[Line, ...]) -> tuple[int, int, int]:
        """The units that a line took from its meter (negative if given back), the reseed, and what the reserve added.

        A divided share leaves the meter as a whole, with the first line of its wager.
        """
        if is_divided(line) and any(is_divided(other) and other.wager == line.wager for other in earlier):
            return 0, 0, 0
        is_whole = line.hand_pay and Odds.parse(line.odds).amount == 1
        reseed = int(self.terms[line.meter].reseed_cents * METER_UNITS_PER_CENT) if is_whole else 0
        fell = line.meter_before - line.meter_after
        return fell + reseed + line.reserve_moved, reseed, line.reserve_moved

    def undone(self, before: Table, event: events.IrregularityFound, after: Table) -> None:
        """After a void, restores what the settled lines took from each meter, and undoes any reseed.

        If only one player leaves, a share of theirs that was waiting for validation is restored in the same way.
        """
        if before.round is None:
            return
        lines = undone_lines(before.round) if event.voids else ()
        for place in reversed(range(len(lines))):
            if lines[place].meter:
                self._undo(before.round, lines[place], lines[:place], event.cite)
        if not event.voids and after.round is not None:
            for share in before.round.shares:
                if share not in after.round.shares:
                    self._undo(before.round, share, (), event.cite)

    def _undo(self, round_: Round, line: Line, earlier: tuple[Line, ...], cite: str) -> None:
        place = Place(round_.number, line.seat, line.wager)
        drawn, reseed, reserve = self._moved(line, earlier)
        if drawn > 0:
            self._add(place, line.meter, "restored", cite, drawn, cents=drawn // METER_UNITS_PER_CENT)
        elif drawn < 0:
            self._add(place, line.meter, "won", cite, -drawn, cents=-drawn // METER_UNITS_PER_CENT)
        if reserve:
            self._add(place, line.meter, "reserve returned", cite, reserve)
        if reseed:
            self._add(place, line.meter, "reseed undone", cite, reseed)

    def documented(self, before: Table, event: events.DocumentsCompleted, after: Table) -> None:
        """Records that an attendant pays what a seat won from a meter, now that the documents are complete."""
        assert before.round is not None
        done = self.table.documented.get(event.seat, 0)
        for line in hand_pays(before.round, event.seat)[done:]:
            place = Place(before.round.number, line.seat, line.wager)
            self._add(place, line.meter, "paid", event.cite, cents=line.paid)

    def _add(
        self, at: Place, meter: str, kind: str, cite: str, units: int = 0, reserve: int = 0, cents: int = 0
    ) -> None:
        name, table = self.table.meters[meter], self.table.name
        self.changes.append(
            MeterChange(
                meter=name,
                kind=kind,
                cite=cite,
                units=units,
                reserve=reserve,
                cents=cents,
                table=table,
                round=at.round,
                seat=at.seat,
                wager=at.wager,
            )
        )


MOVEMENTS: dict[type[events.Event], Callable[[MeterChangeWriter, Table, Any, Table], None]] = {
    events.BetsClosed: MeterChangeWriter.closed,
    events.RoundCleared: MeterChangeWriter.cleared,
    events.Settled: MeterChangeWriter.settled,
    events.ShareFixed: MeterChangeWriter.fixed,
    events.IrregularityFound: MeterChangeWriter.undone,
    events.DocumentsCompleted: MeterChangeWriter.documented,
}


def _end_of_stake(round_: Round, seat: int, wager: str) -> str:
    """ "counted" if a stake counts towards its meter, or "withdrawn" if it was returned because its hand was void."""
    line = round_.line_of(seat, wager)
    return "withdrawn" if line is not None and line.outcome == VOID else "counted"


def hand_pays(round_: Round, seat: int) -> list[Line]:
    """The lines of a seat that an attendant pays by hand, in the order they were settled."""
    return [line for line in round_.lines if line.seat == seat and line.hand_pay and line.paid]
