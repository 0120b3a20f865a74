"""What every wager of a hold'em table pays, as codes by the facts that a kernel finds; taken from the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.cards.rankings import five_card, six_card
from tablelaw.cards.rankings.ranking import BEST_FIVE
from tablelaw.errors import TablelawError
from tablelaw.law.conduct import STANDINGS, Case, Outcome
from tablelaw.law.rows import Hand, Wager
from tablelaw.law.rulebook import Terms
from tablelaw.simulation.board_with_dealer import facts
from tablelaw.simulation.board_with_dealer.lines import Lines, stakes_of
from tablelaw.simulation.codes import Column
from tablelaw.simulation.seating import Seat, base_cents, wagers_at
from tablelaw.simulation.settlement_tables import (
    ACTS,
    DRAWN,
    FOLDED,
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

OTHERS, CARD, POSITION = "(others)", "(card)", "(position)"
FACT_OF = {
    STAKE: facts.LINE,
    ACTS: facts.FOLDED,
    STANDING: facts.STANDING,
    SHARERS: facts.SHARERS,
    OTHERS: facts.OTHERS,
    CARD: facts.CARD_DRAWN,
    POSITION: facts.POSITION_DRAWN,
}
PLACES = {
    ("player", "community"): facts.PLAYER,
    ("dealer", "community"): facts.DEALER,
    ("player", "flop"): facts.PLAYER_FLOP,
    ("dealer", "flop"): facts.DEALER_FLOP,
    ("player", "six-card"): facts.PLAYER_SIX,
    ("player",): facts.POCKET,
    ("dealer",): facts.DEALER_POCKET,
}
"""The fact that gives the class of a hand, by the places of its cards."""
FIVE_CARD_FACTS = (facts.PLAYER, facts.DEALER, facts.PLAYER_FLOP, facts.DEALER_FLOP)
RANKING_OF = dict.fromkeys(FIVE_CARD_FACTS, five_card.NAME) | {facts.PLAYER_SIX: six_card.NAME}
"""How a kernel reads hands; two cards are read by whatever ranking the rulebook names."""
OTHER_PLAYER = "other player"
MAY_FOLD = (NO_ACTS, FOLDED)


class NotPlayedHere(TablelawError):
    """A kernel was asked to play a game of another shape."""


class Coded(NamedTuple):
    """The codes of one wager of one seat, and the facts that index them, with the weight of each."""

    facts: npt.NDArray[np.int64]
    weights: npt.NDArray[np.int64]
    codes: Table


@dataclass
class Tables:
    """The columns of a table under construction; seats with the same stakes share their codes."""

    terms: Terms
    seats: Sequence[Seat]
    lines: Lines
    known: dict[tuple[str, tuple[int, ...]], Coded] = field(default_factory=dict)


def tables_of(
    terms: Terms, seats: Sequence[Seat], lines: Lines
) -> tuple[tuple[Column, ...], tuple[tuple[Coded, ...], ...]]:
    """The columns, and for every seat and wager its codes."""
    tables, wagers = Tables(terms, seats, lines), wagers_at(terms, seats)
    meanings = [Meanings(wager.id) for wager in wagers]
    coded = tuple(
        tuple(_coded(tables, found, wager, seat) for found, wager in zip(meanings, wagers, strict=True))
        for seat in seats
    )
    return tuple(found.column for found in meanings), coded


def _coded(tables: Tables, meanings: Meanings, wager: Wager, seat: Seat) -> Coded:
    key = wager.id, _stakes(tables, wager, seat)
    if key not in tables.known:
        table = lean(_table(tables, meanings, wager, seat))
        facts_ = [fact_of(tables.terms, axis.about) for axis in table.axes]
        weights = [prod(table.codes.shape[n + 1 :]) for n in range(len(facts_))]
        flat = np.ascontiguousarray(table.codes).reshape(-1)
        tables.known[key] = Coded(np.array(facts_, np.int64), np.array(weights, np.int64), flat)
    return tables.known[key]


def _stakes(tables: Tables, wager: Wager, seat: Seat) -> tuple[int, ...]:
    """All amounts on which a seat's codes of a wager depend."""
    if wager.kind == "decision":
        return (base_cents(tables.terms, seat),)
    return tuple(seat.wagers.get(name, 0) for name in wager.rides_on or (wager.id,))


def fact_of(terms: Terms, about: str) -> int:
    """The fact that a table is indexed by; a hand that the kernel cannot read is refused."""
    if about in FACT_OF:
        return FACT_OF[about]
    if about in (finer := finer_hands(terms)):
        return facts.FACTS + finer.index(about)
    row, ranking = hand_row(terms, about), terms.book.ranking_of(about, terms)
    if row.cards not in PLACES:
        what, accepted = f"the hand {about} of {', '.join(row.cards)}", "; ".join(map(", ".join, PLACES))
        raise NotPlayedHere(what, where=terms.book.id, accepted=accepted)
    fact = PLACES[row.cards]
    if ranking.name != RANKING_OF.get(fact, ranking.name) or (fact not in RANKING_OF and 2 not in ranking.sizes):
        accepted = RANKING_OF.get(fact, "a ranking of two cards")
        raise NotPlayedHere(f"{about} read as {ranking.name}", where=terms.book.id, accepted=accepted)
    return fact


