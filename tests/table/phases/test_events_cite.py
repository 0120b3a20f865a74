"""Every event cites a paragraph, even under a rulebook that has no duty or irregularity for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tablelaw.law.required_rows import COUNT_STUB
from tablelaw.submission.draft import Draft, parse_draft
from tablelaw.submission.submission import accept
from tablelaw.submission.template import new_submission
from tablelaw.table import Engine, commands
from tests.examples import example

DEALER, FLOOR = "dealer:bob", "floor:fay"


def engine_without_duties(shuffler: str) -> Engine:
    book = example("three-card-poker")
    kept = tuple(duty for duty in book.duties if duty.id == COUNT_STUB)
    raw: dict[str, Any] = dict(parse_draft(new_submission(book)).raw)
    raw["procedure"] |= {"shuffler": shuffler, "decks": 1, "back_colours": ["red"]}
    bare = replace(book, duties=kept, irregularities=tuple(row for row in book.irregularities if not row.device))
    return Engine(accept(Draft(bare, raw, "own")), physical=True)


def given() -> Iterator[commands.Command]:
    yield commands.TakeSeat(1, by="player:1", at=1, player="ann")
    yield commands.ReceiveDecks(("red",), by=DEALER, at=1)
    yield commands.InspectDecks(by=DEALER, at=1)
    yield commands.VerifyInspection(by=FLOOR, at=1)
    yield commands.SpreadCards(by=DEALER, at=1)
    yield commands.ShowCards(by="player:1", at=1)
    yield commands.WashCards(by=DEALER, at=1)


@pytest.mark.parametrize("shuffler", ["none", "automated"])
def test_decks_bets_and_devices_cite_the_rulebook(shuffler: str) -> None:
    engine = engine_without_duties(shuffler)
    state, cites = engine.new(), []

    def do(command: commands.Command) -> None:
        nonlocal state
        for event in engine.apply(state, command):
            cites.append((type(event).__name__, event.cite))
            state = engine.evolve(state, event)

    for command in given():
        do(command)
    if shuffler == "automated":
        do(commands.MarkDevice("shuffler", by=DEALER, at=1))
        do(commands.MarkDevice("shuffler", works=True, by=DEALER, at=1))
    do(commands.Shuffle("hand" if shuffler == "none" else "machine", by=DEALER, at=1))
    if shuffler == "none":
        do(commands.CutDeck(20, by=DEALER, at=1))
    do(commands.PlaceWager(1, "ante", 10_00, by="player:1", at=1))
    do(commands.CloseBets(by=DEALER, at=1))
    assert all(cite for _, cite in cites), cites
