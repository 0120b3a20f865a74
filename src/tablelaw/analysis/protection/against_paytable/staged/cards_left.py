"""What options are worth in a game in stages where some cards are out of play: every way to go on is counted."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import comb, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.advice import Advice, best_first
from tablelaw.analysis.against_paytable.staged.best_play import Chosen
from tablelaw.analysis.against_paytable.staged.card_sets import HAND, level_counts
from tablelaw.analysis.against_paytable.staged.game import FOLD, Game, Line
from tablelaw.analysis.symmetry.suits import PACK_SIZE, classes, place_values
from tablelaw.cards import Card

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int64]


class Left(NamedTuple):
    """The cards that may still come after those known."""

    cards: Numbers
    held: tuple[int, ...]
    levels: Counts
    """[set known at the last decision, level] -> how many ways to complete it make a hand of the level."""
    play: Chosen | None
    """The play that later decisions follow; None for the best that the cards left permit."""


def advice_among(
    game: Game, line: Line, known: Sequence[Card], out: Sequence[Card], play: Chosen | None = None
) -> list[Advice]:
    """Every option after a line of play with its exact gain, best first, when `known` are the cards known at the
    decision and `out` those out of play; later decisions are the best, or those of `play`.
    """
    game, left = game.in_finer_parts(line), _left_beside(game, known, out, play)
    worth, ways = _options_worth(game, line, left)[:, 0].tolist(), _ways(game, line, left) * game.unit
    options = game.points[len(line)].options
    return best_first(
        Advice(option.action, option.times, Fraction(total, ways)) for option, total in zip(options, worth, strict=True)
    )


def _left_beside(game: Game, known: Sequence[Card], out: Sequence[Card], play: Chosen | None) -> Left:
    left = np.array([card for card in range(PACK_SIZE) if card not in {*known, *out}], np.int64)
    more = left[sets_of(len(left), HAND - len(known))]
    held = np.broadcast_to(np.array(known, np.int64), (len(more), len(known)))
    hands = np.sort(np.concatenate([held, more], axis=1), axis=1)
    level = level_of_five(game.bounds)[classes(HAND).of[number_of(hands)]]
    last, levels = game.points[-1].known - len(known), len(game.bounds)
    counts = np.zeros(comb(len(left), last) * levels, np.int64)
    for numbers in numbers_of_smaller(len(left), HAND - len(known), last):
        counts += np.bincount(numbers * levels + level, minlength=len(counts))
    return Left(left, tuple(map(int, known)), counts.reshape(-1, levels), play)


@cache
def level_of_five(bounds: tuple[int, ...]) -> Numbers:
    """[suit-distinct set of five] -> the level of the hand."""
    found: Numbers = level_counts(bounds, HAND).argmax(axis=1)
    return found


def _options_worth(game: Game, line: Line, left: Left) -> Counts:
    """[option, set of cards to come that is known at the decision] -> what the option gains, summed over all ways to go
    on.
    """
    point = game.points[len(line)]
    return np.stack([_option_worth(game, (*line, option), left) for option in point.options])


def _option_worth(game: Game, line: Line, left: Left) -> Counts:
    size = _to_come(game, len(line) - 1, left)
    if line[-1].action == FOLD:
        lost = game.parts(game.folded(line[:-1])) * _ways(game, line[:-1], left)
        return np.full(comb(len(left.cards), size), lost, np.int64)
    if len(line) == len(game.points):
        gains: Counts = left.levels @ game.gain_in_parts(line)
        return gains
    more = _to_come(game, len(line), left)
    worth = _options_worth(game, line, left)
    if left.play is None:
        taken = worth.max(axis=0)
    else:
        taken = np.take_along_axis(worth, left.play[line][_forms(left, more)][np.newaxis].astype(np.int64), axis=0)[0]
    return _summed(taken, len(left.cards), more, size)


def _forms(left: Left, size: int) -> Numbers:
    """[set of cards to come] -> the suit-distinct set that it makes with the cards held."""
    more = left.cards[sets_of(len(left.cards), size)]
    held = np.broadcast_to(np.array(left.held, np.int64), (len(more), len(left.held)))
    numbers = number_of(np.sort(np.concatenate([held, more], axis=1), axis=1))
    found: Numbers = classes(len(left.held) + size).of[numbers].astype(np.int64)
    return found


def _to_come(game: Game, number: int, left: Left) -> int:
    """How many of the cards to come are known at a decision."""
    return game.points[number].known - len(left.held)


def _ways(game: Game, line: Line, left: Left) -> int:
    """In how many ways a round goes on after a decision, from one set of cards known there."""
    sizes = [*(_to_come(game, number, left) for number in range(len(line), len(game.points))), HAND - len(left.held)]
    return prod(comb(len(left.cards) - size, more - size) for size, more in pairwise(sizes))


def _summed(values: Counts, cards: int, size: int, smaller: int) -> Counts:
    """What sets of `size` cards are worth, summed over those that contain each smaller set."""
    into = np.zeros(comb(cards, smaller), np.int64)
    for numbers in numbers_of_smaller(cards, size, smaller):
        np.add.at(into, numbers, values)
    return into


@cache
def sets_of(cards: int, size: int) -> Numbers:
    """[set, place] -> card, the sets in the order of their numbers, each in rising order."""
    sets = np.array(list(combinations(range(cards), size)), np.int64).reshape(comb(cards, size), size)
    found: Numbers = sets[np.argsort(number_of(sets))]
    return found


@cache
def numbers_of_smaller(cards: int, size: int, smaller: int) -> tuple[Numbers, ...]:
    """For each choice of places: [set] -> the number of the smaller set at these places."""
    sets = sets_of(cards, size)
    return tuple(number_of(sets[:, places]) for places in map(list, combinations(range(size), smaller)))


def number_of(sets: Numbers) -> Numbers:
    """The number of each set among all sets of its size."""
    size = sets.shape[1]
    found: Numbers = place_values(size)[np.arange(size), sets].sum(axis=1, dtype=np.int64)
    return found
