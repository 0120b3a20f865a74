"""Draws of the table game system: Magic Cards and Lucky positions, from the chance passed in."""

from __future__ import annotations

from houserules.cards import Deck
from houserules.chance import Chance
from houserules.law.rows import Wager
from houserules.law.terms import DRAWS_EVERY
from houserules.table.commands import DrawBonus
from houserules.table.engine import Engine
from houserules.table.state import Round

FRESH = Deck.new().cards


def draw(engine: Engine, round_: Round, chance: Chance, at: int) -> DrawBonus | None:
    """What is drawn for a round whose bets are closed: each bonus once in so many rounds, on the average."""
    bonuses = bonuses_due(engine, round_)
    falls = [bonus for bonus in bonuses if chance.below(int(engine.plan.terms.choice(DRAWS_EVERY))) == 0]
    if not falls:
        return None
    cards = tuple(FRESH[chance.below(len(FRESH))] for _ in _of_kind(falls, "card"))
    positions = tuple(chance.below(engine.plan.seats + 1) for _ in _of_kind(falls, "position"))
    return DrawBonus(cards, positions, by="system", at=at)


def bonuses_due(engine: Engine, round_: Round) -> list[Wager]:
    """The drawn bonuses that ride on some wager of the round."""
    wagered = {wager for seat in round_.seats.values() for wager in seat.wagers}
    return [bonus for bonus in engine.plan.bonuses if bonus.drawn and wagered.intersection(bonus.rides_on)]


def _of_kind(bonuses: list[Wager], kind: str) -> list[Wager]:
    return [bonus for bonus in bonuses if bonus.drawn == kind]
