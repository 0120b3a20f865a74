"""Lines of play: every way through the decisions of a hold'em round, numbered, with what each stakes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import NamedTuple

from tablelaw.law.decisions import Decision, decisions_of
from tablelaw.law.rulebook import Terms
from tablelaw.law.text_values import Multiple
from tablelaw.simulation.seating import bet_cents

MOST_ACTIONS = 4
"""An action is stored in two bits."""


class Lines(NamedTuple):
    """The decisions, the wager that a bet at each is made on, and for every line the index of the action at each."""

    decisions: tuple[Decision, ...]
    wagers: tuple[str, ...]
    taken: tuple[tuple[int, ...], ...]


def lines_of(terms: Terms) -> Lines:
    """Numbers the lines: the sum of the action indexes, each times the number of combinations before it."""
    decisions = decisions_of(terms)
    ways = product(*(range(len(decision.actions)) for decision in reversed(decisions)))
    return Lines(decisions, tuple(_wager_at(terms, one) for one in decisions), tuple(way[::-1] for way in ways))


def _wager_at(terms: Terms, decision: Decision) -> str:
    stage = next(stage for stage in terms.book.stages if stage.id == decision.stage)
    return next(choice.wager for choice in stage.choices if choice.wager and terms.holds(choice.when))


def is_last(decision: Decision, action: int) -> bool:
    """Whether no decision follows an action: a fold, or the one bet of a round."""
    name, _ = decision.actions[action]
    return name == "fold" or (name == "bet" and decision.once)


def acts_on(lines: Lines, line: int) -> Iterator[tuple[int, str, Multiple]]:
    """What is done on a line at each decision that comes up: the stage, the action, the multiple staked."""
    for stage, (decision, action) in enumerate(zip(lines.decisions, lines.taken[line], strict=True)):
        yield stage, *decision.actions[action]
        if is_last(decision, action):
            return


def folds(lines: Lines, line: int) -> bool:
    return any(name == "fold" for _, name, _ in acts_on(lines, line))


def stakes_of(lines: Lines, wager: str, base: int) -> tuple[int, ...]:
    """By line: cents put on a decision wager."""
    return tuple(_staked(lines, line, wager, base) for line in range(len(lines.taken)))


def _staked(lines: Lines, line: int, wager: str, base: int) -> int:
    made = (stage_act for stage_act in acts_on(lines, line) if stage_act[1] == "bet")
    return sum(bet_cents(base, times) for stage, _, times in made if lines.wagers[stage] == wager)


def weights(lines: Lines) -> tuple[int, ...]:
    """What the next action of each stage adds to the line's number."""
    actions = [len(decision.actions) for decision in lines.decisions]
    return tuple(prod(actions[:stage]) for stage in range(len(actions)))
