"""Named strategies of any game: rules that a person can remember, their exact value, and their cost."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tablelaw.analysis.board_with_dealer.endings import Ends
from tablelaw.analysis.cache import kept
from tablelaw.analysis.game_shape import DISCARD, HOLDEM, shape_of
from tablelaw.analysis.main_game import Told, main_of, main_question
from tablelaw.analysis.result import Result, Strategy
from tablelaw.analysis.symmetry.starting_hands import KINDS, ways
from tablelaw.law.terms import Terms

NEVER_FOLD, SAYS_NEVER_FOLD = "never fold", "best play among those that never fold"
Priced = dict[str, tuple[Fraction, str]]
"""Name -> its value per Ante, and its description."""


def strategies_of(terms: Terms, best: Fraction, tell: Told | None = None) -> tuple[Strategy, ...]:
    """Named strategies of the game, the cheapest first; cached."""
    if shape_of(terms.book) == DISCARD:
        return ()
    question = f"strategies, {main_question(terms)}"
    if tell is not None:
        tell(f"{terms.book.id}, {question}")

    found = kept(terms.book, question, lambda: _worth(terms)).strategies
    return tuple(replace(one, cost=best - one.ev) for one in sorted(found, key=lambda one: -one.ev))


def _worth(terms: Terms) -> Result:
    """The value of each; its cost depends on what it is compared with."""
    worth = _holdem(terms) if shape_of(terms.book) == HOLDEM else _flushes(terms)
    found = tuple(Strategy(name, ev, Fraction(0), says) for name, (ev, says) in worth.items())
    return Result(terms.book.id, "main", {}, "ante", Fraction(0), strategies=found)


def _flushes(terms: Terms) -> Priced:
    from tablelaw.analysis.against_dealer.solve import STRATEGIES, says, strategies

    return {name: (ev, says(STRATEGIES[name])) for name, ev in strategies(terms).items()}


def _holdem(terms: Terms) -> Priced:
    from tablelaw.analysis.board_with_dealer.distribution import distribution
    from tablelaw.analysis.board_with_dealer.game import game_of
    from tablelaw.analysis.board_with_dealer.strategies import known_strategies

    game = game_of(terms)
    known = known_strategies(game)
    found = {name: (distribution(game, ends_under(terms, name)).mean, rules.says) for name, rules in known.items()}
    return found | {NEVER_FOLD: (_never_folding(terms), SAYS_NEVER_FOLD)}


def ends_under(terms: Terms, name: str) -> Ends:
    """How deals end under a strategy, which no paytable changes, so it is cached once for all of them."""
    from tablelaw.analysis.board_with_dealer.game import game_of
    from tablelaw.analysis.board_with_dealer.strategies import known_strategies, strategy_ends

    game = game_of(terms)

    def answer() -> Result:
        ends = strategy_ends(game, known_strategies(game)[name])
        return Result(terms.book.id, "main", {}, "ante", Fraction(0), method=name, ends=ends)

    found = kept(terms.book, f"how deals end under {name}, {game.decisions}", answer).ends
    assert found is not None
    return found


def _never_folding(terms: Terms) -> Fraction:
    """Best play that never folds: from the chart if a fold comes first, solved if it comes last."""
    from tablelaw.analysis.board_with_dealer.game import game_of
    from tablelaw.analysis.board_with_dealer.strategies import never_folding

    game = game_of(terms)
    if game.decisions[-1].can_fold:
        return never_folding(game)
    stays = [row for name, row in main_of(terms).chart.items() if name != "fold"]
    best = [max(values) for values in zip(*stays, strict=True)]
    return sum((ways(kind) * best[kind] for kind in range(KINDS)), Fraction(0)) / sum(map(ways, range(KINDS)))
