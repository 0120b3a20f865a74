"""The exact value of every legal action with the cards in hand and the board so far.

After the flop, every board that can follow is compared with all 990 pairs the dealer may hold, with the best choice at
every later decision; before the flop, the answer comes from the solved game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import lcm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.advice import Advice, Chances, best_first, chances_of, chart_advice, with_chances
from tablelaw.analysis.board_with_dealer.best_play import FLOP, TURN, Solved, ladder, solve
from tablelaw.analysis.board_with_dealer.board_kernels import DEALERS, Ladder
from tablelaw.analysis.board_with_dealer.decision_tree import (
    CONSTANT,
    OPENING_PART,
    STEP_PART,
    Fork,
    Part,
    Tree,
    Value,
    tree_of,
)
from tablelaw.analysis.board_with_dealer.game import BOARD, Game, game_of, payoffs_of
from tablelaw.analysis.board_with_dealer.solution import chart
from tablelaw.analysis.board_with_dealer.starting_hand_showdowns import showdown_chances
from tablelaw.analysis.board_with_dealer.value_kernels import BEST, OPENING, UNIT, Payoffs, best_of
from tablelaw.analysis.solver import NotThisGame
from tablelaw.cards import PACK, Card
from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.kernels import FIVE_SUITED, START, ZERO, by_ranks, by_suit
from tablelaw.cards.card import require_distinct
from tablelaw.errors import WrongCardCount
from tablelaw.law.conduct import STANDINGS, Standing
from tablelaw.law.decisions import Decision, decisions_of
from tablelaw.law.rulebook import Terms
from tablelaw.law.text_values import Multiple

Staked = Mapping[str, Fraction]
Sides = tuple[tuple[str, Fraction], ...]
Boards = npt.NDArray[np.uint8]
HIGHER, EQUAL = STANDINGS.index(Standing.HIGHER), STANDINGS.index(Standing.EQUAL)


def advice(
    terms: Terms,
    cards: Sequence[Card],
    board: Sequence[Card],
    staked: Staked | None = None,
    made: Multiple | None = None,
) -> list[Advice]:
    """The gain of each legal action in Antes, best first, including the opening wagers and earlier bets.

    `staked` names side wagers decided by the same hands; `made` is what has been bet so far, in Antes, by default the
    least that a player must bet to get here. For a range of bets only the smallest and largest are valued, since the
    gain is linear in between.
    """
    sides = tuple((staked or {}).items())
    game = _game(terms, sides)
    decision = _decision(game, cards, board)
    if not board:
        return with_chances(chart_advice(chart(_solved(terms, sides)), cards), showdown_chances(cards))
    bet = least_made(game, decision) if made is None else Fraction(made)
    return _after_flop(game, decision, cards, board, bet)


@lru_cache(maxsize=16)
def _game(terms: Terms, sides: Sides) -> Game:
    return game_of(terms, dict(sides))


@lru_cache(maxsize=4)
def _solved(terms: Terms, sides: Sides) -> Solved:
    return solve(_game(terms, sides))


def _decision(game: Game, cards: Sequence[Card], board: Sequence[Card]) -> Decision:
    """The decision made when this many community cards have been seen."""
    if len(cards) != 2:
        raise WrongCardCount(f"{len(cards)} cards in hand", accepted="two")
    require_distinct((*cards, *board))
    for decision in game.decisions:
        if decision.seen == len(board):
            return decision
    accepted = ", ".join(f"{decision.seen} ({decision.stage})" for decision in game.decisions)
    raise NotThisGame(f"no decision with {len(board)} community cards", where=game.terms.book.id, accepted=accepted)


def least_taken(terms: Terms, seen: int) -> tuple[str, ...]:
    """The decisions with the least bets before `seen` community cards; empty if a player had no other."""
    before = [decision for decision in decisions_of(terms) if decision.seen < seen]
    is_open = any(not one.once and len(one.bets) + one.can_check > 1 for one in before)
    if not is_open or any(one.after for one in decisions_of(terms)):
        return ()
    return tuple("check" if one.can_check else f"bet {min(one.bets)}x" for one in before)


def least_made(game: Game, decision: Decision) -> Fraction:
    """The least that a player who has not folded can have bet when a decision comes."""
    before = game.decisions[: game.decisions.index(decision)]
    if decision.after:
        return Fraction(min(next(one.bets for one in before if one.stage == decision.after)))
    return Fraction(0 if game.once else sum(min(one.bets) for one in before if not one.can_check))


def _after_flop(
    game: Game, decision: Decision, cards: Sequence[Card], board: Sequence[Card], made: Fraction
) -> list[Advice]:
    """Values every action by the best decisions that can follow it."""
    parts, (tree, payoffs) = finer(game, made), from_here(game, decision, made)
    boards = boards_after(cards, board)
    worths = Worths(tree, boards, _sums(game, cards, boards, payoffs))
    assert isinstance(tree.root, Fork)
    found = best_first(
        Advice(action, times, worths.of(place.value) / (len(boards) * DEALERS * game.unit * parts))
        for (action, times), place in zip(decision.actions, tree.root.actions, strict=True)
    )
    return with_chances(found, _chances(game, cards, boards))


def _chances(game: Game, cards: Sequence[Card], boards: Boards) -> Chances:
    """Counts the dealer's pairs that are lower and equal on every board that can follow."""
    counted = np.zeros_like(game.payoffs.pay)
    counted[OPENING, :, :, HIGHER] = 1
    counted[UNIT, :, :, EQUAL] = 1
    nothing_decided = np.zeros((0, 1, 3), np.int64)
    won, tied = _sums(game, cards, boards, Payoffs(counted, nothing_decided)).sum(axis=0).tolist()
    return chances_of(won, tied, len(boards) * DEALERS - won - tied)


