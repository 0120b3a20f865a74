"""Colorado Hold 'Em hands: five cards, with a separate class for each rank of pair (MA 3, 10 to 13).

In the texts a pair wins, pushes or loses by its rank, and each version draws these lines at different ranks. "Pair of
jacks or better" is the last row of the bonus schedule. It covers only pairs, since each higher hand has its own row.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablelaw.cards.card import Card
from tablelaw.cards.rankings import five_card
from tablelaw.cards.rankings.ranking import BEST_FIVE, Ranking, checked

NAME = "colorado"
SIZES = (5,)
HIGH_CARD = "high card"
_NAMES = {14: "aces", 13: "kings", 12: "queens", 11: "jacks"}
_PAIR_OF = {rank: f"pair of {_NAMES.get(rank, f'{rank}s')}" for rank in range(14, 1, -1)}
CLASSES = (*five_card.CLASSES[:8], *_PAIR_OF.values(), HIGH_CARD)


def _pairs(highest: int, lowest: int) -> tuple[str, ...]:
    return tuple(_PAIR_OF[rank] for rank in range(highest, lowest - 1, -1))


GROUPS = {
    "pair": _pairs(14, 2),
    "pair of tens, jacks, queens, kings or aces": _pairs(14, 10),
    "pair of jacks or better": _pairs(14, 11),
    "pair of nines or tens": _pairs(10, 9),
    "pair of sevens, eights or nines": _pairs(9, 7),
    "lower than a pair of nines": (*_pairs(8, 2), HIGH_CARD),
    "lower than a pair of sevens": (*_pairs(6, 2), HIGH_CARD),
}


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
    *(BEST_FIVE, class_of, least, five_card.OF_ONE_STRENGTH),
)
