"""Exact best play where a player who bets may also discard one card and buy another, as in French casino stud.

The bet is paid according to the hand after the purchase, and the price is lost. `offer_of` reads from a rulebook what
may be bought, at what price, and which other wagers a purchase ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from time import perf_counter
from typing import NamedTuple

import numpy as np

from tablelaw.analysis.advice import Advice, best_first, chances_of
from tablelaw.analysis.against_dealer.bought_card.kernels import (
    Purchase,
    improve,
    new_improved,
    purchase_cells,
    walk_with_purchase,
)
from tablelaw.analysis.against_dealer.bought_card.purchase import purchase_of
from tablelaw.analysis.against_dealer.whole_hands.best_play import advice, ends_under, require_cards
from tablelaw.analysis.against_dealer.whole_hands.count_kernels import new_joined, new_subsets, set_joined, set_seen
from tablelaw.analysis.against_dealer.whole_hands.count_tables import counted
from tablelaw.analysis.against_dealer.whole_hands.game import (
    FOLD,
    Beside,
    Game,
    game_of,
    hands_of,
    kind_of_levels,
    option_gain,
    pay_of,
)
from tablelaw.analysis.against_dealer.whole_hands.kernels import NO_CARD, PACK_SIZE, Counts, Pay, Plan
from tablelaw.analysis.against_dealer.whole_hands.strategies import plans
from tablelaw.analysis.cache import kept_arrays
from tablelaw.analysis.main_choices import is_beside_main_game, main_question, main_wagers
from tablelaw.analysis.options_and_outcomes import Option, Outcome, main_result, summed_up
from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.payoffs import ask
from tablelaw.analysis.result import Distribution, Result
from tablelaw.analysis.solver import BEST, MAIN, NEVER_FOLD, SAYS_NEVER_FOLD, Priced, Spreads
from tablelaw.analysis.sum_bounds import require_room
from tablelaw.cards import Card
from tablelaw.law.conduct import STANDINGS
from tablelaw.law.rows import BUY
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import PLAYER

NEVER_BUY = "never buy"
SAYS_NEVER_BUY = "the best strategy that never buys a card"


@dataclass(frozen=True, slots=True)
class Purchasing:
    """A game, the bet with which a card may be bought, and the price in Antes."""

    game: Game
    bet: Option
    price: Fraction

    price_wager: str = ""

    def gain(self, own: int, band: int, standing: int) -> Fraction:
        """What the bet and everything else on the table gain with a hand after the purchase, less the price."""
        return _gain(self, own, band, standing)

    def unit_gain(self, wager: str, own: int, band: int, standing: int) -> Fraction:
        """What a unit on a wager gains with a hand after the purchase; the rules see that a card was bought."""
        if (own, band, standing) not in self.game.gains[wager]:
            return Fraction(0)
        hands = {**self.game.kinds[own].hands, **self.game.bands[band].hands}
        return ask(self.game.terms, wager, hands, STANDINGS[standing], [BUY])

    @property
    def name(self) -> str:
        return f"{self.bet.name} and buy a card"

    @property
    def places(self) -> range:
        """The numbers that a plan uses for purchases: one for each card that may be discarded, after the numbers of the
        options.
        """
        return range(len(self.game.options), len(self.game.options) + self.game.size)

    @property
    def sold(self) -> int:
        """How many different cards may be bought when both hands are known."""
        return PACK_SIZE - 2 * self.game.size

    @property
    def dealers(self) -> int:
        """How many hands the dealer may hold when the player's cards, the upcard and the card bought are known."""
        up = int(self.game.turned_up)
        return comb(PACK_SIZE - self.game.size - up - 1, self.game.size - up)


@lru_cache(maxsize=8192)
def _gain(offer: Purchasing, own: int, band: int, standing: int) -> Fraction:
    stakes = offer.game.stakes(offer.bet)
    gains = (times * offer.unit_gain(wager, own, band, standing) for wager, times in stakes.items())
    return sum(gains, Fraction(0)) - offer.price


# --- Read from the rulebook ----------------------------------------------------------------------------


@lru_cache(maxsize=16)
def offer_of(terms: Terms, beside: Beside = ()) -> Purchasing:
    """Reads the card purchase and its price from a rulebook; best play also takes the side wagers in `beside` into
    account.
    """
    purchase, bet = purchase_of(terms)
    assert purchase.price is not None
    game = game_of(terms, tuple({**_counted_beside(terms), **dict(beside)}.items()))
    lost = -ask(terms, purchase.price.wager, {}, None, [BUY])
    return Purchasing(game, bet, purchase.price.times * lost, purchase.price.wager)


