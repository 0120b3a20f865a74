"""Options, outcomes of deals, and the sums over them that solvers share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from time import perf_counter
from typing import NamedTuple

from tablelaw.analysis.result import Distribution, Result
from tablelaw.law.conditions import conditions
from tablelaw.law.rows import PULL
from tablelaw.law.rulebook import Terms
from tablelaw.law.text_values import Multiple


class Option(NamedTuple):
    """One action of a player. A bet is `times` the Ante, where 0 means any amount above nothing; a pull takes back the
    whole wager."""

    action: str
    wager: str = ""
    times: Multiple = 0

    @property
    def name(self) -> str:
        return f"{self.action} {self.times}x" if self.wager and self.action != PULL else self.action


class Outcome(NamedTuple):
    """Deals with the same ending: the action, the multiple of the Ante it wagered, and the gain."""

    action: str
    times: Multiple
    gain: Fraction
    deals: int


def summed_up(outcomes: Sequence[Outcome]) -> tuple[Distribution, dict[str, Fraction], Fraction]:
    """Sums up outcomes: the distribution, how often each action was taken, and the average wagered at the decision."""
    counts, actions = Counter[Fraction](), Counter[str]()
    for outcome in outcomes:
        counts[outcome.gain] += outcome.deals
        actions[outcome.action] += outcome.deals
    total = counts.total()
    wagered = Fraction(sum(outcome.times * outcome.deals for outcome in outcomes), total)
    return Distribution(dict(counts)), {name: Fraction(deals, total) for name, deals in actions.items()}, wagered


def main_result(
    terms: Terms,
    distribution: Distribution,
    started: float,
    *,
    average_wager: Fraction,
    actions: Mapping[str, Fraction],
    method: str,
    notes: tuple[str, ...] = (),
) -> Result:
    """Builds the result of the main game per Ante; `started` is when the solver began, by `perf_counter`."""
    return Result(
        rulebook=terms.book.id,
        wager="main",
        choices=choices_in_force(terms),
        unit="ante",
        ev=distribution.mean,
        seconds=perf_counter() - started,
        distribution=distribution,
        average_wager=average_wager,
        actions=dict(actions),
        method=method,
        notes=notes,
    )


def choices_in_force(terms: Terms) -> dict[str, str]:
    """The options and switchable readings that the hands, decisions and paytables in force depend on."""
    book = terms.book
    names = dict.fromkeys(_names(terms))
    return {name: terms.value(name) for name in names if name in terms.choices or book.reading(name).switch}


def _names(terms: Terms) -> Iterator[str]:
    book = terms.book
    for stage in book.stages:
        if terms.holds(stage.when):
            yield from (name for name, _ in conditions(stage.when))
            yield from (choice.reading for choice in stage.choices if choice.reading)
    for table in book.paytables:
        column = book.column_name(table.id, terms.choices, 0)
        yield from (name for other in table.replaced if other.column == column for name, _ in conditions(other.when))
    yield from (hand.reading for hand in book.hands if hand.reading)
