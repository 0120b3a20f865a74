"""Automatic players decide with real cards, entered one by one, just as with virtual ones."""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tablelaw.chance import PracticeChance
from tablelaw.table.automation import players
from tablelaw.table.automation.players import sensible
from tests.table.game import Game

ROUNDS = 4


def thought_through(book: str, *, physical: bool) -> list[tuple[str, int]]:
    """The decisions of one round, from the first card to the settlement."""
    game = Game(book, physical=physical).opened()
    game.bet(1, **{wager.id.replace("-", "_"): 10 for wager in game.engine.rules.opening}).deal()
    taken, chance = [], PracticeChance("thinker")
    while game.round.phase == "deciding":
        act = sensible(game.engine, game.state, chance, ROUNDS)
        taken.append((act.action, act.cents))
        game.do(act)
        game.run()
    return taken


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_real_cards_are_thought_about_like_virtual_ones(book: str) -> None:
    real = thought_through(book, physical=True)
    assert real and real == thought_through(book, physical=False)


def test_planted_thinker_who_waits_for_real_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "_dealing_by_itself", lambda engine: engine)
    with pytest.raises(KeyError):
        thought_through("pa-653a", physical=True)
