"""How deals end under the plays of a game: best play, never folding, and strategies that people remember."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from tablelaw.analysis.board_with_dealer.count_endings import ends_of, outcomes
from tablelaw.analysis.board_with_dealer.distribution import distribution, side_wager
from tablelaw.analysis.board_with_dealer.endings import FOLD, Ends
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.board_with_dealer.plans import plan_of
from tablelaw.analysis.board_with_dealer.solve import solve
from tablelaw.analysis.board_with_dealer.strategies import (
    known_strategies,
    never_folding,
    strategy_ends,
    without_last_fold,
)
from tablelaw.analysis.cache import kept_as
from tablelaw.analysis.main_question import kept_main, main_question, main_wagers
from tablelaw.analysis.payoffs import against_the_dealer
from tablelaw.analysis.result import Distribution, Result
from tablelaw.analysis.result_files import ENDS
from tablelaw.analysis.solver import BEST, MAIN, NEVER_FOLD, SAYS_NEVER_FOLD, Priced, Spreads
from tablelaw.analysis.symmetry.starting_hands import KINDS, ways
from tablelaw.law.rulebook import Terms

Solve = Callable[[Terms], Result]


def ends_of_play(terms: Terms, play: str, solve_main: Solve) -> Ends:
    """How all deals end under best play, never folding, or a named strategy."""
    if play == NEVER_FOLD:
        return _ends_without_folds(terms)
    ends = kept_main(terms, solve_main).ends if play == BEST else ends_under(terms, play)
    assert ends is not None
    return ends


def ends_under(terms: Terms, name: str) -> Ends:
    """How deals end under a strategy, which no paytable changes, so it is cached once for all of them."""
    game = game_of(terms)

    def answer() -> Ends:
        return strategy_ends(game, known_strategies(game)[name])

    return kept_as(ENDS, terms.book, f"how deals end under {name}, {game.decisions}", answer)


def _ends_without_folds(terms: Terms) -> Ends:
    """How deals end under the best play that never folds; cached."""
    question = f"how deals end without folds, {main_question(terms)}"
    return kept_as(ENDS, terms.book, question, lambda: _never_folded(terms))


def _never_folded(terms: Terms) -> Ends:
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


# --- Strategies --------------------------------------------------------------------------------------------


def strategies(terms: Terms, solve_main: Solve) -> Priced:
    """The named strategies of a game and never folding, with their values per Ante."""
    game = game_of(terms)
    known = known_strategies(game)
    found = {name: (distribution(game, ends_under(terms, name)).mean, rules.says) for name, rules in known.items()}
    return found | {NEVER_FOLD: (_never_folding(terms, solve_main), SAYS_NEVER_FOLD)}


def _never_folding(terms: Terms, solve_main: Solve) -> Fraction:
    """Best play that never folds: from the chart if a fold comes first, solved if it comes last."""
    game = game_of(terms)
    if game.decisions[-1].can_fold:
        return never_folding(game)
    stays = [row for name, row in kept_main(terms, solve_main).chart.items() if name != "fold"]
    best = [max(values) for values in zip(*stays, strict=True)]
    return sum((ways(kind) * best[kind] for kind in range(KINDS)), Fraction(0)) / sum(map(ways, range(KINDS)))


# --- Wager by wager ----------------------------------------------------------------------------------------


def spreads(terms: Terms, ends: Ends) -> Spreads:
    """Every wager of the main game by itself, and all together."""
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
    if units is FOLD:
        return 0
    decisions = game_of(terms).decisions
    if decisions[0].once:
        return units
    bets = line.removeprefix("bet ").split(" and ")
    stages = {stage.id: {choice.wager for choice in stage.choices} for stage in terms.book.stages}
    (own,) = [decision for decision in decisions if wager in stages[decision.stage]]
    return own.bets[0] if own is decisions[0] or own.stage in bets else 0
