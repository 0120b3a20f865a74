"""Text forms on a random walk through states of a table: any lawful submission, any legal command, any irregularity."""

from __future__ import annotations

import os
from collections.abc import Iterator

import msgspec
import pytest

from tablelaw import rulebooks
from tablelaw.cards import Deck
from tablelaw.chance import PracticeChance
from tablelaw.errors import TablelawError
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.table.engine import Engine
from tablelaw.table.notation.event_log import events_json, parse_events
from tablelaw.table.notation.lines import parse_round, parse_state, round_text, state_text
from tablelaw.table.reading.replay import played, story, story_text
from tablelaw.table.registry import tag_of
from tablelaw.table.state import Table
from tests.table.permitted import random_submission
from tests.table.world import pick

WALKS = int(os.environ.get("TABLELAW_WALKS", "1"))
"""How many walks there are at a table of each rulebook."""
STEPS = 120
SELDOM = (
    commands.CloseTable,
    commands.ChangeDecks,
    commands.ReportIrregularity,
    commands.MarkDevice,
    commands.LeaveSeat,
)


def walk(engine: Engine, chance: PracticeChance) -> Iterator[tuple[Command, Table]]:
    """Commands that the table accepts, each kind equally likely except for those that end a round."""
    state = engine.new()
    for now in range(STEPS):
        legal = [c for c in engine.legal(state, now) if not isinstance(c, SELDOM) or chance.below(8) == 0]
        if not legal:
            continue
        kind = pick(chance, sorted({tag_of(type(command)) for command in legal}))
        command = pick(chance, [command for command in legal if tag_of(type(command)) == kind])
        if isinstance(command, commands.Shuffle) and command.cards:
            command = msgspec.structs.replace(command, cards=Deck.new().shuffled(chance).cards)
        state, _ = engine.step(state, command)
        yield command, state


@pytest.mark.parametrize("book", rulebooks.IDS)
@pytest.mark.parametrize("number", range(WALKS))
def test_every_form_reads_back_wherever_the_table_goes(book: str, number: int) -> None:
    chance = PracticeChance(f"walk {book} {number}")
    engine = Engine(random_submission(book, chance), bool(chance.below(2)))
    given = []
    for command, state in walk(engine, chance):
        given.append(command)
        assert parse_state(state_text(engine, state))[1] == state
    line = round_text(engine, given)
    read, found = parse_round(line)
    assert found == given
    happened = played(read, found)
    assert parse_events(events_json(happened)) == happened
    assert story_text(story(engine, happened)).count("\n") >= len(happened)


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_a_log_out_of_order_is_read_or_refused(book: str) -> None:
    """With events lost, doubled or swapped, the story continues if it can; otherwise the refusal names the event."""
    chance = PracticeChance(f"spoiled {book}")
    engine = Engine(random_submission(book, chance))
    happened = played(engine, [command for command, _ in walk(engine, chance)])
    for _ in range(25):
        spoiled, place = list(happened), chance.below(len(happened))
        taken = spoiled.pop(place)
        if chance.below(2):
            spoiled.insert(chance.below(len(spoiled)), taken)
        try:
            story(engine, spoiled)
        except TablelawError as refusal:
            assert refusal.where.startswith("event ")
