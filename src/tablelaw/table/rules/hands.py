"""Which cards make which hand at one table, and how the hands are ranked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tablelaw.cards import Ranking
from tablelaw.law.rows import Flow
from tablelaw.law.rulebook import Terms

FLOP = "flop"
FLOP_HAND_SIZE = 5
"""The cards of a hand that takes the flop and not the rest of the board."""


@dataclass(frozen=True, slots=True)
class HandRules:
    """Every hand of the game by its id."""

    rankings: Mapping[str, Ranking]
    places: Mapping[str, tuple[str, ...]]
    """The places whose cards make a hand."""
    sizes: Mapping[str, int]
    flop_size: int
    board_size: int
    has_dealer: bool


def hand_rules(terms: Terms, flow: Iterable[Flow]) -> HandRules:
    """The hands of a game under some terms, with the board that its flow deals."""
    hands, steps = terms.book.hands, tuple(flow)
    rankings = {hand.id: terms.ranking_of(hand.id) for hand in hands}
    return HandRules(
        rankings=rankings,
        places={hand.id: hand.cards for hand in hands},
        sizes={hand.id: FLOP_HAND_SIZE if FLOP in hand.cards else rankings[hand.id].sizes[-1] for hand in hands},
        flop_size=sum(step.cards for step in steps if step.to == FLOP),
        board_size=sum(step.cards for step in steps if step.do == "community"),
        has_dealer="dealer" in rankings,
    )
