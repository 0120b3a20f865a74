"""A simulated table of a game with a discard: the input of its kernel, from the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.cards import Card, Ranking
from tablelaw.cards.arrays.kernels import Tables
from tablelaw.cards.rankings.class_tables import class_tables
from tablelaw.law.rulebook import Terms
from tablelaw.simulation.against_paytable import kernels
from tablelaw.simulation.against_paytable.kernels import KEPT_ALL, Decisions
from tablelaw.simulation.fingerprints import fingerprint_of
from tablelaw.simulation.one_decision import LINE, Line, OneDecisionGame, lookup_of, mistakes_of, ways_open
from tablelaw.simulation.seating import Seat, check_seats

PLAYER, INITIAL = "player", "initial"
FEATURES = {LINE: kernels.LINE, INITIAL: kernels.INITIAL, PLAYER: kernels.FINAL}


class Way(NamedTuple):
    """One action with three cards, and the classes of them it is open to; all if none is named."""

    line: Line
    put_away: int | None
    """The place of a card among the three in rising order."""
    hands: tuple[str, ...] = ()


class DiscardGame(OneDecisionGame):
    """A table ready to be played."""

    read: Tables
    decisions: Decisions
    play_rounds = staticmethod(kernels.play_rounds)


def discard_game(
    terms: Terms, seats: Sequence[Seat], ways: Sequence[Way], by_hand: Sequence[npt.NDArray[np.uint8]]
) -> DiscardGame:
    """A table of these seats: what may be done, and what each does with every hand of three by its number."""
    check_seats(terms, seats)
    lines = tuple(dict.fromkeys(way.line for way in ways))
    columns, lookup = lookup_of(terms, seats, lines, FEATURES)
    initial = terms.book.ranking_of(INITIAL, terms)
    decisions = Decisions(
        by_hand=np.stack(by_hand),
        initial=_initial_classes(initial),
        put_away=np.array([KEPT_ALL if way.put_away is None else way.put_away for way in ways]),
        lines=np.array([lines.index(way.line) for way in ways]),
        open=ways_open([n for n, w in enumerate(ways) if not w.hands or cls in w.hands] for cls in initial.classes),
        mistakes=mistakes_of(seats),
    )
    read = class_tables(terms.book.ranking_of(PLAYER, terms).name)
    fingerprint = fingerprint_of(columns, (*decisions, *lookup, read.by_ranks, read.by_mask))
    return DiscardGame(len(seats), columns, read, decisions, lookup, fingerprint)


@cache
def _initial_classes(ranking: Ranking) -> npt.NDArray[np.uint8]:
    """[number of a hand of three] -> the place of its class."""
    hands = ((Card(a), Card(b), Card(c)) for c in range(52) for b in range(c) for a in range(b))
    return np.array([ranking.classes.index(ranking.classify(hand)) for hand in hands], np.uint8)
