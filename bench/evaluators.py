"""Seven-card hands ranked a second: the array kernels beside evaluators others use, where they are installed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle, islice

import numpy as np

from houserules.cards import Card, Deck
from houserules.chance import PracticeChance

Work = Callable[[int], int]
HANDS_DEALT = 2_000
ARRAY = 100_000


def evaluators() -> dict[str, Work]:
    """A work for each evaluator there is: rank so many hands."""
    hands = _hands()
    found = {"7-card hands ranked, array kernels": _kernels(hands)}
    if find_spec("eval7") is not None:
        found["7-card hands ranked, eval7"] = _eval7(hands)
    if find_spec("phevaluator") is not None:
        found["7-card hands ranked, phevaluator"] = _phevaluator(hands)
    return found


def _hands() -> list[tuple[Card, ...]]:
    deck, chance = Deck.new(), PracticeChance("evaluators")
    return [deck.shuffled(chance).cards[:7] for _ in range(HANDS_DEALT)]


def _kernels(hands: list[tuple[Card, ...]]) -> Work:
    from houserules.cards.batch import strengths

    array = np.array(list(islice(cycle(hands), ARRAY)), np.uint8)

    def rank(count: int) -> int:
        whole, rest = divmod(count, ARRAY)
        for _ in range(whole):
            strengths(array)
        strengths(array[: max(rest, 1)])
        return count

    return rank


def _eval7(hands: list[tuple[Card, ...]]) -> Work:
    kit = import_module("eval7")
    theirs = [[kit.Card(str(card)) for card in hand] for hand in hands]
    return _one_by_one(kit.evaluate, theirs)


def _phevaluator(hands: list[tuple[Card, ...]]) -> Work:
    kit = import_module("phevaluator")
    theirs = [[int(card) for card in hand] for hand in hands]
    return _one_by_one(lambda hand: kit.evaluate_cards(*hand), theirs)


def _one_by_one(evaluate: Callable[[list[int]], int], hands: list[list[int]]) -> Work:
    def rank(count: int) -> int:
        for hand in islice(cycle(hands), count):
            evaluate(hand)
        return count

    return rank
