"""Lines written by an earlier program may name fewer readings; nothing else in a line may differ."""

from __future__ import annotations

import pytest

from tablelaw import __version__
from tablelaw.floor.audit.recorded_readings import name_readings_as_told
from tablelaw.floor.handlers.installation import floor_table
from tablelaw.floor.handlers.outcome import Outcome, raw
from tablelaw.table import commands, events
from tablelaw.table.events import Line
from tablelaw.table.state import change
from tests.floor.world import example

MADE = Line(
    seat=1,
    wager="ante",
    stake=500,
    outcome="push",
    cite="11(f)",
    returned=500,
    readings=("fold-and-bonus", "pair-of-tens"),
)


def told_as(line: Line, program: str = "0.0.1") -> Line:
    """Returns the re-executed line when a table installed by the given program has recorded `line`."""
    table = floor_table(example("ma-colorado"), physical=False)
    table.program = program
    made = events.Settled(seat=1, lines=(MADE,), cite="11(f)")
    outcome = Outcome(raw(commands.SettleSeat()), (made,))
    name_readings_as_told(table, outcome, (change(made, lines=(line,)),))
    (event,) = outcome.events
    assert isinstance(event, events.Settled)
    return event.lines[0]


@pytest.mark.parametrize("readings", [("fold-and-bonus",), ("pair-of-tens",), ()])
def test_readings_that_were_named_later_may_be_missing(readings: tuple[str, ...]) -> None:
    line = change(MADE, readings=readings)
    assert told_as(line) == line


def test_a_line_of_this_very_program_names_all() -> None:
    assert told_as(change(MADE, readings=()), __version__) == MADE


@pytest.mark.parametrize(
    "changed",
    [
        {"readings": ("pair-of-tens", "fold-and-bonus")},
        {"readings": ("fold-and-bonus", "another")},
        {"readings": ("fold-and-bonus",), "returned": 499},
        {"readings": ("fold-and-bonus",), "cite": "11(g)"},
        {"readings": ("fold-and-bonus",), "outcome": "won"},
    ],
)
def test_nothing_else_may_differ(changed: dict[str, object]) -> None:
    assert told_as(change(MADE, **changed)) == MADE
