"""Lines of play: the possible acts at each decision point of a round, and every sequence of acts, numbered."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.law.decisions import Decision, decisions_of
from tablelaw.law.rows.play import BUY, PULL
from tablelaw.law.rulebook import Terms
from tablelaw.law.text_values import Multiple
from tablelaw.simulation.seating import bet_cents

FOLD, BET = "fold", "bet"
ACTS_SEEN = frozenset({FOLD, "declare", BUY})
"""The actions of a player that rules may depend on."""


class Act(NamedTuple):
    """One possible action; a wager is `times` the first opening wager, where 0 means any amount."""

    action: str
    wager: str = ""
    """The wager that is placed, or that a pull takes back."""
    times: Multiple = 0
    put_away: int = -1
    """The position of the discarded card among the seat's own in ascending order; negative if there is no discard."""
    price: tuple[str, Multiple] = ("", 0)
    """The wager that buys a card, and its price as a multiple of the first opening wager."""


class DecisionPoint(NamedTuple):
    """One decision: the number of community cards seen, the possible acts, and which players who have not folded are
    asked.
    """

    seen: int
    acts: tuple[Act, ...]
    asks_again: bool = True
    """Whether players who have already bet are asked too."""
    after: int = -1
    """The decision point at which a player must have bet to be asked; negative if there is no such condition."""

    def is_asked(self, bet_at: Collection[int]) -> bool:
        """Whether a player who has bet at these earlier points is asked here."""
        return self.after in bet_at if self.after >= 0 else self.asks_again or not bet_at


class Lines(NamedTuple):
    """The decision points, and for every line the index of the act at each point."""

    points: tuple[DecisionPoint, ...]
    taken: tuple[tuple[int, ...], ...]


def lines_of(points: tuple[DecisionPoint, ...]) -> Lines:
    """Numbers the lines: the sum of each act's index times the number of combinations at the points before it."""
    ways = product(*(range(len(point.acts)) for point in reversed(points)))
    return Lines(points, tuple(way[::-1] for way in ways))


def acts_on(lines: Lines, line: int) -> list[Act]:
    """The acts on a line, at the points where the player is asked."""
    return [act for act, _ in _walked(lines.points, lines.taken[line])]


def _walked(points: Sequence[DecisionPoint], taken: Sequence[int]) -> list[tuple[Act, int]]:
    """The acts taken, each with its point; a player who has folded or is not asked does nothing."""
    done: list[tuple[Act, int]] = []
    for place, (point, act) in enumerate(zip(points, taken, strict=False)):
        bet_at = [at for earlier, at in done if earlier.action == BET]
        if any(earlier.action == FOLD for earlier, _ in done):
            break
        if point.is_asked(bet_at):
            done.append((point.acts[act], place))
    return done


def seen_on(lines: Lines, line: int) -> frozenset[str]:
    """The acts on a line that rules may depend on."""
    return ACTS_SEEN.intersection(act.action for act in acts_on(lines, line))


def stakes_of(lines: Lines, wager: str, base: int) -> tuple[int, ...]:
    """[line] -> cents staked on a decision wager."""
    return tuple(_staked(acts_on(lines, line), wager, base) for line in range(len(lines.taken)))


def _staked(acts: Sequence[Act], wager: str, base: int) -> int:
    placed = (part for act in acts if act.action != PULL for part in ((act.wager, act.times), act.price))
    return sum(bet_cents(base, times) for name, times in placed if name == wager)


def left_of(lines: Lines, wager: str, cents: int) -> tuple[int, ...]:
    """[line] -> cents that remain of a wager placed before the cards; none if the line pulls it back."""
    pull = [any((a.action, a.wager) == (PULL, wager) for a in acts_on(lines, n)) for n in range(len(lines.taken))]
    return tuple(0 if is_pulled else cents for is_pulled in pull)


def weights(points: tuple[DecisionPoint, ...]) -> tuple[int, ...]:
    """For each decision point, the factor by which an act's index counts in the number of a line."""
    counts = [len(point.acts) for point in points]
    return tuple(prod(counts[:place]) for place in range(len(counts)))


def asked_after(points: tuple[DecisionPoint, ...], place: int) -> npt.NDArray[np.uint8]:
    """[line so far] -> 1 if the player is asked at a decision point."""
    before = points[:place]
    found = []
    for taken in lines_of(before).taken:
        done = _walked(before, taken)
        folded = any(act.action == FOLD for act, _ in done)
        found.append(not folded and points[place].is_asked([at for act, at in done if act.action == BET]))
    return np.array(found, np.uint8)


# --- From the rulebook's decisions --------------------------------------------------------------------------


def points_of(terms: Terms) -> tuple[DecisionPoint, ...]:
    """The decision points of a game whose decisions are folds, checks and bets on one wager each."""
    decisions = decisions_of(terms)
    stages = [decision.stage for decision in decisions]
    return tuple(_point(terms, decision, stages) for decision in decisions)


def _point(terms: Terms, decision: Decision, stages: Sequence[str]) -> DecisionPoint:
    wager = _wager_at(terms, decision)
    acts = tuple(Act(name, wager if name == BET else "", times) for name, times in decision.actions)
    after = stages.index(decision.after) if decision.after else -1
    return DecisionPoint(decision.seen, acts, decision.asks_again, after)


def _wager_at(terms: Terms, decision: Decision) -> str:
    stage = next(stage for stage in terms.book.stages if stage.id == decision.stage)
    return next((choice.wager for choice in stage.choices if choice.places and terms.holds(choice.when)), "")
