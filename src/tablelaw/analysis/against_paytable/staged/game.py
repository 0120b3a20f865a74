"""A game against a paytable in stages: community cards come one after the other, and before each the player decides.

All wagers are paid by the class of the five cards together, so that what a player knows is the set of cards seen, and
what a player may lose is what was staked on the way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.ending_sums import Option
from tablelaw.analysis.payoffs import ask
from tablelaw.analysis.solver import NotThisGame
from tablelaw.law.decisions import multiples
from tablelaw.law.rows import PULL, Stage
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import PLAYER, structure_of
from tablelaw.law.text_values import Multiple

FOLD = "fold"


class Stop(NamedTuple):
    """One decision: its stage, how many cards are known then, and what may be done, a fold first."""

    stage: str
    known: int
    options: tuple[Option, ...]


Line = tuple[Option, ...]
"""What was done at the decisions so far."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its choices made."""

    terms: Terms
    own: int
    ranking: str
    opening: tuple[str, ...]
    stops: tuple[Stop, ...]
    gains: dict[str, tuple[Fraction, ...]]
    """What a unit on each wager gains, by class of the hand."""
    unit: int
    """Gains are whole numbers of parts of this."""

    def stakes(self, line: Line) -> dict[str, Multiple]:
        """What is staked after a line, in Antes."""
        opening: dict[str, Multiple] = dict.fromkeys(self.opening, 1)
        staked = opening | {option.wager: option.times for option in line if option.wager}
        return {wager: times for wager, times in staked.items() if times}

    def gain(self, line: Line) -> tuple[Fraction, ...]:
        """What everything staked gains, by class of the hand."""
        columns = ([times * gain for gain in self.gains[wager]] for wager, times in self.stakes(line).items())
        return tuple(sum(column, Fraction(0)) for column in zip(*columns, strict=True))

    def folded(self, line: Line) -> Fraction:
        """What a fold gains: everything staked is lost unless the rulebook says otherwise."""
        stakes = self.stakes(line).items()
        return sum((times * fold_gain(self.terms, wager) for wager, times in stakes), Fraction(0))

    def parts(self, gain: Fraction) -> int:
        whole = gain * self.unit
        assert whole.denominator == 1, "a gain is a whole number of parts"
        return int(whole)

    def gain_in_parts(self, line: Line) -> npt.NDArray[np.int64]:
        return np.array([self.parts(gain) for gain in self.gain(line)], np.int64)

    def in_finer_parts(self, line: Line) -> Game:
        """The same game in parts so small that what any bet of a line gains is a whole number of them."""
        return replace(self, unit=self.unit * lcm(*(Fraction(option.times).denominator for option in line)))

    def without_folds(self) -> Game:
        """The same game for somebody who never folds."""
        stops = [stop._replace(options=tuple(o for o in stop.options if o.action != FOLD)) for stop in self.stops]
        return Game(self.terms, self.own, self.ranking, self.opening, tuple(stops), self.gains, self.unit)


@lru_cache(maxsize=16)
def game_of(terms: Terms) -> Game:
    """The game of a rulebook that has this structure."""
    book, structure = terms.book, structure_of(terms)
    stages = {stage.id: stage for stage in book.stages}
    stops = tuple(Stop(d.stage, structure.own + d.seen, _options(terms, stages[d.stage])) for d in structure.decisions)
    opening = tuple(wager.id for wager in book.wagers if wager.kind == "opening")
    named = [wager for stop in stops for wager in {option.wager for option in stop.options if option.wager}]
    if len(set(named)) < len(named):
        raise NotThisGame("one wager decided twice", where=book.id, accepted="a wager for each decision")
    gains = {wager: _gains(terms, wager) for wager in dict.fromkeys((*opening, *named))}
    paid = [gain.denominator for by_class in gains.values() for gain in by_class]
    bets = [Fraction(option.times).denominator for stop in stops for option in stop.options]
    unit = lcm(*paid) * lcm(*bets)
    return Game(terms, structure.own, book.ranking_of(PLAYER, terms).name, opening, stops, gains, unit)


def _options(terms: Terms, stage: Stage) -> tuple[Option, ...]:
    """A fold first, then a pull, then what wagers nothing, then bets from the smallest; the first of equals is
    taken."""
    open_to = [choice for choice in stage.choices if terms.holds(choice.when)]
    options = {Option(c.action, c.wager, n) for c in open_to for n in (multiples(terms, c) if c.places else (0,))}
    return tuple(sorted(options, key=lambda option: (option.action != FOLD, option.action != PULL, option.times)))


def _gains(terms: Terms, wager: str) -> tuple[Fraction, ...]:
    return tuple(ask(terms, wager, {PLAYER: cls}, None) for cls in terms.book.ranking_of(PLAYER, terms).classes)


@lru_cache(maxsize=64)
def fold_gain(terms: Terms, wager: str) -> Fraction:
    return ask(terms, wager, {}, None, [FOLD])


def can_fold(game: Game) -> bool:
    return any(option.action == FOLD for stop in game.stops for option in stop.options)
