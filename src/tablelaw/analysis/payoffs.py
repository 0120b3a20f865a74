"""Payoffs computed, not written down: what the rulebook pays for every combination of classes, as exact numbers."""

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
    """What a verdict gains the player on a stake of one; a meter's share is paid in place of the stake."""
    if verdict.pays_from_meter and verdict.odds is not None:
        return Net(Fraction(-1), ((verdict.odds.meter, verdict.odds.amount),))
    payment = verdict.payment(UNIT_CENTS)
    return Net((payment.paid + payment.returned) / UNIT_CENTS - 1)


class Rung(NamedTuple):
    """Strengths within which every hand of player and dealer keeps its class."""

    least: int
    player: Mapping[str, str]
    """The class of each hand that is read from the same cards as the player's."""
    dealer: Mapping[str, str]
    is_of_one_strength: bool


@lru_cache(maxsize=64)
def rungs_of(terms: Terms) -> tuple[Rung, ...]:
    """The classes of both hands, divided further where a line of qualification runs through one; highest first."""
    structure = structure_of(terms)
    mine, theirs = (_rankings_of(structure, hand) for hand in (PLAYER, DEALER))
    rankings = [*mine.values(), *theirs.values()]
    bounds = {ranking.least(cls, ()) for ranking in rankings for cls in ranking.classes if ranking.least}
    return tuple(
        Rung(bound, _classes(mine, bound), _classes(theirs, bound), _is_of_one_strength(mine[PLAYER], bound))
        for bound in sorted(bounds, reverse=True)
    )


def _rankings_of(structure: Structure, hand: str) -> dict[str, Ranking]:
    """The rankings that compare, of all hands read from the same cards."""
    same = {name: read for name, read in structure.hands.items() if read.places == structure.hands[hand].places}
    return {name: read.ranking for name, read in same.items() if read.ranking.least is not None}


def _classes(rankings: Mapping[str, Ranking], strength: int) -> dict[str, str]:
    return {hand: ranking.class_of(strength) for hand, ranking in rankings.items() if ranking.class_of is not None}


def _is_of_one_strength(ranking: Ranking, strength: int) -> bool:
    return ranking.class_of is not None and ranking.class_of(strength) in ranking.of_one_strength


def consistent(player: int, dealer: int, standing: Standing, is_of_one_strength: bool = False) -> bool:
    """Whether hands of these classes (0 is the highest) can compare like this: the higher class always wins."""
    if player == dealer:
        return standing is Standing.EQUAL or not is_of_one_strength
    return standing is (Standing.HIGHER if player < dealer else Standing.LOWER)


def ask(
    terms: Terms, wager: str, hands: Mapping[str, str], standing: Standing | None, acts: Iterable[str] = ()
) -> Fraction:
    """The fixed gain of one wager for some classes of hands, from the rulebook's own rules.

    A bonus has no stake of its own: what is paid is gained.
    """
    verdict = terms.book.settle(Case(wager, terms, hands, standing, frozenset(acts)))
    if terms.book.wager(wager).kind == "bonus":
        return verdict.payment(0, UNIT_CENTS).paid / UNIT_CENTS
    return net_of(verdict).fixed


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
    """The classes of hands that are compared; a rule that looks at any other is refused by name."""

    def __init__(self, hands: Mapping[str, str], wager: str) -> None:
        super().__init__(hands)
        self.wager = wager

    def __missing__(self, hand: str) -> str:
        raise BadRulebook(
            f"the wager {self.wager} against the dealer looks at the hand {hand}",
            accepted=f"hands of the cards that are compared: {', '.join(self)}",
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
    """The odds granted above the printed ones, as text that distinguishes such terms; empty if there are none."""
    printed = terms.book.bind(terms.choices, terms.readings, terms.offered).tables
    cells = ((key, cls, cell) for key, column in terms.tables.items() for cls, cell in column.items())
    return "".join(f" {key} {cls} {cell.odds}" for key, cls, cell in cells if printed[key][cls] != cell)
