"""Exact best play of a hold'em game for a player who sees hidden cards, solved for one sight at a time and decided
backwards.

A sight is one possible thing seen of the dealer's cards (see `sights`). For each sight the values of all boards are
summed over the cards to come, as the main solver does: by rank alone, plus a correction for each suit that can have
three on the board. Each table of values is for certain kinds of seen cards: by rank there are 13 kinds; by suit, a kind
also says whether a card is of the suit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.best_play import DEALS, boards_by_rank, boards_by_suit, deals_of_kind, ladder
from tablelaw.analysis.board_with_dealer.board_kernels import Boards
from tablelaw.analysis.board_with_dealer.decision_tree import Part
from tablelaw.analysis.board_with_dealer.flops_and_turns import pairs, spots
from tablelaw.analysis.board_with_dealer.game import Game
from tablelaw.analysis.board_with_dealer.value_kernels import sum_over_next_card
from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.protection.board_with_dealer.board_kernels import PAYOFFS, board_values
from tablelaw.analysis.protection.board_with_dealer.first_decision import Classes
from tablelaw.analysis.protection.board_with_dealer.known_board import BOARD, FLOP_CARDS, FOUR
from tablelaw.analysis.protection.board_with_dealer.seen_tree import BASE_PARTS, Rules, SeenTree
from tablelaw.analysis.protection.board_with_dealer.sights import Kinds, Sight
from tablelaw.analysis.protection.board_with_dealer.spot_kernels import Summed, decide_spots, sum_over_turns
from tablelaw.analysis.solver import NotThisGame
from tablelaw.analysis.sum_bounds import ROOM
from tablelaw.analysis.symmetry.card_kinds import Sets, by_rank, sets_by_rank, sets_by_suit
from tablelaw.analysis.symmetry.starting_hands import KINDS
from tablelaw.analysis.symmetry.suits import PACK_SIZE, PAIRS, classes, pair_orders

Values = npt.NDArray[np.signedinteger]
Chosen = npt.NDArray[np.int8]
OWN_CARDS, DEALER_CARDS, SINGLE_CARDS = 2, 2, 4
NARROW = 2**31
MOST_RIVERS = 48
"""The most rivers that are added for a set of four, before those that a pair holds are subtracted again."""


@dataclass(frozen=True, slots=True)
class Question:
    """A game, and its decisions for a player who sees cards."""

    game: Game
    tree: SeenTree

    @property
    def last(self) -> Rules:
        """The decisions with the whole board known."""
        return self.tree.rules(BOARD, BASE_PARTS)

    @property
    def board_parts(self) -> list[Part]:
        """The parts that are summed over boards, in the order of their arrays."""
        return [*BASE_PARTS, *self.tree.parts(BOARD)]


@dataclass(frozen=True, slots=True, eq=False)
class Decided:
    """The decisions of a sight after the flop, and the sums for the first decision."""

    sums: Mapping[Part, list[int]]
    """For each part, its sum by class of what is known at the first decision."""
    deals: list[int]
    chosen: Mapping[int, Chosen]
    """By the number of community cards known: [decision, cell, spot, pair] -> action."""


def decided(question: Question, sight: Sight, known: Classes) -> Decided:
    """Values every board once for a sight and decides backwards, down to the sums for the first decision."""
    size, tree = question.tree.size, question.tree
    ranks, suits = tables_of(question, sight)
    found = _Sums(question, sight, known)
    if size == FOUR:
        found.decide(FOUR, question.board_parts, ranks[FOUR], suits[FOUR], {})
        return found.done()
    later: dict[Part, Values] = {}
    if tree.parts(FOUR):
        later = found.after_turn(ranks[FOUR], suits[FOUR])
    found.decide(FLOP_CARDS, question.board_parts, ranks[FLOP_CARDS], suits[FLOP_CARDS], later)
    return found.done()


# --- Sums over the cards to come ----------------------------------------------------------------------------


def tables_of(question: Question, sight: Sight) -> tuple[dict[int, Values], dict[int, Values]]:
    """Sums for sets of four and, if they are needed, for flops: by rank as [part, set, pair of kinds], by suit as
    [pattern, part, set, pair of kinds].
    """
    least, kind = question.tree.size, narrow(question, sight)
    parts = len(question.board_parts)
    nothing = np.zeros((parts, 1, len(by_rank().low)), kind)
    ranks = values_on(question, boards_by_rank(), sight.by_rank, sight.is_group, nothing)
    by_ranks = _over_cards_to_come(sets_by_rank(), ranks, sight.by_rank, sight.is_group, least)
    found: list[dict[int, Values]] = []
    for seen in sight.by_suit:
        suits = values_on(question, boards_by_suit(), seen, sight.is_group, ranks)
        found.append(_over_cards_to_come(sets_by_suit(), suits, seen, sight.is_group, least))
    return by_ranks, {size: np.stack([table[size] for table in found]) for size in by_ranks}


def values_on(question: Question, boards: Boards, seen: Kinds, is_group: bool, plain: Values) -> Values:
    """[part, board, pair] -> the value with these kinds of card seen, minus what it is if ranks alone decide."""
    game, last = question.game, question.last
    into = np.zeros((PAYOFFS + len(last.fixed), len(boards.kinds), len(boards.pack.low)), plain.dtype)
    category = ladder(game.bounds).category

    def part(first: int, after: int) -> None:
        board_values(first, after, boards, category, game.payoffs.pay, seen, is_group, last, plain, into)

    share_out(len(boards.kinds), part, each=4)
    return into


def left_with(sets: Sets, seen: Kinds, is_group: bool) -> npt.NDArray[np.int32]:
    """[set, kind] -> cards left, without the seen ones."""
    if is_group:
        return sets.left
    left = sets.left.copy()
    for kind in seen[0]:
        left[:, kind] -= 1
    return left


def _over_cards_to_come(
    sets: tuple[Sets, ...], boards: Values, seen: Kinds, is_group: bool, least: int
) -> dict[int, Values]:
    """Values of boards, summed over the river for sets of four and over turn and river for flops."""
    found = {FOUR: _over_next_card(sets[FOUR], boards, seen, is_group, boards.dtype)}
    if least < FOUR:
        found[FLOP_CARDS] = _over_next_card(sets[FLOP_CARDS], found[FOUR], seen, is_group, np.dtype(np.int64))
    return found


def _over_next_card(
    sets: Sets, larger: Values, seen: Kinds, is_group: bool, kind: np.dtype[np.signedinteger]
) -> Values:
    into = np.zeros((len(larger), len(sets.code), larger.shape[2]), kind)
    left = left_with(sets, seen, is_group)

    def part(first: int, after: int) -> None:
        for what in range(len(larger)):
            sum_over_next_card(first, after, left, sets.more, larger[what], into[what])

    share_out(len(sets.code), part)
    return into


# --- Bounds ---------------------------------------------------------------------------------------------------


def deals_after(size: int, seen: int) -> int:
    """In how many ways the cards after a spot can be dealt: the rest of the board and the dealer's unseen cards."""
    left = PACK_SIZE - OWN_CARDS - seen - size
    deals = 1
    for n in range(BOARD - size + DEALER_CARDS - seen):
        deals *= left - n
    return deals


