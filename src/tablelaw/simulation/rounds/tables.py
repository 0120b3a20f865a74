"""What every wager at a table pays, as codes indexed by the facts of a round and taken from the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.law.conduct import STANDINGS, Case, Outcome
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import DEALER, OTHER, PLAYER, structure_of
from tablelaw.simulation.codes import Column
from tablelaw.simulation.rounds.lines_of_play import Lines, left_of, seen_on, stakes_of
from tablelaw.simulation.seating import AT_DECISIONS, Seat, base_cents, wagers_at
from tablelaw.simulation.settlement_tables import (
    ACTS,
    DRAWN,
    LEFT_ALONE,
    NO_ACTS,
    SHARERS,
    STAKE,
    STANDING,
    Axis,
    Meanings,
    Table,
    Tabulated,
    hand_axes,
    hands_asked,
    lean,
    meaning_of,
    tabulated,
    together,
)

OTHERS, CARD, POSITION = "(others) ", "(card)", "(position)"
"""Further subjects of an axis, in addition to those of a settlement table; a bonus for other seats' hands adds its own
id.
"""
FIXED = (STAKE, ACTS, STANDING, SHARERS, CARD, POSITION)
"""The subjects of the first facts: the line of play, the acts that rules may depend on, the standing, the number of
others who share a prize with the seat, and whether a draw hit. Facts about hands follow as wagers need them.
"""
LINE_FACT, ACTS_FACT, STANDING_FACT, SHARERS_FACT, CARD_FACT, POSITION_FACT = range(len(FIXED))
OWN, THE_DEALERS = 1, 2
"""Whose cards or position a draw hits; both if the card is on the shared board."""


class Coded(NamedTuple):
    """The codes of one seat's wager, and the facts that index them, each with its weight."""

    facts: npt.NDArray[np.int64]
    weights: npt.NDArray[np.int64]
    codes: Table


@dataclass
class Tables:
    """The columns of a table while they are being built; seats with the same stakes share their codes."""

    terms: Terms
    seats: Sequence[Seat]
    lines: Lines
    acts: tuple[frozenset[str], ...] = ()
    """Every combination of acts that rules may depend on."""
    facts: list[str] = field(default_factory=lambda: list(FIXED))
    known: dict[tuple[str, tuple[int, ...]], Coded] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seen = (seen_on(self.lines, line) for line in range(len(self.lines.taken)))
        self.acts = tuple(dict.fromkeys((NO_ACTS, *sorted(seen, key=len))))

    def fact(self, about: str) -> int:
        if about not in self.facts:
            self.facts.append(about)
        return self.facts.index(about)


def tables_of(tables: Tables) -> tuple[tuple[Column, ...], tuple[tuple[Coded, ...], ...]]:
    """Builds the columns, and the codes of every seat and wager."""
    wagers = wagers_at(tables.terms, tables.seats)
    meanings = [Meanings(wager.id) for wager in wagers]
    coded = tuple(
        tuple(_coded(tables, found, wager, seat) for found, wager in zip(meanings, wagers, strict=True))
        for seat in tables.seats
    )
    return tuple(found.column for found in meanings), coded


def _coded(tables: Tables, meanings: Meanings, wager: Wager, seat: Seat) -> Coded:
    key = wager.id, _stakes(tables, wager, seat)
    if key not in tables.known:
        table = lean(_table(tables, meanings, wager, seat))
        facts = [tables.fact(axis.about) for axis in table.axes]
        weights = [prod(table.codes.shape[n + 1 :]) for n in range(len(facts))]
        flat = np.ascontiguousarray(table.codes).reshape(-1)
        tables.known[key] = Coded(np.array(facts, np.int64), np.array(weights, np.int64), flat)
    return tables.known[key]


def _stakes(tables: Tables, wager: Wager, seat: Seat) -> tuple[int, ...]:
    """All amounts that a seat's codes for a wager depend on."""
    if wager.kind in AT_DECISIONS:
        return (base_cents(tables.terms, seat),)
    return tuple(seat.wagers.get(name, 0) for name in wager.rides_on or (wager.id,))


# --- One wager of one seat ----------------------------------------------------------------------------------


def _table(tables: Tables, meanings: Meanings, wager: Wager, seat: Seat) -> Tabulated:
    if wager.kind == "bonus":
        return _bonus(tables, meanings, wager, seat)
    if wager.kind not in AT_DECISIONS and not any(_stakes(tables, wager, seat)):
        return Tabulated((), np.array(LEFT_ALONE, np.uint16))
    return _settled(tables, meanings, wager, seat)


def _settled(tables: Tables, meanings: Meanings, wager: Wager, seat: Seat) -> Tabulated:
    """The codes of a wager that has its own stake, by the acts, the standing, and the hands that its rules look at."""
    terms, stake, base = tables.terms, seat.wagers.get(wager.id, 0), base_cents(tables.terms, seat)
    axes = [Axis(STANDING, STANDINGS)] if structure_of(terms).compares else []
    by_line = _staked_by_line(tables, seat, wager.id)
    if wager.kind in AT_DECISIONS or 0 in by_line:
        axes.append(Axis(STAKE, by_line))
    if wager.kind not in AT_DECISIONS or wager.on_buy or terms.book.fold_effect(wager, terms) != "cannot fold":
        axes.append(Axis(ACTS, tables.acts))
    if wager.divided:
        axes.append(Axis(SHARERS, tuple(range(1, len(tables.seats) + 1))))
    return tabulated(terms, meanings, [*axes, *hand_axes(terms, _asked(tables, wager, stake or base))], stake)


