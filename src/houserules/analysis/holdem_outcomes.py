"""What best play leads to: how often each action is taken, what is staked, and the net result of a round, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from houserules.analysis.both_cores import share_out
from houserules.analysis.card_kinds import Sets, View, by_rank, by_suit, sets_by_rank, sets_by_suit
from houserules.analysis.holdem import BOARD, FLOP, TURN, Solved, boards_by_rank, boards_by_suit, numbered_strengths
from houserules.analysis.holdem_game import Game
from houserules.analysis.holdem_kernels import CATEGORIES, new_order
from houserules.analysis.holdem_paths import (
    UNDECIDED,
    Lines,
    count_lines,
    hand_down,
    take_off,
    weigh_flops,
    weigh_turns,
)
from houserules.analysis.holdem_spots import pairs, spots
from houserules.analysis.holdem_walk import Boards
from houserules.analysis.payoffs import against_the_dealer
from houserules.analysis.result import Distribution
from houserules.analysis.suits import flops

Weights = npt.NDArray[np.int32]
Counts = npt.NDArray[np.int64]

FOLD = None


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


BOARDS_AT_ONCE = 512


def outcomes(solved: Solved) -> Outcomes:
    """Walks all boards again with best play and counts where every line ends."""
    names, lines = _lines(solved)
    ranks, suits = _weights(len(names), lines)
    plain = _handed_down(sets_by_rank()[BOARD], ranks, 0, len(sets_by_rank()[BOARD].code))

    def with_a_suit(first: int, after: int) -> tuple[Counts, Weights]:
        counts, off = np.zeros((len(names), CATEGORIES, CATEGORIES, 3), np.int64), np.zeros_like(plain)
        for start in range(first, after, BOARDS_AT_ONCE):
            weights = _handed_down(sets_by_suit()[BOARD], suits, start, min(after, start + BOARDS_AT_ONCE))
            take_off(start, boards_by_suit(), by_suit(), weights, off)
            _count(solved.game, by_suit(), boards_by_suit(), start, lines, weights, counts)
        return counts, off

    def by_ranks_alone(first: int, after: int) -> Counts:
        counts = np.zeros((len(names), CATEGORIES, CATEGORIES, 3), np.int64)
        _count(solved.game, by_rank(), boards_by_rank(), first, lines, plain[:, first:after], counts)
        return counts

    parts = share_out(len(sets_by_suit()[BOARD].code), with_a_suit)
    plain += sum(off for _, off in parts)
    rest = share_out(plain.shape[1], by_ranks_alone)
    summed = np.add.reduce([counts for counts, _ in parts] + rest)
    return Outcomes(names, summed[:, ::-1, ::-1].astype(object))


def _weights(count: int, lines: Lines) -> tuple[Weights, Weights]:
    """[line, set of four, pair of kinds] in both views; one line more for what is decided after the last card."""
    size = TURN if len(lines.after_turn) else FLOP
    sets = (sets_by_rank(), sets_by_suit())
    views = (by_rank(), by_suit())

    def part(first: int, after: int) -> tuple[Weights, Weights]:
        ranks, suits = (
            np.zeros((count + 1, len(of[size].code), len(view.low)), np.int32)
            for of, view in zip(sets, views, strict=True)
        )
        if size == TURN:
            weigh_turns(first, after, spots(TURN), pairs(), flops(), lines, ranks, suits)
        else:
            weigh_flops(first, after, spots(FLOP), pairs(), lines, ranks, suits)
        return ranks, suits

    parts = share_out(len(spots(size).times), part)
    ranks, suits = (np.add.reduce([both[view] for both in parts]) for view in range(2))
    if size == FLOP:
        ranks = _handed_down(sets[0][TURN], ranks, 0, len(sets[0][TURN].code))
        suits = _handed_down(sets[1][TURN], suits, 0, len(sets[1][TURN].code))
    return ranks, suits


def _handed_down(sets: Sets, smaller: Weights, first: int, after: int) -> Weights:
    into = np.zeros((len(smaller), after - first, smaller.shape[2]), np.int32)
    hand_down(first, after, sets.left, sets.fewer, smaller, into)
    return into


def _count(
    game: Game, view: View, boards: Boards, first: int, lines: Lines, weights: Weights, into: Counts
) -> None:
    strengths, category = numbered_strengths()
    order = new_order(view)
    count_lines(first, boards, view, strengths, category, game.payoffs, lines.last, weights, order, into)


def _lines(solved: Solved) -> tuple[tuple[tuple[str, int | None], ...], Lines]:
    return _once(solved) if solved.game.decisions[0].once else _added_up(solved)


def _once(solved: Solved) -> tuple[tuple[tuple[str, int | None], ...], Lines]:
    """One bet in the round: before the flop, after it, or after the last card; or a fold."""
    first, second, third = solved.game.decisions
    names: list[tuple[str, int | None]] = [(f"{first.stage}: bet {bet}x", bet) for bet in first.bets]
    names += [(f"{second.stage}: bet {bet}x", bet) for bet in second.bets]
    names += [(f"{third.stage}: fold", FOLD)] if third.can_fold else []
    names += [(f"{third.stage}: bet {bet}x", bet) for bet in third.bets]
    before = _before(solved, {f"bet {bet}x": line for line, bet in enumerate(first.bets)})
    flop = solved.after_flop + np.int8(len(first.bets) - 1)
    flop[solved.after_flop == 0] = UNDECIDED
    last = np.arange(len(first.bets) + len(second.bets), len(names), dtype=np.int8)
    return tuple(names), Lines(before, flop, solved.after_turn, last)


def _added_up(solved: Solved) -> tuple[tuple[tuple[str, int | None], ...], Lines]:
    """A bet to stay in, then one more after the flop and one more after the turn, or none."""
    stay, flop, turn = solved.game.decisions
    (start,), (more,), (last,) = stay.bets, flop.bets, turn.bets
    names: list[tuple[str, int | None]] = [
        ("stay", start),
        (f"bet {turn.stage}", start + last),
        (f"bet {flop.stage}", start + more),
        (f"bet {flop.stage} and {turn.stage}", start + more + last),
        (f"{stay.stage}: fold", FOLD),
    ]
    before = _before(solved, {"fold": len(names) - 1})
    lines = Lines(before, solved.after_flop * np.int8(2), solved.after_turn, np.zeros(0, np.int8))
    return tuple(names), lines


def _before(solved: Solved, line_of: dict[str, int]) -> npt.NDArray[np.int8]:
    """The line of every pair that is decided before the flop."""
    by_kind = [line_of.get(action, UNDECIDED) for action in solved.best_before_flop()]
    return np.array(by_kind, np.int8)[pairs().kind]


def distribution(solved: Solved, found: Outcomes) -> Distribution:
    """The net result of a round in Antes."""
    game = solved.game
    opening = [against_the_dealer(game.terms, wager) for wager in game.opening]
    unit = against_the_dealer(game.terms, game.wager)
    counts: dict[Fraction, int] = {}
    for line, (_, units) in enumerate(found.lines):
        for key in unit:
            deals = int(found.counts[line][key])
            if deals:
                net = game.fold if units is FOLD else sum(t[key] for t in opening) + units * unit[key]
                counts[net] = counts.get(net, 0) + deals
    return Distribution(counts)


def average_wager(solved: Solved, found: Outcomes) -> Fraction:
    """What is staked in a round on average, in Antes: the opening wagers and what is added."""
    opening = len(solved.game.opening)
    return sum(((units or 0) * found.frequency(n) for n, (_, units) in enumerate(found.lines)), Fraction(opening))
