"""Questions about people, decks and devices at a table: who may leave or order, what is spread, what is removed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, cast

from tablelaw.cards.card import parse_cards
from tablelaw.floor.read_model import TableView
from tablelaw.law.rulebook import Rulebook
from tablelaw.table import commands as c
from tablelaw.table.legal import decisions
from tablelaw.views.messages import HIDDEN
from tablelaw.views.table_view import view
from tests.table.game import DEALER, FLOOR, Game
from tests.table.test_life import bet, play, status, verdict

Asked = Mapping[str, Any]


def ask_leaves_after(book: Rulebook, asked: Asked) -> str:
    """Whether a player may leave the seat after a decision, while the round continues with another player."""
    game = bet(Game(book.id, seats=(1, 2)).opened())
    game.bet(2, ante=10).deal()
    game.do(next(act for act in decisions(game.engine.rules, game.round) if act.action == asked["leaves_after"]))
    assert game.round.phase == "deciding"
    return verdict(game, c.LeaveSeat(1, by="player:1"))


def ask_spread(book: Rulebook, asked: Asked) -> str:
    """The state of each of two decks at a table without players."""
    game = Game(book.id, procedure={"shuffler": asked["spread"], "decks": 2}).opened()
    game.do(c.LeaveSeat(1, by="player:1"))
    game.do(c.SpreadCards(by=DEALER))
    return f"{status(game, 0)}, {status(game, 1)}"


def ask_recut_by(book: Rulebook, asked: Asked) -> str:
    """Whether a person may order another cut."""
    game = Game(book.id, procedure={"shuffler": "none"}).opened()
    return verdict(game, c.OrderRecut(by=asked["recut_by"]))


def ask_without(book: Rulebook, asked: Asked) -> str:
    """How the deck is shuffled once a device has been removed and another dealing procedure is used."""
    game = Game(book.id, procedure={"dealing": "automated-shoe"}).opened()
    game.do(c.MarkDevice(asked["without"]))
    game.do(c.ChangeMethod("manual-shoe", by=FLOOR))
    play(game).ready()
    return str(next(event.how for event in reversed(game.log) if hasattr(event, "how")))


def ask_after_payment(book: Rulebook, asked: Asked) -> str:
    """Where the cards of the first winner are while the next one still waits to be paid."""
    game = Game(book.id, seats=(1, 2), version=asked["after_payment"])
    game.stack({1: "As Ad 2c", 2: "Ks Kd 2d"}, board="Ac Kc 7h").opened()
    for seat in (1, 2):
        game.bet(seat, ante=10)
    game.deal()
    for seat, discard in ((1, "2c"), (2, "2d")):
        game.do(c.Act(seat, "bet", 1000, parse_cards(discard), by=f"player:{seat}"))
    while not game.round.lines:
        command = game.next()
        assert command is not None
        game.do(command)
    first = game.round.lines[0]
    assert first.outcome == "won" and len({line.seat for line in game.round.lines}) == 1
    return "in the rack" if game.round.seats[first.seat].racked else "at the position"


def ask_own_cards(book: Rulebook, asked: Asked) -> str:
    """Which cards a player at two positions sees before deciding on the first of them."""
    game = Game(book.id, seats=(), positions_per_player="2")
    for seat in asked["own_cards"]:
        game.do(c.TakeSeat(seat, "ann", by=f"player:{seat}"))
    game.ready()
    for seat in asked["own_cards"]:
        game.do(c.PlaceWager(seat, "ante", 1000, by=f"player:{seat}"))
    game.deal()
    rules = {"differences": (), "undecided": frozenset[str]()}
    table = cast(TableView, SimpleNamespace(engine=game.engine, state=game.state, number=1, asked=None, **rules))
    seen = view("T", table, "player", "ann", 0, {}, frozenset())
    shown = {seat.seat: "face down" if HIDDEN in seat.cards else "seen" for seat in seen.seats if seat.cards}
    return ", ".join(f"{seat} {how}" for seat, how in shown.items())


QUESTIONS: dict[str, Callable[[Rulebook, Asked], str]] = {
    "leaves_after": ask_leaves_after,
    "spread": ask_spread,
    "recut_by": ask_recut_by,
    "without": ask_without,
    "after_payment": ask_after_payment,
    "own_cards": ask_own_cards,
}
