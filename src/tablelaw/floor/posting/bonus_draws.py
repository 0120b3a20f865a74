"""The table game system's draws of Magic Cards and Lucky positions, made with the given source of randomness."""

from __future__ import annotations

from tablelaw.cards import Deck
from tablelaw.chance import Chance
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import DRAWS_EVERY
from tablelaw.table.commands import DrawBonus
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round

FRESH = Deck.new().cards


def draw(rules: TableRules, round_: Round, chance: Chance, at: int) -> DrawBonus | None:
    """Draws the bonuses of a round after bets are closed. Each bonus is hit with its own average frequency."""
    bonuses = bonuses_due(rules, round_)
    falls = [bonus for bonus in bonuses if chance.below(int(rules.terms.choice(DRAWS_EVERY))) == 0]
    if not falls:
        return None
    cards = tuple(FRESH[chance.below(len(FRESH))] for _ in _of_kind(falls, "card"))
    positions = tuple(chance.below(rules.seats + 1) for _ in _of_kind(falls, "position"))
    return DrawBonus(cards, positions, by="system", at=at)


def bonuses_due(rules: TableRules, round_: Round) -> list[Wager]:
    """The drawn bonuses that ride on a wager of the round."""
    wagered = {wager for seat in round_.seats.values() for wager in seat.wagers}
    return [bonus for bonus in rules.bonuses if bonus.drawn and wagered.intersection(bonus.rides_on)]


def _of_kind(bonuses: list[Wager], kind: str) -> list[Wager]:
    return [bonus for bonus in bonuses if bonus.drawn == kind]
