"""Exact best play of a hold'em game against the dealer: sums over all boards, then decides from the last stage back.

Sums run over the flop, the turn and the river in the order they are dealt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.board_kernels import DEALERS, Boards, Ladder, Starts, find_starts, order_pairs
from tablelaw.analysis.board_with_dealer.decision_tree import (
    CONSTANT,
    OPENING_PART,
    STEP_PART,
    Line,
    Part,
    Rows,
    Value,
    amount,
)
from tablelaw.analysis.board_with_dealer.flops_and_turns import Actions, decide, pairs, spots, sum_over_turns
from tablelaw.analysis.board_with_dealer.game import BOARD, Game
from tablelaw.analysis.board_with_dealer.value_kernels import BEST, board_values, new_scale, sum_over_next_card
from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.solver import NotThisGame
from tablelaw.analysis.symmetry.card_kinds import Sets, View, by_rank, by_suit, number_of, sets_by_rank, sets_by_suit
from tablelaw.analysis.symmetry.starting_hands import KINDS, ways
from tablelaw.analysis.symmetry.suits import PAIRS, classes, pair_orders
from tablelaw.cards.arrays.kernels import Tables as Strengths
from tablelaw.cards.arrays.tables import tables

Values = npt.NDArray[np.signedinteger]
Choices = npt.NDArray[np.int8]
Sums = list[int]
"""One sum for each kind of pair."""

FLOP, TURN = 3, 4
TURNS, RIVERS = 47, 46
FLOPS_OF_FOUR = 4


@cache
def ladder(bounds: tuple[int, ...]) -> Ladder:
    """Every strength of seven cards, with its class; `bounds` are the lowest strengths of the classes."""
    strengths, rungs = _numbered_strengths()
    return Ladder(strengths, np.searchsorted(np.array(bounds), rungs, side="right").astype(np.int64) - 1)


@cache
def _numbered_strengths() -> tuple[Strengths, npt.NDArray[np.int32]]:
    """Tables that give seven cards the number of their strength, and all strengths in rising order."""
    known = tables(7)
    rungs = np.unique(np.concatenate([known.by_ranks, known.by_mask]))
    rungs = rungs[rungs > 0]
    by_ranks = np.searchsorted(rungs, known.by_ranks).astype(np.uint16)
    by_mask = np.searchsorted(rungs, known.by_mask).astype(np.uint16)
    return known._replace(by_ranks=by_ranks, by_mask=by_mask), rungs  # type: ignore[arg-type]


@cache
def boards_by_rank() -> Boards:
    boards = sets_by_rank()[BOARD]
    return _sorted(by_rank(), boards, np.zeros(len(boards.kinds), np.int32))


@cache
def boards_by_suit() -> Boards:
    boards = sets_by_suit()[BOARD]
    ranks = by_suit().rank[boards.kinds]
    return _sorted(by_suit(), boards, number_of(sets_by_rank()[BOARD], ranks))


def _sorted(view: View, sets: Sets, by_rank: npt.NDArray[np.int32]) -> Boards:
    """Boards with their pairs sorted by strength and compared with the dealer's."""
    count, pairs = len(sets.kinds), len(view.low)
    words, counts = np.zeros((count, pairs), np.uint32), np.zeros(count, np.int32)
    lower, equal = np.zeros((count, pairs), np.uint16), np.zeros((count, pairs), np.uint16)
    boards = Boards(view, sets.kinds, sets.left, by_rank, words, counts, lower, equal)
    strengths, _ = _numbered_strengths()

    def part(first: int, after: int) -> None:
        order_pairs(first, after, boards, strengths)

    share_out(count, part)
    return boards


@cache
def starts_by_rank(bounds: tuple[int, ...]) -> Starts:
    """Where each class begins in the order of each board by rank; `bounds` are the lowest strengths of the classes."""
    return _starts(boards_by_rank(), bounds)


@cache
def starts_by_suit(bounds: tuple[int, ...]) -> Starts:
    return _starts(boards_by_suit(), bounds)


def _starts(boards: Boards, bounds: tuple[int, ...]) -> Starts:
    count, classes, category = len(boards.kinds), len(bounds) + 1, ladder(bounds).category
    shapes: list[tuple[int, ...]] = [(count, classes), (count, classes), (count, classes, len(boards.pack.rank))]
    starts = Starts(*(np.zeros(shape, np.int32) for shape in shapes))

    def part(first: int, after: int) -> None:
        find_starts(first, after, boards, category, starts)

    share_out(count, part)
    return starts


