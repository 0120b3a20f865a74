"""A wager that a player takes back at a decision is returned in the ledger, citing the decision's paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import cast

import pytest

from tablelaw.chance import PracticeChance
from tablelaw.floor.audit.reexecution import reexecute
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.log.entry import decode
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store
from tablelaw.submission.template import new_submission
from tablelaw.table import commands
from tests.examples import example
from tests.floor.played import KEY, Hours, new_floor
from tests.floor.tally import Tally
from tests.floor.world import PROPERTY, PURSE_CENTS, World

TABLE, PLAYER = "LIR-1", "LIR-1 1"
CHIPS = f"chips:{PLAYER}"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_floor(tmp_path)


@contextmanager
def opened(store: Store) -> Iterator[World]:
    """Opens a property with one table of a game that has pulls."""
    text = new_submission(example("let-it-ride"), PROPERTY, TABLE)
    with closing(FloorService(store, clock=Hours(), chance=PracticeChance("pulls"))) as service:
        world = World(service, "pulls")
        world.open([text], key=KEY.public)
        yield world


def begin(world: World) -> int:
    """Seats a player with three equal wagers at the first decision. Returns the cents of each."""
    world.seat(TABLE, (1,))
    world.ready(TABLE)
    world.bet(TABLE)
    world.do(DEALER, commands.CloseBets(), TABLE)
    world.run(TABLE)
    round_ = world.view(TABLE).state.round
    assert round_ is not None
    (stake,) = set(round_.seats[1].wagers.values())
    return stake


def act(world: World, action: str) -> None:
    world.do(f"player:{PLAYER}", commands.Act(1, action), TABLE)
    world.run(TABLE)


def chips(world: World) -> tuple[int, int]:
    """The player's money in cents, and how much of it is on the table."""
    balance = cast(FloorService, world.service).views.balances()[CHIPS]
    return balance.posted, balance.debits_pending


def test_a_pulled_wager_is_returned_under_its_paragraph(store: Store) -> None:
    with opened(store) as world:
        stake = begin(world)
        assert chips(world) == (PURSE_CENTS, 3 * stake)
        act(world, "pull")
        assert chips(world) == (PURSE_CENTS, 2 * stake)
        (returned,) = (transfer for transfer in store.transfers(0, 1000) if transfer.code == "returned")
        assert (returned.debit, returned.credit, returned.cents) == (CHIPS, f"tray:{TABLE}", stake)
        assert (returned.kind, returned.cite) == ("void", "5(b)")
        act(world, "ride")
        assert world.view(TABLE).state.round is None
        assert chips(world)[1] == 0


def test_a_void_round_returns_what_was_not_pulled(store: Store) -> None:
    with opened(store) as world:
        begin(world)
        act(world, "pull")
        world.do(FLOORPERSON, commands.ReportIrregularity("wrong-number-of-cards"), TABLE)
        world.run(TABLE)
        assert chips(world) == (PURSE_CENTS, 0)


def test_no_cent_is_lost_or_made_and_the_log_carries_itself_out_again(store: Store) -> None:
    tally, seen = Tally(), 0
    with opened(store) as world:
        world.seat(TABLE, (1, 2))
        for _ in range(12):
            world.play_round(TABLE, irregularities=5)
        service = cast(FloorService, world.service)
        while page := store.entries(seen, 100):
            for row in page:
                tally.see(decode(row.body))
            seen = page[-1].seq
        assert not list(tally.differences(service.views.balances(), service.views.meters))
        pulls = [transfer for transfer in store.transfers(0, seen) if transfer.cite == "5(b)"]
        assert {transfer.code for transfer in pulls} == {"returned"}
    assert reexecute(store).entries == seen
