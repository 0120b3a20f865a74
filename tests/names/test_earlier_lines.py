"""Lines of the first format named fewer readings; nothing else of a line may differ."""

from __future__ import annotations

import pytest

from houserules.floor.earlier_lines import EarlierLines
from houserules.floor.entry import Entry, decode
from houserules.table import Engine, events
from houserules.table.events import Line
from houserules.table.registry import change
from tests.table.game import submission
from tests.witness.fixture import EXPORT

MADE = Line(
    seat=1,
    wager="ante",
    stake=500,
    outcome="push",
    cite="11(f)",
    returned=500,
    readings=("fold-and-bonus", "pair-of-tens"),
)


def told_as(line: Line) -> Line:
    """The line that is made, where an entry tells this one."""
    first = decode(EXPORT.read_bytes().splitlines()[1])
    entry: Entry = change(first, events=(events.Settled(seat=1, lines=(line,), cite="11(f)"),))
    engine = EarlierLines(Engine(submission("ma-colorado", version="permissible")), entry)
    settled = engine._as_told(events.Settled(seat=1, lines=(MADE,), cite="11(f)"))
    assert isinstance(settled, events.Settled)
    return settled.lines[0]


def test_a_reading_that_was_named_later_may_be_missing() -> None:
    line = change(MADE, readings=("fold-and-bonus",))
    assert told_as(line) == line


@pytest.mark.parametrize(
    "changed",
    [
        {"readings": ("pair-of-tens",)},
        {"readings": ()},
        {"readings": ("pair-of-tens", "fold-and-bonus")},
        {"readings": ("fold-and-bonus", "another")},
        {"readings": ("fold-and-bonus",), "returned": 499},
        {"readings": ("fold-and-bonus",), "cite": "11(g)"},
        {"readings": ("fold-and-bonus",), "outcome": "won"},
    ],
)
def test_nothing_else_may_differ(changed: dict[str, object]) -> None:
    assert told_as(change(MADE, **changed)) == MADE
