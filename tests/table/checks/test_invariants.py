"""A table line is accepted only if its state is possible: every state of a random walk is accepted, and an edited one
gets a named refusal.
"""

from __future__ import annotations

from typing import Any

import pytest

from tablelaw import rulebooks
from tablelaw.cards import PACK, parse_cards
from tablelaw.chance import PracticeChance
from tablelaw.errors import ImpossibleTable
from tablelaw.table.checks.invariants import require_possible_state
from tablelaw.table.engine import Engine
from tablelaw.table.notation.lines import state_text
from tablelaw.table.state import Table, change
from tests.table.permitted import random_submission
from tests.table.reading.test_replay import hand, run
from tests.table.test_conformance import move
from tests.table.test_text_walk import walk
from tests.table.world import World


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_every_state_of_a_walk_is_sound(book: str) -> None:
    chance = PracticeChance(f"sound {book}")
    for _ in range(3):
        engine = Engine(random_submission(book, chance), bool(chance.below(2)))
        for _, state in walk(engine, chance):
            require_possible_state(engine.rules, state)


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_every_state_of_rounds_with_irregularities_is_sound(book: str) -> None:
    for method in rulebooks.get(book).dealing:
        world = World(book, method.id, f"{book} {method.id} sound")
        while world.state.rounds < 5:
            move(world)
            require_possible_state(world.engine.rules, world.state)


def settled() -> tuple[Engine, Table]:
    """The golden hand after settlement, before it is cleared."""
    engine, happened = hand()
    return engine, engine.replay(happened[:-1])


def in_round(state: Table, **fields: Any) -> Table:
    assert state.round is not None
    return change(state, round=change(state.round, **fields))


def at_seat(state: Table, number: int, **fields: Any) -> Table:
    assert state.round is not None
    seats = state.round.seats
    return in_round(state, seats={**seats, number: change(seats[number], **fields)})


def line(state: Table, **fields: Any) -> Table:
    assert state.round is not None
    first, *rest = state.round.lines
    return in_round(state, lines=(change(first, **fields), *rest))


EDITS: list[tuple[str, Any]] = [
    ("method", lambda state: change(state, method="drone")),
    ("shuffler", lambda state: change(state, shuffler="tumble-dryer")),
    ("meters", lambda state: change(state, meters={})),
    ("meters", lambda state: change(state, meters={**state.meters, "five-card": -1})),
    ("decks[1]", lambda state: change(state, decks=(change(state.decks[0], cards=PACK[:51]), *state.decks[1:]))),
    ("deck", lambda state: change(state, deck=2)),
    ("round.flow", lambda state: in_round(state, flow=99)),
    ("round.phase", lambda state: in_round(state, phase="deciding")),
    ("round", lambda state: at_seat(state, 1, cards=state.round.places["dealer"])),
    ("round.dealt", lambda state: in_round(state, dealt=1)),
    ("round.shown", lambda state: in_round(state, shown=6)),
    ("round", lambda state: at_seat(state, 1, cards=parse_cards("2c 3c"))),
    ("players[9]", lambda state: change(state, players={**state.players, 9: "Eve"})),
    ("round.seats[1]", lambda state: at_seat(state, 1, player="Eve")),
    ("round.seats[1].wagers", lambda state: at_seat(state, 1, wagers={"tea": 500})),
    ("round.lines[1]", lambda state: line(state, kept=0)),
    ("round.lines[1]", lambda state: line(state, stake=1, kept=1, returned=0)),
    ("round.lines[1]", lambda state: line(state, seat=6)),
]


@pytest.mark.parametrize(("where", "edit"), EDITS, ids=[f"{n} {where}" for n, (where, _) in enumerate(EDITS)])
def test_an_edited_table_is_refused_by_its_place(where: str, edit: Any) -> None:
    engine, state = settled()
    require_possible_state(engine.rules, state)
    with pytest.raises(ImpossibleTable) as refusal:
        require_possible_state(engine.rules, edit(state))
    assert (refusal.value.code, refusal.value.where) == ("impossible-table", where)
    assert refusal.value.accepted


def test_replay_refuses_an_edited_table() -> None:
    engine, state = settled()
    with pytest.raises(ImpossibleTable, match=r"round\.dealt"):
        run("replay", "-", stdin=state_text(engine, in_round(state, dealt=1)))