def finer_hands(terms: Terms) -> tuple[str, ...]:
    """Hands of the best five that are read by a line or by a ranking other than the plain one: each is a fact of its
    own.
    """
    rows = [row for row in terms.book.hands if PLACES.get(row.cards) in FIVE_CARD_FACTS]
    rankings = {row.id: terms.book.ranking_of(row.id, terms) for row in rows}
    return tuple(hand for hand, r in rankings.items() if r.family == BEST_FIVE and r.name != five_card.NAME)


def hand_row(terms: Terms, hand: str) -> Hand:
    return next(row for row in terms.book.hands if row.id == hand)


# --- One wager of one seat ----------------------------------------------------------------------------------


def _table(tables: Tables, meanings: Meanings, wager: Wager, seat: Seat) -> Tabulated:
    if wager.kind != "decision" and not any(_stakes(tables, wager, seat)):
        return Tabulated((), np.array(LEFT_ALONE, np.uint16))
    if wager.drawn:
        return _drawn(tables, meanings, wager, seat)
    if wager.kind == "bonus":
        return _for_others(tables, meanings, wager, seat)
    return _settled(tables, meanings, wager, seat)


def _settled(tables: Tables, meanings: Meanings, wager: Wager, seat: Seat) -> Tabulated:
    """A wager with its own stake: what was done, the standing, and the hands that its rules look at."""
    terms, axes, stake = tables.terms, [Axis(STANDING, STANDINGS)], seat.wagers.get(wager.id, 0)
    if wager.kind == "decision":
        base = base_cents(terms, seat)
        axes.append(Axis(STAKE, stakes_of(tables.lines, wager.id, base)))
        if terms.book.fold_effect(wager, terms) == "collected":
            axes.append(Axis(ACTS, MAY_FOLD))
        asked = hands_asked(terms, wager.id, base)
    else:
        axes.append(Axis(ACTS, MAY_FOLD))
        asked = hands_asked(terms, wager.id, stake)
    if wager.divided:
        axes.append(Axis(SHARERS, tuple(range(1, len(tables.seats) + 1))))
    return tabulated(terms, meanings, [*axes, *hand_axes(terms, asked)], stake)


def _for_others(tables: Tables, meanings: Meanings, wager: Wager, seat: Seat) -> Tabulated:
    """A bonus for other seats' hands: by how many hold each class that earns one."""
    stake = next(filter(None, _stakes(tables, wager, seat)))
    classes, most = earning_classes(tables.terms, wager), len(tables.seats)
    lowest = tables.terms.book.ranking_of(wager.hand, tables.terms).classes[-1:]
    codes = np.zeros((len(MAY_FOLD), most ** len(classes)), np.uint16)
    for (n, acts), counts in product(enumerate(MAY_FOLD), product(range(most), repeat=len(classes))):
        if sum(counts) < most:
            held = [cls for cls, count in zip(classes, counts, strict=True) for _ in range(count)]
            cases = [Case(wager.id, tables.terms, {wager.hand: cls}, None, acts, stake) for cls in held or lowest]
            place = sum(count * most**power for power, count in enumerate(counts))
            codes[n, place] = meanings.code(together(meaning_of(tables.terms.book, case) for case in cases))
    return Tabulated((Axis(ACTS, MAY_FOLD), Axis(OTHERS, tuple(range(codes.shape[1])))), codes)


def earning_classes(terms: Terms, wager: Wager) -> tuple[str, ...]:
    """The classes of another seat's hand that earn a bonus, whatever is staked on the wager it belongs to."""
    classes = terms.book.ranking_of(wager.hand, terms).classes
    stakes = [amount.cents for on in wager.rides_on for amount in terms.book.wager(on).amounts] or [100]
    cases = ((cls, Case(wager.id, terms, {wager.hand: cls}, None, NO_ACTS, stakes[0])) for cls in classes)
    return tuple(cls for cls, case in cases if meaning_of(terms.book, case).outcome == Outcome.WON.value)


def _drawn(tables: Tables, meanings: Meanings, wager: Wager, seat: Seat) -> Tabulated:
    """A bonus drawn by the table game system, paid for each wager it belongs to: on the player's hand, the dealer's,
    or both."""
    about = CARD if wager.drawn == "card" else POSITION
    codes = np.zeros((len(MAY_FOLD), 4), np.uint16)
    for (n, acts), falls in product(enumerate(MAY_FOLD), range(4)):
        made = [name for name in wager.rides_on if name in seat.wagers]
        drawn = {name: DRAWN if falls & _whose(tables.terms, name) else NO_ACTS for name in made}
        cases = [Case(wager.id, tables.terms, {}, None, acts | drawn[name], seat.wagers[name]) for name in made]
        codes[n, falls] = meanings.code(together(meaning_of(tables.terms.book, case) for case in cases))
    return Tabulated((Axis(ACTS, MAY_FOLD), Axis(about, tuple(range(4)))), codes)


def _whose(terms: Terms, wager: str) -> int:
    """Whose hand a wager is on."""
    own = "player" in hand_row(terms, terms.book.wager(wager).hand).cards
    return facts.OWN if own else facts.THE_DEALERS
