"""What best play leads to: how often each action is taken, what is staked, and the net result of a round, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.analysis.both_cores import share_out
from houserules.analysis.card_kinds import Sets, by_rank, by_suit, sets_by_rank, sets_by_suit
from houserules.analysis.holdem import BOARD, FLOP, TURN, Solved, boards_by_rank, boards_by_suit, ladder
from houserules.analysis.holdem_game import opening_gains
from houserules.analysis.holdem_kernels import CATEGORIES, Boards, new_order
from houserules.analysis.holdem_paths import (
    UNDECIDED,
    Bets,
    Rows,
    count_lines,
    hand_down,
    new_tally,
    take_off,
    weigh_flops,
    weigh_turns,
)
from houserules.analysis.holdem_spots import pairs, spots
from houserules.analysis.holdem_walk import Payoffs, new_scale
from houserules.analysis.payoffs import against_the_dealer, ask
from houserules.analysis.result import Distribution
from houserules.analysis.suits import PAIRS, classes, pair_orders
from houserules.law.terms import Terms

Weights = npt.NDArray[np.signedinteger]
Counts = npt.NDArray[np.int64]

FOLD = None
BOARDS_AT_ONCE = 512


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Lines of play (their name, and units wagered or FOLD) and the deals that end in each, by class and standing."""

    lines: tuple[tuple[str, int | None], ...]
    counts: npt.NDArray[np.object_]
    """[line, own class, dealer class, standing], classes highest first."""

    @property
    def total(self) -> int:
        return int(self.counts.sum())

    def frequency(self, line: int) -> Fraction:
        return Fraction(int(self.counts[line].sum()), self.total)

    def frequencies(self) -> dict[str, Fraction]:
        return {name: self.frequency(line) for line, (name, _) in enumerate(self.lines)}


class Plan(NamedTuple):
    """Best play as lines. Weights have a row for each line taken, and one for what is left to the last choice."""

    names: tuple[tuple[str, int | None], ...]
    rows: Rows
    at_flop: npt.NDArray[np.int8]
    """[flop, pair] -> row; empty where bets add up."""
    bets: Bets | None = None


def outcomes(solved: Solved) -> Outcomes:
    """Hands best play down to all boards and counts where every line ends."""
    plan = _once(solved) if solved.game.once else _added_up(solved)
    return _counted(plan, solved.game.payoffs)


@cache
def showdowns() -> Outcomes:
    """Every deal played to the end: nobody folds."""
    line, no_choice = np.zeros(1, np.int8), np.zeros(0, np.int8)
    at_flop = np.zeros((len(spots(FLOP).times), PAIRS), np.int8)
    nothing = Payoffs(np.zeros((2, CATEGORIES, CATEGORIES, 3), np.int64), np.zeros((0, 3), np.int64))
    return _counted(Plan((("stay", 0),), Rows(line, no_choice), at_flop), nothing)


def _counted(plan: Plan, pay: Payoffs) -> Outcomes:
    ranks, suits = _weights(plan)
    with_suit, off = _on_boards_with_a_suit(pay, plan, suits)
    by_ranks = _on_other_boards(pay, plan, ranks, off)
    return Outcomes(plan.names, (with_suit + by_ranks)[:, ::-1, ::-1].astype(object))


# --- Best play as lines ---------------------------------------------------------------------------------


def _once(solved: Solved) -> Plan:
    """One bet in the round: before the flop, after it, or after the last card; or a fold."""
    first, second, third = solved.game.decisions
    names: list[tuple[str, int | None]] = [(f"{first.stage}: bet {bet}x", bet) for bet in first.bets]
    names += [(f"{second.stage}: bet {bet}x", bet) for bet in second.bets]
    names += [(f"{third.stage}: fold", FOLD)] if third.can_fold else []
    names += [(f"{third.stage}: check", 0)] if third.can_check else []
    names += [(f"{third.stage}: bet {bet}x", bet) for bet in third.bets]
    before = _before(solved, {f"bet {bet}x": line for line, bet in enumerate(first.bets)})
    after = np.where(solved.after_flop == 0, UNDECIDED, solved.after_flop + len(first.bets) - 1)
    lines, rows = np.unique(np.where(before == UNDECIDED, after, before), return_inverse=True)
    last = np.arange(len(first.bets) + len(second.bets), len(names), dtype=np.int8)
    return Plan(tuple(names), Rows(lines.astype(np.int8), last), rows.reshape(after.shape).astype(np.int8))


def _added_up(solved: Solved) -> Plan:
    """A bet to stay in, then one more after the flop and one more after the turn, or none."""
    stay, flop, turn = solved.game.decisions
    (start,), (more,), (last,) = stay.bets, flop.bets, turn.bets
    names: tuple[tuple[str, int | None], ...] = (
        ("stay", start),
        (f"bet {turn.stage}", start + last),
        (f"bet {flop.stage}", start + more),
        (f"bet {flop.stage} and {turn.stage}", start + more + last),
        (f"{stay.stage}: fold", FOLD),
    )
    before = _before(solved, {"fold": len(names) - 1})
    bets = Bets(before, solved.after_flop, solved.after_turn, pair_orders())
    none = np.zeros(0, np.int8)
    return Plan(names, Rows(np.arange(len(names), dtype=np.int8), none), none, bets)


