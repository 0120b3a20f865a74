"""Outs: the cards that would improve a player's hand if one came next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tablelaw.cards import PACK, Card, Ranking
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import PLAYER, structure_of


class Outs(NamedTuple):
    """How many of the unseen cards make a class of hand."""

    hand: str
    cards: int


def outs(terms: Terms, cards: Sequence[Card], board: Sequence[Card]) -> tuple[Outs, ...]:
    """Outs for the next community card: the unseen cards that raise the class of the hand, the highest class first.

    Empty if no card is to come, or if the hand cannot be read after one more.
    """
    structure = structure_of(terms)
    if PLAYER not in structure.hands or structure.discard or len(board) >= sum(structure.board):
        return ()
    return _raising(structure.hands[PLAYER].ranking, (*cards, *board), (*cards, *board), (*cards, *board))


def outs_after_discard(
    terms: Terms, cards: Sequence[Card], turned_up: Sequence[Card], discard: Card
) -> tuple[Outs, ...]:
    """Outs for a bought card: the unseen cards that raise the class of the hand in place of the discarded one."""
    kept = tuple(card for card in cards if card != discard)
    return _raising(structure_of(terms).hands[PLAYER].ranking, tuple(cards), kept, (*cards, *turned_up))


def _raising(ranking: Ranking, now: Sequence[Card], kept: Sequence[Card], seen: Sequence[Card]) -> tuple[Outs, ...]:
    if len(kept) + 1 not in ranking.sizes:
        return ()
    place = ranking.classes.index(ranking.classify(now)) if len(now) in ranking.sizes else len(ranking.classes) - 1
    better = ranking.classes[:place]
    made = Counter(ranking.classify((*kept, card)) for card in PACK if card not in seen)
    return tuple(Outs(hand, made[hand]) for hand in better if made[hand])