@dataclass(frozen=True, slots=True)
class Solved:
    """Best play of a game. `by_class` has, for each of the 169 kinds of pair, the summed value of every action before
    the flop; it is empty if nothing is decided there.
    """

    game: Game
    by_class: dict[str, list[Fraction]]
    chosen: Mapping[Part, Choices]
    """For each decision after the flop or turn: [flop or set of four, pair] -> the number of the best action."""
    value: Fraction

    @property
    def after_flop(self) -> Choices:
        """The best actions after the flop, for a game in which they do not depend on earlier bets."""
        return self._only(FLOP)

    @property
    def after_turn(self) -> Choices:
        return self._only(TURN)

    def _only(self, seen: int) -> Choices:
        found = [chosen for part, chosen in self.chosen.items() if part[0] == seen]
        if len(found) > 1:
            accepted = "decisions after which nobody folds a bet made earlier"
            raise NotThisGame(
                "the best action depends on earlier bets", where=self.game.terms.book.id, accepted=accepted
            )
        return found[0] if found else np.zeros((0, PAIRS), np.int8)

    def best_before_flop(self) -> list[str]:
        """The best action before the flop for each kind of pair; empty if nothing is decided there."""
        names = list(self.by_class)
        return [max(names, key=lambda name: self.by_class[name][kind]) for kind in range(KINDS)] if names else []

    def value_of(self, kind: int, action: str) -> Fraction:
        """The gain of an action with one kind of pair, per Ante."""
        return self.by_class[action][kind] / deals_of_kind(kind)


def deals_of_kind(kind: int) -> int:
    """How many deals a kind of pair has: its pairs, times flops, turns, rivers and the dealer's pairs."""
    return ways(kind) * comb(50, FLOP) * TURNS * RIVERS * DEALERS


DEALS = sum(map(deals_of_kind, range(KINDS)))
"""The number of all deals, summed over the kinds of pair."""


def solve(game: Game) -> Solved:
    """Values every board once and decides backwards: after the last card, the turn, the flop, and before it."""
    ranks, suits = summed(game)
    tree, chosen = game.tree, dict[Part, Choices]()
    by_kind: dict[Part, Sums] = {CONSTANT: [deals_of_kind(kind) for kind in range(KINDS)]}
    by_four: dict[Part, Values] = {}
    asked = {part for decided in tree.parts(FLOP) for row in tree.rows[decided] for part, _ in row}
    for part in tree.parts(TURN):
        found = _best_of(game, part, ranks[TURN], suits[TURN], {}, part in asked)
        by_kind[part], chosen[part] = [FLOPS_OF_FOUR * value for value in found.best], found.chosen
        by_four[part] = found.values
    later = {part: _over_turns(values) for part, values in by_four.items() if part in asked}
    parts = _board_parts(game)
    at_flop: list[Part | None] = [*tree.parts(FLOP)] or [None]
    for at in at_flop:
        found = _best_of(game, at, ranks[FLOP], suits[FLOP], later)
        by_kind |= dict(zip(parts, found.sums, strict=False))
        if at is not None:
            by_kind[at], chosen[at] = found.best, found.chosen
    return _before_flop(game, by_kind, chosen)


# --- Sums over the cards to come --------------------------------------------------------------------


def summed(game: Game) -> tuple[dict[int, Values], dict[int, Values]]:
    """[part, set, pair of kinds] -> sum for flops and sets of four: first by rank alone, then the correction for a
    suit.
    """
    parts = BEST + len(game.payoffs.last_choices)
    nothing = np.zeros((parts, 1, len(by_rank().low)), _narrow(game))
    ranks = _board_values(game, boards_by_rank(), starts_by_rank(game.bounds), nothing)
    suits = _board_values(game, boards_by_suit(), starts_by_suit(game.bounds), ranks)
    return over_cards_to_come(sets_by_rank(), ranks), over_cards_to_come(sets_by_suit(), suits)


def _narrow(game: Game) -> np.dtype[np.int32] | np.dtype[np.int64]:
    """Chooses 32-bit sums if no sum over a river can exceed them, because they halve the memory to move."""
    opening, unit = np.abs(game.payoffs.pay).max(axis=(1, 2, 3)).tolist()
    choices = np.abs(game.payoffs.last_choices).reshape(-1, 3).tolist()
    most = max([opening, unit, *(fixed + a * opening + b * unit for fixed, a, b in choices)])
    if most * max(map(deals_of_kind, range(KINDS))) >= 2**62:
        raise NotThisGame(f"payoffs in parts of 1/{game.unit}", accepted="coarser stakes: sums must fit 64 bits")
    return np.dtype(np.int32) if 2 * most * DEALERS * (RIVERS + 2) < 2**31 else np.dtype(np.int64)


def _board_values(game: Game, boards: Boards, starts: Starts, plain: Values) -> Values:
    into = np.zeros((len(plain), len(boards.kinds), len(boards.pack.low)), plain.dtype)

    def part(first: int, after: int) -> None:
        board_values(first, after, boards, starts, game.payoffs, new_scale(boards.pack), plain, into)

    share_out(len(boards.kinds), part)
    return into