def most_of(question: Question) -> int:
    """The most that a part can be on one deal, in parts of the unit."""
    game, bounds = question.game, dict[Part, int]()
    bounds |= dict(zip(BASE_PARTS, np.abs(game.payoffs.pay).max(axis=(1, 2, 3)).tolist(), strict=True))
    for level in (BOARD, FOUR, FLOP_CARDS):
        known = list(bounds)
        rules = question.tree.rules(level, known)
        for n, part in enumerate(question.tree.parts(level)):
            worth = np.abs(rules.times[n]).astype(object) @ [
                *(bounds[one] for one in known),
                *_padding(rules, known, n, bounds),
            ]
            bounds[part] = int(max(np.abs(rules.fixed[n]).astype(object) + worth))
    return max(bounds.values())


def _padding(rules: Rules, known: Sequence[Part], decided: int, bounds: Mapping[Part, int]) -> list[int]:
    """The bounds of the level's own parts that are known already, and zeros for those that are not."""
    own = list(bounds)[len(known) :]
    return [bounds[part] for part in own] + [0] * (rules.times.shape[2] - len(known) - decided)


def narrow(question: Question, sight: Sight) -> np.dtype[np.signedinteger]:
    """Chooses 32-bit sums for sets of four if no sum can exceed them; refuses payoffs that could exceed 64 bits."""
    most, cards = most_of(question), PACK_SIZE if sight.is_group else 1
    if most * _deals_of_a_class(question) >= ROOM:
        raise NotThisGame(f"payoffs in parts of 1/{question.game.unit}", accepted="coarser odds: sums must fit 64 bits")
    on_a_board = most * deals_after(BOARD, sight.seen) * cards
    return np.dtype(np.int32) if 2 * on_a_board * MOST_RIVERS < NARROW else np.dtype(np.int64)


