"""A hold'em table that can be simulated: two cards each, five on the board, stages between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import combinations

import numpy as np
import numpy.typing as npt

from houserules.cards import PACK, five_card, six_card
from houserules.cards.batch_tables import tables as strengths
from houserules.errors import RuleConflict
from houserules.law.terms import Terms
from houserules.simulation import holdem_facts as facts
from houserules.simulation.codes import BLOCK, Codes, Column
from houserules.simulation.holdem_facts import Hands
from houserules.simulation.holdem_kernel import Columns, Felt, Stages, Streams, play_block
from houserules.simulation.holdem_lines import MOST_ACTIONS, Lines, lines_of, stages_of
from houserules.simulation.holdem_plays import Charts, Play, stacked
from houserules.simulation.holdem_tables import (
    OTHER_PLAYER,
    NotPlayedHere,
    Tables,
    earning_classes,
    fact_of,
    hand_row,
    tables_of,
)
from houserules.simulation.seating import Seat, check_seats, wagers_at
from houserules.simulation.streams import CARDS, DRAWS, MISTAKES, new_stream
from houserules.simulation.tabulated import UNRULED

DRAWS_EVERY = "draws-every-rounds"
"""The option that says in how many rounds one Magic Card, and one Lucky position, is drawn."""
RANKING_OF = {facts.PLAYER: "five-card", facts.DEALER: "five-card", facts.PLAYER_FLOP: "five-card"}
RANKING_OF |= {facts.DEALER_FLOP: "five-card", facts.PLAYER_SIX: six_card.NAME}
"""How a kernel reads hands; two cards are read by whatever ranking the rulebook names."""


@dataclass(frozen=True)
class HoldemGame:
    """Everything a block is played from; see `codes.Game`."""

    name: str
    columns: tuple[Column, ...]
    felt: Felt
    stages: Stages
    plays: Play
    charts: Charts
    hands: Hands
    codes: Columns

    @property
    def seats(self) -> int:
        return int(self.felt.seats)

    @cached_property
    def fingerprint(self) -> str:
        digest = sha256(f"hold'em 1 {self.name} {self.columns!r}".encode())
        for part in (self.felt, self.stages, self.plays, self.charts, self.hands, self.codes):
            for array in _arrays(part):
                digest.update(f"{array.shape} {array.dtype} ".encode() + array.tobytes())
        return digest.hexdigest()

    def play(self, seed: int, block: int) -> Codes:
        """The codes of all rounds of one block."""
        codes = np.zeros((BLOCK, self.seats, len(self.columns)), np.uint16)
        streams = Streams(*(new_stream(seed, block, purpose) for purpose in (CARDS, MISTAKES, DRAWS)))
        play_block(self.felt, self.stages, self.plays, self.charts, self.hands, self.codes, streams, codes)
        if codes.max() == UNRULED:
            number, seat, column = np.argwhere(codes == UNRULED)[0].tolist()
            where = f"{self.name}, seed {seed}, block {block}, round {number}, seat {seat + 1}"
            what = f"no paragraph decides the wager {self.columns[column].wager}"
            raise RuleConflict(what, where=where, accepted="exactly one paragraph")
        return codes


def _arrays(part: Iterable[object]) -> Iterable[npt.NDArray[np.generic]]:
    for item in part:
        yield from _arrays(item) if isinstance(item, tuple) else (np.asarray(item),)


def holdem_game(terms: Terms, seats: Sequence[Seat], plays: Sequence[Play], charts: Charts) -> HoldemGame:
    """A table with a play for each seat; what the terms do not allow is refused."""
    check_seats(terms, seats)
    lines = lines_of(terms)
    tables = tables_of(terms, seats, lines)
    _refuse_other_shapes(terms, seats, plays, lines, tables)
    distinct = tuple({id(play): play for play in plays}.values())
    which = np.array([[id(play) for play in distinct].index(id(play)) for play in plays], np.int64)
    hands, arrays = _hands(terms), tables.arrays
    felt = _felt(terms, seats, which, arrays)
    return HoldemGame(terms.book.id, tables.columns, felt, stages_of(lines), stacked(distinct), charts, hands, arrays)


def _refuse_other_shapes(
    terms: Terms, seats: Sequence[Seat], plays: Sequence[Play], lines: Lines, tables: Tables
) -> None:
    if len(plays) != len(seats):
        raise NotPlayedHere(f"{len(plays)} plays for {len(seats)} seats", where=terms.book.id, accepted="one a seat")
    seen = [decision.seen for decision in lines.decisions]
    if (
        not set(seen) <= {0, facts.FLOP, facts.TURN, facts.BOARD}
        or max(len(one.actions) for one in lines.decisions) > MOST_ACTIONS
    ):
        accepted = "before the flop, after it, after the turn, after the river; at most four actions"
        raise NotPlayedHere(f"decisions after {seen} community cards", where=terms.book.id, accepted=accepted)
    for row in terms.book.hands:
        ranking = terms.book.ranking_of(row.id, terms).name
        wanted = ranking if OTHER_PLAYER in row.cards else RANKING_OF.get(fact_of(terms, row.id), ranking)
        if ranking != wanted:
            raise NotPlayedHere(f"{row.id} read as {ranking}", where=terms.book.id, accepted=wanted)


# --- What the kernel takes -------------------------------------------------------------------------------


def _felt(terms: Terms, seats: Sequence[Seat], which: npt.NDArray[np.int64], columns: Columns) -> Felt:
    needs = np.zeros(facts.FACTS, np.uint8)
    needs[columns.fact] = 1
    own_cards = 4 if needs[facts.PLAYER_SIX] else 0
    divided = [wager for wager in terms.book.wagers if wager.divided]
    keeps = all(terms.book.fold_effect(wager, terms) != "collected" for wager in divided)
    shares = [any(wager.id in seat.wagers for wager in divided) for seat in seats]
    return Felt(
        seats=len(seats),
        cards=facts.SEATS + 2 * len(seats) + own_cards,
        needs=needs,
        play=which,
        mistakes=np.array([(seat.mistakes.numerator, seat.mistakes.denominator) for seat in seats], np.int64),
        other_weight=_other_weight(terms, seats),
        shares=np.array(shares, np.uint8),
        fold_keeps_share=int(keeps),
        draws_every=int(terms.choices.get(DRAWS_EVERY, "1")),
        positions=int(terms.book.fact("seats")) + 1,
    )


def _other_weight(terms: Terms, seats: Sequence[Seat]) -> npt.NDArray[np.int64]:
    """A digit, to the base of the seats, for each class that earns another seat a bonus."""
    weight = np.zeros(len(five_card.CLASSES), np.int64)
    for wager in wagers_at(terms, seats):
        if wager.kind == "bonus" and wager.hand and OTHER_PLAYER in hand_row(terms, wager.hand).cards:
            for power, cls in enumerate(earning_classes(terms, wager)):
                weight[five_card.CLASSES.index(cls)] = len(seats) ** power
    return weight


def _hands(terms: Terms) -> Hands:
    pockets = {fact_of(terms, row.id): row.id for row in terms.book.hands if row.cards in (("player",), ("dealer",))}
    own, dealers = (_by_pair(terms, pockets.get(fact, "")) for fact in (facts.POCKET, facts.DEALER_POCKET))
    return Hands(strengths(5), strengths(6), strengths(7), own, dealers, _six_classes())


def _by_pair(terms: Terms, hand: str) -> npt.NDArray[np.uint8]:
    """[pair] -> class of two cards, in the order of the ranking's classes."""
    if not hand:
        return np.zeros(0, np.uint8)
    ranking = terms.book.ranking_of(hand, terms)
    pairs = sorted(combinations(PACK, 2), key=lambda pair: (pair[1], pair[0]))
    return np.array([ranking.classes.index(ranking.classify(pair)) for pair in pairs], np.uint8)


def _six_classes() -> npt.NDArray[np.uint8]:
    """[category] -> class of six cards; what has no class of its own is the last."""
    names = [*reversed(five_card.CLASSES), six_card.ROYAL_IN_ANOTHER_SUIT, six_card.ROYAL_IN_DIAMONDS]
    known = {name: place for place, name in enumerate(six_card.CLASSES)}
    return np.array([known.get(name, len(known) - 1) for name in names], np.uint8)
