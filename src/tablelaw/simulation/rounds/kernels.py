"""The compiled loops of every table, each over all rounds of a block: deal, look up, draw, write codes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablelaw.cards.arrays.compiled import kernel
from tablelaw.simulation.streams import PACK, below, deal

UNDRAWN = -1
SIX, NINE = 6, 9
"""Common numbers of cards in a round with one seat; as literals they let the compiler unroll loops."""


@kernel
def deal_rounds(stream: Any, cards: Any) -> None:
    """Fills [round, card] with the first cards of a new deal for every round."""
    pack, count = np.arange(PACK).astype(np.uint8), cards.shape[1]
    for number in range(len(cards)):
        if count == SIX:
            deal(stream, pack, SIX)
        elif count == NINE:
            deal(stream, pack, NINE)
        else:
            deal(stream, pack, count)
        for place in range(count):
            cards[number, place] = pack[place]


@kernel
def look_up(table: Any, places: Any, into: Any) -> None:
    """Looks up table entries by index, faster than NumPy's indexing."""
    for number in range(len(places)):
        into[number] = table[places[number]]


# --- Draws of the table game system ------------------------------------------------------------------------


@kernel
def draw(stream: Any, every: Any, among: Any, drawn: Any) -> None:
    """Draws a number from a range in a share of the rounds, and UNDRAWN in the others."""
    for number in range(len(drawn)):
        drawn[number] = below(stream, among) if below(stream, every) == 0 else UNDRAWN


# --- Codes -------------------------------------------------------------------------------------------------


@kernel
def write_codes(facts: Any, which: Any, weights: Any, table: Any, places: Any, codes: Any) -> None:
    """Writes the codes of one seat's wager; each fact is an index into its table."""
    places[:] = 0
    for n in range(len(which)):
        fact, weight = which[n], np.int32(weights[n])
        for number in range(len(places)):
            places[number] += facts[fact, number] * weight
    for number in range(len(places)):
        codes[number] = table[places[number]]
