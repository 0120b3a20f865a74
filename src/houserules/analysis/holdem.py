"""Exact best play of a hold'em game against the dealer: gather over all boards, then decide backwards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt

from houserules.analysis.both_cores import share_out
from houserules.analysis.holdem_game import Game
from houserules.analysis.holdem_kernels import DEALERS, new_order
from houserules.analysis.holdem_walk import BEST, OPENING, UNIT, Flops, gather
from houserules.analysis.suits import PAIRS, boards, classes, pair_cards, pair_orders, symmetries
from houserules.cards.batch_kernels import Tables
from houserules.cards.batch_tables import tables

Values = npt.NDArray[np.int64]

FLOPS_OF_A_BOARD = 10
SUIT_ORDERS, KINDS, FLOP, TURN = 24, 169, 3, 4


@cache
def _strengths() -> tuple[Tables, npt.NDArray[np.int64]]:
    """Seven-card strengths numbered from the lowest without gaps, and the class of each (0 is high card)."""
    known = tables(7)
    ladder = np.unique(np.concatenate([known.by_ranks, known.by_mask]))
    ladder = ladder[ladder > 0]
    by_ranks = np.searchsorted(ladder, known.by_ranks).astype(np.uint16)
    by_mask = np.searchsorted(ladder, known.by_mask).astype(np.uint16)
    numbered = Tables(known.keys, known.masks, known.low_place, known.high_start, by_ranks, by_mask)
    return numbered, (ladder >> 20).astype(np.int64)


@cache
def _sets(size: int) -> Flops:
    known = classes(size)
    return Flops(known.number, known.of, known.order, pair_orders())


@cache
def _boards() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    found = boards()
    return np.sort(found.cards, axis=1), found.times


@dataclass(frozen=True, slots=True)
class Solved:
    """Best play. `by_class` has, for each of the 169 kinds of pair, the summed value of every action before the flop."""

    game: Game
    by_class: dict[str, list[Fraction]]
    after_flop: npt.NDArray[np.int8]
    """[flop, pair] the place of the chosen action among the stage's actions."""
    value: Fraction

    def value_of(self, kind: int, action: str) -> Fraction:
        """The gain of an action with one kind of pair, per Ante."""
        return self.by_class[action][kind] / deals_of_kind(kind)


def solve(game: Game) -> Solved:
    """Walks all boards once and decides backwards: after the last card, after the flop, before it."""
    by_flop, by_turn = _gather(game)
    later, chosen = _after_flop(game, by_flop)
    opening, unit = _by_kind(by_flop[:, :, OPENING].sum(axis=0)), _by_kind(by_flop[:, :, UNIT].sum(axis=0))
    going_on = _by_kind(later) if game.decisions[0].once else _added(_by_kind(later), _turn_gain(game, by_turn))
    actions = _before_flop(game, opening, unit, going_on)
    best = sum((max(values) for values in zip(*actions.values(), strict=True)), Fraction(0))
    total = sum(deals_of_kind(kind) for kind in range(KINDS))
    return Solved(game, actions, chosen, best / total)


def _gather(game: Game) -> tuple[Values, Values]:
    """What every flop (and set of four) holds for every pair, summed over its boards."""
    cards, times = _boards()
    strengths, category = _strengths()
    needs_turn = any(decision.seen == 4 for decision in game.decisions)
    turns = _sets(4) if needs_turn else _sets(3)
    shape = (len(classes(4)), PAIRS) if needs_turn else (0, 0)

    def part(first: int, after: int) -> tuple[Values, Values]:
        flop, turn = np.zeros((len(classes(3)), PAIRS, 3), np.int64), np.zeros(shape, np.int64)
        own = slice(first, after)
        gather(
            cards[own],
            times[own],
            strengths,
            category,
            game.payoffs,
            _sets(3),
            turns,
            new_order(len(category)),
            flop,
            turn,
        )
        return flop, turn

    parts = share_out(len(cards), part)
    return np.add.reduce([flop for flop, _ in parts]), np.add.reduce([turn for _, turn in parts])


def _even(sums: Values, size: int) -> Values:
    """Sums of pairs that are alike under the symmetries of their flop, evened out; 24 times the mean."""
    evened = np.zeros_like(sums)
    for order, renamed in enumerate(pair_orders()):
        holds = symmetries(size)[:, order]
        evened[holds] += sums[holds][:, renamed]
    return evened * (SUIT_ORDERS // symmetries(size).sum(axis=1))[:, None]


def _after_flop(game: Game, by_flop: Values) -> tuple[npt.NDArray[np.object_], npt.NDArray[np.int8]]:
    """The value of the best action after each flop, summed for every pair; and which action it is."""
    decision = next(d for d in game.decisions if d.seen == FLOP)
    unit = _even(by_flop[:, :, UNIT], FLOP)
    if decision.once:
        checked = _even(by_flop[:, :, BEST], FLOP)
        bets = [_even(by_flop[:, :, OPENING], FLOP) + bet * unit for bet in decision.bets]
    else:
        checked, bets = np.zeros_like(unit), [bet * unit for bet in decision.bets]
    values = np.stack([checked, *bets])
    best = values.max(axis=0).sum(axis=0)
    return np.array([Fraction(int(total), SUIT_ORDERS) for total in best], object), values.argmax(axis=0).astype(
        np.int8
    )


def _turn_gain(game: Game, by_turn: Values) -> list[Fraction]:
    """What betting after the turn adds where it gains, by kind of pair; a turn set stands for twice as few boards."""
    decision = next(d for d in game.decisions if d.seen == TURN)
    unit = _even(by_turn, TURN)
    best = np.maximum(0, np.stack([bet * unit for bet in decision.bets]).max(axis=0)).sum(axis=0)
    return _by_kind(np.array([Fraction(2 * int(total), SUIT_ORDERS) for total in best], object))


def _before_flop(
    game: Game, opening: list[Fraction], unit: list[Fraction], going_on: list[Fraction]
) -> dict[str, list[Fraction]]:
    """The summed value of each action before the flop, by kind of pair."""
    decision = game.decisions[0]
    actions: dict[str, list[Fraction]] = {}
    if decision.can_fold:
        actions["fold"] = [game.fold * game.unit * deals_of_kind(kind) for kind in range(KINDS)]
    if decision.can_check:
        actions["check"] = going_on
    for bet in decision.bets:
        stays = _added(opening, [bet * value for value in unit])
        actions[f"bet {bet}x"] = stays if decision.once else _added(stays, going_on)
    return {name: [value / game.unit for value in values] for name, values in actions.items()}


def _added(one: list[Fraction], other: list[Fraction]) -> list[Fraction]:
    return [a + b for a, b in zip(one, other, strict=True)]


@cache
def kinds() -> npt.NDArray[np.int64]:
    """The kind (0 to 168) of every pair: higher rank, lower rank, and whether of one suit."""
    low, high = pair_cards()[:, 0].astype(int), pair_cards()[:, 1].astype(int)
    suited = low % 4 == high % 4
    first, second = high // 4, low // 4
    return np.where(suited, 13 * first + second, 13 * second + first)


def _by_kind(values: npt.NDArray[np.int64] | npt.NDArray[np.object_]) -> list[Fraction]:
    """Values of pairs summed by their kind."""
    summed = [Fraction(0)] * KINDS
    for kind, value in zip(kinds().tolist(), values.tolist(), strict=True):
        summed[kind] += value
    return summed


def deals_of_kind(kind: int) -> int:
    """Boards and dealer pairs against a kind, each flop of a board by itself."""
    return int((kinds() == kind).sum()) * comb(50, 5) * FLOPS_OF_A_BOARD * DEALERS
