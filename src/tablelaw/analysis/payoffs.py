"""Computes what the rulebook pays for every combination of classes, exactly, so that no payoff is written down
twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.cards import Ranking
from tablelaw.errors import BadRulebook
from tablelaw.law.conduct import STANDINGS, Case, Standing, Verdict
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import DEALER, PLAYER, Structure, structure_of

UNIT_CENTS = 100


class Net(NamedTuple):
    """The player's gain per unit staked: a fixed part, and for each meter the share of it that is won."""

    fixed: Fraction
    shares: tuple[tuple[str, Fraction], ...] = ()


def net_of(verdict: Verdict) -> Net:
    """What a verdict gains the player on a stake of one; a share of a meter replaces the stake."""
    if verdict.pays_from_meter and verdict.odds is not None:
        return Net(Fraction(-1), ((verdict.odds.meter, verdict.odds.amount),))
    payment = verdict.payment(UNIT_CENTS)
    return Net((payment.paid + payment.returned) / UNIT_CENTS - 1)


class Rung(NamedTuple):
    """A range of strengths within which the player's and the dealer's hands keep their classes."""

    least: int
    player: Mapping[str, str]
    """The class of each hand that is read from the same cards as the player's."""
    dealer: Mapping[str, str]
    is_of_one_strength: bool


class Level(NamedTuple):
    """A range of strengths within which every hand that is read from the same cards keeps its class."""

    least: int
    hands: Mapping[str, str]


@lru_cache(maxsize=64)
def player_levels(terms: Terms) -> tuple[Level, ...]:
    """The classes of all hands that are read from the same cards as the player's, highest first."""
    rankings = _rankings_of(structure_of(terms), PLAYER)
    return tuple(Level(bound, _classes(rankings, bound)) for bound in _bounds(rankings.values()))


@lru_cache(maxsize=64)
def rungs_of(terms: Terms) -> tuple[Rung, ...]:
    """The classes of both hands, highest first, split where a qualification line runs through one."""
    structure = structure_of(terms)
    mine, theirs = (_rankings_of(structure, hand) for hand in (PLAYER, DEALER))
    return tuple(
        Rung(bound, _classes(mine, bound), _classes(theirs, bound), _is_of_one_strength(mine[PLAYER], bound))
        for bound in _bounds([*mine.values(), *theirs.values()])
    )


def _bounds(rankings: Iterable[Ranking]) -> list[int]:
    """The lowest strength of every class, highest first."""
    bounds = {ranking.least(cls, ()) for ranking in rankings for cls in ranking.classes if ranking.least}
    return sorted(bounds, reverse=True)


def _rankings_of(structure: Structure, hand: str) -> dict[str, Ranking]:
    """The rankings by which hands are compared, among all hands read from the same cards."""
    return {name: ranking for name, ranking in structure.read_alike(hand).items() if ranking.least is not None}


def _classes(rankings: Mapping[str, Ranking], strength: int) -> dict[str, str]:
    return {hand: ranking.class_of(strength) for hand, ranking in rankings.items() if ranking.class_of is not None}


def _is_of_one_strength(ranking: Ranking, strength: int) -> bool:
    return ranking.class_of is not None and ranking.class_of(strength) in ranking.of_one_strength


def consistent(player: int, dealer: int, standing: Standing, is_of_one_strength: bool = False) -> bool:
    """Whether hands of these classes (0 is the highest) can compare this way, since the higher class always wins."""
    if player == dealer:
        return standing is Standing.EQUAL or not is_of_one_strength
    return standing is (Standing.HIGHER if player < dealer else Standing.LOWER)


def ask(
    terms: Terms, wager: str, hands: Mapping[str, str], standing: Standing | None, acts: Iterable[str] = ()
) -> Fraction:
    """The gain of one wager for some classes of hands, by the rulebook's own rules, without shares of meters.

    A bonus has no stake of its own, so everything paid is gained; like a table, this asks its rules without a standing.
    """
    shown = hands if isinstance(hands, _Shown) else _Known(hands, wager)
    is_bonus = terms.book.wager(wager).kind == "bonus"
    verdict = terms.book.settle(Case(wager, terms, shown, None if is_bonus else standing, frozenset(acts)))
    return verdict.payment(0, UNIT_CENTS).paid / UNIT_CENTS if is_bonus else net_of(verdict).fixed


def against_the_dealer(
    terms: Terms, wager: str, fixed: Mapping[str, str] | None = None
) -> dict[tuple[int, int, int], Fraction]:
    """The gain of a wager for every (player's rung, dealer's rung, standing) that can occur; rungs highest first."""
    rungs = rungs_of(terms)
    table = {}
    for (p, mine), (d, theirs), (s, standing) in product(enumerate(rungs), enumerate(rungs), enumerate(STANDINGS)):
        if consistent(p, d, standing, mine.is_of_one_strength):
            hands = _Shown({**mine.player, **theirs.dealer, **(fixed or {})}, wager)
            table[p, d, s] = ask(terms, wager, hands, standing)
    return table


class _Shown(dict[str, str]):
    """The classes of the hands that are compared; refuses a rule that looks at any other hand."""

    def __init__(self, hands: Mapping[str, str], wager: str) -> None:
        super().__init__(hands)
        self.wager = wager

    def __missing__(self, hand: str) -> str:
        raise BadRulebook(
            f"the wager {self.wager} against the dealer looks at the hand {hand}",
            accepted=f"hands of the cards that are compared: {', '.join(self)}",
        )


class _Known(_Shown):
    """The classes of the hands that a solver knows."""

    def __missing__(self, hand: str) -> str:
        raise BadRulebook(
            f"a rule of the wager {self.wager} reads the hand {hand}, which this solver does not know",
            accepted=f"hands that it knows at that point: {', '.join(self) or 'none'}",
        )


def opening_gains(terms: Terms, openings: Mapping[str, Fraction]) -> dict[tuple[int, int, int], Fraction]:
    """The combined gain of the opening wagers for every (player class, dealer class, standing); highest first."""
    tables = [(share, against_the_dealer(terms, wager)) for wager, share in openings.items()]
    return {key: sum((share * table[key] for share, table in tables), Fraction(0)) for key in tables[0][1]}


def as_integers(*tables: Mapping[tuple[int, ...], Fraction]) -> tuple[int, list[npt.NDArray[np.int64]]]:
    """Tables of gains over one common denominator, as arrays; zero for combinations that cannot occur."""
    unit = lcm(*(value.denominator for table in tables for value in table.values()))
    arrays = []
    for table in tables:
        shape = tuple(max(key[axis] for key in table) + 1 for axis in range(len(next(iter(table)))))
        array = np.zeros(shape, np.int64)
        for key, value in table.items():
            array[key] = int(value * unit)
        arrays.append(array)
    return unit, arrays


def better_odds(terms: Terms) -> str:
    """The odds granted above the printed ones as text, so that such terms have their own cached answers; empty if there
    are none.
    """
    printed = terms.book.bind(terms.choices, terms.readings, terms.offered).tables
    cells = ((key, cls, cell) for key, column in terms.tables.items() for cls, cell in column.items())
    return "".join(f" {key} {cls} {cell.odds}" for key, cls, cell in cells if printed[key][cls] != cell)