def _asked(tables: Tables, wager: Wager, stake: int) -> dict[str, None]:
    """The hands that a wager's rules look at after any of the player's acts."""
    return dict.fromkeys(hand for acts in tables.acts for hand in hands_asked(tables.terms, wager.id, stake, acts))


# --- Bonuses ------------------------------------------------------------------------------------------------


def _bonus(tables: Tables, meanings: Meanings, wager: Wager, seat: Seat) -> Tabulated:
    places = structure_of(tables.terms).hands[wager.hand].places if wager.hand else ()
    if not wager.drawn and OTHER not in places:
        return _own_bonus(tables, meanings, wager, seat)
    if not any(_stakes(tables, wager, seat)):
        return Tabulated((), np.array(LEFT_ALONE, np.uint16))
    return _drawn(tables, meanings, wager, seat) if wager.drawn else _for_others(tables, meanings, wager, seat)


def _own_bonus(tables: Tables, meanings: Meanings, wager: Wager, seat: Seat) -> Tabulated:
    """The codes of a bonus for the player's own hand, which is paid once for each wager on the table that it belongs
    to.
    """
    terms, lines = tables.terms, tables.lines
    staked = [_staked_by_line(tables, seat, name) for name in wager.rides_on]
    by_line = [tuple(stakes[line] for stakes in staked) for line in range(len(lines.taken))]
    told = [seen_on(lines, line) for line in range(len(lines.taken))]
    stake = max((cents for stakes in by_line for cents in stakes), default=0)
    if not stake:
        return Tabulated((), np.array(LEFT_ALONE, np.uint16))
    axes = hand_axes(terms, _asked(tables, wager, stake))
    codes = np.zeros((len(by_line), *(len(axis.values) for axis in axes)), np.uint16)
    known: dict[tuple[object, ...], int] = {}
    for place in np.ndindex(codes.shape):
        line, *held = place
        key = by_line[line], told[line], *held
        if key not in known:
            hands = {axis.about: str(axis.values[n]) for axis, n in zip(axes, held, strict=True)}
            cases = [Case(wager.id, terms, hands, None, told[line], cents) for cents in by_line[line] if cents]
            paid = together(meaning_of(terms.book, case) for case in cases)
            known[key] = meanings.code(paid) if cases else LEFT_ALONE
        codes[place] = known[key]
    return Tabulated((Axis(STAKE, tuple(by_line)), *axes), codes)


def _staked_by_line(tables: Tables, seat: Seat, name: str) -> tuple[int, ...]:
    if tables.terms.book.wager(name).kind in AT_DECISIONS:
        return stakes_of(tables.lines, name, base_cents(tables.terms, seat))
    return left_of(tables.lines, name, seat.wagers.get(name, 0))


def _for_others(tables: Tables, meanings: Meanings, wager: Wager, seat: Seat) -> Tabulated:
    """The codes of a bonus for other seats' hands, by the number of seats that hold each class that earns it."""
    stake = next(filter(None, _stakes(tables, wager, seat)))
    classes, most = earning_classes(tables.terms, wager), len(tables.seats)
    lowest = tables.terms.book.ranking_of(wager.hand, tables.terms).classes[-1:]
    codes = np.zeros((len(tables.acts), most ** len(classes)), np.uint16)
    for (n, acts), counts in product(enumerate(tables.acts), product(range(most), repeat=len(classes))):
        if sum(counts) < most:
            held = [cls for cls, count in zip(classes, counts, strict=True) for _ in range(count)]
            cases = [Case(wager.id, tables.terms, {wager.hand: cls}, None, acts, stake) for cls in held or lowest]
            place = sum(count * most**power for power, count in enumerate(counts))
            codes[n, place] = meanings.code(together(meaning_of(tables.terms.book, case) for case in cases))
    axes = Axis(ACTS, tables.acts), Axis(OTHERS + wager.id, tuple(range(codes.shape[1])))
    return Tabulated(axes, codes)


def earning_classes(terms: Terms, wager: Wager) -> tuple[str, ...]:
    """The classes of another seat's hand that earn a bonus, which do not depend on the stake."""
    classes = terms.book.ranking_of(wager.hand, terms).classes
    stakes = [amount.cents for on in wager.rides_on for amount in terms.book.wager(on).amounts] or [100]
    cases = ((cls, Case(wager.id, terms, {wager.hand: cls}, None, NO_ACTS, stakes[0])) for cls in classes)
    return tuple(cls for cls, case in cases if meaning_of(terms.book, case).outcome == Outcome.WON.value)


def _drawn(tables: Tables, meanings: Meanings, wager: Wager, seat: Seat) -> Tabulated:
    """The codes of a bonus drawn by the table game system for each wager it belongs to: on the player's hand, the
    dealer's, or both.
    """
    about = CARD if wager.drawn == "card" else POSITION
    codes = np.zeros((len(tables.acts), 4), np.uint16)
    for (n, acts), falls in product(enumerate(tables.acts), range(4)):
        made = [name for name in wager.rides_on if name in seat.wagers]
        drawn = {name: DRAWN if falls & whose(tables.terms, name) else NO_ACTS for name in made}
        cases = [Case(wager.id, tables.terms, {}, None, acts | drawn[name], seat.wagers[name]) for name in made]
        codes[n, falls] = meanings.code(together(meaning_of(tables.terms.book, case) for case in cases))
    return Tabulated((Axis(ACTS, tables.acts), Axis(about, tuple(range(4)))), codes)


def whose(terms: Terms, wager: str) -> int:
    """Whose hand a wager is on."""
    places = structure_of(terms).hands[terms.book.wager(wager).hand].places
    assert PLAYER in places or DEALER in places
    return OWN if PLAYER in places else THE_DEALERS
