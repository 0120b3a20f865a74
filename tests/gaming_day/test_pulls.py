"""A gaming day at tables where players take wagers back: floor and auditor agree, and the story mentions it."""

from __future__ import annotations

from collections import Counter

from tablelaw.gaming_day.day import play_day
from tablelaw.gaming_day.report.story import story
from tablelaw.gaming_day.script import Shape
from tablelaw.table import events
from tests.examples import example


def test_floor_and_auditor_agree_about_wagers_taken_back() -> None:
    book = example("let-it-ride")
    outcome = play_day(3, Shape(tables=1, rounds=8, books=(book.id,)), tell=True)
    assert outcome.disagreement is None
    decided = [event for _, entry in outcome.told for event in entry.events if isinstance(event, events.Decided)]
    done = Counter((event.action, event.wager) for event in decided)
    assert done.keys() == {("pull", "first"), ("pull", "second"), ("ride", "")}
    told = "\n".join(story(outcome))
    assert "takes back first." in told
    assert "lets the bets ride." in told
