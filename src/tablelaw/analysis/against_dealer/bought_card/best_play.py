"""Exact best play where a player who bets may also discard one card and buy another, as in French casino stud.

The bet is paid by the hand after the purchase, and the price is lost. Whether a rulebook offers a purchase, and at what
price, is not read here but given as a `Purchasing`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from time import perf_counter

import numpy as np

from tablelaw.analysis.advice import Advice, best_first
from tablelaw.analysis.against_dealer.bought_card.kernels import (
    Purchase,
    improve,
    new_improved,
    purchase_cells,
    walk_with_purchase,
)
from tablelaw.analysis.against_dealer.whole_hands.best_play import advice, require_cards
from tablelaw.analysis.against_dealer.whole_hands.count_kernels import new_subsets
from tablelaw.analysis.against_dealer.whole_hands.count_tables import counted
from tablelaw.analysis.against_dealer.whole_hands.game import Game, class_places, hands_of, option_gain, pay_of
from tablelaw.analysis.against_dealer.whole_hands.kernels import NO_CARD, PACK_SIZE, Counts, Pay, Plan
from tablelaw.analysis.against_dealer.whole_hands.strength_levels import levels
from tablelaw.analysis.ending_sums import Option, Outcome, main_result, summed_up
from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.result import Result
from tablelaw.analysis.sum_bounds import require_room
from tablelaw.cards import Card
from tablelaw.law.conduct import STANDINGS


@dataclass(frozen=True, slots=True)
class Purchasing:
    """A game, the bet with which a card may be bought, and the price in Antes."""

    game: Game
    bet: Option
    price: Fraction

    def gain(self, own: int, band: int, standing: int) -> Fraction:
        """What the bet and everything else on the table gain with a hand after the purchase, less the price."""
        return option_gain(self.game, self.bet, own, band, standing) - self.price

    @property
    def name(self) -> str:
        return f"{self.bet.name} and buy a card"

    @property
    def sold(self) -> int:
        """How many cards can still be bought when both hands are known."""
        return PACK_SIZE - 2 * self.game.size

    @property
    def dealers(self) -> int:
        """The dealer's hands when the player's cards, the card turned up and the card bought are known."""
        up = int(self.game.turned_up)
        return comb(PACK_SIZE - self.game.size - up - 1, self.game.size - up)


@lru_cache(maxsize=4)
def ends_of(offer: Purchasing) -> tuple[Plan, Counts, Counts]:
    """The option taken with every suit-distinct hand and card turned up, and how many deals end in each
    [option, class, band, standing] without a purchase and each [class, band, standing] with one."""
    game = offer.game
    hands, tables = hands_of(game.ranking, game.size), counted(game.ranking, game.size)
    pay, purchase = _arrays(offer)
    plan = np.zeros((len(hands.cards), PACK_SIZE if game.turned_up else 1), np.uint8)
    groups = len(game.ranking.classes) * len(game.bands)

    def part(first: int, after: int) -> tuple[Counts, Counts]:
        ends, bought = np.zeros(pay.gains.shape, np.int64), np.zeros(purchase.gains.shape, np.int64)
        space = new_subsets(), new_subsets(), new_improved(game.size, groups)
        walk_with_purchase(first, after, game.turned_up, hands, pay, purchase, tables, *space, plan, ends, bought)
        return ends, bought

    parts = share_out(len(plan), part)
    ends, bought = (np.add.reduce(counts) for counts in zip(*parts, strict=True))
    return plan, ends, bought


def _arrays(offer: Purchasing) -> tuple[Pay, Purchase]:
    """What the options and a purchase pay, in one unit."""
    game = offer.game
    pay, unit = pay_of(game)
    exact = {cell: offer.gain(*cell) for cell in _cells(game)}
    whole = lcm(unit, *(gain.denominator for gain in exact.values()))
    gains = np.zeros(pay.gains.shape[1:], np.int64)
    for cell, gain in exact.items():
        gains[cell] = int(gain * whole)
    require_room(game.terms.book.id, gains, game.dealers * PACK_SIZE)
    least = np.array([min(gains[cell] for cell in exact if cell[1] == band) for band in range(len(game.bands))])
    kinds = class_places(game.ranking, levels(game.ranking, game.size).strengths)
    purchase = Purchase(gains, least, kinds, offer.dealers, offer.sold)
    return pay._replace(gains=pay.gains * (whole // unit)), purchase


def _cells(game: Game) -> Iterator[tuple[int, int, int]]:
    """The combinations (class, band, standing) that can occur."""
    yield from next(iter(game.gains.values()))


def solve(offer: Purchasing) -> Result:
    """The main game under best play, per Ante."""
    started = perf_counter()
    distribution, actions, wagered = summed_up(list(_outcomes(offer)))
    return main_result(
        offer.game.terms,
        distribution,
        started,
        average_wager=len(offer.game.opening) + wagered + offer.price * actions.get(offer.name, Fraction(0)),
        actions=actions,
        method="every suit-distinct hand and purchase against a count of all the dealer's hands",
    )


def _outcomes(offer: Purchasing) -> Iterator[Outcome]:
    game, (_, ends, bought) = offer.game, ends_of(offer)
    for n, *cell in np.argwhere(ends).tolist():
        option = game.options[n]
        yield Outcome(option.name, option.times, option_gain(game, option, *cell), int(ends[n, *cell]))
    for cell in np.argwhere(bought).tolist():
        yield Outcome(offer.name, offer.bet.times, offer.gain(*cell), int(bought[*cell]))


def advice_with_purchase(offer: Purchasing, cards: Sequence[Card], turned_up: Sequence[Card]) -> list[Advice]:
    """Every option of a hand, and every card that may be exchanged for another, with its exact gain, the best first."""
    game = offer.game
    require_cards(game, cards, turned_up)
    pay, purchase = _arrays(offer)
    hand, card = np.array(sorted(cards), np.uint8), int(turned_up[0]) if turned_up else NO_CARD
    tables, improved = counted(game.ranking, game.size), new_improved(game.size, purchase.gains[:, :, 0].size)
    improve(hand, pay, purchase, tables, improved)
    found = advice(game.terms, cards, turned_up)
    for place, away in enumerate(sorted(cards)):
        sums = np.zeros((*purchase.gains.shape[:2], len(STANDINGS)), np.int64)
        purchase_cells(place, hand, card, pay, purchase, tables, new_subsets(), improved, sums)
        worth = sum((int(sums[*cell]) * offer.gain(*cell) for cell in np.argwhere(sums).tolist()), Fraction(0))
        found.append(Advice(offer.bet.action, offer.bet.times, worth / int(sums.sum()), away))
    return best_first(found)
