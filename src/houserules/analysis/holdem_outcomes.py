"""What best play leads to: how often each action is taken, what is staked, and the net result of a round, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from houserules.analysis.both_cores import share_out
from houserules.analysis.holdem import KINDS, Solved, all_boards, kinds, numbered_strengths, suit_sets
from houserules.analysis.holdem_kernels import CATEGORIES, new_order
from houserules.analysis.holdem_paths import UNDECIDED, Lines, count_lines
from houserules.analysis.payoffs import against_the_dealer
from houserules.analysis.result import Distribution
from houserules.analysis.suits import PAIRS

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


def outcomes(solved: Solved) -> Outcomes:
    """Walks all boards again with best play and counts where every line ends."""
    names, lines = _lines(solved)
    cards, times = all_boards()
    strengths, category = numbered_strengths()
    turns = suit_sets(4) if len(lines.after_turn) else suit_sets(3)

    def part(first: int, after: int) -> npt.NDArray[np.int64]:
        counts = np.zeros((len(names), CATEGORIES, CATEGORIES, 3), np.int64)
        own, order = slice(first, after), new_order(len(category))
        pay = solved.game.payoffs
        count_lines(cards[own], times[own], strengths, category, pay, suit_sets(3), turns, lines, order, counts)
        return counts

    summed = np.add.reduce([counts.astype(object) for counts in share_out(len(cards), part)])
    return Outcomes(names, summed[:, ::-1, ::-1])


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
    assert len(by_kind) == KINDS and len(kinds()) == PAIRS
    return np.array(by_kind, np.int8)[kinds()]


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
