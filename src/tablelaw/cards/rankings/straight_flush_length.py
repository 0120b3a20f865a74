"""The longest run of one suit among seven cards (678a.6(d)).

678a.6(a) does not let the ace count as low, unlike the other chapters, but the hold range that the Board printed for
the Straight Flush Bonus is met only if the ace can be low. So there are two rankings, and the rulebook's reading
chooses between them. A run never wraps around from the ace to the 2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from tablelaw.cards.card import ACE, PACK, Card
from tablelaw.cards.rank_words import NUMBER_WORDS, one
from tablelaw.cards.rankings.ranking import Ranking, checked

NAME = "straight-flush length"
NAME_ACE_HIGH = "straight-flush length, ace high only"
SIZES = (7,)
CLASSES = (
    *(f"{NUMBER_WORDS[length]}-card straight flush" for length in (7, 6, 5, 4, 3)),
    "less than a three-card straight flush",
)


def class_of(length: int) -> str:
    return CLASSES[7 - max(length, 2)]


def length_unchecked(cards: Sequence[Card], low_ace: bool = True) -> int:
    """The number of cards in the longest run; a single card is a run of one."""
    return max(_longest_run(ranks)[0] for ranks in _ranks_by_suit(cards, low_ace))


def _ranks_by_suit(cards: Sequence[Card], low_ace: bool) -> list[int]:
    """The ranks held in each suit as bits 2 to 14, plus bit 1 for an ace if it may be low."""
    held = [0, 0, 0, 0]
    for card in cards:
        held[card & 3] |= 1 << (card >> 2) + 2
    return [ranks | ranks >> ACE << 1 for ranks in held] if low_ace else held


def _longest_run(ranks: int) -> tuple[int, int]:
    """The length and top rank of the longest run; if two runs are equally long, the higher one."""
    length, tops = 0, 0
    while ranks:
        length, tops = length + 1, ranks
        ranks &= ranks << 1
    return length, tops.bit_length() - 1


def run_unchecked(cards: Sequence[Card], low_ace: bool = True) -> tuple[Card, ...]:
    """The cards of the longest run from the top, a low ace last."""
    runs = enumerate(map(_longest_run, _ranks_by_suit(cards, low_ace)))
    (length, top), suit = max((run, suit) for suit, run in runs)
    ranks = [rank if rank > 1 else ACE for rank in range(top, top - length, -1)]
    return tuple(PACK[(rank - 2) * 4 + suit] for rank in ranks)


def classify_unchecked(cards: Sequence[Card], low_ace: bool = True) -> str:
    return class_of(length_unchecked(cards, low_ace))


def _describe_unchecked(cards: Sequence[Card], low_ace: bool = True) -> str:
    run = run_unchecked(cards, low_ace)
    name = class_of(len(run))
    return name if len(run) < 3 else f"{name}, {one(run[0].rank)} high, {run[0].suit_name}"


def _ranking(name: str, low_ace: bool) -> Ranking:
    classify = checked(name, SIZES, partial(classify_unchecked, low_ace=low_ace))
    describe = checked(name, SIZES, partial(_describe_unchecked, low_ace=low_ace))
    return Ranking(name, SIZES, CLASSES, {}, classify, None, describe)


longest_run: Callable[[Sequence[Card]], tuple[Card, ...]] = checked(NAME, SIZES, run_unchecked)

STRAIGHT_FLUSH_LENGTH = _ranking(NAME, low_ace=True)
STRAIGHT_FLUSH_LENGTH_ACE_HIGH = _ranking(NAME_ACE_HIGH, low_ace=False)
