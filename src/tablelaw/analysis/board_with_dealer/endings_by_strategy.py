"""How deals end under each strategy for a game: best play, never folding, and strategies that people can remember."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from tablelaw.analysis.board_with_dealer.distribution import distribution, side_wager
from tablelaw.analysis.board_with_dealer.endings import FOLD, Ends
from tablelaw.analysis.board_with_dealer.game import Game, game_of
from tablelaw.analysis.board_with_dealer.lines_of_play import named_lines
from tablelaw.analysis.board_with_dealer.solution import solution_of, value_of
from tablelaw.analysis.board_with_dealer.strategies import known_strategies, strategy_ends
from tablelaw.analysis.cache import kept_by
from tablelaw.analysis.main_choices import kept_main, main_bonuses, main_wagers
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
    """How deals end under a strategy. It always bets the most that is permitted, so the counts are cached once for all
    games with the same largest bets, whatever they pay.
    """
    game = game_of(terms)
    played = game.with_largest_bets

    def answer() -> Ends:
        return strategy_ends(played, known_strategies(played)[name])

    question = f"how deals end under {name}, {played.decisions}, {game.bounds}"
    return _in_lines_of(game, played, kept_by(ENDS, question, answer))


def _in_lines_of(game: Game, played: Game, ends: Ends) -> Ends:
    """The endings of a game's lines with only the largest bets, as endings of all of its lines."""
    counted = {line.taken: number for number, line in enumerate(played.lines.values())}
    counts = np.zeros((len(game.lines), *ends.counts.shape[1:]), dtype=object)
    for number, line in enumerate(game.lines.values()):
        if line.taken in counted:
            counts[number] = ends.counts[counted[line.taken]]
    return Ends(named_lines(game), counts)


def _ends_without_folds(terms: Terms) -> Ends:
    """How deals end under the best play that never folds."""
    return solution_of(game_of(terms, folding=False)).ends


# --- Strategies --------------------------------------------------------------------------------------------


def strategies(terms: Terms, solve_main: Solve) -> Priced:
    """The named strategies of a game and never folding, with their values per Ante."""
    game = game_of(terms)
    known = known_strategies(game)
    found = {name: (distribution(game, ends_under(terms, name)).mean, rules.says) for name, rules in known.items()}
    return found | {NEVER_FOLD: (_never_folding(terms, solve_main), SAYS_NEVER_FOLD)}


def _never_folding(terms: Terms, solve_main: Solve) -> Fraction:
    """The value of the best play that never folds: from the chart if folds come only before the flop, otherwise
    solved.
    """
    game = game_of(terms)
    if game.decisions[0].seen or any(decision.can_fold for decision in game.decisions[1:]):
        return value_of(game_of(terms, folding=False))
    stays = [row for name, row in kept_main(terms, solve_main).chart.items() if name != "fold"]
    best = [max(values) for values in zip(*stays, strict=True)]
    return sum((ways(kind) * best[kind] for kind in range(KINDS)), Fraction(0)) / sum(map(ways, range(KINDS)))


# --- Wager by wager ----------------------------------------------------------------------------------------


def spreads(terms: Terms, ends: Ends) -> Spreads:
    """The distribution of each wager of the main game, and of all together."""
    found: Spreads = {}
    for wager in (*main_wagers(terms.book), *main_bonuses(terms.book)):
        if wager.kind != "decision":
            found[wager.id] = side_wager(terms, wager.id, ends)
        else:
            found[wager.id] = _bet(terms, wager.id, ends)
    return found | {MAIN: distribution(game_of(terms), ends)}


def _bet(terms: Terms, wager: str, ends: Ends) -> Distribution:
    """The distribution of a bet; 0 in deals in which it was not made."""
    gains, game = against_the_dealer(terms, wager), game_of(terms)
    stages = {stage.id for stage in terms.book.stages if any(choice.wager == wager for choice in stage.choices)}
    counts: dict[Fraction, int] = {}
    for place, (name, units) in enumerate(ends.lines):
        line = game.lines[name]
        times = game.antes(sum(steps for stage, _, steps in line.taken if stage in stages))
        for key, gain in gains.items():
            net = times * (game.folded_bet if units is FOLD else gain)
            counts[net] = counts.get(net, 0) + int(ends.counts[place][key])
    return Distribution({net: count for net, count in counts.items() if count})
