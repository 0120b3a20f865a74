"""Lines of a settlement as logs of format 1 tell them.

While that format was written, a line came to name every reading without which it would be another. Logs of before name
fewer of them; the outcome, the sums and the paragraphs are the same.
"""

from __future__ import annotations

from houserules.floor.entry import Entry
from houserules.table import commands, events
from houserules.table.engine import Engine
from houserules.table.events import Line
from houserules.table.registry import change
from houserules.table.state import Table

NAMED_LATER = frozenset({"pair-of-tens", "paytable-b", "suited-ace-two-three"})
"""Readings that no line named at first."""


class EarlierLines(Engine):
    """A table whose lines name the readings that an entry's own lines name, where only later ones are missing."""

    def __init__(self, engine: Engine, entry: Entry) -> None:
        vars(self).update(vars(engine))
        self._told = [line for event in entry.events for line in _lines(event)]

    def apply(self, state: Table, command: commands.Command) -> list[events.Event]:
        return [self._as_told(event) for event in super().apply(state, command)]

    def _as_told(self, event: events.Event) -> events.Event:
        if isinstance(event, events.Settled):
            return change(event, lines=tuple(self._line(line) for line in event.lines))
        return change(event, line=self._line(event.line)) if isinstance(event, events.ShareFixed) else event

    def _line(self, made: Line) -> Line:
        for told in self._told:
            if change(told, readings=made.readings) == made and self._is_earlier(told, made):
                return told
        return made

    def _is_earlier(self, told: Line, made: Line) -> bool:
        """In the same order, without some that were named later: of a divided share also what a fold does to it."""
        folded = {self.plan.wagers[made.wager].on_fold.reading} if made.meter else set()
        kept = tuple(reading for reading in made.readings if reading in told.readings)
        return kept == told.readings and set(made.readings) - set(kept) <= NAMED_LATER | folded


def _lines(event: object) -> tuple[Line, ...]:
    if isinstance(event, events.Settled):
        return event.lines
    return (event.line,) if isinstance(event, events.ShareFixed) else ()
