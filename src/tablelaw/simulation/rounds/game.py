"""A table that can be simulated: the input for its blocks, made from the rulebook, the seats and their strategies."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tablelaw.errors import RuleConflict
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import DRAWS_EVERY, Terms
from tablelaw.law.structure import COMMUNITY, DEALER, OTHER, PLAYER, HandStructure, structure_of
from tablelaw.simulation.codes import BLOCK, Codes, Column
from tablelaw.simulation.fingerprints import fingerprint_of
from tablelaw.simulation.rounds.block import Block, HandRead, Layout, OthersRead, Player, Plays
from tablelaw.simulation.rounds.hand_readers import NotPlayedHere, reader_of
from tablelaw.simulation.rounds.lines_of_play import FOLD, DecisionPoint, Lines, lines_of, seen_on
from tablelaw.simulation.rounds.places import OWN_PLACES, Places, Run, places_of
from tablelaw.simulation.rounds.tables import (
    FIXED,
    OTHERS,
    STANDING_FACT,
    Coded,
    Tables,
    earning_classes,
    tables_of,
    whose,
)
from tablelaw.simulation.seating import Seat, check_seats, wagers_at
from tablelaw.simulation.settlement_tables import UNRULED

LARGEST = 255
"""The largest value of a fact, which is a byte."""


@dataclass(frozen=True)
class TableGame:
    """Everything needed to play a block; see `simulation.game.Game`."""

    name: str
    columns: tuple[Column, ...]
    layout: Layout
    players: tuple[Player, ...]
    plays: Plays

    @property
    def seats(self) -> int:
        return len(self.players)

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint_of(self.columns, (self.layout, self.players, self.plays))

    def play(self, seed: int, block: int) -> Codes:
        """The codes of all rounds of one block."""
        codes = np.zeros((BLOCK, self.seats, len(self.columns)), np.uint16)
        Block(self.layout, self.players, self.plays, (seed, block, BLOCK)).play(codes)
        if codes.max() == UNRULED:
            number, seat, column = np.argwhere(codes == UNRULED)[0].tolist()
            where = f"{self.name}, seed {seed}, block {block}, round {number}, seat {seat + 1}"
            what = f"no paragraph decides the wager {self.columns[column].wager}"
            raise RuleConflict(what, where=where, accepted="exactly one paragraph")
        return codes


def table_game(
    terms: Terms, seats: Sequence[Seat], points: tuple[DecisionPoint, ...], plays: Callable[[Lines, Places], Plays]
) -> TableGame:
    """A table with these seats; `plays` makes their decisions, given the lines of play and the places of the cards."""
    check_seats(terms, seats)
    lines = lines_of(points)
    if len(lines.taken) > LARGEST + 1:
        what = f"{len(lines.taken)} ways through the decisions of a round"
        raise NotPlayedHere(what, where=terms.book.id, accepted=f"at most {LARGEST + 1}")
    tables = Tables(terms, seats, lines)
    columns, coded = tables_of(tables)
    divided = {wager.id for wager in terms.book.wagers if wager.divided}
    players = tuple(
        Player(bool(divided.intersection(seat.wagers)), codes) for seat, codes in zip(seats, coded, strict=True)
    )
    asked = [place for hand in _hands_read(tables) for place in structure_of(terms).hands[hand].places]
    places = places_of(terms, len(seats), asked, _buys(lines))
    return TableGame(terms.book.id, columns, _layout(tables, coded, places), players, plays(lines, places))


def _hands_read(tables: Tables) -> list[str]:
    """The hands that some wager looks at."""
    return [about for about in tables.facts[len(FIXED) :] if not about.startswith(OTHERS)]


def _buys(lines: Lines) -> bool:
    return any(act.price[0] for point in lines.points for act in point.acts)


# --- The input of a block --------------------------------------------------------------------------------


def _layout(tables: Tables, coded: Collection[Collection[Coded]], places: Places) -> Layout:
    terms, lines = tables.terms, tables.lines
    needs = frozenset(int(fact) for codes in coded for one in codes for fact in one.facts)
    divided = [wager for wager in terms.book.wagers if wager.divided]
    told = [seen_on(lines, line) for line in range(len(lines.taken))]
    return Layout(
        cards=places.count,
        first_own=places.first_seat,
        own=places.own,
        board=places.shared[COMMUNITY].first,
        bought=places.bought if _buys(lines) else -1,
        facts=len(tables.facts),
        needs=needs,
        acts=np.array([tables.acts.index(acts) for acts in told], np.uint8),
        folds=np.array([FOLD in acts for acts in told], np.uint8),
        hands=tuple(_hand_read(tables, places, hand, tables.fact(hand)) for hand in _hands_read(tables)),
        compared=_compared(tables, places) if STANDING_FACT in needs else (),
        others=tuple(_others(tables, places, wager) for wager in _bonuses_for_others(tables)),
        fold_keeps_share=all(terms.book.fold_effect(wager, terms) != "collected" for wager in divided),
        draws_every=int(terms.choices.get(DRAWS_EVERY, "1")),
        positions=int(terms.book.fact("seats")) + 1,
        on_cards=_on_cards(tables, places),
    )


def _compared(tables: Tables, places: Places) -> tuple[HandRead, ...]:
    return tuple(_hand_read(tables, places, hand, -1) for hand in (PLAYER, DEALER))


def _hand_read(tables: Tables, places: Places, name: str, fact: int) -> HandRead:
    hand = structure_of(tables.terms).hands[name]
    reader = reader_of(hand, name, tables.terms.book.id)
    shared = _shared(places, hand)
    own = hand.size - sum(run.size for run in shared)
    return HandRead(fact, own, PLAYER in hand.places and _changes_hands(tables.lines), shared, reader)


def _changes_hands(lines: Lines) -> bool:
    """Whether a player may discard a card."""
    return any(act.put_away >= 0 for point in lines.points for act in point.acts)


def _shared(places: Places, hand: HandStructure) -> tuple[Run, ...]:
    return tuple(places.shared[place] for place in hand.places if place not in OWN_PLACES)


def _bonuses_for_others(tables: Tables) -> list[Wager]:
    made = wagers_at(tables.terms, tables.seats)
    return [wager for wager in made if OTHERS + wager.id in tables.facts]


def _others(tables: Tables, places: Places, wager: Wager) -> OthersRead:
    """How other seats' hands count for a bonus: the fact is a number with one digit for each class that earns the
    bonus, in a base equal to the number of seats, and each digit counts the other seats with that class.
    """
    terms, seats = tables.terms, len(tables.seats)
    classes = terms.book.ranking_of(wager.hand, terms).classes
    weight: npt.NDArray[np.int64] = np.zeros(len(classes), np.int64)
    for power, cls in enumerate(earning_classes(terms, wager)):
        weight[classes.index(cls)] = seats**power
    if weight.max() * seats > LARGEST:
        what = f"{np.count_nonzero(weight)} classes earn a bonus for {seats} seats"
        raise NotPlayedHere(what, where=terms.book.id, accepted="fewer seats, or classes that earn one")
    assert OTHER in structure_of(terms).hands[wager.hand].places
    return OthersRead(_hand_read(tables, places, wager.hand, tables.fact(OTHERS + wager.id)), weight.astype(np.uint8))


def _on_cards(tables: Tables, places: Places) -> tuple[tuple[int, tuple[Run, ...]], ...]:
    """The hands that a drawn card may be in, by owner."""
    terms = tables.terms
    found: dict[int, tuple[Run, ...]] = {}
    for wager in wagers_at(terms, tables.seats):
        for carrier in wager.rides_on if wager.drawn == "card" else ():
            hand = structure_of(terms).hands[terms.book.wager(carrier).hand]
            found.setdefault(whose(terms, carrier), _shared(places, hand))
    return tuple(sorted(found.items()))
