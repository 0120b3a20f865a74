"""Compares the array evaluator with others called from Python, ranking seven random cards on one core in one run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from itertools import cycle, islice
from statistics import median
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.turns import Rates, Work, console, nothing_to_compare, rates_table, ratio, take_turns, verdict
from tablelaw.cards import PACK

LEAST_RATIO, AIM_A_SECOND = 50, 60_000_000
HANDS, AT_ONCE = 500_000, 50_000
OTHERS_HANDS = 20_000
"""How many of the same hands the other evaluators are given: fewer, because as lists they take more memory."""
OURS = "tablelaw, an array of hands"

Hands = npt.NDArray[np.uint8]


def measure(repetitions: int, seconds: float) -> bool:
    """Measures whether the array evaluator is faster than each of the others by the required factor."""
    hands = random_hands()
    others = {name: make(hands) for name, make in OTHERS.items() if find_spec(name) is not None}
    rates = take_turns({OURS: _kernels(hands), **others}, repetitions, seconds)
    console.print(rates_table("Hands of seven random cards ranked, one core", _with_versions(rates)))
    met = [verdict(f"times {name}", ratio(rates[OURS], rates[name]), LEAST_RATIO) for name in others]
    met += [nothing_to_compare(name) for name in OTHERS if name not in others]
    _tell_aim(median(rates[OURS]) / 1e6)
    return all(met)


def random_hands() -> Hands:
    """Makes random hands, so that neither a cache nor branch prediction can learn them."""
    chance = np.random.default_rng(7)
    parts = [chance.random((AT_ONCE, 52)).argpartition(7, axis=1)[:, :7] for _ in range(HANDS // AT_ONCE)]
    return np.concatenate(parts).astype(np.uint8)


def _with_versions(rates: Rates) -> dict[str, list[float]]:
    return {name if name == OURS else f"{name} {version(name)}": found for name, found in rates.items()}


def _tell_aim(millions: float) -> None:
    met = "met" if millions * 1e6 >= AIM_A_SECOND else "not met"
    console.print(f"target {met}: {millions:.1f} million hands per second (target {AIM_A_SECOND / 1e6:.0f})")


def _kernels(hands: Hands) -> Work:
    from tablelaw.cards.arrays.batch import strengths

    def rank(count: int) -> int:
        whole, rest = divmod(count, len(hands))
        for _ in range(whole):
            strengths(hands)
        strengths(hands[: max(rest, 1)])
        return count

    return rank


def _eval7(hands: Hands) -> Work:
    kit = import_module("eval7")
    pack = [kit.Card(str(card)) for card in PACK]
    return _one_by_one(kit.evaluate, [[pack[card] for card in hand] for hand in hands[:OTHERS_HANDS].tolist()])


def _phevaluator(hands: Hands) -> Work:
    kit = import_module("phevaluator")
    return _one_by_one(lambda hand: kit.evaluate_cards(*hand), hands[:OTHERS_HANDS].tolist())


def _one_by_one(evaluate: Callable[[Any], int], hands: Sequence[Any]) -> Work:
    def rank(count: int) -> int:
        for hand in islice(cycle(hands), count):
            evaluate(hand)
        return count

    return rank


OTHERS: dict[str, Callable[[Hands], Work]] = {"eval7": _eval7, "phevaluator": _phevaluator}
