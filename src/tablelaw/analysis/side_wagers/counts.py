"""Counts exactly how many deals give each class of a hand, over every set of cards in the pack.

No hand is counted twice, and every count is compared with a few thousand deals and with constructed rare hands. Small
hands are listed one by one. The best five of several cards are decided by their ranks if no suit has five, and
otherwise by the long suit. A hand read as its best suit is counted suit by suit. Every class is named by the ranking
itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations, permutations, product
from math import comb, inf, log
from typing import NamedTuple

import numpy as np

from tablelaw.analysis.symmetry.suits import distinct_sets
from tablelaw.cards import PACK, RANKINGS, Card, Ranking, cards_text
from tablelaw.cards.arrays import best_four
from tablelaw.cards.rankings import five_card, flush_hand, six_card, straight_flush_length
from tablelaw.cards.rankings.own_rankings import rare_hands
from tablelaw.cards.rankings.ranking import BEST_FIVE, BEST_FOUR
from tablelaw.errors import BadRulebook

Counts = Mapping[str, int]
JointCounts = Mapping[tuple[str, ...], int]
Classify = Callable[[Sequence[Card]], tuple[str, ...]]
RANKS = tuple(range(13))
"""The ranks of a whole pack; tests also count shorter packs card by card."""
SUITS = 4
LISTED_UP_TO, LISTED_SETS = 3, 5
"""Hands of up to three cards are listed one by one; best-four hands of five cards are listed as suit-distinct sets."""
FLUSH = 5
DEALS, BOUND = 2_000, 16
"""Every count is compared with this many deals, and refused if they are less likely than exp(-16)."""


class BestSuit(NamedTuple):
    """A ranking that reads each suit by itself and takes the best: how a suit is valued, and the class of a value."""

    worth: Callable[[Sequence[Card]], int]
    class_of: Callable[[int], str]


def _class_of_flush(length: int) -> str:
    """The class of a flush of this length, but at least two: seven cards always include two of one suit."""
    return flush_hand.class_of(flush_hand.threshold(max(length, 2), 0))


BEST_SUIT: Mapping[str, BestSuit] = {
    flush_hand.NAME: BestSuit(len, _class_of_flush),
    straight_flush_length.NAME: BestSuit(straight_flush_length.length_unchecked, straight_flush_length.class_of),
    straight_flush_length.NAME_ACE_HIGH: BestSuit(
        partial(straight_flush_length.length_unchecked, low_ace=False), straight_flush_length.class_of
    ),
}


AS_BEST_FIVE = (six_card.NAME,)
"""Rankings that do not compare hands, but depend only on the best five cards and, if no suit has five, only on ranks.
"""


@cache
def class_counts(ranking: str, size: int, ranks: tuple[int, ...] = RANKS) -> Counts:
    """How many of all hands of `size` cards are of each class; classes that never occur are left out."""
    return {cls: count for (cls,), count in joint_counts((RANKINGS[ranking],), size, ranks).items()}


@cache
def joint_counts(rankings: tuple[Ranking, ...], size: int, ranks: tuple[int, ...] = RANKS) -> JointCounts:
    """How many hands of `size` cards fall into each combination of classes under several rankings."""

    def classify(cards: Sequence[Card]) -> tuple[str, ...]:
        return tuple([ranking.classify(cards) for ranking in rankings])

    if size <= LISTED_UP_TO:
        counts = Counter(map(classify, combinations(pack_of(ranks), size)))
    elif len(rankings) == 1 and rankings[0].name in BEST_SUIT:
        counts = Counter({(cls,): n for cls, n in _by_best_suit(BEST_SUIT[rankings[0].name], size, ranks).items()})
    elif all(ranking.family == BEST_FIVE or ranking.name in AS_BEST_FIVE for ranking in rankings):
        tell = any(map(_tells_ranks_apart, rankings))
        counts = _without_five_suited(classify, size, ranks, tell) + _with_five_suited(classify, size, ranks)
    elif size == LISTED_SETS and all(ranking.family == BEST_FOUR for ranking in rankings) and ranks == RANKS:
        counts = _by_suit_distinct_sets(rankings, size)
    else:
        names = ", ".join(ranking.name for ranking in rankings)
        known = ", ".join((f"the {BEST_FOUR} of {LISTED_SETS}", *AS_BEST_FIVE, *BEST_SUIT))
        raise BadRulebook(
            f"{size} cards of the ranking {names!r} cannot be counted by class",
            accepted=f"up to {LISTED_UP_TO} cards, a ranking of the {BEST_FIVE}, {known}",
        )
    require_likely(counts, classify, size, ranks)
    require_rare_hands(counts, classify, size, ranks)
    order = product(*(ranking.classes for ranking in rankings))
    return {classes: counts[classes] for classes in order if counts[classes]}


def _by_suit_distinct_sets(rankings: Sequence[Ranking], size: int) -> Counter[tuple[str, ...]]:
    """Counts the strengths of the best four of every suit-distinct set, and names the classes of each strength."""
    sets, counts = distinct_sets(size), Counter[tuple[str, ...]]()
    strengths, places = np.unique(best_four.strengths(sets.cards), return_inverse=True)
    hands = np.zeros(len(strengths), np.int64)
    np.add.at(hands, places, sets.times)
    for strength, count in zip(strengths.tolist(), hands.tolist(), strict=True):
        counts[tuple(ranking.class_of(strength) for ranking in rankings if ranking.class_of is not None)] += count
    return counts


# --- The count against a few deals --------------------------------------------------------------


def require_likely(counts: Counter[tuple[str, ...]], classify: Classify, size: int, ranks: tuple[int, ...]) -> None:
    """Refuses counts that pseudo-random deals contradict, because the ranking then distinguishes more than the count
    assumes.

    Of n deals, k of a class with probability p have a chance of at most exp(-n KL(k/n, p)) (Chernoff).
    """
    pack, total = pack_of(ranks), counts.total()
    found = Counter(classify(cards) for cards in _sample(pack, size))
    wrong = [cls for cls in {*counts, *found} if _divergence(found[cls], counts[cls] / total) * DEALS > BOUND]
    if wrong or total != comb(len(pack), size):
        named = ", ".join(wrong[0]) if wrong else "all classes"
        raise BadRulebook(
            f"the count of {size} cards by class contradicts {DEALS} deals: {named}",
            accepted="a ranking whose classes depend on the best five cards, or on the best suit, alone",
        )


def require_rare_hands(counts: Counter[tuple[str, ...]], classify: Classify, size: int, ranks: tuple[int, ...]) -> None:
    """Refuses counts without the classes of hands that a few thousand deals hardly ever contain."""
    pack = set(pack_of(ranks))
    for hand in rare_hands(size):
        if pack.issuperset(hand) and not counts[found := classify(hand)]:
            raise BadRulebook(
                f"the count of {size} cards by class has no {', '.join(found)}",
                why=f"{cards_text(hand)} is one",
                accepted="a ranking whose classes depend on the best five cards, or on the best suit, alone",
            )


def _sample(pack: Sequence[Card], size: int) -> Iterator[tuple[Card, ...]]:
    """Pseudo-random deals that are the same on every machine."""
    state = size
    for _ in range(DEALS):
        left, drawn = list(pack), []
        for _ in range(size):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            drawn.append(left.pop((state >> 33) % len(left)))
        yield tuple(drawn)


def _divergence(deals: int, chance: float) -> float:
    """The Kullback-Leibler divergence of the deals from what is expected."""
    share = deals / DEALS
    if (share and not chance) or (share < 1 and chance >= 1):
        return inf
    of_it = share * log(share / chance) if share else 0.0
    of_others = (1 - share) * log((1 - share) / (1 - chance)) if share < 1 else 0.0
    return of_it + of_others


def pack_of(ranks: Sequence[int]) -> tuple[Card, ...]:
    """The cards of some ranks, 0 for the 2 to 12 for the ace, in all four suits."""
    return tuple(_card(rank, suit) for rank in ranks for suit in range(SUITS))


def _card(rank: int, suit: int) -> Card:
    return PACK[rank * SUITS + suit]


# --- Two hands of one pack -----------------------------------------------------------------


@cache
def pair_counts(first: str, second: str) -> Mapping[tuple[str, str], int]:
    """How often each pair of classes occurs when two hands of two cards are dealt from one pack.

    The second hand has the counts of all hands of two, minus those that hold a card of the first.
    """
    holding: dict[Card, Counter[str]] = {card: Counter() for card in PACK}
    every: Counter[str] = Counter()
    for pair in combinations(PACK, 2):
        cls = RANKINGS[second].classify(pair)
        for held in (every, holding[pair[0]], holding[pair[1]]):
            held[cls] += 1
    counts: Counter[tuple[str, str]] = Counter()
    for a, b in combinations(PACK, 2):
        mine, again = RANKINGS[first].classify((a, b)), RANKINGS[second].classify((a, b))
        for cls, number in every.items():
            counts[mine, cls] += number - holding[a][cls] - holding[b][cls] + (cls == again)
    return +counts


# --- The best five of several cards -----------------------------------------------------------


def _without_five_suited(classify: Classify, size: int, ranks: tuple[int, ...], tell: bool) -> Counter[tuple[str, ...]]:
    """Counts hands in which no suit has five cards, so that the class depends only on how many cards of each rank there
    are.

    If classes do not depend on which rank is held twice, one hand represents all orders of the numbers.
    """
    counts = Counter[tuple[str, ...]]()
    for split in _splits(size):
        orders = sorted(set(permutations(split)))
        ways = _ways_without_five_suited(split) * (1 if tell else len(orders))
        for alike, kinds in product(orders if tell else [split], combinations(ranks, len(split))):
            held = [rank for rank, times in zip(kinds, alike, strict=True) for _ in range(times)]
            counts[classify([_card(rank, place % SUITS) for place, rank in enumerate(held)])] += ways
    return counts


def _tells_ranks_apart(ranking: Ranking) -> bool:
    """Whether a class begins within a category, as a pair of aces does; a ranking that does not say is assumed to."""
    least = ranking.least
    if least is None:
        return ranking.name not in AS_BEST_FIVE
    return any(least(cls, ()) & five_card.RANK_BITS for cls in ranking.classes)


def _splits(size: int, most: int = SUITS) -> Iterator[tuple[int, ...]]:
    """The ways to split a hand by rank, at most four cards each: (2, 2, 1, 1, 1) is two pair and three others."""
    if size == 0:
        yield ()
    for first in range(min(size, most), 0, -1):
        yield from ((first, *rest) for rest in _splits(size - first, first))


@cache
def _ways_without_five_suited(alike: tuple[int, ...]) -> int:
    """In how many ways ranks with these counts can take suits without five of one suit."""
    ways = 1
    with_suit = [1]
    for times in alike:
        ways *= comb(SUITS, times)
        with_suit = _product(with_suit, [comb(SUITS - 1, times), comb(SUITS - 1, times - 1)])
    return ways - SUITS * sum(with_suit[FLUSH:])


def _with_five_suited(classify: Classify, size: int, ranks: tuple[int, ...]) -> Counter[tuple[str, ...]]:
    """Counts hands in which a suit has five or more cards: that suit decides, whatever the others are."""
    counts = Counter[tuple[str, ...]]()
    for long, cards in _long_suits(size, ranks):
        counts[classify(cards)] += comb((SUITS - 1) * len(ranks), size - long)
    return counts


def _long_suits(size: int, ranks: tuple[int, ...]) -> Iterator[tuple[int, list[Card]]]:
    """Every holding of five or more cards of a suit: its length, and a hand that it makes with cards of another
    suit.
    """
    for suit in range(SUITS):
        others = [_card(rank, (suit + 1) % SUITS) for rank in ranks]
        for long in range(FLUSH, size + 1):
            for held in combinations(ranks, long):
                yield long, [_card(rank, suit) for rank in held] + others[: size - long]


# --- The best suit ------------------------------------------------------------------------------


def _by_best_suit(reading: BestSuit, size: int, ranks: tuple[int, ...]) -> Counter[str]:
    """Counts hands by the value of their best suit: those with no suit above it, minus those with no suit reaching
    it.
    """
    counts: Counter[str] = Counter()
    holdings = [[0] * (size + 1) for _ in range(size + 1)]
    for length in range(size + 1):
        for held in combinations(ranks, length):
            holdings[reading.worth([_card(rank, 0) for rank in held])][length] += 1
    at_most, below = [0] * (size + 1), 0
    for worth, by_length in enumerate(holdings):
        at_most = [a + b for a, b in zip(at_most, by_length, strict=True)]
        reached = _four_suits(at_most, size)
        counts[reading.class_of(worth)] += reached - below
        below = reached
    return counts


def _four_suits(by_length: list[int], size: int) -> int:
    """How many hands of `size` cards four suits make, each with these numbers of holdings by length."""
    two = _product(by_length, by_length)
    return _product(two, two)[size]


def _product(first: Sequence[int], second: Sequence[int]) -> list[int]:
    """In how many ways two parts together have each number of cards."""
    ways = [0] * (len(first) + len(second) - 1)
    for a, x in enumerate(first):
        for b, y in enumerate(second):
            ways[a + b] += x * y
    return ways