def _before(solved: Solved, line_of: dict[str, int]) -> npt.NDArray[np.int8]:
    """The line of every pair that is decided before the flop."""
    by_kind = [line_of.get(action, UNDECIDED) for action in solved.best_before_flop()]
    return np.array(by_kind, np.int8)[pairs().kind]


# --- Weights, and what they come to ---------------------------------------------------------------------


def _weights(plan: Plan) -> tuple[Weights, Weights]:
    """[row, set of four, pair of kinds] in both views.

    By suit 16 bits are enough: four suits, nine ways to hold two of the others, on the board and in the hand, and
    four flops make 4 x 9 x 9 x 4 at most.
    """
    size = FLOP if plan.bets is None else TURN
    ranks, suits = sets_by_rank(), sets_by_suit()

    def part(first: int, after: int) -> tuple[Weights, Weights]:
        by_ranks = np.zeros((len(plan.rows.lines), len(ranks[size].code), len(by_rank().low)), np.int32)
        by_suits = np.zeros((len(plan.rows.lines), len(suits[size].code), len(by_suit().low)), np.int16)
        if plan.bets is None:
            weigh_flops(first, after, spots(FLOP), pairs(), plan.at_flop, by_ranks, by_suits)
        else:
            weigh_turns(first, after, spots(TURN), pairs(), classes(FLOP), plan.bets, by_ranks, by_suits)
        return by_ranks, by_suits

    by_ranks, by_suits = (sum(parts) for parts in zip(*share_out(len(spots(size).times), part), strict=True))
    if size == FLOP:
        by_ranks = _handed_down(ranks[TURN], by_ranks, np.int32)
        by_suits = _handed_down(suits[TURN], by_suits, np.int16)
    return by_ranks, by_suits


def _handed_down(
    sets: Sets, smaller: Weights, kind: type[np.signedinteger] = np.int32, first: int = 0, after: int | None = None
) -> Weights:
    """Weights of sets with one card more, all or some of them."""
    upto = len(sets.code) if after is None else after
    into = np.zeros((len(smaller), upto - first, smaller.shape[2]), kind)
    hand_down(first, upto, sets.left, sets.fewer, smaller, into)
    return into


def _on_boards_with_a_suit(pay: Payoffs, plan: Plan, fours: Weights) -> tuple[Counts, Weights]:
    """Boards with three cards or more of a suit: how they end, and what they take off those by rank."""
    boards = sets_by_suit()[BOARD]

    def part(first: int, after: int) -> tuple[Counts, Weights]:
        counts = _no_counts(plan)
        off = np.zeros((len(fours), len(sets_by_rank()[BOARD].code), len(by_rank().low)), np.int32)
        for start in range(first, after, BOARDS_AT_ONCE):
            weights = _handed_down(boards, fours, first=start, after=min(after, start + BOARDS_AT_ONCE))
            take_off(start, boards_by_suit(), weights, off)
            _count(pay, plan, boards_by_suit(), start, weights, counts)
        return counts, off

    counts, off = (sum(parts) for parts in zip(*share_out(len(boards.code), part), strict=True))
    return counts, off


def _on_other_boards(pay: Payoffs, plan: Plan, fours: Weights, off: Weights) -> Counts:
    weights = _handed_down(sets_by_rank()[BOARD], fours) + off

    def part(first: int, after: int) -> Counts:
        counts = _no_counts(plan)
        _count(pay, plan, boards_by_rank(), first, np.ascontiguousarray(weights[:, first:after]), counts)
        return counts

    counts: Counts = np.add.reduce(share_out(weights.shape[1], part))
    return counts


def _no_counts(plan: Plan) -> Counts:
    return np.zeros((len(plan.names), CATEGORIES, CATEGORIES, 3), np.int64)


def _count(pay: Payoffs, plan: Plan, boards: Boards, first: int, weights: Weights, into: Counts) -> None:
    work = new_order(boards.pack), new_scale(boards.pack), new_tally(len(plan.names), boards.pack)
    count_lines(first, boards, ladder(), pay, plan.rows, weights, *work, into)


# --- What a reader asks ---------------------------------------------------------------------------------


def distribution(solved: Solved, found: Outcomes) -> Distribution:
    """The net result of a round in Antes."""
    game = solved.game
    opening, unit = opening_gains(game.terms, game.opening), against_the_dealer(game.terms, game.wager)
    counts: dict[Fraction, int] = {}
    for line, (_, units) in enumerate(found.lines):
        for key in unit:
            deals = int(found.counts[line][key])
            if deals:
                net = game.fold if units is FOLD else opening[key] + units * unit[key]
                counts[net] = counts.get(net, 0) + deals
    return Distribution(counts)


def average_wager(solved: Solved, found: Outcomes) -> Fraction:
    """What is staked in a round on average, in Antes: the opening wagers and what is added."""
    opening = sum(solved.game.opening.values(), Fraction(0))
    return sum(((units or 0) * found.frequency(n) for n, (_, units) in enumerate(found.lines)), opening)


def side_wager(terms: Terms, wager: str, found: Outcomes) -> Distribution:
    """The net result of a wager that the same hands decide and a fold collects, under the play found."""
    gains, folded = against_the_dealer(terms, wager), ask(terms, wager, {}, None, ["fold"])
    counts: dict[Fraction, int] = {}
    for line, (_, units) in enumerate(found.lines):
        for key, gain in gains.items():
            net = folded if units is FOLD else gain
            counts[net] = counts.get(net, 0) + int(found.counts[line][key])
    return Distribution(counts)
