"""Wagers on two cards and the Flop that a fold loses, valued exactly by the class the cards would have made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.payoffs import ask, net_of
from tablelaw.analysis.result import Result
from tablelaw.analysis.side_wagers.counts import class_counts
from tablelaw.analysis.side_wagers.outcomes import Outcomes, hand_row
from tablelaw.analysis.symmetry.starting_hands import KINDS, ways
from tablelaw.cards import PACK, RANKINGS, Card
from tablelaw.cards.rankings import five_card
from tablelaw.law.conduct import Case
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import structure_of

FLOP = 3
FOLD = "fold"
Seeds = Mapping[str, Fraction]


def is_read_from_the_flop(terms: Terms, wager: Wager) -> bool:
    """Whether the hand is a player's two cards and the Flop."""
    if not wager.hand:
        return False
    hand = hand_row(terms.book, wager.hand)
    return hand.cards == ("player", "flop") and hand.ranking == five_card.NAME


def is_folded_first(terms: Terms) -> bool:
    """Whether a player can fold only before the Flop."""
    return seen_at_folds(terms) == [0]


def is_folded_last(terms: Terms) -> bool:
    """Whether a player can fold only after the last card, and bets only once."""
    return seen_at_folds(terms) == [5] and all(decision.once for decision in structure_of(terms).decisions)


def seen_at_folds(terms: Terms) -> list[int]:
    """How many community cards are seen at each decision that allows a fold."""
    return [decision.seen for decision in structure_of(terms).decisions if decision.can_fold]


def first_folds(main: Result) -> Counter[str]:
    """How many deals of two cards and a Flop best play folds before the Flop, by the class they would have made."""
    return folded_classes([kind for kind in range(KINDS) if main.chart[FOLD][kind] >= _staying(main, kind)])


def outcomes_with(terms: Terms, wager: Wager, folded: Counter[str], times: int = 1) -> Outcomes:
    """What each class gains in deals that are not folded, and what a fold gains in the others.

    `times` is how many counted deals there are for each combination of two cards and a Flop.
    """
    of_five = comb(FLOP + 2, 2) * times
    counts = {cls: n * of_five - folded[cls] for cls, n in class_counts(five_card.NAME, FLOP + 2).items()}
    cases = [(Case(wager.id, terms, {wager.hand: cls}), count) for cls, count in counts.items()]
    cases.append((Case(wager.id, terms, acts=frozenset((FOLD,))), folded.total()))
    return Outcomes(tuple((net_of(terms.book.settle(case)), count) for case, count in cases))


def together(terms: Terms, wager: Wager, main: Result, seeds: Seeds, share: Fraction) -> Fraction:
    """The value of the main game and the wager together when a pair folds only if staying in loses more on both
    together.
    """
    folds = ask(terms, wager.id, {}, None, [FOLD])
    total = Fraction(0)
    for kind in range(KINDS):
        stays = _staying(main, kind) + share * _gain(terms, wager, seeds, kind)
        total += ways(kind) * max(main.chart[FOLD][kind] + share * folds, stays)
    return total / sum(map(ways, range(KINDS)))


def _staying(main: Result, kind: int) -> Fraction:
    """The value of the best action other than a fold."""
    return max(row[kind] for action, row in main.chart.items() if action != FOLD)


def _gain(terms: Terms, wager: Wager, seeds: Seeds, kind: int) -> Fraction:
    """What the wager gains on average with a kind of pair that stays in for the Flop."""
    cases = [(Case(wager.id, terms, {wager.hand: cls}), n) for cls, n in classes_with(two_cards(kind)).items()]
    return Outcomes(tuple((net_of(terms.book.settle(case)), n) for case, n in cases)).distribution(seeds).mean


# --- Classes --------------------------------------------------------------------------------------------


def folded_classes(folded: Collection[int]) -> Counter[str]:
    """How many deals of two cards and a Flop are folded before the Flop, by the class they would have made."""
    lost = Counter[str]()
    for kind in folded:
        for cls, deals in classes_with(two_cards(kind)).items():
            lost[cls] += ways(kind) * deals
    return lost


def two_cards(kind: int) -> tuple[Card, Card]:
    """Two example cards of one of the 169 kinds."""
    row, column = divmod(kind, 13)
    return PACK[4 * row], PACK[4 * column + (row <= column)]


@cache
def classes_with(cards: tuple[Card, Card]) -> Counter[str]:
    """How often two cards make each class with a Flop."""
    from tablelaw.cards.arrays.batch import categories, strengths

    left = np.array([card for card in PACK if card not in cards], np.uint8)
    flops = left[_threes()]
    hands = np.concatenate([np.tile(np.array(cards, np.uint8), (len(flops), 1)), flops], axis=1)
    names = RANKINGS[five_card.NAME].classes[::-1]
    return Counter({names[n]: int(deals) for n, deals in enumerate(np.bincount(categories(strengths(hands)))) if deals})


@cache
def _threes() -> npt.NDArray[np.intp]:
    """Every way to choose three of fifty places."""
    return np.array(list(combinations(range(50), FLOP)))
