"""Ultimate Texas Hold 'Em under its basic strategy as a plain Python loop over eval7, the obvious first implementation.

Cards are sampled, hands ranked by eval7, outs counted card by card; payouts are looked up by the name of the hand.
"""

from __future__ import annotations

import random
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

from tablelaw.law.odds import OddsKind
from tablelaw.law.rulebook import Terms
from tablelaw.rulebooks import get

BETS = "33+ A2s+ A2o+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo"
FEWEST_OUTS = 21
DEUCE, TEN = 0, 8
NAMES = {
    "High Card": "high card",
    "Pair": "pair",
    "Two Pair": "two pair",
    "Trips": "three-of-a-kind",
    "Straight": "straight",
    "Flush": "flush",
    "Full House": "full house",
    "Quads": "four-of-a-kind",
    "Straight Flush": "straight flush",
}
CLASSES = list(NAMES)


def is_installed() -> bool:
    return find_spec("eval7") is not None


class Rounds:
    """Rounds of one seat that stakes one unit each on Ante, Blind and Trips."""

    def __init__(self) -> None:
        eval7 = import_module("eval7")
        self.version, self.evaluate, self.handtype = version("eval7"), eval7.evaluate, eval7.handtype
        self.deck: list[Any] = [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
        terms = get("pa-653a").terms()
        self.blind, self.trips = _net(terms, "blind"), _net(terms, "trips")
        self.bets = _bets()
        self.royal = eval7.evaluate([eval7.Card(card) for card in ("As", "Ks", "Qs", "Js", "Ts")])
        self.chance = random.Random(7)
        self.rounds, self.total = 0, 0.0

    def play(self, count: int) -> int:
        for _ in range(count):
            cards = self.chance.sample(self.deck, 9)
            self.total += self.round(cards[:5], cards[5:7], cards[7:])
        self.rounds += count
        return count

    def round(self, board: list[Any], dealer: list[Any], own: list[Any]) -> float:
        """Plays a round and returns the total gain of Ante, Blind, Play and Trips."""
        mine, theirs = int(self.evaluate(own + board)), int(self.evaluate(dealer + board))
        hand = self.name(mine)
        trips = self.trips.get(hand, -1.0)
        times = self.times(board, own, mine)
        if not times:
            return trips - 2
        qualifies = int(self.handtype(theirs) != "High Card")
        if mine > theirs:
            return trips + times + qualifies + self.blind.get(hand, 0.0)
        if mine < theirs:
            return trips - times - qualifies - 1
        return trips

    def name(self, value: int) -> str:
        return "royal flush" if value == self.royal else NAMES[self.handtype(value)]

    def times(self, board: list[Any], own: list[Any], mine: int) -> int:
        """The size of the Play wager in units: four, two, one or none."""
        if (own[0].rank, own[1].rank, own[0].suit == own[1].suit) in self.bets:
            return 4
        if self.bets_after_flop(board[:3], own):
            return 2
        if CLASSES.index(self.handtype(mine)) > CLASSES.index(self.handtype(self.evaluate(board))):
            return 1
        seen = {*board, *own}
        outs = sum(self.evaluate([*board, card]) > mine for card in self.deck if card not in seen)
        return 1 if outs < FEWEST_OUTS else 0

    def bets_after_flop(self, flop: list[Any], own: list[Any]) -> bool:
        """Whether the player bets after the flop: with two pair or better, a hidden pair except pocket deuces, or four
        to a flush with a hidden ten or better.
        """
        ranks = [card.rank for card in flop]
        if own[0].rank in ranks or own[1].rank in ranks or own[0].rank == own[1].rank > DEUCE:
            return True
        suits = [card.suit for card in flop + own]
        if any(card.rank >= TEN and suits.count(card.suit) == 4 for card in own):
            return True
        return CLASSES.index(self.handtype(self.evaluate(flop + own))) >= CLASSES.index("Two Pair")


def _net(terms: Terms, paytable: str) -> dict[str, float]:
    """The gain per unit of each hand that is paid at odds."""
    cells = terms.column(paytable).items()
    return {cls: float(cell.odds.net_per_unit()) for cls, cell in cells if cell.odds.kind is OddsKind.TO}


def _bets() -> set[tuple[int, int, bool]]:
    """Every two-card starting hand, in both orders, with which the player bets before the flop."""
    found = set()
    for part in BETS.split():
        high, low = ("23456789TJQKA".index(letter) for letter in part[:2])
        suited = part[2:3] == "s"
        if high == low:
            found |= {(rank, rank, False) for rank in range(low, 13)}
        else:
            lows = range(low, high) if part.endswith("+") else (low,)
            found |= {pair for other in lows for pair in ((high, other, suited), (other, high, suited))}
    return found