def ask_rules(terms: Terms) -> None:
    """Asks the rules about every hand with and without a purchase; refuses a rule that reads a hand not known here."""
    offer = offer_of(terms)
    for cell in _cells(offer.game):
        offer.gain(*cell)


def _counted_beside(terms: Terms) -> dict[str, Fraction]:
    """Side wagers on the player's hand, at a stake of 0: their deals are counted, but they do not influence play."""
    beside = [wager for wager in terms.book.wagers if wager.id in terms.offered and wager.hand == PLAYER]
    return {wager.id: Fraction(0) for wager in beside if is_beside_main_game(terms.book, wager)}


# --- All deals -----------------------------------------------------------------------------------------


class Played(NamedTuple):
    """How all deals end under a strategy."""

    plan: Plan
    """[suit-distinct hand, upcard] -> the number of the option, or of the purchase (see `Purchasing.places`)."""
    ends: Counts
    """[option, kind, band, standing] -> deals without a purchase."""
    bought: Counts
    """[kind after the purchase, band, standing] -> deals."""


def played(terms: Terms, play: str = BEST, beside: Beside = ()) -> Played:
    """How all deals end under best play, the best play that never folds or never buys, or a named strategy; slow counts
    are cached.
    """
    offer = offer_of(terms, beside)
    if play in (BEST, NEVER_FOLD):
        question = f"deals with a card to buy, {play}, {dict(beside)}, {main_question(terms)}"
        found = kept_arrays(terms.book, question, lambda: walked(offer, may_fold=play == BEST)._asdict())
        return Played(**found)
    plan, ends = ends_under(terms, BEST if play == NEVER_BUY else play, tuple(offer.game.beside.items()))
    return Played(plan, ends, np.zeros(ends.shape[1:], np.int64))


@lru_cache(maxsize=4)
def walked(offer: Purchasing, may_fold: bool = True) -> Played:
    """Finds the best option or purchase for every suit-distinct hand and upcard, and counts how the deals end."""
    game = offer.game
    hands, tables = hands_of(game), counted(game.ranking, game.size)
    pay, purchase = _arrays(offer, may_fold)
    plan = np.zeros((len(hands.cards), PACK_SIZE if game.turned_up else 1), np.uint8)
    groups = len(game.kinds) * len(game.bands)

    def part(first: int, after: int) -> tuple[Counts, Counts]:
        ends, bought = np.zeros(pay.gains.shape, np.int64), np.zeros(purchase.gains.shape, np.int64)
        space = new_subsets(), new_joined(), new_improved(game.size, groups)
        walk_with_purchase(first, after, game.turned_up, hands, pay, purchase, tables, *space, plan, ends, bought)
        return ends, bought

    parts = share_out(len(plan), part, each=16)
    ends, bought = (np.add.reduce(counts) for counts in zip(*parts, strict=True))
    return Played(plan, ends, bought)