def _deals_of_a_class(question: Question) -> int:
    """An upper bound on the deals summed for one class of the first decision: those of one kind of pair, or all deals
    if nothing is decided before the flop. The dealer's cards count in both orders, and each card that may be the known
    one counts separately.
    """
    deals = DEALS if question.tree.nodes.level[0] else max(map(deals_of_kind, range(KINDS)))
    return 2 * SINGLE_CARDS * deals


# --- Decisions ------------------------------------------------------------------------------------------------


class _Sums:
    """Decides at the spots of each size in turn, and collects the sums for the first decision."""

    def __init__(self, question: Question, sight: Sight, known: Classes) -> None:
        self.question, self.sight, self.known = question, sight, known
        self.tree = question.tree
        self.sums: dict[Part, list[int]] = {}
        self.deals: list[int] = []
        self.chosen: dict[int, Chosen] = {}

    def done(self) -> Decided:
        return Decided(self.sums, self.deals, self.chosen)

    def after_turn(self, ranks: Values, suits: Values) -> dict[Part, Values]:
        """Decides at sets of four that follow a flop; returns the values that decisions at the flop depend on."""
        asked = {
            part for decided in self.tree.parts(FLOP_CARDS) for row in self.tree.tree.rows[decided] for part, _ in row
        }
        mine = self.tree.parts(FOUR)
        needed = {part for decided in mine for row in self.tree.tree.rows[decided] for part, _ in row}
        places = [n for n, part in enumerate(self.question.board_parts) if part in needed]
        parts = [self.question.board_parts[n] for n in places]
        is_kept = bool(asked.intersection(mine))
        kept = self.decide(FOUR, parts, ranks[places], suits[:, places], {}, is_kept)
        return {part: self._over_turns(kept[n]) for n, part in enumerate(mine) if part in asked}

    def decide(
        self,
        size: int,
        parts: list[Part],
        ranks: Values,
        suits: Values,
        later: Mapping[Part, Values],
        is_kept: bool = False,
    ) -> Values:
        """Decides at all spots of a size; returns the values of its decisions if they are needed."""
        known, own, is_last = spots(size), self.tree.parts(size), size == self.tree.size
        rules = self.tree.rules(size, [*parts, *later])
        shape = (len(self.sight.cells.mask), len(known.times), PAIRS)
        chosen, kept = (
            np.zeros((len(own), *shape), np.int8),
            np.zeros((len(own) if is_kept else 0, *shape), ranks.dtype),
        )
        after_turns = np.array([*later.values()], np.int64) if later else np.zeros((0, 1, 1, 1), np.int64)
        columns = [*parts, *later, *own]
        into = [n for n, part in enumerate(columns) if part in own or (is_last and part in parts)]
        times = 1 if is_last else SINGLE_CARDS - bool(self.tree.single)
        summed = Summed(self.known.of, np.array(into, np.int64), times, deals_after(size, self.sight.seen))

        def part(first: int, after: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
            sums = np.zeros((len(into), len(self.known.kind)), np.int64)
            deals = np.zeros(len(self.known.kind), np.int64)
            decide_spots(
                *(first, after, known, pairs(), self.sight.cells, ranks, suits, after_turns),
                *(rules, summed, chosen, kept, sums, deals),
            )
            return sums, deals

        found = share_out(len(known.times), part, each=4)
        totals = np.add.reduce([sums for sums, _ in found]).tolist()
        self.sums |= {columns[n]: totals[place] for place, n in enumerate(into)}
        self.deals = np.add.reduce([deals for _, deals in found]).tolist()
        self.chosen[size] = chosen
        return kept

    def _over_turns(self, by_four: Values) -> Values:
        """[cell, flop, pair]: values of sets of four, summed over the turn card."""
        flops, cells = spots(FLOP_CARDS), self.sight.cells
        into = np.zeros((len(cells.mask), len(flops.times), PAIRS), np.int64)

        def part(first: int, after: int) -> None:
            sum_over_turns(first, after, flops, classes(FOUR), pair_orders(), cells, by_four, into)

        share_out(len(flops.times), part, each=4)
        return into
