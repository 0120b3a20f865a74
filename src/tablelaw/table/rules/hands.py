"""Which cards make which hand at one table, and how the hands are ranked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tablelaw.cards import Ranking
from tablelaw.law.rows import Flow
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import FLOP, structure_of


@dataclass(frozen=True, slots=True)
class HandRules:
    """Every hand of the game by its id."""

    rankings: Mapping[str, Ranking]
    places: Mapping[str, tuple[str, ...]]
    """The places whose cards make a hand."""
    sizes: Mapping[str, int]
    """The number of cards in each hand after dealing and discards."""
    own_size: int
    """The number of cards dealt to each player."""
    flop_size: int
    board_size: int
    has_dealer: bool
    dealer_size: int
    """The number of cards dealt to the dealer; 0 if the house holds no hand."""


def hand_rules(terms: Terms, flow: Iterable[Flow]) -> HandRules:
    """The hands of a game under the given terms, with the board that its flow deals."""
    hands, steps = terms.book.hands, tuple(flow)
    rankings = {hand.id: terms.ranking_of(hand.id) for hand in hands}
    return HandRules(
        rankings=rankings,
        places={hand.id: hand.cards for hand in hands},
        sizes={name: hand.size for name, hand in structure_of(terms).hands.items()},
        own_size=structure_of(terms).own,
        flop_size=sum(step.cards for step in steps if step.to == FLOP),
        board_size=sum(step.cards for step in steps if step.do == "community"),
        has_dealer="dealer" in rankings,
        dealer_size=structure_of(terms).dealer,
    )