def finer(game: Game, made: Fraction) -> int:
    """How many parts each step must be divided into for the bets made to be a whole number of parts."""
    return lcm(game.steps, made.denominator) // game.steps


def from_here(game: Game, decision: Decision, made: Fraction) -> tuple[Tree, Payoffs]:
    """The tree of decisions from this one on, and payoffs in parts `finer` times smaller than the game's."""
    parts = finer(game, made)
    folded = int(game.fold * game.unit * parts), int(game.folded_bet * game.unit / game.steps)
    later = game.decisions[game.decisions.index(decision) :]
    tree = tree_of(later, game.steps * parts, *folded, made=int(made * game.steps * parts))
    pay = game.payoffs.pay * np.array([parts, 1])[:, None, None, None]
    return tree, payoffs_of(pay, tree)


class Worths(NamedTuple):
    """The parts of a value (see `decision_tree`), summed over the possible boards and the dealer's pairs."""

    tree: Tree
    boards: Boards
    sums: npt.NDArray[np.int64]
    """[board, part] -> sum."""

    def of(self, value: Value) -> Fraction:
        return sum((times * self._part(part) for part, times in value.items()), Fraction(0))

    def _part(self, part: Part) -> Fraction:
        if part[0] != TURN:
            return self._on_boards(part, np.ones(len(self.boards), np.bool_))
        turns = [(self.boards[:, FLOP:] == turn).any(axis=1) for turn in np.unique(self.boards[:, FLOP:])]
        best = [max(self._row(row, has) for row in self.tree.rows[part]) for has in turns]
        return sum(best, Fraction(0)) / 2  # every board has two orders

    def _row(self, row: Iterable[tuple[Part, int]], has: npt.NDArray[np.bool_]) -> Fraction:
        return sum((times * self._on_boards(part, has) for part, times in row), Fraction(0))

    def _on_boards(self, part: Part, which: npt.NDArray[np.bool_]) -> Fraction:
        if part == CONSTANT:
            return Fraction(int(which.sum()) * DEALERS)
        place = [OPENING_PART, STEP_PART, *self.tree.parts(BOARD)].index(part)
        return Fraction(int(self.sums[which, place].sum()))


def boards_after(cards: Sequence[Card], board: Sequence[Card]) -> Boards:
    """Every board that is still possible, with the cards already seen first."""
    left = [card for card in PACK if card not in cards and card not in board]
    return np.array([(*board, *more) for more in combinations(left, BOARD - len(board))], np.uint8)


def _sums(game: Game, cards: Sequence[Card], boards: Boards, pay: Payoffs) -> npt.NDArray[np.int64]:
    """[board, part]: the opening wagers, one step and the best of each last choice, summed over the dealer's pairs."""
    into = np.zeros((len(boards), BEST + len(pay.last_choices)), np.int64)
    worths_into(boards, np.array(cards, np.uint8), ladder(game.bounds), pay, into)
    return into


@kernel
def worths_into(boards: Any, cards: Any, rungs: Ladder, pay: Payoffs, into: Any) -> None:
    left = np.zeros(45, np.uint8)
    for place in range(len(boards)):
        leave(boards[place], cards, left)
        opening, unit = _against_all(boards[place], cards, left, rungs, pay.pay)
        into[place, OPENING], into[place, UNIT] = opening, unit
        for n in range(len(pay.last_choices)):
            into[place, BEST + n] = best_of(pay.last_choices[n], opening, unit)


@kernel
def leave(board: Any, cards: Any, left: Any) -> None:
    """Writes the cards that the dealer may hold."""
    place = 0
    for card in range(52):
        if card not in board and card not in cards:
            left[place] = card
            place += 1


@kernel
def _against_all(board: Any, cards: Any, left: Any, rungs: Ladder, pay: Any) -> Any:
    """The payoffs of the opening wagers and of one step, each summed over the dealer's pairs."""
    key, mask, strengths, category = START, ZERO, rungs.strengths, rungs.category
    for card in board:
        key += strengths.keys[card]
        mask |= strengths.masks[card]
    mine = with_two(key, mask, cards[0], cards[1], strengths)
    own, opening, unit = category[mine], np.int64(0), np.int64(0)
    for high in range(len(left)):
        for low in range(high):
            theirs = with_two(key, mask, left[low], left[high], strengths)
            standing = 0 if theirs < mine else 1 if theirs == mine else 2
            opening += pay[OPENING, own, category[theirs], standing]
            unit += pay[UNIT, own, category[theirs], standing]
    return opening, unit


@kernel
def with_two(key: Any, mask: Any, low: Any, high: Any, strengths: Any) -> Any:
    whole = key + strengths.keys[low] + strengths.keys[high]
    if whole & FIVE_SUITED:
        return by_suit(whole, mask | strengths.masks[low] | strengths.masks[high], strengths)
    return by_ranks(whole, strengths)
