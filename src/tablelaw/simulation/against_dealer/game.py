"""A simulated table of a game that compares flushes of seven cards: the input of its kernel, from the rulebook."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from tablelaw.cards import PACK, RANKINGS, Card, Ranking
from tablelaw.cards.arrays.play_tables import FlushDecisions
from tablelaw.cards.rankings import flush_hand, qualification, straight_flush_length
from tablelaw.law.rows import Hand
from tablelaw.law.rulebook import Terms
from tablelaw.simulation.against_dealer import kernels
from tablelaw.simulation.against_dealer.kernels import CARDS, RANK_BITS, SUITS, Decisions, Hands
from tablelaw.simulation.fingerprints import fingerprint_of
from tablelaw.simulation.one_decision import (
    LINE,
    Features,
    Line,
    OneDecisionGame,
    lookup_of,
    mistakes_of,
    ways_open,
)
from tablelaw.simulation.seating import Seat, check_seats
from tablelaw.simulation.settlement_tables import STANDING

SHORTEST = 2
"""Seven cards of four suits always include two of one suit."""
ASIDE = (0, 3, 6)
"""Ranks of cards beside a flush that do not form a run."""
READ = {
    ("player", flush_hand.NAME): kernels.FLUSH,
    ("dealer", flush_hand.NAME): kernels.DEALER,
    ("dealer", qualification.NAME): kernels.QUALIFIES,
    ("player", straight_flush_length.NAME): kernels.RUN,
    ("player", straight_flush_length.NAME_ACE_HIGH): kernels.RUN,
}
"""Whose cards, and how they are read -> what the kernel sees of them."""

Options = Sequence[Sequence[Line]]
"""By length of the flush: what may be done with it, a fold first."""


class FlushGame(OneDecisionGame):
    """A table ready to be played."""

    read: Hands
    decisions: Decisions
    play_rounds = staticmethod(kernels.play_rounds)


def flush_game(terms: Terms, seats: Sequence[Seat], options: Options, plays: Sequence[FlushDecisions]) -> FlushGame:
    """A table of these seats, each with its play."""
    check_seats(terms, seats)
    lines = tuple(dict.fromkeys(line for open_to in options for line in open_to))
    features = features_of(terms)
    columns, lookup = lookup_of(terms, seats, lines, features)
    read, decisions = hands_read(terms), _decisions(seats, lines, options, plays)
    fingerprint = fingerprint_of(columns, (*read, *decisions, *lookup))
    return FlushGame(len(seats), columns, read, decisions, lookup, fingerprint)


def _decisions(
    seats: Sequence[Seat], lines: Sequence[Line], options: Options, plays: Sequence[FlushDecisions]
) -> Decisions:
    """The decisions; seats with the same play share them."""
    known = list({id(play): play for play in plays}.values())
    return Decisions(
        play=np.array([next(n for n, one in enumerate(known) if one is play) for play in plays], np.int64),
        by_flush=np.stack([play.by_flush for play in known]),
        hands=np.concatenate([play.hands for play in known]),
        options=np.concatenate([play.options for play in known]),
        first=np.cumsum([0, *(len(play.hands) for play in known)]),
        lines=ways_open([lines.index(line) for line in open_to] for open_to in options),
        open=ways_open(range(len(open_to)) for open_to in options),
        mistakes=mistakes_of(seats),
    )


# --- How hands are read ------------------------------------------------------------------------------


def features_of(terms: Terms) -> Features:
    """What the kernel sees, by the hand of the rulebook it represents."""
    seen = {LINE: kernels.LINE, STANDING: kernels.STANDING}
    for hand in terms.book.hands:
        known = _known(terms, hand)
        if known in READ:
            seen[hand.id] = READ[known]
    return seen


def _known(terms: Terms, hand: Hand) -> tuple[str, str]:
    return "+".join(hand.cards), terms.book.ranking_of(hand.id, terms).name


def hands_read(terms: Terms) -> Hands:
    """Tables of every set of ranks, each class named by the ranking itself."""
    known = {_known(terms, hand): terms.book.ranking_of(hand.id, terms) for hand in terms.book.hands}
    runs = next((ranking for key, ranking in known.items() if READ.get(key) == kernels.RUN), None)
    line = line_of(known["dealer", qualification.NAME]) if ("dealer", qualification.NAME) in known else 0
    return Hands(_lengths(), _classes(), _runs(runs), line)


def hand_with(ranks: int) -> tuple[Card, ...]:
    """Seven cards: these ranks of one suit, and others beside them that make neither a longer flush nor a run."""
    held = [PACK[SUITS * rank] for rank in range(RANK_BITS) if ranks >> rank & 1]
    aside = [PACK[SUITS * rank + suit] for rank in ASIDE for suit in (1, 2, 3)]
    return (*held, *aside[: CARDS - len(held)])


@cache
def _lengths() -> npt.NDArray[np.uint8]:
    return np.array([ranks.bit_count() for ranks in range(1 << RANK_BITS)], np.uint8)


@cache
def _classes() -> npt.NDArray[np.int64]:
    """[length of a flush] -> the place of its class; impossibly short ones share the place of the shortest."""
    ranking = RANKINGS[flush_hand.NAME]
    tops = [((1 << length) - 1) << RANK_BITS - length for length in (max(n, SHORTEST) for n in range(CARDS + 1))]
    return np.array([ranking.classes.index(ranking.classify(hand_with(ranks))) for ranks in tops], np.int64)


@cache
def _runs(ranking: Ranking | None) -> npt.NDArray[np.uint8]:
    """[ranks of a suit] -> the place of the class of straight flush they make alone."""
    runs = np.zeros(1 << RANK_BITS, np.uint8)
    for ranks in range(1 << RANK_BITS):
        if ranking is not None and ranks.bit_count() <= CARDS:
            runs[ranks] = ranking.classes.index(ranking.classify(hand_with(ranks)))
    return runs


@cache
def line_of(ranking: Ranking) -> int:
    """The strength of the lowest flush of the ranking's first class."""
    flushes = sorted(
        r.bit_count() << RANK_BITS | r for r in range(1 << RANK_BITS) if SHORTEST <= r.bit_count() <= CARDS
    )
    ranks = (1 << RANK_BITS) - 1
    found = bisect_left(flushes, True, key=lambda f: ranking.classify(_lowest_with(f & ranks)) == ranking.classes[0])
    return flushes[found]


def _lowest_with(ranks: int) -> tuple[Card, ...]:
    """Seven cards of which these ranks are the best flush, with the lowest cards of the other suits."""
    held = [PACK[SUITS * rank] for rank in range(RANK_BITS) if ranks >> rank & 1]
    return (*held, *(PACK[SUITS * (n // 3) + 1 + n % 3] for n in range(CARDS - len(held))))
