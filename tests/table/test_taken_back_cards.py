"""A mistyped real card is taken back until something else happens; a card that was dealt wrongly is not."""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tablelaw.cards import PACK
from tablelaw.table import commands as c
from tablelaw.table import events
from tablelaw.table.checks.invariants import require_possible_state
from tablelaw.table.checks.log_check import followed
from tablelaw.table.notation.lines import parse_state, state_text
from tablelaw.table.state import Table, change
from tests.table.game import DEALER, FLOOR, Game
from tests.table.test_life import bet, staying, verdict


def at_the_deal(book: str) -> Game:
    """A table with real cards, after "no more bets"."""
    game = bet(Game(book, physical=True).opened())
    game.do(c.CloseBets(by=DEALER))
    return game


def next_of(game: Game) -> c.Command:
    return game.next() or staying(game)


def mistyped(game: Game, by: str = DEALER) -> None:
    """The dealer enters the last card of the pack instead of the next one, and takes it back."""
    before = game.state
    game.do(c.EnterCard(PACK[-1], by=DEALER))
    [event] = game.do(c.TakeBackCard(by=by))
    assert isinstance(event, events.CardTakenBack) and event.card == PACK[-1]
    assert as_before(game.state) == as_before(before)
    require_possible_state(game.engine.rules, game.state)


def as_before(state: Table) -> Table:
    """The state without the fields that show that time has passed."""
    round_ = change(state.round, entered=(), entered_flow=-1, dealers=()) if state.round else None
    return change(state, round=round_, events=0, now=0)


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_every_card_of_a_round_can_be_typed_again(book: str) -> None:
    plain, corrected = at_the_deal(book), at_the_deal(book)
    while plain.round.phase != "done":
        command = next_of(plain)
        assert command == next_of(corrected)
        if isinstance(command, c.EnterCard):
            mistyped(corrected)
        plain.do(command)
        corrected.do(command)
    assert corrected.round.lines == plain.round.lines and corrected.round.dealt == plain.round.dealt
    followed(corrected.engine, corrected.log)


def test_dealer_and_floorperson_take_back_and_nobody_else() -> None:
    game = at_the_deal("pa-653a")
    mistyped(game, DEALER)
    mistyped(game, FLOOR)
    game.do(c.EnterCard(PACK[0], by=DEALER))
    assert {verdict(game, c.TakeBackCard(by=by)) for by in ("player:1", "system")} == {"wrong-role"}


def test_only_one_card_is_taken_back() -> None:
    game = at_the_deal("pa-653a")
    assert verdict(game, c.TakeBackCard(by=DEALER)) == "no-card-to-take-back"
    game.do(c.EnterCard(PACK[0], by=DEALER))
    mistyped(game)
    assert verdict(game, c.TakeBackCard(by=DEALER)) == "no-card-to-take-back", "the card before it stays"


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_after_anything_else_a_card_stays(book: str) -> None:
    """A decision, a count, cards turned up or a settlement may rest on the card."""
    game = at_the_deal(book)
    while game.round.phase != "done":
        command = next_of(game)
        game.do(command)
        is_card = isinstance(command, c.EnterCard)
        assert (verdict(game, c.TakeBackCard(by=DEALER)) == "accepted") is is_card, command


def test_13_an_irregularity_is_not_undone() -> None:
    """What the text says about a card exposed or dealt in error is not avoided by taking the card back."""
    game = at_the_deal("pa-653a")
    game.do(c.EnterCard(PACK[0], by=DEALER))
    game.do(c.ReportIrregularity("one-card-face-up", 0, (PACK[1],), by=DEALER))
    assert verdict(game, c.TakeBackCard(by=DEALER)) == "no-card-to-take-back"


def test_people_who_come_do_not_end_the_correction() -> None:
    game = at_the_deal("pa-653a")
    game.do(c.EnterCard(PACK[0], by=DEALER))
    game.do(c.TakeSeat(4, "Nell", by="player:4"))
    assert verdict(game, c.TakeBackCard(by=DEALER)) == "accepted"


def test_a_table_is_written_and_read_between_card_and_correction() -> None:
    game = at_the_deal("pa-653a")
    game.do(c.EnterCard(PACK[0], by=DEALER))
    assert parse_state(state_text(game.engine, game.state))[1] == game.state
