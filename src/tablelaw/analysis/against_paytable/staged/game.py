"""A game against a paytable in stages: community cards come one after the other, and the player decides before each.

All wagers are paid according to the class of the five cards together, so what a player knows is the set of cards seen,
whatever their order, and a fold loses only what has been staked so far.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.main_choices import carriers_of_bonuses, stakes_of_bonuses
from tablelaw.analysis.options_and_outcomes import Option
from tablelaw.analysis.payoffs import ask, player_levels
from tablelaw.analysis.solver import NotThisGame
from tablelaw.law.decisions import multiples
from tablelaw.law.rows import PULL, Stage
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import structure_of
from tablelaw.law.text_values import Multiple

FOLD = "fold"


class DecisionPoint(NamedTuple):
    """One decision: its stage, how many cards are known then, and what may be done, a fold first."""

    stage: str
    known: int
    options: tuple[Option, ...]


Line = tuple[Option, ...]
"""The options taken at the decisions so far."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game under one set of the operator's choices."""

    terms: Terms
    own: int
    bounds: tuple[int, ...]
    """The lowest strength of each level of the five cards, highest first; within a level no hand changes its class."""
    opening: tuple[str, ...]
    bonuses: Mapping[str, tuple[str, ...]]
    """Bonuses of the main game, and the wagers each rides on."""
    points: tuple[DecisionPoint, ...]
    gains: dict[str, tuple[Fraction, ...]]
    """What a unit on each wager gains, by level of the five cards."""
    unit: int
    """How many parts make a unit; every gain is a whole number of parts."""

    def stakes(self, line: Line) -> dict[str, Multiple]:
        """The stake of each wager after a line of play, in Antes; a bonus has the stakes of the wagers it rides on."""
        staked = self.wagered(line)
        return staked | stakes_of_bonuses(self.bonuses, staked)

    def wagered(self, line: Line) -> dict[str, Multiple]:
        """What the player has staked after a line of play, in Antes, by wager."""
        opening: dict[str, Multiple] = dict.fromkeys(self.opening, 1)
        staked = opening | {option.wager: option.times for option in line if option.wager}
        return {wager: times for wager, times in staked.items() if times}

    def gain(self, line: Line) -> tuple[Fraction, ...]:
        """What everything staked gains, by level of the five cards."""
        columns = ([times * gain for gain in self.gains[wager]] for wager, times in self.stakes(line).items())
        return tuple(sum(column, Fraction(0)) for column in zip(*columns, strict=True))

    def folded(self, line: Line) -> Fraction:
        """What folding after a line gains: every stake is lost unless the rulebook says otherwise."""
        stakes = self.stakes(line).items()
        return sum((times * fold_gain(self.terms, wager) for wager, times in stakes), Fraction(0))

    def parts(self, gain: Fraction) -> int:
        whole = gain * self.unit
        assert whole.denominator == 1, "a gain is a whole number of parts"
        return int(whole)

    def gain_in_parts(self, line: Line) -> npt.NDArray[np.int64]:
        return np.array([self.parts(gain) for gain in self.gain(line)], np.int64)

    def in_finer_parts(self, line: Line) -> Game:
        """The same game with a unit of more parts, so that every bet of a line gains a whole number of them."""
        return replace(self, unit=self.unit * lcm(*(Fraction(option.times).denominator for option in line)))

    def without(self, action: str) -> Game:
        """The same game without an action, such as a fold."""
        left = [tuple(option for option in point.options if option.action != action) for point in self.points]
        points = [point._replace(options=options) for point, options in zip(self.points, left, strict=True)]
        return replace(self, points=tuple(points))

    def with_known(self, known: Sequence[int]) -> Game:
        """The same game for a player who knows this many cards at each decision."""
        points = [point._replace(known=count) for point, count in zip(self.points, known, strict=True)]
        return replace(self, points=tuple(points))


@lru_cache(maxsize=16)
def game_of(terms: Terms) -> Game:
    """Reads a game of this structure from its rulebook."""
    book, structure = terms.book, structure_of(terms)
    stages = {stage.id: stage for stage in book.stages}
    points = tuple(
        DecisionPoint(decision.stage, structure.own + decision.seen, _options(terms, stages[decision.stage]))
        for decision in structure.decisions
    )
    opening = tuple(wager.id for wager in book.wagers if wager.kind == "opening")
    named = [wager for point in points for wager in {option.wager for option in point.options if option.wager}]
    if len(set(named)) < len(named):
        raise NotThisGame("one wager decided twice", where=book.id, accepted="a wager for each decision")
    bonuses = carriers_of_bonuses(book)
    gains = {wager: _gains(terms, wager) for wager in dict.fromkeys((*opening, *named, *bonuses))}
    paid = [gain.denominator for by_class in gains.values() for gain in by_class]
    bets = [Fraction(option.times).denominator for point in points for option in point.options]
    unit = lcm(*paid) * lcm(*bets)
    bounds = tuple(level.least for level in player_levels(terms))
    return Game(terms, structure.own, bounds, opening, bonuses, points, gains, unit)


def _options(terms: Terms, stage: Stage) -> tuple[Option, ...]:
    """The options of a stage: a fold, a pull, actions that wager nothing, then bets from the smallest; of equally good
    options the first is taken.
    """
    open_to = [choice for choice in stage.choices if terms.holds(choice.when)]
    options = {Option(c.action, c.wager, n) for c in open_to for n in (multiples(terms, c) if c.places else (0,))}
    return tuple(sorted(options, key=lambda option: (option.action != FOLD, option.action != PULL, option.times)))


def _gains(terms: Terms, wager: str) -> tuple[Fraction, ...]:
    return tuple(ask(terms, wager, level.hands, None) for level in player_levels(terms))


@lru_cache(maxsize=64)
def fold_gain(terms: Terms, wager: str) -> Fraction:
    return ask(terms, wager, {}, None, [FOLD])


def has_action(game: Game, action: str) -> bool:
    """Whether an action, such as a fold, can be taken at some decision."""
    return any(option.action == action for point in game.points for option in point.options)
