"""A wrong count of the stub is repeated by a floorperson before it has any consequence."""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tablelaw.table import commands as c
from tablelaw.table import events
from tests.table.game import DEALER, FLOOR, Game
from tests.table.test_life import bet, staying, verdict

IRREGULARITY = "stub-wrong-misdealt"
GOING_ON = (c.Deal, c.EnterCard, c.Act, c.TurnUp, c.SettleSeat, c.ClearRound)


def counted(book: str, off_by: int) -> Game:
    """A round whose dealer has miscounted the stub by a given number of cards."""
    game = to_the_count(book)
    game.do(c.CountStub(right(game) + off_by, by=DEALER))
    return game


def to_the_count(book: str) -> Game:
    game = bet(Game(book).opened()).deal()
    while game.round.phase != "settling":
        game.do(game.next() or staying(game))
    return game


def right(game: Game) -> int:
    return game.engine.rules.deck_size - game.round.dealt


@pytest.mark.parametrize("off_by", [-1, 0, 1])
@pytest.mark.parametrize("book", rulebooks.IDS)
def test_a_mistyped_count_voids_nothing(book: str, off_by: int) -> None:
    """Whether one card too few, the right number or one too many was typed, the round stands once the recount is
    right.
    """
    game = counted(book, off_by)
    assert verdict(game, c.ReportIrregularity(IRREGULARITY, by=DEALER)) == "slip-not-now"
    assert verdict(game, c.ReportIrregularity(IRREGULARITY, by=FLOOR)) == "slip-not-now"
    if off_by:
        game.do(c.CountStub(right(game), by=FLOOR))
    assert game.round.stub == "right" and not game.round.voided_by
    assert verdict(game, c.ReportIrregularity(IRREGULARITY, by=FLOOR)) == "slip-not-now"
    while game.round.phase != "done":
        game.do(game.next() or staying(game))
    assert game.clear().state.rounds_since_count == 0


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_nothing_goes_on_before_the_recount(book: str) -> None:
    game = counted(book, -1)
    assert game.driver.next_command() is None
    legal = game.engine.legal(game.state)
    assert not [command for command in legal if isinstance(command, GOING_ON)]
    assert [command.actor.role for command in legal if isinstance(command, c.CountStub)] == ["floor"]


@pytest.mark.parametrize("off_by", [-1, 1])
def test_a_count_that_is_confirmed_has_its_consequence(off_by: int) -> None:
    game = counted("pa-653a", off_by)
    game.do(c.CountStub(right(game) + off_by, by=FLOOR))
    assert game.round.stub == "confirmed"
    assert "slip(" in game.refused(c.SettleSeat()).accepted
    assert verdict(game, c.CountStub(right(game), by=FLOOR)) == "no-stub-to-count"
    game.irregularity(IRREGULARITY).settle()
    assert {line.outcome for line in game.round.lines} == {"void"}
    by = [event.by for event in game.log if isinstance(event, events.StubCounted)]
    assert by == [DEALER, FLOOR], "both counts are on record"


@pytest.mark.parametrize(
    ("by", "name"),
    [(DEALER, "wrong-role"), (f"floor:{DEALER.partition(':')[2]}", "same-person"), (FLOOR, "accepted")],
)
def test_who_counts_again(by: str, name: str) -> None:
    game = counted("pa-653a", -1)
    assert verdict(game, c.CountStub(right(game), by=by)) == name


def test_8_f_the_first_count_is_the_dealers() -> None:
    game = to_the_count("pa-653a")
    refusal = game.refused(c.CountStub(right(game), by=FLOOR))
    assert (refusal.name, refusal.cite, refusal.accepted) == ("wrong-role", "653a.8(f)", "the dealer")
