"""Plays complete one-seat rounds of Ultimate through the engine, and keeps every event."""

from __future__ import annotations

from collections.abc import Sequence

from tablelaw import rulebooks
from tablelaw.chance import PracticeChance
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import accept
from tablelaw.submission.template import new_submission
from tablelaw.table import Engine, commands
from tablelaw.table.automation.dealer import Driver
from tablelaw.table.round.flow import stage_of

RULEBOOK = "pa-653a"
SEAT = 1
LONGEST = ("check", "check", "bet")
"""The decisions of the longest possible round: every stage asks for one, and the hand goes to the showdown."""
SHORTEST = ("bet",)


class Rounds:
    """A table with one player who always wagers and decides the same way. Every round includes a shuffle."""

    def __init__(self, decisions: Sequence[str], every_wager: bool = False, seed: str = "bench") -> None:
        book = rulebooks.get(RULEBOOK)
        self.engine = Engine(accept(parse_draft(new_submission(book, offer_all=True))))
        self.decisions = decisions
        self.wagers = _wagers(self.engine, every_wager)
        self.driver = Driver(self.engine, PracticeChance(seed))
        self.driver.run()
        self.driver.do(commands.TakeSeat(SEAT))
        self.driver.run()

    def play(self, rounds: int) -> int:
        """Plays this many rounds; returns how many events they left in the record."""
        self.driver.log = []
        for _ in range(rounds):
            self._play_one()
        return len(self.driver.log)

    def _play_one(self) -> None:
        driver = self.driver
        for wager, cents in self.wagers:
            driver.do(commands.PlaceWager(SEAT, wager, cents, by="player:1"))
        driver.do(commands.CloseBets())
        driver.run()
        for action in self.decisions:
            driver.do(commands.Act(SEAT, action, self._sum(action), by="player:1"))
            driver.run()
        self._floor()
        assert driver.state.round is None

    def _sum(self, action: str) -> int:
        """The smallest bet that the stage accepts."""
        if action != "bet":
            return 0
        round_ = self.driver.state.round
        assert round_ is not None
        bets = [choice for choice in stage_of(self.engine.rules, round_).choices if choice.wager]
        return min(bets[0].times) * self.wagers[0][1]

    def _floor(self) -> None:
        """Validates payouts and completes documents, as a floorperson, where the text requires it."""
        while (round_ := self.driver.state.round) is not None:
            if round_.waiting:
                self.driver.do(commands.Validate(*round_.waiting[0], by="floor:ann"))
            else:
                self.driver.do(commands.CompleteDocuments(round_.hand_pays[0], by="floor:ann"))
            self.driver.run()


def _wagers(engine: Engine, every: bool) -> list[tuple[str, int]]:
    kinds = ("opening", "optional") if every else ("opening",)
    offered = engine.submission.wagers
    return [
        (w.id, offered[w.id].minimum_cents) for w in engine.rules.book.wagers if w.kind in kinds and w.id in offered
    ]
