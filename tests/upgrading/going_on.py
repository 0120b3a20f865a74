"""The work of each version in turn: it settles the open round and leaves the next one open."""

from __future__ import annotations

from contextlib import closing

from tablelaw.chance import PracticeChance
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import open_store
from tablelaw.table import commands
from tests.floor.played import UTH, Hours, bet, play_on
from tests.floor.world import World

HOUR = 3_600


class After(Hours):
    """A clock that continues where the log ends."""

    def __init__(self, last: int) -> None:
        self.time = last + HOUR


def go_on(database: str, seed: str) -> None:
    with closing(open_store(database)) as store:
        last = store.log_rows(store.head() - 1)[0].at
        service = FloorService(store, clock=After(last), chance=PracticeChance(seed))
        with closing(service):
            world = World(service, seed)
            world.do("player:ann", commands.Act(1, "bet", 1000), UTH)
            world.run(UTH)
            bet(world, ante=500, blind=500)
            play_on(world, UTH, (1, "check", 0))
