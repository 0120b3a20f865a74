"""Stops and lines: what may be done at each decision of a round, and every way through them, numbered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.law.decisions import Decision, decisions_of
from tablelaw.law.rulebook import Terms
from tablelaw.law.text_values import Multiple
from tablelaw.simulation.seating import bet_cents

FOLD = "fold"
ACTS_SEEN = frozenset({FOLD, "declare"})
"""What rules are told of a player's actions."""


class Act(NamedTuple):
    """One thing that may be done: a wager is `times` the first opening one, where 0 means any amount."""

    action: str
    wager: str = ""
    times: Multiple = 0
    put_away: int = -1
    """The place among the own cards in rising order of the card put away; below 0 if none is."""
    price: tuple[str, Multiple] = ("", 0)
    """The wager that buys a card, and how many times the first opening one it costs."""


class Stop(NamedTuple):
    """One decision: the community cards seen, the possible acts, and the words of those after which none follows."""

    seen: int
    acts: tuple[Act, ...]
    ends: frozenset[str] = frozenset({FOLD})

    def is_last(self, act: int) -> bool:
        """Whether no decision follows an act."""
        return self.acts[act].action in self.ends


class Lines(NamedTuple):
    """The stops, and for every line the index of the act at each."""

    stops: tuple[Stop, ...]
    taken: tuple[tuple[int, ...], ...]


def lines_of(stops: tuple[Stop, ...]) -> Lines:
    """Numbers the lines: the sum of the acts' indexes, each times the number of combinations before it."""
    ways = product(*(range(len(stop.acts)) for stop in reversed(stops)))
    return Lines(stops, tuple(way[::-1] for way in ways))


def acts_on(lines: Lines, line: int) -> Iterator[Act]:
    """What is done on a line, as far as there are decisions."""
    for stop, taken in zip(lines.stops, lines.taken[line], strict=True):
        yield stop.acts[taken]
        if stop.is_last(taken):
            return


def seen_on(lines: Lines, line: int) -> frozenset[str]:
    """What rules are told about a line."""
    return ACTS_SEEN.intersection(act.action for act in acts_on(lines, line))


def stakes_of(lines: Lines, wager: str, base: int) -> tuple[int, ...]:
    """By line: cents put on a decision wager."""
    return tuple(_staked(acts_on(lines, line), wager, base) for line in range(len(lines.taken)))


def _staked(acts: Iterator[Act], wager: str, base: int) -> int:
    placed = (part for act in acts for part in ((act.wager, act.times), act.price))
    return sum(bet_cents(base, times) for name, times in placed if name == wager)


def weights(stops: tuple[Stop, ...]) -> tuple[int, ...]:
    """What the next act of each stop adds to the line's number."""
    counts = [len(stop.acts) for stop in stops]
    return tuple(prod(counts[:place]) for place in range(len(counts)))


def lasts(stop: Stop) -> npt.NDArray[np.uint8]:
    """[act] -> 1 if no decision follows it."""
    return np.array([stop.is_last(act) for act in range(len(stop.acts))], np.uint8)


# --- From the rulebook's decisions --------------------------------------------------------------------------


def stops_of(terms: Terms) -> tuple[Stop, ...]:
    """The stops of a game whose decisions are folds, checks and bets on one wager each."""
    return tuple(_stop(terms, decision) for decision in decisions_of(terms))


def _stop(terms: Terms, decision: Decision) -> Stop:
    wager = _wager_at(terms, decision)
    acts = tuple(Act(name, wager if name == "bet" else "", times) for name, times in decision.actions)
    return Stop(decision.seen, acts, frozenset({FOLD, "bet"} if decision.once else {FOLD}))


def _wager_at(terms: Terms, decision: Decision) -> str:
    stage = next(stage for stage in terms.book.stages if stage.id == decision.stage)
    return next((choice.wager for choice in stage.choices if choice.wager and terms.holds(choice.when)), "")
