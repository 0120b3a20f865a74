"""Tests that every rulebook inherits: random play with random irregularities, under every dealing procedure.

Each rulebook and procedure gets 100 rounds; TABLELAW_ROUNDS sets another total. A failure names its seed, and
`play("<seed>", rounds)` plays it again.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from tablelaw import rulebooks
from tablelaw.table import commands
from tests.table.disturbances import SIDE, bet, irregularity, nonsense, out_of_order, plain, sit
from tests.table.world import World, pick

PROCEDURES = [(book, method.id) for book in rulebooks.IDS for method in rulebooks.get(book).dealing]
ROUNDS = int(os.environ.get("TABLELAW_ROUNDS", 200 * len(PROCEDURES))) // len(PROCEDURES)
ROUNDS_A_TABLE = 50
MAY_CHANGE_NOTHING = (commands.ReadMeters, commands.Shuffle, commands.ChangeDecks, commands.ReportIrregularity)
"""Commands that may change nothing: a meter reading or a shuffle may repeat the last one, new decks may replace new
ones, and some irregularities are only recorded.
"""


def play(seed: str, rounds: int) -> None:
    """Plays some rounds at one table under a random submission."""
    book, method, _ = seed.split(" ", 2)
    world = World(book, method, seed)
    for _ in range(world.chance.below(12)):
        sit(world)
    while world.state.rounds < rounds:
        move(world)
    finish(world, 400)
    assert world.engine.replay(world.log) == world.state


def move(world: World) -> None:
    """Usually takes the next step, and sometimes another one."""
    roll = world.chance.below(1000)
    if roll < 25:
        irregularity(world)
    elif roll < 65:
        pick(world.chance, SIDE)(world)
    elif roll < 80:
        pick(world.chance, (nonsense, out_of_order))(world)
    elif roll < 81:
        check_legal(world)
    elif roll < 83:
        check_never_stuck(world)
    else:
        go_on(world)


def go_on(world: World) -> None:
    command = world.next_command()
    if command is not None:
        world.do(command)
    else:
        bet(world)


def finish(world: World, most: int) -> None:
    """Completes the round with steps that are always allowed: those of dealer and floor, and any player's decisions."""
    for _ in range(most):
        if world.state.round is None:
            return
        go_on(world)
    raise AssertionError(f"stuck: {world.state.round}")


def check_legal(world: World) -> None:
    """Requires every command that is listed as legal to be accepted and to change something."""
    for command in world.engine.legal(world.state, world.now):
        after, happened = world.engine.step(world.state, command)
        assert happened
        assert isinstance(command, MAY_CHANGE_NOTHING) or plain(after) != plain(world.state), command


def check_never_stuck(world: World) -> None:
    """Requires that a cleared round can be reached from here, too."""
    finish(world.branch(), 400)


# --- Two processes play, one test a procedure reports ---------------------------------------------------


def play_all(book: str, method: str) -> str:
    """Plays all tables of a rulebook and procedure; returns the seed and message of a failure, or nothing."""
    for number in range(-(-ROUNDS // ROUNDS_A_TABLE)):
        seed = f"{book} {method} {number}"
        try:
            play(seed, min(ROUNDS_A_TABLE, ROUNDS - number * ROUNDS_A_TABLE))
        except Exception as error:
            return f"seed {seed!r}: {type(error).__name__}: {error}\n{traceback.format_exc(limit=-6)}"
    return ""


@pytest.fixture(scope="module")
def played() -> Iterator[dict[tuple[str, str], Future[str]]]:
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        yield {procedure: pool.submit(play_all, *procedure) for procedure in PROCEDURES}


@pytest.mark.parametrize("procedure", PROCEDURES, ids=" ".join)
def test_random_rounds(procedure: tuple[str, str], played: dict[tuple[str, str], Future[str]]) -> None:
    """Checks replay, conservation, the order of cards, legal commands, refusals, and that a round can always
    continue.
    """
    failure = played[procedure].result()
    assert not failure, failure
