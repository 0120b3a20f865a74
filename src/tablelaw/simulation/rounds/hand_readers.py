"""Reads the hands that wagers look at, with one reader for each kind of ranking, made from the ranking itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tablelaw.cards import PACK, RANKINGS, Card, Ranking
from tablelaw.cards.arrays import best_four
from tablelaw.cards.arrays.kernels import Tables
from tablelaw.cards.arrays.tables import tables
from tablelaw.cards.rankings import five_card, qualification, six_card, straight_flush_length
from tablelaw.cards.rankings.ranking import BEST_FIVE, BEST_FOUR, BEST_SUIT
from tablelaw.errors import TablelawError
from tablelaw.law.structure import HandStructure
from tablelaw.simulation.rounds import reading_kernels as kernels
from tablelaw.simulation.rounds.dealt_cards import NOTHING, DealtCards, Rows
from tablelaw.simulation.rounds.kernels import look_up
from tablelaw.simulation.rounds.places import Run
from tablelaw.simulation.rounds.reading_kernels import RANK_BITS, SUITS

Strengths = npt.NDArray[np.int32]
Small = npt.NDArray[np.uint8]
FEW = range(2, 5)
"""Sets of these sizes are looked up by their index."""
SEVEN = 7


class NotPlayedHere(TablelawError):
    """A simulated table cannot read a hand of this game, or cannot store one of its strategies."""


class Spot(NamedTuple):
    """The cards of a hand in all rounds: one or two runs of a row."""

    dealt: DealtCards
    first: Run
    then: Run = NOTHING

    @property
    def rows(self) -> Rows:
        return self.dealt.rows


class Reader(Protocol):
    """Reads one hand in all rounds. Readers of the same `kind` give the same strengths, so these are computed only
    once.
    """

    @property
    def kind(self) -> str: ...

    def strengths(self, spot: Spot) -> Strengths:
        """A number for each round, higher for the higher hand; classes are derived from it."""
        ...

    def classes(self, strengths: Strengths, into: Small) -> None:
        """Writes the index of each round's class among the ranking's classes, highest first."""
        ...


class Ladder(NamedTuple):
    """Classes by strength: the class of each run of strengths, and the lowest strength of each run except the first."""

    bounds: npt.NDArray[np.int32]
    places: Small

    def write(self, strengths: Strengths, into: Small) -> None:
        kernels.ladder_classes(strengths, self.bounds, self.places, into)


NO_LADDER = Ladder(np.zeros(0, np.int32), np.zeros(0, np.uint8))


def ladder_of(strengths: npt.NDArray[np.int32], ranking: Ranking) -> Ladder:
    """The classes of all strengths that occur."""
    known = np.unique(strengths)
    assert ranking.class_of is not None
    places = np.array([ranking.classes.index(ranking.class_of(strength)) for strength in known.tolist()], np.uint8)
    return _ladder(known, places)


def _ladder(strengths: npt.NDArray[np.int32], places: Small) -> Ladder:
    """Makes the ladder from strengths in ascending order and the class of each."""
    is_first = np.concatenate([[False], places[1:] != places[:-1]])
    return Ladder(strengths[is_first], np.concatenate([places[:1], places[is_first]]))


# --- The kinds of readers -----------------------------------------------------------------------------------


class BestFive(NamedTuple):
    """Reads the best five of five to seven cards; an empty ladder stands for the ten plain classes."""

    table: Tables
    ladder: Ladder

    @property
    def kind(self) -> str:
        return BEST_FIVE

    def strengths(self, spot: Spot) -> Strengths:
        found = np.empty(len(spot.rows), np.int32)
        kernels.read_best(spot.rows, *spot.first, *spot.then, self.table, found)
        return found

    def classes(self, strengths: Strengths, into: Small) -> None:
        if len(self.ladder.places):
            self.ladder.write(strengths, into)
        else:
            kernels.plain_classes(strengths, into)


class BestFour(NamedTuple):
    """Reads the best four of four to seven cards."""

    ladder: Ladder

    @property
    def kind(self) -> str:
        return BEST_FOUR

    def strengths(self, spot: Spot) -> Strengths:
        (first, count), (then, more) = spot.first, spot.then
        cards = np.concatenate([spot.rows[:, first : first + count], spot.rows[:, then : then + more]], axis=1)
        return best_four.strengths(cards)

    def classes(self, strengths: Strengths, into: Small) -> None:
        self.ladder.write(strengths, into)


class SixCards(NamedTuple):
    """Reads six cards by category; a royal flush that uses all six cards has its own classes."""

    table: Tables
    by_category: Small

    @property
    def kind(self) -> str:
        return six_card.NAME

    def strengths(self, spot: Spot) -> Strengths:
        found, space = np.empty(len(spot.rows), np.int32), np.empty(len(spot.rows), np.int32)
        kernels.read_sixes(spot.rows, *spot.first, *spot.then, self.table, self.by_category, space, found)
        return found

    def classes(self, strengths: Strengths, into: Small) -> None:
        into[:] = strengths


class FewCards(NamedTuple):
    """Reads up to four cards under any ranking, by the index of their set."""

    by_number: Strengths
    """[index of a set] -> strength, or the index of its class if the ranking does not compare hands."""
    ladder: Ladder

    @property
    def kind(self) -> str:
        return f"few cards by the strengths {id(self.by_number)}" if len(self.ladder.places) else ""

    def strengths(self, spot: Spot) -> Strengths:
        found = np.empty(len(spot.rows), np.int32)
        look_up(self.by_number, spot.dealt.numbers(spot.first, spot.then), found)
        return found

    def classes(self, strengths: Strengths, into: Small) -> None:
        if len(self.ladder.places):
            self.ladder.write(strengths, into)
        else:
            into[:] = strengths


class BestSuit(NamedTuple):
    """Reads the best suit of seven cards."""

    lengths: Small
    ladder: Ladder

    @property
    def kind(self) -> str:
        return "best suit"

    def strengths(self, spot: Spot) -> Strengths:
        found = np.empty(len(spot.rows), np.int32)
        kernels.read_flushes(spot.rows, *spot.first, self.lengths, found)
        return found

    def classes(self, strengths: Strengths, into: Small) -> None:
        self.ladder.write(strengths, into)


class SuitRuns(NamedTuple):
    """Reads the best straight flush in any one suit of seven cards."""

    by_ranks: Small

    @property
    def kind(self) -> str:
        return ""

    def strengths(self, spot: Spot) -> Strengths:
        found = np.empty(len(spot.rows), np.int32)
        kernels.read_suit_runs(spot.rows, *spot.first, self.by_ranks, found)
        return found

    def classes(self, strengths: Strengths, into: Small) -> None:
        into[:] = strengths


# --- The reader of a hand -----------------------------------------------------------------------------------


def reader_of(hand: HandStructure, name: str, where: str) -> Reader:
    """Returns the reader for a hand; refuses a hand that no reader can read."""
    ranking, size = hand.ranking, hand.size
    for fits, make in READERS:
        if fits(ranking, size):
            return make(ranking, size)
    accepted = (
        "the best five of five to seven cards, the best four of four to seven, flushes of seven, six cards, or any "
        "ranking of two to four cards"
    )
    raise NotPlayedHere(f"the hand {name} of {size} cards read as {ranking.name}", where=where, accepted=accepted)


@cache
def _best_five(ranking: Ranking, size: int) -> BestFive:
    table = tables(size)
    if ranking.name == five_card.NAME:
        return BestFive(table, NO_LADDER)
    found = np.concatenate([table.by_ranks, table.by_mask])
    return BestFive(table, ladder_of(found[found > 0], ranking))


@cache
def _best_four(ranking: Ranking, size: int) -> BestFour:
    """A reader of the best four; its ladder uses the strengths of four cards, since more cards add no others."""
    return BestFour(ladder_of(best_four.strengths(np.array(list(combinations(PACK, 4)), np.uint8)), ranking))


@cache
def _six_cards(ranking: Ranking, size: int) -> SixCards:
    """A reader of six cards; categories without their own class get the last class."""
    names = [*reversed(five_card.CLASSES), six_card.ROYAL_IN_ANOTHER_SUIT, six_card.ROYAL_IN_DIAMONDS]
    known = {name: place for place, name in enumerate(ranking.classes)}
    by_category = np.array([known.get(name, len(known) - 1) for name in names], np.uint8)
    return SixCards(tables(size), by_category)


@cache
def _few_cards(ranking: Ranking, size: int) -> FewCards:
    hands = _sets(size)
    if ranking.strength is None or ranking.class_of is None:
        places = [ranking.classes.index(ranking.classify(hand)) for hand in hands]
        return FewCards(np.array(places, np.int32), NO_LADDER)
    strength = _strengths_of_few(ranking.strength, size)
    return FewCards(strength, ladder_of(strength, ranking))


@cache
def _strengths_of_few(strength: Callable[[Sequence[Card]], int], size: int) -> Strengths:
    """[index of a set] -> strength; one array for a ranking and the qualification lines through it."""
    return np.array([strength(hand) for hand in _sets(size)], np.int32)


def classes_by_number(ranking: Ranking, size: int) -> Small:
    """[index of a set of a few cards] -> the index of its class."""
    reader = _few_cards(ranking, size)
    found = np.empty(len(reader.by_number), np.uint8)
    reader.classes(reader.by_number, found)
    return found


@cache
def _sets(size: int) -> tuple[tuple[Card, ...], ...]:
    """All sets of this many cards, in the order of their indexes."""
    return tuple(sorted(combinations(PACK, size), key=lambda cards: cards[::-1]))


@cache
def _best_suit(ranking: Ranking, size: int) -> BestSuit:
    """A reader of the best suit. Each flush is classified in a hand where it is the best suit and the other cards are
    the lowest.
    """
    flushes = sorted(bits.bit_count() << RANK_BITS | bits for bits in range(1 << RANK_BITS) if _may_be_best(bits, size))
    places = [ranking.classes.index(ranking.classify(_lowest_with(flush & _RANKS, size))) for flush in flushes]
    return BestSuit(rank_counts(), _ladder(np.array(flushes, np.int32), np.array(places, np.uint8)))


def _may_be_best(ranks: int, size: int) -> bool:
    return -(-size // SUITS) <= ranks.bit_count() <= size


_RANKS = (1 << RANK_BITS) - 1


def _lowest_with(ranks: int, size: int) -> tuple[Card, ...]:
    """A hand whose best suit has these ranks, with the lowest cards of the other suits."""
    held = [PACK[SUITS * rank] for rank in range(RANK_BITS) if ranks >> rank & 1]
    return (*held, *(PACK[SUITS * (n // 3) + 1 + n % 3] for n in range(size - len(held))))


@cache
def rank_counts() -> Small:
    """[ranks of a suit as bits] -> the number of ranks."""
    return np.array([ranks.bit_count() for ranks in range(1 << RANK_BITS)], np.uint8)


ASIDE = (0, 3, 6)
"""Ranks for cards of other suits that do not form a run."""


def hand_with(ranks: int, size: int = SEVEN) -> tuple[Card, ...]:
    """A hand with these ranks in one suit; its other cards do not make a longer flush or a run."""
    held = [PACK[SUITS * rank] for rank in range(RANK_BITS) if ranks >> rank & 1]
    aside = [PACK[SUITS * rank + suit] for rank in ASIDE for suit in (1, 2, 3)]
    return (*held, *aside[: size - len(held)])


@cache
def _suit_runs(ranking: Ranking, size: int) -> SuitRuns:
    runs = np.zeros(1 << RANK_BITS, np.uint8)
    for ranks in range(1 << RANK_BITS):
        if ranks.bit_count() <= size:
            runs[ranks] = ranking.classes.index(ranking.classify(hand_with(ranks, size)))
    return SuitRuns(runs)


def _reads_the_best_suit(ranking: Ranking) -> bool:
    return ranking.family == BEST_SUIT or ranking.name == qualification.NAME


STRAIGHT_FLUSHES = (straight_flush_length.NAME, straight_flush_length.NAME_ACE_HIGH)
READERS: Sequence[tuple[Callable[[Ranking, int], bool], Callable[[Ranking, int], Reader]]] = (
    (lambda ranking, size: ranking.family == BEST_FIVE and size in five_card.SIZES, _best_five),
    (lambda ranking, size: ranking.family == BEST_FOUR and size in ranking.sizes, _best_four),
    (lambda ranking, size: ranking is RANKINGS[six_card.NAME] and size in ranking.sizes, _six_cards),
    (lambda ranking, size: size in FEW and size in ranking.sizes, _few_cards),
    (lambda ranking, size: _reads_the_best_suit(ranking) and size == SEVEN, _best_suit),
    (lambda ranking, size: ranking.name in STRAIGHT_FLUSHES and size == SEVEN, _suit_runs),
)
