"""Settlement as tables of codes: what the rulebook's own rules make of every case a wager can come to.

No odds stand here and no wager is known by name: each case is put to `book.settle`, and its verdict becomes a code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.errors import RuleConflict
from houserules.law.conduct import STANDINGS, Case, Outcome, Standing, Verdict
from houserules.law.hands_used import AskedHands
from houserules.law.terms import Terms
from houserules.simulation.codes import NOT_MADE, Column, Meaning

Table = npt.NDArray[np.uint16]

STANDING, ACTS, STAKE, SHARERS = "(standing)", "(acts)", "(stake)", "(sharers)"
"""What an axis may be about, beside a hand by its id."""
NO_ACTS: frozenset[str] = frozenset()
FOLDED, DRAWN = frozenset({"fold"}), frozenset({"drawn"})

LEFT_ALONE = 0
"""The code of a wager that was not made, in every column."""
UNRULED = 0xFFFF
"""Stands where no paragraph speaks: a case that cannot come up, such as a royal flush that is beaten."""


# --- From a case to its meaning -------------------------------------------------------------------------


def meaning_of(case: Case, sharers: int = 1) -> Meaning:
    """What the rulebook makes of a case; the stake of a bonus is that of the wager it rides on."""
    row = case.terms.book.wager(case.wager)
    verdict = case.terms.book.settle(case)
    staked = 0 if row.kind == "bonus" else case.stake_cents
    shares: tuple[tuple[str, Fraction], ...] = ()
    if verdict.outcome is Outcome.WON and verdict.odds is not None and verdict.odds.pays_from_meter:
        shares = ((verdict.odds.meter, verdict.odds.amount / (sharers if row.divided else 1)),)
    net = _net_cents(verdict, staked, case.stake_cents)
    return Meaning(verdict.outcome.value, staked, net, shares, verdict.row, str(verdict.cite))


def _net_cents(verdict: Verdict, staked: int, base: int) -> int:
    """Winnings are whole cents, what a division leaves over is not paid; a stake paid from a meter is gone."""
    odds = verdict.odds
    if verdict.outcome is Outcome.LOST:
        return -staked
    if verdict.outcome is not Outcome.WON or odds is None:
        return 0
    payment = odds.payment(base)
    if odds.pays_from_meter:
        return -staked
    return int(payment.paid) + (int(payment.returned) - staked if staked else 0)


def together(parts: Iterable[Meaning]) -> Meaning:
    """Several payouts of one bonus in a round as one; those that were not earned are left out."""
    all_ = tuple(parts)
    won = [part for part in all_ if part.outcome == Outcome.WON.value]
    if not won:
        return all_[0] if all_ else Meaning(Outcome.NOTHING.value, 0, 0)
    shares = tuple(share for part in won for share in part.shares)
    net, rows = sum(part.net for part in won), " and ".join(part.row for part in won)
    return Meaning(won[0].outcome, 0, net, shares, rows, won[0].cite)


class Meanings:
    """The codes of one wager, numbered as they are met; the first says that it was not made."""

    def __init__(self, wager: str) -> None:
        self.wager = wager
        self._codes: dict[Meaning, int] = {Meaning(NOT_MADE, 0, 0): LEFT_ALONE}

    def code(self, meaning: Meaning) -> int:
        return self._codes.setdefault(meaning, len(self._codes))

    @property
    def column(self) -> Column:
        return Column(self.wager, tuple(self._codes))


# --- Tables ------------------------------------------------------------------------------------------------


class Axis(NamedTuple):
    """One thing a case hangs on, and what it may be: classes of a hand, standings, acts, cents staked, sharers."""

    about: str
    values: tuple[object, ...]


class Tabulated(NamedTuple):
    axes: tuple[Axis, ...]
    codes: Table


def tabulated(terms: Terms, meanings: Meanings, axes: Sequence[Axis], stake_cents: int = 0) -> Tabulated:
    """The code of a wager for every combination of the axes; a stake of nothing is a wager not made."""
    codes = np.full([len(axis.values) for axis in axes], UNRULED, np.uint16)
    for place in np.ndindex(codes.shape):
        known = {axis.about: axis.values[n] for axis, n in zip(axes, place, strict=True)}
        codes[place] = _code(terms, meanings, known, stake_cents)
    return Tabulated(tuple(axes), codes)


def _code(terms: Terms, meanings: Meanings, known: dict[str, object], stake_cents: int) -> int:
    stake = int(str(known.pop(STAKE, stake_cents)))
    sharers, acts = int(str(known.pop(SHARERS, 1))), known.pop(ACTS, NO_ACTS)
    standing = known.pop(STANDING, None)
    if not stake:
        return LEFT_ALONE
    assert isinstance(acts, frozenset) and (standing is None or isinstance(standing, Standing))
    hands = {hand: str(cls) for hand, cls in known.items()}
    try:
        return meanings.code(meaning_of(Case(meanings.wager, terms, hands, standing, acts, stake), sharers))
    except RuleConflict:
        return UNRULED


def lean(table: Tabulated) -> Tabulated:
    """The same without the axes along which nothing changes."""
    axes, codes = list(table.axes), table.codes
    for place in reversed(range(len(axes))):
        least = codes.min(axis=place, keepdims=True)
        if ((codes == least) | (codes == UNRULED)).all():
            axes.pop(place)
            codes = least.squeeze(axis=place)
    return Tabulated(tuple(axes), codes)


# --- What a wager's rules look at -------------------------------------------------------------------------


def hands_asked(terms: Terms, wager: str, stake_cents: int, acts: frozenset[str] = NO_ACTS) -> tuple[str, ...]:
    """The hands a wager's rules look at, whatever the standing: asked until no further one comes up."""
    names: tuple[str, ...] = ()
    while (more := _more_hands(terms, wager, stake_cents, acts, names)) != names:
        names = more
    return names


def _more_hands(
    terms: Terms, wager: str, stake_cents: int, acts: frozenset[str], names: tuple[str, ...]
) -> tuple[str, ...]:
    found = dict.fromkeys(names)
    classes = [terms.book.ranking_of(name, terms).classes for name in names]
    for standing, held in product(STANDINGS, product(*classes)):
        asked = AskedHands(terms, dict(zip(names, held, strict=True)))
        with suppress(RuleConflict):
            terms.book.settle(Case(wager, terms, asked, standing, acts, stake_cents))
        found |= dict.fromkeys(asked)
    return tuple(found)


def hand_axes(terms: Terms, names: Iterable[str]) -> tuple[Axis, ...]:
    """An axis for each hand: its classes, the highest first."""
    return tuple(Axis(name, terms.book.ranking_of(name, terms).classes) for name in names)
