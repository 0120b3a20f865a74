"""Handles settled lines in which an earlier program named fewer readings, because the list of readings has grown since.

The readings of a line explain it but are not part of the decision. A log from an earlier program is therefore
re-executed with the readings it names, as long as this program also lists each of them for that line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablelaw.floor.handlers.outcome import Outcome
from tablelaw.floor.property import FloorTable
from tablelaw.table import events
from tablelaw.table.state import change
from tablelaw.version import __version__


def name_readings_as_told(table: FloorTable, outcome: Outcome, recorded: Sequence[object]) -> None:
    """Replaces the readings in a re-executed outcome with the recorded ones.

    This is skipped if the same version of the program installed the table.
    """
    if table.program == __version__ or len(recorded) != len(outcome.events):
        return
    named = [_named(made, other) for made, other in zip(outcome.events, recorded, strict=True)]
    if named == list(outcome.events):
        return
    state = table.state
    for n, (_, event, _) in enumerate(outcome.steps):
        whole = event if named[n] == outcome.events[n] else named[n]
        after = table.engine.evolve(state, whole)
        outcome.steps[n] = (state, whole, after)
        state = after
    outcome.state, outcome.events = state, tuple(named)


def _named(made: Any, recorded: object) -> Any:
    if (
        isinstance(made, events.Settled)
        and isinstance(recorded, events.Settled)
        and len(made.lines) == len(recorded.lines)
    ):
        return change(made, lines=tuple(_line(*lines) for lines in zip(made.lines, recorded.lines, strict=True)))
    if isinstance(made, events.ShareFixed) and isinstance(recorded, events.ShareFixed):
        return change(made, line=_line(made.line, recorded.line))
    return made


def _line(made: events.Line, told: events.Line) -> events.Line:
    """The line with the recorded readings, if they are a subset of ours in the same order and nothing else differs."""
    known = tuple(reading for reading in made.readings if reading in told.readings)
    named = change(made, readings=told.readings)
    return named if known == told.readings and named == told else made