@lru_cache(maxsize=16)
def _arrays(offer: Purchasing, may_fold: bool = True) -> tuple[Pay, Purchase]:
    """What the options and a purchase pay, as integers in one common unit."""
    game = offer.game
    pay, unit = pay_of(game, [option for option in game.options if may_fold or option.action != FOLD])
    exact = {cell: offer.gain(*cell) for cell in _cells(game)}
    whole = lcm(unit, *(gain.denominator for gain in exact.values()))
    gains = np.zeros(pay.gains.shape[1:], np.int64)
    for cell, gain in exact.items():
        gains[cell] = int(gain * whole)
    require_room(game.terms.book.id, gains, game.dealers * PACK_SIZE)
    least = np.array([min(gains[cell] for cell in exact if cell[1] == band) for band in range(len(game.bands))])
    most = np.maximum.accumulate(gains[:, :, ::-1], axis=2)[:, :, ::-1].copy()
    purchase = Purchase(gains, most, least, kind_of_levels(game), offer.dealers, offer.sold)
    return pay._replace(gains=pay.gains * (whole // unit)), purchase


def _cells(game: Game) -> Iterator[tuple[int, int, int]]:
    """The combinations (kind, band, standing) that can occur."""
    yield from next(iter(game.gains.values()))


# --- What they come to ---------------------------------------------------------------------------------


def solve(terms: Terms) -> Result:
    """The main game under best play, per Ante."""
    started = perf_counter()
    return result_of(offer_of(terms), played(terms), started)


def result_of(offer: Purchasing, done: Played, started: float | None = None) -> Result:
    """The result of the main game under a strategy whose deals have been counted."""
    distribution, actions, wagered = summed_up(list(_outcomes(offer, done)))
    return main_result(
        offer.game.terms,
        distribution,
        perf_counter() if started is None else started,
        average_wager=len(offer.game.opening) + wagered + offer.price * actions.get(offer.name, Fraction(0)),
        actions=actions,
        method="every suit-distinct hand and purchase against a count of all the dealer's hands",
    )


def _outcomes(offer: Purchasing, done: Played) -> Iterator[Outcome]:
    """Every way a deal can end, with what everything on the table gains."""
    game = offer.game
    for n, *cell in np.argwhere(done.ends).tolist():
        option = game.options[n]
        yield Outcome(option.name, option.times, option_gain(game, option, *cell), int(done.ends[n, *cell]))
    for cell in np.argwhere(done.bought).tolist():
        yield Outcome(offer.name, offer.bet.times, offer.gain(*cell), int(done.bought[*cell]))


def spread_of(offer: Purchasing, done: Played, wager: str) -> Distribution:
    """The distribution of what a wager gains: per unit for a side wager, in Antes for a wager of the main game."""
    game, counts = offer.game, Counter[Fraction]()
    is_side = wager in game.beside
    for n, *cell in np.argwhere(done.ends).tolist():
        option = game.options[n]
        stake = 1 if is_side else game.stakes(option).get(wager, 0)
        gain = stake * game.unit_gain(option, wager, *cell) if stake else Fraction(0)
        counts[gain] += int(done.ends[n, *cell])
    stake = 1 if is_side else game.stakes(offer.bet).get(wager, 0)
    for cell in np.argwhere(done.bought).tolist():
        gain = -offer.price if wager == offer.price_wager else stake * offer.unit_gain(wager, *cell)
        counts[gain] += int(done.bought[*cell])
    return Distribution(dict(counts))


def spreads(terms: Terms, play: str = BEST) -> Spreads:
    """The distribution of each wager of the main game in Antes, including bonuses and the price, and of all
    together.
    """
    offer, done = offer_of(terms), played(terms, play)
    names = (*(wager.id for wager in main_wagers(terms.book)), *offer.game.bonuses)
    whole = result_of(offer, done).distribution
    assert whole is not None
    return {name: spread_of(offer, done, name) for name in names} | {MAIN: whole}


def strategies(terms: Terms) -> Priced:
    """What each named strategy is worth per Ante, with its description; of these, only the strategy that never folds
    buys cards.
    """
    says = {name: plan.says for name, plan in plans(offer_of(terms).game).items()} | {NEVER_BUY: SAYS_NEVER_BUY}
    if any(option.action == FOLD for option in offer_of(terms).game.options):
        says[NEVER_FOLD] = SAYS_NEVER_FOLD
    return {name: (result_of(offer_of(terms), played(terms, name)).ev, words) for name, words in says.items()}


# --- One hand ------------------------------------------------------------------------------------------


def advice_with_purchase(offer: Purchasing, cards: Sequence[Card], turned_up: Sequence[Card]) -> list[Advice]:
    """Every option of a hand and every possible exchange of a card, each with its exact gain, best first."""
    game = offer.game
    require_cards(game, cards, turned_up)
    pay, purchase = _arrays(offer)
    hand, card = np.array(sorted(cards), np.uint8), int(turned_up[0]) if turned_up else NO_CARD
    tables, improved = counted(game.ranking, game.size), new_improved(game.size, purchase.gains[:, :, 0].size)
    improve(hand, 0, pay, purchase, tables, improved)
    subsets, joined, seen = new_subsets(), new_joined(), len(cards) + len(turned_up)
    set_seen(hand, card, tables, subsets)
    set_joined(seen, tables, subsets, joined)
    found = advice(game.terms, cards, turned_up)
    for place, away in enumerate(sorted(cards)):
        sums = np.zeros((*purchase.gains.shape[:2], len(STANDINGS)), np.int64)
        purchase_cells(place, card, seen, pay, purchase, tables, subsets, joined, improved, sums)
        worth = sum((int(sums[*cell]) * offer.gain(*cell) for cell in np.argwhere(sums).tolist()), Fraction(0))
        chances = chances_of(*sums.sum(axis=(0, 1)).tolist())
        found.append(Advice(BUY, offer.bet.times, worth / int(sums.sum()), away, chances))
    return best_first(found)
