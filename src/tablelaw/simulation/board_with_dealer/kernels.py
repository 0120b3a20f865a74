"""The compiled loops of a hold'em table, each over all rounds of a block: deal, decide, read hands, write codes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.kernels import Tables
from tablelaw.simulation.board_with_dealer.facts import (
    BOARD,
    DEALERS,
    FLOP,
    OWN,
    THE_DEALERS,
    class_of,
    held,
    pair_number,
    six_category,
    strength_with,
)
from tablelaw.simulation.streams import PACK, below, deal

UNDRAWN = -1
ALONE = 9
"""The number of cards in a round with one seat; a literal number lets the compiler unroll."""


@kernel
def deal_rounds(stream: Any, cards: Any) -> None:
    """Fills [round, card] with the first cards of a new deal for every round."""
    pack, count = np.arange(PACK).astype(np.uint8), cards.shape[1]
    for number in range(len(cards)):
        if count == ALONE:
            deal(stream, pack, ALONE)
        else:
            deal(stream, pack, count)
        for place in range(count):
            cards[number, place] = pack[place]


# --- Decisions ------------------------------------------------------------------------------------------


@kernel
def mistake(rate: Any, among: Any, every: Any, stream: Any, asked: Any, actions: Any) -> None:
    """Replaces `rate` in `every` of the actions taken by another of the possible ones, each equally likely."""
    for number in range(len(asked)):
        if asked[number] and below(stream, every) < rate:
            another = below(stream, among - 1)
            actions[number] = another + 1 if another >= actions[number] else another


@kernel
def go_on(weight: Any, is_last: Any, actions: Any, asked: Any, lines: Any) -> None:
    """Adds the actions taken to the lines of play, and ends those that need no further decision."""
    for number in range(len(asked)):
        lines[number] += asked[number] * actions[number] * weight
        asked[number] &= np.uint8(1) - is_last[actions[number]]


# --- Hands ------------------------------------------------------------------------------------------------


@kernel
def read_sevens(place: Any, cards: Any, seven: Tables, into: Any) -> None:
    """Strengths of the two cards at a place with the whole board."""
    for number in range(len(cards)):
        board = held(cards, number, 0, BOARD, seven)
        into[number] = strength_with(board, cards[number, place], cards[number, place + 1], seven)


@kernel
def read_fives(place: Any, cards: Any, five: Tables, into: Any) -> None:
    """Classes of the two cards at a place with the flop."""
    for number in range(len(cards)):
        flop = held(cards, number, 0, FLOP, five)
        into[number] = class_of(strength_with(flop, cards[number, place], cards[number, place + 1], five))


@kernel
def read_sixes(place: Any, four: Any, cards: Any, six: Tables, classes: Any, into: Any) -> None:
    """Classes of the two cards at a place with four cards at another."""
    for number in range(len(cards)):
        others = held(cards, number, four, four + 4, six)
        into[number] = classes[six_category(others, cards[number, place], cards[number, place + 1], six)]


@kernel
def read_twos(place: Any, cards: Any, classes: Any, into: Any) -> None:
    """Classes of the two cards at a place by themselves."""
    for number in range(len(cards)):
        into[number] = classes[pair_number(cards[number, place], cards[number, place + 1])]


@kernel
def compare(own: Any, dealer: Any, standing: Any, own_class: Any, dealer_class: Any) -> None:
    """Standings (0 higher, 1 equal, 2 lower) and classes of two strengths."""
    for number in range(len(own)):
        standing[number] = 0 if own[number] > dealer[number] else 1 if own[number] == dealer[number] else 2
        own_class[number], dealer_class[number] = class_of(own[number]), class_of(dealer[number])


# --- Draws of the table game system ------------------------------------------------------------------------


@kernel
def draw(stream: Any, every: Any, among: Any, drawn: Any) -> None:
    """One number out of a range in a share of the rounds, UNDRAWN in the others."""
    for number in range(len(drawn)):
        drawn[number] = below(stream, among) if below(stream, every) == 0 else UNDRAWN


@kernel
def note_cards(place: Any, cards: Any, drawn: Any, into: Any) -> None:
    """Whether a drawn card is in the hand of two cards and the flop at a place, and in the dealer's."""
    for number in range(len(cards)):
        card, on_flop = drawn[number], False
        for n in range(FLOP):
            on_flop |= card == cards[number, n]
        on_own = on_flop or card == cards[number, place] or card == cards[number, place + 1]
        on_dealer = on_flop or card == cards[number, DEALERS] or card == cards[number, DEALERS + 1]
        into[number] = OWN * on_own + THE_DEALERS * on_dealer


# --- Codes -------------------------------------------------------------------------------------------------


@kernel
def write_codes(facts: Any, which: Any, weights: Any, table: Any, places: Any, codes: Any) -> None:
    """The codes of one wager of one seat: each fact is an index into its table."""
    places[:] = 0
    for n in range(len(which)):
        fact, weight = which[n], weights[n]
        for number in range(len(places)):
            places[number] += facts[fact, number] * weight
    for number in range(len(places)):
        codes[number] = table[places[number]]
