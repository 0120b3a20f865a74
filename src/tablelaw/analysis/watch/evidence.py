"""How strongly decisions speak for a seen card: e-values, which average 1 for everybody who has seen nothing.

An honest player decides by what is on view. Given that, every card that could be the hidden one is equally likely,
whatever the player decided. So the likelihood of the decisions for the card that was hidden, divided by its average
over all cards that could have been, averages exactly 1, however well or badly the player plays. The product over
rounds is a martingale: it exceeds 1/a at any time with a probability of at most a (Ville's inequality).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import log
from typing import NamedTuple

import numpy as np

from tablelaw.analysis.symmetry.suits import PACK_SIZE
from tablelaw.analysis.watch.spots import Floats, Move, Valuer, Worths
from tablelaw.cards import PACK, Card

HONEST_SLIPS = 0.1
"""In the alternative, how often a player who sees nothing takes some action at random instead of the best one."""
INFORMED_SLIPS = 0.02
"""How often a player who sees the card takes some action at random; the two rates affect only how soon a player is
flagged, never false alarms.
"""
SHARES = (1.0, 0.5, 0.2, 0.05)
"""The shares of rounds in which the card may be seen; at a table, also of the players who see it."""
SIGHTS = ("first", "last", "any")
"""Which of several hidden cards is seen: always the first dealt, always the last, or one of them at random."""
PARTS = len(SHARES) * len(SIGHTS)
"""How many alternatives are tested together; their e-values are averaged."""
NEAR = 1e-9
"""Worths in Antes that differ by less count as equal."""


class Likelihood(NamedTuple):
    """How likely the decisions of a seat in one round are."""

    honest: float
    """For best play that sees nothing, with slips."""
    informed: Floats
    """[card] -> for best play that has seen this card, with slips; 0 where the card cannot be hidden."""


def likelihood_of(valuer: Valuer, cards: Sequence[Card], moves: Sequence[Move]) -> Likelihood:
    """The likelihood of the decisions of a seat; a decision that is not among the valued actions is ignored."""
    honest, informed = 1.0, np.ones(PACK_SIZE)
    for move in moves:
        worths = valuer.worths(cards, move.spot)
        place = worths.place_of(move.done)
        if place is not None and len(worths.actions) > 1:
            honest *= _chance(worths.honest[:, None], place, HONEST_SLIPS)[0]
            informed *= _chance(worths.informed, place, INFORMED_SLIPS)
    return Likelihood(float(honest), informed)


def _chance(worths: Floats, place: int, slips: float) -> Floats:
    """[column] -> how likely an action is when the best one is taken, except in a share `slips` of decisions, which are
    random.
    """
    is_possible = ~np.isnan(worths[place])
    at_hand = np.where(is_possible, worths, 0.0)
    is_best = at_hand > at_hand.max(axis=0) - NEAR
    chance: Floats = slips / len(worths) + (1 - slips) * is_best[place] / is_best.sum(axis=0)
    return np.where(is_possible, chance, 0.0)


def best_action(worths: Worths, card: Card | None) -> int:
    """The best action of a player who has seen a card, or nothing."""
    return int(np.argmax(worths.honest if card is None else worths.informed[:, card]))


def round_evidence(seats: Sequence[Likelihood], hidden: Sequence[Card], known: Collection[Card]) -> Floats:
    """[alternative] -> the logarithm of the e-value of one round.

    `hidden` are the cards of which one may have been seen, in the order dealt, and `known` all other cards whose place
    is known: those of all seats, and every card of the board and the dealer that is not hidden.
    """
    could_be = [card for card in PACK if card not in known]
    assert set(hidden) <= set(could_be), "a hidden card is not among the known ones"
    found = []
    for share in SHARES:
        every = np.zeros(PACK_SIZE)
        for seat in seats:
            with np.errstate(divide="ignore"):
                every += np.log((1 - share) * seat.honest + share * seat.informed)
        most = float(every[could_be].max())
        if most == -np.inf:
            return np.zeros(PARTS)
        each = np.exp(every - most)
        average = log(float(each[could_be].mean()))
        with np.errstate(divide="ignore"):
            logs = np.log(np.array([each[hidden[0]], each[hidden[-1]], each[list(hidden)].mean()]))
        found.append(logs - average)
    return np.concatenate(found)


class Watched:
    """The evidence about one person so far: the product of e-values for each alternative, and their average."""

    __slots__ = ("highest", "logs", "rounds")

    def __init__(self, parts: int = PARTS) -> None:
        self.logs = np.zeros(parts)
        self.highest = 0.0
        """The highest logarithm of the average so far."""
        self.rounds = 0

    def take(self, evidence: Floats) -> None:
        """Adds the evidence of a finished round."""
        self.logs = self.logs + evidence
        self.rounds += 1
        self.highest = max(self.highest, self.log_e)

    @property
    def log_e(self) -> float:
        """The logarithm of the average over all alternatives."""
        return float(np.logaddexp.reduce(self.logs)) - log(len(self.logs))
