"""One-seat rounds on the table's own engine, for comparison with the exact analysis deal by deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tablelaw.chance import PracticeChance
from tablelaw.submission.submission import Submission
from tablelaw.table import Engine, Round, commands
from tablelaw.table.automation.dealer import Driver

SEAT, BY = 1, "player:1"
Decide = Callable[[Round], tuple[str, int, tuple[int, ...]]]
"""The action taken, its wager in cents, and the positions of the discarded cards."""


def rounds(submission: Submission, placed: Mapping[str, int], decide: Decide, count: int) -> Iterator[Round]:
    """Yields rounds, each one settled but not yet cleared."""
    driver = Driver(Engine(submission), PracticeChance("deals to compare"))
    driver.do(commands.TakeSeat(SEAT, "one", by=BY))
    for _ in range(count):
        driver.run()
        for wager, cents in placed.items():
            driver.do(commands.PlaceWager(SEAT, wager, cents, by=BY))
        driver.do(commands.CloseBets())
        yield _played(driver, decide)


def _played(driver: Driver, decide: Decide) -> Round:
    while True:
        round_ = driver.state.round
        assert round_ is not None
        if round_.phase == "done":
            return round_
        driver.do(_decision(round_, decide) if round_.phase == "deciding" else _next(driver))


def _decision(round_: Round, decide: Decide) -> commands.Command:
    action, cents, put_away = decide(round_)
    discard = tuple(round_.seats[SEAT].cards[place] for place in put_away)
    return commands.Act(SEAT, action, cents, discard, by=BY)


def _next(driver: Driver) -> commands.Command:
    command = driver.next_command()
    assert command is not None
    return command


def gained(round_: Round, wagers: tuple[str, ...]) -> int:
    """What a seat won or lost on these wagers, in cents."""
    return sum(line.paid - line.kept for line in round_.lines if line.wager in wagers)
