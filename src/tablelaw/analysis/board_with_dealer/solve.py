"""Exact best play of a hold'em game against the dealer: sum over all boards, then decide backwards.

Sums run over the flop, the turn and the river in the order they are dealt.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.board_kernels import DEALERS, Boards, Ladder, new_order
from tablelaw.analysis.board_with_dealer.game import Game
from tablelaw.analysis.board_with_dealer.spots import decide, pairs, spots
from tablelaw.analysis.board_with_dealer.value_kernels import (
    BEST,
    OPENING,
    UNIT,
    board_values,
    new_scale,
    sum_over_next_card,
)
from tablelaw.analysis.solver import NotThisGame
from tablelaw.analysis.symmetry.card_kinds import Sets, by_rank, by_suit, number_of, sets_by_rank, sets_by_suit
from tablelaw.analysis.symmetry.parallel import share_out
from tablelaw.analysis.symmetry.starting_hands import KINDS, ways
from tablelaw.analysis.symmetry.suits import PAIRS
from tablelaw.cards.arrays.tables import tables
from tablelaw.law.decisions import Decision

Values = npt.NDArray[np.signedinteger]
Choices = npt.NDArray[np.int8]

FLOP, TURN, BOARD = 3, 4, 5
TURNS, RIVERS = 47, 46
FLOPS_OF_FOUR = 4


@cache
def ladder() -> Ladder:
    """Every strength seven cards can have."""
    known = tables(7)
    rungs = np.unique(np.concatenate([known.by_ranks, known.by_mask]))
    rungs = rungs[rungs > 0]
    by_ranks = np.searchsorted(rungs, known.by_ranks).astype(np.uint16)
    by_mask = np.searchsorted(rungs, known.by_mask).astype(np.uint16)
    numbered = known._replace(by_ranks=by_ranks, by_mask=by_mask)  # type: ignore[arg-type]
    return Ladder(numbered, (rungs >> 20).astype(np.int64))


@cache
def boards_by_rank() -> Boards:
    boards = sets_by_rank()[BOARD]
    return Boards(by_rank(), boards.kinds, boards.left, np.zeros(len(boards.kinds), np.int32))


@cache
def boards_by_suit() -> Boards:
    boards = sets_by_suit()[BOARD]
    ranks = by_suit().rank[boards.kinds]
    return Boards(by_suit(), boards.kinds, boards.left, number_of(sets_by_rank()[BOARD], ranks))


@dataclass(frozen=True, slots=True)
class Solved:
    """Best play. `by_class`: for each of the 169 kinds of pair the summed value of every action before the flop."""

    game: Game
    by_class: dict[str, list[Fraction]]
    after_flop: Choices
    """[flop, pair] the place of the best action: 0 to check, then the bets."""
    after_turn: Choices
    """[set of four, pair] likewise; empty if there is no decision there."""
    value: Fraction

    def best_before_flop(self) -> list[str]:
        """The best action for each kind of pair."""
        names = list(self.by_class)
        return [max(names, key=lambda name: self.by_class[name][kind]) for kind in range(KINDS)]

    def value_of(self, kind: int, action: str) -> Fraction:
        """The gain of an action with one kind of pair, per Ante."""
        return self.by_class[action][kind] / deals_of_kind(kind)


def deals_of_kind(kind: int) -> int:
    """Flops, turns, rivers and dealer pairs against a kind of pair."""
    return ways(kind) * comb(50, FLOP) * TURNS * RIVERS * DEALERS


DEALS = sum(map(deals_of_kind, range(KINDS)))
"""The same against all pairs."""


def solve(game: Game) -> Solved:
    """Values every board once and decides backwards: after the last card, after the turn or flop, before it."""
    ranks, suits = summed(game)
    _, flop, last = game.decisions
    sums, going_on, chosen = _decided(FLOP, ranks[FLOP], suits[FLOP], _after_flop(flop))
    at_turn = np.zeros((0, PAIRS), np.int8)
    if last.seen == TURN:
        by_ranks, by_suits = (parts[TURN][UNIT : UNIT + 1].astype(np.int64) for parts in (ranks, suits))
        _, gained, at_turn = _decided(TURN, by_ranks, by_suits, _more_or_not(last))
        going_on = [later + FLOPS_OF_FOUR * gain for later, gain in zip(going_on, gained, strict=True)]
    actions = _before_flop(game, sums[OPENING], sums[UNIT], going_on)
    best = sum((max(values) for values in zip(*actions.values(), strict=True)), Fraction(0))
    return Solved(game, actions, chosen, at_turn, best / DEALS)


# --- Sums over the cards to come --------------------------------------------------------------------


def summed(game: Game) -> tuple[dict[int, Values], dict[int, Values]]:
    """[part, set, pair of kinds] for flops and sets of four: by rank alone, and the correction for a suit."""
    parts = BEST + 1 if len(game.payoffs.last_choices) else UNIT + 1
    nothing = np.zeros((parts, 1, len(by_rank().low)), _narrow(game))
    ranks = _board_values(game, boards_by_rank(), nothing)
    suits = _board_values(game, boards_by_suit(), ranks)
    return over_cards_to_come(sets_by_rank(), ranks), over_cards_to_come(sets_by_suit(), suits)


def _narrow(game: Game) -> np.dtype[np.int32] | np.dtype[np.int64]:
    """32 bits if no sum over a river can exceed them: half the memory to move."""
    opening, unit = np.abs(game.payoffs.pay).max(axis=(1, 2, 3)).tolist()
    choices = np.abs(game.payoffs.last_choices).tolist()
    most = max([opening, unit, *(fixed + a * opening + b * unit for fixed, a, b in choices)])
    if most * max(map(deals_of_kind, range(KINDS))) >= 2**62:
        raise NotThisGame(f"payoffs in parts of 1/{game.unit}", accepted="coarser stakes: sums must fit 64 bits")
    return np.dtype(np.int32) if 2 * most * DEALERS * (RIVERS + 2) < 2**31 else np.dtype(np.int64)


def _board_values(game: Game, boards: Boards, plain: Values) -> Values:
    into = np.zeros((len(plain), len(boards.kinds), len(boards.pack.low)), plain.dtype)

    def part(first: int, after: int) -> None:
        work = new_order(boards.pack), new_scale(boards.pack)
        board_values(first, after, boards, ladder(), game.payoffs, *work, plain, into)

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


def _after_flop(decision: Decision) -> Values:
    """Rows (opening, unit, best): to check, then the bets."""
    if not decision.once:
        return np.insert(_more_or_not(decision), OPENING, 0, axis=1)
    return np.array([[0, 0, 1], *([1, bet, 0] for bet in decision.bets)], np.int64)


def _more_or_not(decision: Decision) -> Values:
    """Rows (unit): nothing, or a bet that adds to those before."""
    return np.array([[0], *([bet] for bet in decision.bets)], np.int64)


def _decided(size: int, ranks: Values, suits: Values, choices: Values) -> tuple[list[list[int]], list[int], Choices]:
    """By kind of pair the sum of each part and of the best choice; and the best choice at every spot."""
    known = spots(size)
    chosen = np.zeros((len(known.times), PAIRS), np.int8)

    def part(first: int, after: int) -> npt.NDArray[np.int64]:
        sums = np.zeros((len(ranks) + 1, KINDS), np.int64)
        decide(first, after, known, pairs(), ranks, suits, choices, chosen, sums[:-1], sums[-1])
        return sums

    *sums, best = np.add.reduce(share_out(len(known.times), part)).tolist()
    return sums, best, chosen


def _before_flop(game: Game, opening: list[int], unit: list[int], going_on: list[int]) -> dict[str, list[Fraction]]:
    """The summed value of each action before the flop, by kind of pair, in Antes."""
    decision = game.decisions[0]
    actions: dict[str, list[Fraction]] = {}
    if decision.can_fold:
        actions["fold"] = [game.fold * game.unit * deals_of_kind(kind) for kind in range(KINDS)]
    if decision.can_check:
        actions["check"] = [Fraction(value) for value in going_on]
    for bet in decision.bets:
        stays = [Fraction(a + bet * b) for a, b in zip(opening, unit, strict=True)]
        later = [0] * KINDS if decision.once else going_on
        actions[f"bet {bet}x"] = [a + b for a, b in zip(stays, later, strict=True)]
    return {name: [value / game.unit for value in values] for name, values in actions.items()}
