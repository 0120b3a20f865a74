"""Named strategies of any game: rules that a person can remember, their exact value, and their cost."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tablelaw.analysis.cache import kept_as
from tablelaw.analysis.main_choices import Told, for_main_game, main_question
from tablelaw.analysis.result import Strategy
from tablelaw.analysis.result_files import STRATEGIES
from tablelaw.analysis.solver_choice import patient, solver_of
from tablelaw.law.rulebook import Terms


def strategies_of(terms: Terms, best: Fraction, tell: Told | None = None) -> tuple[Strategy, ...]:
    """The named strategies of a game, the cheapest first; cached."""
    question = f"strategies, {main_question(terms)}"
    if (told := patient(terms, tell)) is not None:
        told(f"{terms.book.id}, {question}")

    asked = for_main_game(terms)
    found = kept_as(STRATEGIES, asked.book, question, lambda: _worth(asked))
    return tuple(replace(one, cost=best - one.ev) for one in sorted(found, key=lambda one: -one.ev))


def _worth(terms: Terms) -> tuple[Strategy, ...]:
    """The value of each named strategy; its cost is filled in later, since it depends on the value of best play."""
    worth = solver_of(terms).strategies(terms)
    return tuple(Strategy(name, ev, Fraction(0), says) for name, (ev, says) in worth.items())
