"""Colorado Hold 'Em hands: five cards, with a separate class for each rank of pair (MA 3, 10 to 13).

In the texts a pair wins, pushes or loses by its rank, and each version draws these lines at different ranks. "Pair of
jacks or better" is the last row of the bonus schedule. It covers only pairs, since each higher hand has its own row.
Rulebooks may draw the line at any rank: "pair of tens or better", "pair of sixes to tens", "pair of twos or fours".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tablelaw.cards.card import Card
from tablelaw.cards.rank_words import many
from tablelaw.cards.rankings import five_card
from tablelaw.cards.rankings.ranking import BEST_FIVE, Ranking, checked

NAME = "colorado"
SIZES = (5,)
HIGH_CARD = "high card"
_NAMES = {14: "aces", 13: "kings", 12: "queens", 11: "jacks"}
_PAIR_OF = {rank: f"pair of {_NAMES.get(rank, f'{rank}s')}" for rank in range(14, 1, -1)}
CLASSES = (*five_card.CLASSES[:8], *_PAIR_OF.values(), HIGH_CARD)


_RANK_OF = {word: rank for rank in _PAIR_OF for word in (many(rank), f"{rank}s")}
_PAIRS = re.compile(r"pair of (?P<ranks>.+?)(?P<better> or better)?")
_RANGE = re.compile(r"(\w+) (?:to|through) (\w+)")


def pairs_in(row: str) -> tuple[str, ...]:
    """The classes of pairs that a row names, highest first; none if it names something else. "Or better" covers only
    pairs.
    """
    found = _PAIRS.fullmatch(row)
    if found is None:
        return ()
    words = re.split(r", | or ", found["ranks"])
    if ends := _RANGE.fullmatch(found["ranks"]):
        words = [*ends.groups()]
    if not all(word in _RANK_OF for word in words) or (found["better"] and len(words) > 1):
        return ()
    ranks = {_RANK_OF[word] for word in words}
    if ends or found["better"]:
        ranks = set(range(min(ranks), 15 if found["better"] else max(ranks) + 1))
    return tuple(_PAIR_OF[rank] for rank in sorted(ranks, reverse=True))


GROUPS = {
    "pair": tuple(_PAIR_OF.values()),
    **{
        row: pairs_in(row)
        for row in (
            "pair of tens",
            "pair of tens or better",
            "pair of tens, jacks, queens, kings or aces",
            "pair of jacks or better",
            "pair of sixes to tens",
            "pair of nines or tens",
            "pair of sevens, eights or nines",
        )
    },
    "lower than a pair of nines": (*pairs_in("pair of 2s to 8s"), HIGH_CARD),
    "lower than a pair of sevens": (*pairs_in("pair of 2s to 6s"), HIGH_CARD),
}
"""The rows of the texts, and examples of other rows that `pairs_in` can read."""


def class_of(strength: int) -> str:
    """The class of a five-card strength."""
    if five_card.category(strength) == five_card.PAIR:
        return _PAIR_OF[five_card.deciding_ranks(strength)[0]]
    return five_card.class_of(strength)


def least(cls: str, ranks: Sequence[int] = ()) -> int:
    """The lowest strength among hands of a class whose deciding ranks begin with `ranks`."""
    pair = [rank for rank, name in _PAIR_OF.items() if name == cls]
    return five_card.least("pair", (*pair, *ranks)) if pair else five_card.least(cls, ranks)


def classify_unchecked(cards: Sequence[Card]) -> str:
    return class_of(five_card.strength_unchecked(cards))


def _describe_unchecked(cards: Sequence[Card]) -> str:
    return five_card.words(five_card.strength_unchecked(cards))


classify = checked(NAME, SIZES, classify_unchecked)
describe = checked(NAME, SIZES, _describe_unchecked)
strength = checked(NAME, SIZES, five_card.strength_unchecked)

COLORADO = Ranking(
    *(NAME, SIZES, CLASSES, GROUPS, classify, strength, describe),
    *(BEST_FIVE, class_of, least, five_card.OF_ONE_STRENGTH, pairs_in),
)