def over_cards_to_come(sets: tuple[Sets, ...], boards: Values) -> dict[int, Values]:
    """Values of boards, summed over the river for sets of four and over turn and river for flops."""
    fours = _over_next_card(sets[TURN], boards, boards.dtype)
    return {TURN: fours, FLOP: _over_next_card(sets[FLOP], fours, np.dtype(np.int64))}


def _over_next_card(sets: Sets, larger: Values, kind: np.dtype[np.signedinteger]) -> Values:
    into = np.zeros((len(larger), len(sets.code), larger.shape[2]), kind)

    def part(first: int, after: int) -> None:
        for what in range(len(larger)):
            sum_over_next_card(first, after, sets.left, sets.more, larger[what], into[what])

    share_out(len(sets.code), part)
    return into


# --- Decisions ---------------------------------------------------------------------------------------


class Best(NamedTuple):
    """For each kind of pair, the sum of each part and of the best action; for every spot, the best action and its
    value.
    """

    sums: list[Sums]
    best: Sums
    chosen: Choices
    values: Values


def _board_parts(game: Game) -> list[Part]:
    """The parts that are summed over boards, in the order of their arrays."""
    return [OPENING_PART, STEP_PART, *game.tree.parts(BOARD)]


def _best_of(
    game: Game, part: Part | None, ranks: Values, suits: Values, later: Mapping[Part, Values], keep: bool = False
) -> Best:
    """Finds the best action of a decision at every spot; after the turn only the parts it depends on are summed."""
    seen = FLOP if part is None else part[0]
    rows: Rows = ((),) if part is None else game.tree.rows[part]
    parts = _board_parts(game)
    if seen == TURN:
        asked = {one for row in rows for one, _ in row}
        places = [n for n, one in enumerate(parts) if one in asked]
        parts = [parts[n] for n in places]
        ranks, suits = (values[places].astype(np.int64) for values in (ranks, suits))
    actions = Actions(
        np.array([dict(row).get(CONSTANT, 0) * DEALERS * _cards_to_come(seen) for row in rows], np.int64),
        np.array([[dict(row).get(one, 0) for one in (*parts, *later)] for row in rows], np.int64).reshape(
            len(rows), -1
        ),
    )
    return _decided(seen, ranks, suits, actions, list(later.values()), keep)


def _cards_to_come(seen: int) -> int:
    """In how many orders the remaining community cards can come."""
    return {FLOP: TURNS * RIVERS, TURN: RIVERS}[seen]


def _decided(
    size: int, ranks: Values, suits: Values, actions: Actions, later: Sequence[Values] = (), keep: bool = False
) -> Best:
    known = spots(size)
    chosen = np.zeros((len(known.times), PAIRS), np.int8)
    values = np.zeros((len(known.times) if keep else 0, PAIRS), np.int64)
    after_turns = np.array(later, np.int64) if later else np.zeros((0, 1, PAIRS), np.int64)

    def part(first: int, after: int) -> npt.NDArray[np.int64]:
        sums = np.zeros((len(ranks) + 1, KINDS), np.int64)
        decide(
            *(first, after, known, pairs(), ranks, suits, after_turns),
            *(actions, chosen, sums[:-1], sums[-1], values),
        )
        return sums

    *sums, best = np.add.reduce(share_out(len(known.times), part)).tolist()
    return Best(sums, best, chosen, values)


def _over_turns(by_four: Values) -> Values:
    """[flop, pair]: values of sets of four, summed over the turn card."""
    flops = spots(FLOP)
    into = np.zeros((len(flops.times), PAIRS), np.int64)

    def part(first: int, after: int) -> None:
        sum_over_turns(first, after, flops, classes(TURN), pair_orders(), by_four, into)

    share_out(len(flops.times), part)
    return into


def _before_flop(game: Game, by_kind: Mapping[Part, Sums], chosen: Mapping[Part, Choices]) -> Solved:
    """The summed value of each action before the flop, by kind of pair, in Antes; and the value of the whole game."""
    root = game.tree.root
    if isinstance(root, Line) or root.decision.seen:
        whole = sum(_summed(root.value, by_kind), 0)
        return Solved(game, {}, chosen, Fraction(whole, game.unit * DEALS))
    names = [amount(name, int(times * game.steps), game.steps) for name, times in root.decision.actions]
    actions = {
        name: [Fraction(value, game.unit) for value in _summed(place.value, by_kind)]
        for name, place in zip(names, root.actions, strict=True)
    }
    best = sum((max(values) for values in zip(*actions.values(), strict=True)), Fraction(0))
    return Solved(game, actions, chosen, best / DEALS)


def _summed(value: Value, by_kind: Mapping[Part, Sums]) -> Sums:
    return [sum(times * by_kind[part][kind] for part, times in value.items()) for kind in range(KINDS)]
