"""The main game wager by wager, in Antes, under any play the analysis knows: what Ante, Blind or a bet gain alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np

from tablelaw.analysis.against_dealer import solve as flush_game
from tablelaw.analysis.against_dealer.kernels import deck_of
from tablelaw.analysis.against_paytable import solve as discard_game
from tablelaw.analysis.board_with_dealer.endings import FOLD, Ends
from tablelaw.analysis.cache import kept
from tablelaw.analysis.game_shape import DISCARD, FLUSHES, shape_of
from tablelaw.analysis.main_game import main_of, main_question, main_wagers
from tablelaw.analysis.payoffs import against_the_dealer, ask
from tablelaw.analysis.result import Distribution, Result
from tablelaw.analysis.strategies import NEVER_FOLD, ends_under
from tablelaw.law.conduct import STANDINGS
from tablelaw.law.terms import Terms

BEST = "best"
Spreads = dict[str, Distribution]
"""By wager, and of all together under MAIN."""
MAIN = "main game"


def spreads_of(terms: Terms, play: str, beside: str = "") -> Spreads:
    """Every wager of the main game by itself, and all together. If cards are put away, ties are broken in favour of
    a side wager."""
    shape = shape_of(terms.book)
    if shape == DISCARD:
        return _by_discard(terms, play == BEST, beside)
    return _by_flush(terms, play) if shape == FLUSHES else _by_holdem(terms, ends_of_play(terms, play))


# --- Three cards, one put away ---------------------------------------------------------------------------


def _by_discard(terms: Terms, folding: bool, beside: str) -> Spreads:
    wagers = [wager.id for wager in main_wagers(terms.book)]
    found = {wager: discard_game.wager_spread(terms, wager, beside, folding) for wager in wagers}
    whole = discard_game.solve(terms, folding=folding).distribution
    assert whole is not None
    return found | {MAIN: whole}


# --- Flushes of seven cards ------------------------------------------------------------------------------


def _by_flush(terms: Terms, play: str) -> Spreads:
    game, wagers = flush_game.game_of(terms), [wager.id for wager in main_wagers(terms.book)]
    counts: dict[str, dict[Fraction, int]] = {name: {} for name in (*wagers, MAIN)}
    for length, option, cells in flushes_by_option(terms, play):
        gains = [_flush_gains(game, wager, length, option) for wager in wagers]
        together = [sum(column, Fraction(0)) for column in zip(*gains, strict=True)]
        for name, by_cell in zip(counts, (*gains, together), strict=True):
            for gain, count in zip(by_cell, cells, strict=True):
                counts[name][gain] = counts[name].get(gain, 0) + count
    return {name: Distribution({gain: n for gain, n in found.items() if n}) for name, found in counts.items()}


def _flush_gains(game: flush_game.Game, wager: str, length: int, option: flush_game.Option) -> list[Fraction]:
    """What a wager gains in every cell if an option is taken."""
    cells = list(product((False, True), STANDINGS))
    times = 1 if wager in game.opening else option.times if option.wager == wager else 0
    if not times:
        return [Fraction(0)] * len(cells)
    if option.action == "fold":
        return [ask(game.terms, wager, {}, None, ["fold"])] * len(cells)
    return [times * flush_game.gain_in(game.terms, game.line, wager, length, *cell) for cell in cells]


def flushes_by_option(terms: Terms, play: str) -> Iterator[tuple[int, flush_game.Option, list[int]]]:
    """Length of the flush, option taken, and in how many deals it ends in each cell."""
    game, first = flush_game.game_of(terms), deck_of().first
    passed_over = 1 if play == NEVER_FOLD else 0
    pay = tuple(options[passed_over:] for options in game.pay)
    best, held = flush_game.deals_under(game.line, pay)
    for length in range(flush_game.SHORTEST, 8):
        options, places = game.options[length], slice(first[length], first[length + 1])
        if play in (BEST, NEVER_FOLD):
            for n, option in enumerate(options[passed_over:]):
                yield length, option, best[places, n].sum(axis=0).tolist()
            continue
        raises = flush_game.by_lines(flush_game.STRATEGIES[play])
        raised = np.array([[raises(p, above) for above in range(8 - length)] for p in range(places.start, places.stop)])
        deals = held[places, : 8 - length]
        yield length, options[0], deals[~raised].sum(axis=0).tolist()
        yield length, options[-1], deals[raised].sum(axis=0).tolist()


# --- Two cards and a board -------------------------------------------------------------------------------


def ends_of_play(terms: Terms, play: str) -> Ends:
    """How all deals end under best play, never folding, or a named strategy."""
    if play == NEVER_FOLD:
        return _ends_without_folds(terms)
    ends = main_of(terms).ends if play == BEST else ends_under(terms, play)
    assert ends is not None
    return ends


def _ends_without_folds(terms: Terms) -> Ends:
    """How deals end under the best play that never folds; cached."""

    def answer() -> Result:
        return Result(terms.book.id, "main", {}, "ante", Fraction(0), method=NEVER_FOLD, ends=_never_folded(terms))

    found = kept(terms.book, f"how deals end without folds, {main_question(terms)}", answer).ends
    assert found is not None
    return found


def _never_folded(terms: Terms) -> Ends:
    from tablelaw.analysis.board_with_dealer.count_endings import ends_of, outcomes
    from tablelaw.analysis.board_with_dealer.game import game_of
    from tablelaw.analysis.board_with_dealer.plans import plan_of
    from tablelaw.analysis.board_with_dealer.solve import solve
    from tablelaw.analysis.board_with_dealer.strategies import without_last_fold

    game = game_of(terms)
    last = game.decisions[-1]
    if last.can_fold:
        staying = (*game.decisions[:-1], replace(last, can_fold=False))
        return outcomes(solve(replace(without_last_fold(game), decisions=staying)))
    solved = solve(game)
    names = [name for name in solved.by_class if name != "fold"]
    kinds = range(len(solved.best_before_flop()))
    before = [max(names, key=lambda name: solved.by_class[name][kind]) for kind in kinds]
    return ends_of(plan_of(game, before, solved.after_flop, solved.after_turn), game.payoffs)


def _by_holdem(terms: Terms, ends: Ends) -> Spreads:
    from tablelaw.analysis.board_with_dealer.distribution import distribution, side_wager
    from tablelaw.analysis.board_with_dealer.game import game_of

    found: Spreads = {}
    for wager in main_wagers(terms.book):
        if wager.kind == "opening":
            found[wager.id] = side_wager(terms, wager.id, ends)
        else:
            found[wager.id] = _bet(terms, wager.id, ends)
    return found | {MAIN: distribution(game_of(terms), ends)}


def _bet(terms: Terms, wager: str, ends: Ends) -> Distribution:
    """The net result of a bet; nothing if it was not made."""
    gains = against_the_dealer(terms, wager)
    counts: dict[Fraction, int] = {}
    for line, (name, units) in enumerate(ends.lines):
        times = _times_on(terms, wager, name, units)
        for key, gain in gains.items():
            counts[times * gain] = counts.get(times * gain, 0) + int(ends.counts[line][key])
    return Distribution({net: count for net, count in counts.items() if count})


def _times_on(terms: Terms, wager: str, line: str, units: int | None) -> int:
    """How many of the units that a line of play wagers are on one of the bets."""
    from tablelaw.analysis.board_with_dealer.game import game_of

    if units is FOLD:
        return 0
    decisions = game_of(terms).decisions
    if decisions[0].once:
        return units
    bets = line.removeprefix("bet ").split(" and ")
    stages = {stage.id: {choice.wager for choice in stage.choices} for stage in terms.book.stages}
    (own,) = [decision for decision in decisions if wager in stages[decision.stage]]
    return own.bets[0] if own is decisions[0] or own.stage in bets else 0
