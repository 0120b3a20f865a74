"""A hold'em table that can be simulated: two cards each, five on the board, stages between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from tablelaw.cards import PACK
from tablelaw.cards.arrays.play_tables import DecisionTables, SpotRows
from tablelaw.cards.rankings import five_card, six_card
from tablelaw.errors import RuleConflict
from tablelaw.law.rulebook import DRAWS_EVERY, Terms
from tablelaw.simulation.board_with_dealer import facts
from tablelaw.simulation.board_with_dealer.block import Block, Finer, Layout, Player, Stage
from tablelaw.simulation.board_with_dealer.lines import MOST_ACTIONS, Lines, folds, is_last, lines_of, weights
from tablelaw.simulation.board_with_dealer.tables import (
    OTHER_PLAYER,
    PLACES,
    Coded,
    NotPlayedHere,
    earning_classes,
    fact_of,
    finer_hands,
    hand_row,
    tables_of,
)
from tablelaw.simulation.codes import BLOCK, Codes, Column
from tablelaw.simulation.fingerprints import fingerprint_of
from tablelaw.simulation.seating import Seat, check_seats, wagers_at
from tablelaw.simulation.settlement_tables import UNRULED

LARGEST = 255
"""A fact is a byte."""


@dataclass(frozen=True)
class HoldemGame:
    """Everything needed to play a block; see `codes.Game`."""

    name: str
    columns: tuple[Column, ...]
    layout: Layout
    players: tuple[Player, ...]
    charts: SpotRows

    @property
    def seats(self) -> int:
        return len(self.players)

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint_of(self.columns, (self.layout, self.players, self.charts))

    def play(self, seed: int, block: int) -> Codes:
        """The codes of all rounds of one block."""
        codes = np.zeros((BLOCK, self.seats, len(self.columns)), np.uint16)
        Block(self.layout, self.players, self.charts, (seed, block, BLOCK)).play(codes)
        if codes.max() == UNRULED:
            number, seat, column = np.argwhere(codes == UNRULED)[0].tolist()
            where = f"{self.name}, seed {seed}, block {block}, round {number}, seat {seat + 1}"
            what = f"no paragraph decides the wager {self.columns[column].wager}"
            raise RuleConflict(what, where=where, accepted="exactly one paragraph")
        return codes


def holdem_game(terms: Terms, seats: Sequence[Seat], plays: Sequence[DecisionTables], charts: SpotRows) -> HoldemGame:
    """A table with a play for each seat; refuses what the terms do not allow."""
    check_seats(terms, seats)
    lines = lines_of(terms)
    _require_supported_shape(terms, seats, plays, lines)
    columns, coded = tables_of(terms, seats, lines)
    divided = {wager.id for wager in terms.book.wagers if wager.divided}
    players = tuple(
        Player(play, seat.mistakes.as_integer_ratio(), bool(divided.intersection(seat.wagers)), codes)
        for seat, play, codes in zip(seats, plays, coded, strict=True)
    )
    return HoldemGame(terms.book.id, columns, _layout(terms, seats, lines, coded), players, charts)


def _require_supported_shape(
    terms: Terms, seats: Sequence[Seat], plays: Sequence[DecisionTables], lines: Lines
) -> None:
    if len(plays) != len(seats):
        raise NotPlayedHere(
            f"{len(plays)} plays for {len(seats)} seats", where=terms.book.id, accepted="one for each seat"
        )
    seen = {decision.seen for decision in lines.decisions}
    few = all(len(decision.actions) <= MOST_ACTIONS for decision in lines.decisions)
    if not few or not seen <= {0, facts.FLOP, facts.TURN, facts.BOARD}:
        accepted = "before the flop, after it, after the turn, after the river; at most four actions"
        raise NotPlayedHere(f"decisions after {seen} community cards", where=terms.book.id, accepted=accepted)


# --- The input of a block --------------------------------------------------------------------------------


def _layout(terms: Terms, seats: Sequence[Seat], lines: Lines, coded: Iterable[Iterable[Coded]]) -> Layout:
    needs = frozenset(int(fact) for codes in coded for one in codes for fact in one.facts)
    own, dealers = _pockets(terms)
    divided = [wager for wager in terms.book.wagers if wager.divided]
    return Layout(
        stages=_stages(lines),
        folds=np.array([folds(lines, line) for line in range(len(lines.taken))], np.uint8),
        needs=needs,
        cards=facts.SEATS + 2 * len(seats) + (4 if facts.PLAYER_SIX in needs else 0),
        pocket=own,
        dealer_pocket=dealers,
        six_class=_six_classes(),
        other_weight=_other_weight(terms, seats),
        fold_keeps_share=all(terms.book.fold_effect(wager, terms) != "collected" for wager in divided),
        finer=tuple(_finer(terms, hand) for hand in finer_hands(terms) if fact_of(terms, hand) in needs),
        draws_every=int(terms.choices.get(DRAWS_EVERY, "1")),
        positions=int(terms.book.fact("seats")) + 1,
    )


def _finer(terms: Terms, hand: str) -> Finer:
    ranking = terms.book.ranking_of(hand, terms)
    assert ranking.least is not None
    bounds = np.array([ranking.least(cls, ()) for cls in reversed(ranking.classes)], np.int64)
    return Finer(fact_of(terms, hand), PLACES[hand_row(terms, hand).cards], bounds)


def _stages(lines: Lines) -> tuple[Stage, ...]:
    found = []
    for decision, weight in zip(lines.decisions, weights(lines), strict=True):
        last = [is_last(decision, action) for action in range(len(decision.actions))]
        found.append(Stage(decision.seen, len(decision.actions), weight, np.array(last, np.uint8)))
    return tuple(found)


def _other_weight(terms: Terms, seats: Sequence[Seat]) -> npt.NDArray[np.uint8]:
    """A digit, to the base of the number of seats, for each class that earns another seat a bonus."""
    weight = np.zeros(len(five_card.CLASSES), np.int64)
    for wager in wagers_at(terms, seats):
        if wager.kind == "bonus" and wager.hand and OTHER_PLAYER in hand_row(terms, wager.hand).cards:
            for power, cls in enumerate(earning_classes(terms, wager)):
                weight[five_card.CLASSES.index(cls)] = len(seats) ** power
    if weight.max() * len(seats) > LARGEST:
        what = f"{np.count_nonzero(weight)} classes earn a bonus for {len(seats)} seats"
        raise NotPlayedHere(what, where=terms.book.id, accepted="fewer seats, or classes that earn one")
    return weight.astype(np.uint8)


def _pockets(terms: Terms) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Classes of the player's two cards and of the dealer's."""
    named = {row.cards: row.id for row in terms.book.hands}
    return _by_pair(terms, named.get(("player",), "")), _by_pair(terms, named.get(("dealer",), ""))


def _by_pair(terms: Terms, hand: str) -> npt.NDArray[np.uint8]:
    """[pair] -> class of two cards, in the order of the ranking's classes."""
    if not hand:
        return np.zeros(0, np.uint8)
    ranking = terms.book.ranking_of(hand, terms)
    pairs = sorted(combinations(PACK, 2), key=lambda pair: (pair[1], pair[0]))
    return np.array([ranking.classes.index(ranking.classify(pair)) for pair in pairs], np.uint8)


def _six_classes() -> npt.NDArray[np.uint8]:
    """[category] -> class of six cards; categories without their own class get the last."""
    names = [*reversed(five_card.CLASSES), six_card.ROYAL_IN_ANOTHER_SUIT, six_card.ROYAL_IN_DIAMONDS]
    known = {name: place for place, name in enumerate(six_card.CLASSES)}
    return np.array([known.get(name, len(known) - 1) for name in names], np.uint8)
