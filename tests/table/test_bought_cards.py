"""A bought card: who sees it, and that the discarded card stays hidden from everybody else."""

from __future__ import annotations

import pytest

from tablelaw.cards import Card
from tablelaw.cli.floor.sentences import public_event_text
from tablelaw.printed_money import printed
from tablelaw.table import commands, events
from tablelaw.table.checks.invariants import require_possible_state
from tablelaw.table.checks.log_check import followed
from tablelaw.table.legal import decisions
from tablelaw.table.reading.sentences import event_text
from tablelaw.views.messages import HIDDEN, WireTable
from tablelaw.views.table_view import view
from tests.rulebooks.test_fr_stud import BOOK, buy, dealt
from tests.table.game import Game
from tests.table.test_dealers_card_face_up import table_view

assert BOOK.id == "fr-stud"


def seen(game: Game, player: str) -> WireTable:
    return view("STU-1", table_view(game), "player", player, 0, {}, frozenset())


def bought() -> tuple[Game, Card, Card]:
    """A game with two players, of whom the first buys a card; with the discarded and the bought card."""
    game = dealt((1, 2))
    away = game.round.seats[1].cards[3]
    buy(game, 1, 3)
    game.do(commands.Act(2, "bet", 2000, by="player:2"))
    game.do(commands.Deal())
    return game, away, game.round.seats[1].cards[-1]


def test_everybody_sees_the_card_bought_and_only_its_player_the_others() -> None:
    game, away, new = bought()
    (own, *_), (others, *_) = seen(game, "p1").seats, seen(game, "p2").seats
    assert own.cards == tuple(map(str, game.round.seats[1].cards))
    assert own.discard == (str(away),)
    assert others.cards == (HIDDEN,) * 4 + (str(new),)
    assert others.discard == (HIDDEN,)


def test_the_card_put_away_stays_hidden_when_the_hand_is_turned_up() -> None:
    game, away, _ = bought()
    game.settle()
    (others, *_) = seen(game, "p2").seats
    assert others.cards == tuple(map(str, game.round.seats[1].cards))
    assert others.discard == (HIDDEN,)
    assert str(away) not in others.cards


def test_the_choices_of_the_player_name_the_price() -> None:
    game = dealt()
    fold, bet, sold = seen(game, "p1").choices
    assert (fold.price, bet.price, sold.price) == (0, 0, 1000)
    assert (sold.action, sold.cents) == ("buy", (2000,))
    assert sold.discards == tuple(map(str, game.round.seats[1].cards))


def test_every_card_may_be_exchanged() -> None:
    game = dealt()
    acts = [act.discard for act in decisions(game.engine.rules, game.round) if act.action == "buy"]
    assert acts == [(card,) for card in game.round.seats[1].cards]


def test_the_public_sentence_does_not_name_the_card_put_away() -> None:
    game = dealt()
    away, before = game.round.seats[1].cards[3], game.state
    decided, *_ = buy(game, 1, 3)
    (told,) = public_event_text(game.engine, before, decided)
    assert told.endswith("and buys a card") and str(away) not in told
    assert (
        event_text(game.engine.rules, before, decided)
        == f"seat 1 bets {printed(2000)} on Relance and buys a card for {away}"
    )


@pytest.mark.parametrize("physical", [False, True], ids=["virtual cards", "real cards"])
def test_a_log_with_a_purchase_is_followed(physical: bool) -> None:
    game = dealt((1, 2), physical=physical)
    buy(game, 1)
    game.each("bet").settle().clear()
    assert followed(game.engine, game.log) == game.state
    lines = [line for event in game.log if isinstance(event, events.Settled) for line in event.lines]
    assert sum(line.wager == "purchase" for line in lines) == 1


def test_every_state_of_a_purchase_is_possible() -> None:
    game = dealt((1, 2))
    for step in (lambda: buy(game, 1), lambda: buy(game, 2), lambda: game.do(commands.Deal()), lambda: game.settle()):
        step()
        require_possible_state(game.engine.rules, game.state)


def test_the_stub_is_counted_after_the_cards_bought() -> None:
    game = dealt((1, 2))
    buy(game, 1)
    refused = game.refused(commands.CountStub(52 - game.round.dealt))
    assert refused.code == "no-stub-to-count"
