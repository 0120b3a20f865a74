"""Lookup tables for the class of a five-card hand, for rankings with finer classes than the ten categories."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np

from tablelaw.cards import PACK, RANKINGS, Card
from tablelaw.cards.arrays.kernels import Tables
from tablelaw.cards.arrays.tables import tables


@cache
def class_tables(ranking: str) -> Tables:
    """The tables of five-card strengths, with each strength replaced by the index of its class in the ranking."""
    read, known = RANKINGS[ranking], tables(5)
    assert read.strength is not None
    ladder = {read.strength(hand): read.classes.index(read.classify(hand)) for hand in _examples()}
    by_ranks, by_mask = (
        np.array([ladder.get(strength, 0) for strength in table.tolist()], np.int32)
        for table in (known.by_ranks, known.by_mask)
    )
    return known._replace(by_ranks=by_ranks, by_mask=by_mask)


def _examples() -> Iterator[tuple[Card, ...]]:
    """A five-card hand for every strength: each choice of ranks in mixed suits, and each choice of five ranks in one
    suit.
    """
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            yield tuple(PACK[4 * rank + place % 4] for place, rank in enumerate(ranks))
    yield from combinations(PACK[::4], 5)
