"""The practice table offers a pull and a ride on separate keys, and says what was done."""

from __future__ import annotations

from tablelaw.cli.play.decisions import ways
from tablelaw.cli.play.event_sentences import heard
from tablelaw.cli.play.felt import Pen
from tablelaw.table import events
from tests.examples import example
from tests.table.game import Game


def dealt() -> Game:
    example("let-it-ride")
    game = Game("let-it-ride", procedure={"dealing": "hand"}).opened()
    return game.bet(1, ante=10, first=10, second=10).deal()


def test_pull_and_ride_have_keys_labels_and_paragraphs() -> None:
    game = dealt()
    offers = [way.offer for way in ways(game.engine, game.round)]
    assert [(offer.key, offer.label, offer.note) for offer in offers] == [
        ("t", "take back Bet 1", "5(b)"),
        ("r", "let it ride", "5(b)"),
    ]


def test_a_player_hears_what_was_taken_back() -> None:
    game = dealt()
    said = [
        heard(game.engine, game.state, events.Decided(1, "first-bet", action, wager, cite="5(b)"), Pen(), me)
        for me in (1, 2)
        for action, wager in (("pull", "first"), ("ride", ""))
    ]
    assert said == [
        "You take back Bet 1 (5(b))",
        "You let it ride (5(b))",
        "P1 takes back Bet 1 (5(b))",
        "P1 lets the bets ride (5(b))",
    ]
