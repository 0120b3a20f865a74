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
def numbered_strengths() -> tuple[Tables, npt.NDArray[np.int64]]:
    """Seven-card strengths numbered from the lowest without gaps, and the class of each (0 is high card)."""
    known = tables(7)
    ladder = np.unique(np.concatenate([known.by_ranks, known.by_mask]))
    ladder = ladder[ladder > 0]
    by_ranks = np.searchsorted(ladder, known.by_ranks).astype(np.uint16)
    by_mask = np.searchsorted(ladder, known.by_mask).astype(np.uint16)
    numbered = known._replace(by_ranks=by_ranks, by_mask=by_mask)  # type: ignore[arg-type]
    return numbered, (ladder >> 20).astype(np.int64)


@cache
def suit_sets(size: int) -> Flops:
    known = classes(size)
    return Flops(known.number, known.of, known.order, pair_orders())


@cache
def all_boards() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    found = boards()
    return np.sort(found.cards, axis=1), found.times


@dataclass(frozen=True, slots=True)
class Solved:
    """Best play. `by_class`: for each of the 169 kinds of pair the summed value of every action before the flop."""

    game: Game
    by_class: dict[str, list[Fraction]]
    after_flop: npt.NDArray[np.int8]
    """[flop, pair] the place of the best action: 0 to check, then the bets."""
    after_turn: npt.NDArray[np.int8]
    value: Fraction

    def best_before_flop(self) -> list[str]:
        """The best action for each kind of pair."""
        names = list(self.by_class)
        return [max(names, key=lambda name: self.by_class[name][kind]) for kind in range(KINDS)]

    def value_of(self, kind: int, action: str) -> Fraction:
        """The gain of an action with one kind of pair, per Ante."""
        return self.by_class[action][kind] / deals_of_kind(kind)


def solve(game: Game) -> Solved:
    """Walks all boards once and decides backwards: after the last card, after the flop, before it."""
    by_flop, by_turn = _gather(game)
    later, chosen = _after_flop(game, by_flop)
    opening, unit = _by_kind(by_flop[:, :, OPENING].sum(axis=0)), _by_kind(by_flop[:, :, UNIT].sum(axis=0))
    gained, at_turn = _after_turn(game, by_turn)
    going_on = _added(_by_kind(later), gained)
    actions = _before_flop(game, opening, unit, going_on)
    best = sum((max(values) for values in zip(*actions.values(), strict=True)), Fraction(0))
    total = sum(deals_of_kind(kind) for kind in range(KINDS))
    return Solved(game, actions, chosen, at_turn, best / total)


def _gather(game: Game) -> tuple[Values, Values]:
    """What every flop (and set of four) holds for every pair, summed over its boards."""
    cards, times = all_boards()
    strengths, category = numbered_strengths()
    needs_turn = any(decision.seen == 4 for decision in game.decisions)
    turns = suit_sets(4) if needs_turn else suit_sets(3)
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
            suit_sets(3),
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
    scaled: Values = evened * (SUIT_ORDERS // symmetries(size).sum(axis=1))[:, None]
    return scaled


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


def _after_turn(game: Game, by_turn: Values) -> tuple[list[Fraction], npt.NDArray[np.int8]]:
    """What betting after the turn adds where it gains, by kind of pair; and where it does.

    A board has ten flops but five sets of four, so that each set counts twice.
    """
    decision = next((d for d in game.decisions if d.seen == TURN), None)
    if decision is None:
        return [Fraction(0)] * KINDS, np.zeros((0, PAIRS), np.int8)
    unit = _even(by_turn, TURN)
    values = np.stack([np.zeros_like(unit), *(bet * unit for bet in decision.bets)])
    best = values.max(axis=0).sum(axis=0)
    gained = _by_kind(np.array([Fraction(2 * int(total), SUIT_ORDERS) for total in best], object))
    return gained, values.argmax(axis=0).astype(np.int8)


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
    found: npt.NDArray[np.int64] = np.where(suited, 13 * first + second, 13 * second + first)
    return found


def _by_kind(values: npt.NDArray[np.int64] | npt.NDArray[np.object_]) -> list[Fraction]:
    """Values of pairs summed by their kind."""
    summed = [Fraction(0)] * KINDS
    for kind, value in zip(kinds().tolist(), values.tolist(), strict=True):
        summed[kind] += value
    return summed


def deals_of_kind(kind: int) -> int:
    """Boards and dealer pairs against a kind, each flop of a board by itself."""
    return int((kinds() == kind).sum()) * comb(50, 5) * FLOPS_OF_A_BOARD * DEALERS
