"""A second, plainly written ranking of five cards, sharing no code with the one it checks."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from tablelaw.cards.card import Card

ORDER = (
    *("high card", "pair", "two pair", "three-of-a-kind", "straight", "flush"),
    *("full house", "four-of-a-kind", "straight flush", "royal flush"),
)
SHAPES = {
    (4, 1): "four-of-a-kind",
    (3, 2): "full house",
    (3, 1, 1): "three-of-a-kind",
    (2, 2, 1): "two pair",
    (2, 1, 1, 1): "pair",
    (1, 1, 1, 1, 1): "high card",
}
RUNS = ["A2345"] + ["23456789TJQKA"[start : start + 5] for start in range(9)]

Standing = tuple[int, tuple[int, ...]]


def standing(five: tuple[Card, ...]) -> Standing:
    """The class, then the ranks that decide, in the order in which Python compares tuples."""
    text = "".join(sorted(str(card)[0] for card in five))
    suited = len({str(card)[1] for card in five}) == 1
    run = next((place for place, run in enumerate(RUNS) if "".join(sorted(run)) == text), None)
    kinds = sorted(((count, rank) for rank, count in Counter(c.rank for c in five).items()), reverse=True)
    if run is not None:
        name = ("royal flush" if run == 9 else "straight flush") if suited else "straight"
        return ORDER.index(name), (run + 5,)
    name = "flush" if suited else SHAPES[tuple(count for count, _ in kinds)]
    return ORDER.index(name), tuple(rank for _, rank in kinds)


def best_standing(cards: tuple[Card, ...]) -> Standing:
    return max(map(standing, combinations(cards, 5)))
