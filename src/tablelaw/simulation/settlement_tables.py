"""Settlement as tables of codes: the verdict of the rulebook's own rules on every possible case of a wager.

This module contains no odds and no names of wagers: each case is passed to `book.settle`, and its verdict becomes a
code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.errors import RuleConflict
from tablelaw.law.asked_hands import AskedHands
from tablelaw.law.conduct import STANDINGS, Case, Outcome, Standing
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.simulation.codes import NOT_MADE, Column, Meaning

Table = npt.NDArray[np.uint16]

STANDING, ACTS, STAKE, SHARERS = "(standing)", "(acts)", "(stake)", "(sharers)"
"""The subjects of an axis other than hands, which are named by id."""
NO_ACTS: frozenset[str] = frozenset()
FOLDED, DRAWN = frozenset({"fold"}), frozenset({"drawn"})

LEFT_ALONE = 0
"""The code of a wager that was not made, in every column."""
UNRULED = 0xFFFF
"""Marks cases that no paragraph decides because they cannot occur, such as a royal flush that is beaten."""


# --- From a case to its meaning -------------------------------------------------------------------------


def meaning_of(book: Rulebook, case: Case, sharers: int = 1) -> Meaning:
    """The meaning of the rulebook's verdict on a case; the stake of a bonus is the stake of the wager it belongs to."""
    row = book.wager(case.wager)
    verdict = book.settle(case)
    staked = 0 if row.kind == "bonus" else case.stake_cents
    shares: tuple[tuple[str, Fraction], ...] = ()
    if verdict.pays_from_meter and verdict.odds is not None:
        shares = ((verdict.odds.meter, verdict.odds.amount / (sharers if row.divided else 1)),)
    payment = verdict.payment(staked, case.stake_cents)
    net = int(payment.paid) + int(payment.returned) - staked
    return Meaning(verdict.outcome.value, staked, net, shares, verdict.row, str(verdict.cite))


def together(parts: Iterable[Meaning]) -> Meaning:
    """Combines several payouts of one bonus in a round; payouts that were not earned are skipped."""
    all_ = tuple(parts)
    won = [part for part in all_ if part.outcome == Outcome.WON.value]
    if not won:
        return all_[0] if all_ else Meaning(Outcome.NOTHING.value, 0, 0)
    shares = tuple(share for part in won for share in part.shares)
    net, rows = sum(part.net for part in won), " and ".join(part.row for part in won)
    return Meaning(won[0].outcome, 0, net, shares, rows, won[0].cite)


class Meanings:
    """The codes of one wager, numbered as they occur; the first means that the wager was not made."""

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
    """One thing that a case depends on, with its values: classes of a hand, standings, acts, cents staked, sharers."""

    about: str
    values: tuple[object, ...]


class Tabulated(NamedTuple):
    axes: tuple[Axis, ...]
    codes: Table


def tabulated(terms: Terms, meanings: Meanings, axes: Sequence[Axis], stake_cents: int = 0) -> Tabulated:
    """The code of a wager for every combination of the axes; a stake of zero means that the wager was not made."""
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
        return meanings.code(meaning_of(terms.book, Case(meanings.wager, terms, hands, standing, acts, stake), sharers))
    except RuleConflict:
        return UNRULED


def lean(table: Tabulated) -> Tabulated:
    """The same table without the axes along which no code changes."""
    axes, codes = list(table.axes), table.codes
    for place in reversed(range(len(axes))):
        least = codes.min(axis=place, keepdims=True)
        if ((codes == least) | (codes == UNRULED)).all():
            axes.pop(place)
            codes = least.squeeze(axis=place)
    return Tabulated(tuple(axes), codes)


# --- What a wager's rules look at -------------------------------------------------------------------------


def hands_asked(terms: Terms, wager: str, stake_cents: int, acts: frozenset[str] = NO_ACTS) -> tuple[str, ...]:
    """The hands that a wager's rules look at under any standing; a rule may look at more hands depending on the first
    ones.
    """
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
    """An axis for each hand, with its classes, highest first."""
    return tuple(Axis(name, terms.book.ranking_of(name, terms).classes) for name in names)
