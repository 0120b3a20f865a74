"""Plays a block of hold'em rounds: deals, lets every seat decide as its play says, and writes the code of every wager.

Which stages there are, what may be done at them and what each wager's code hangs on is handed in as tables.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houserules.cards.compiled import kernel
from houserules.simulation.deals import PACK, deal
from houserules.simulation.holdem_facts import (
    BOARD,
    CARD_DRAWN,
    DEALER,
    DEALER_FLOP,
    DEALER_POCKET,
    DEALERS,
    FACTS,
    FLOP,
    FOLDED,
    LINE,
    OTHERS,
    OWN,
    PLAYER,
    PLAYER_FLOP,
    PLAYER_SIX,
    POCKET,
    POSITION_DRAWN,
    SEATS,
    SHARERS,
    STANDING,
    THE_DEALERS,
    Hands,
    class_of,
    held,
    pair_number,
    six_category,
    strength_with,
)
from houserules.simulation.holdem_plays import UNSEEN, Charts, Play, action_at, find_spot
from houserules.simulation.streams import below

Small = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]


class Stages(NamedTuple):
    """The decisions in their order; a line of play is the sum of the actions taken, each times its stage's weight."""

    seen: Numbers
    actions: Numbers
    """How many there are to choose from."""
    weight: Numbers
    is_last: Small
    """[stage, action] -> 1 where nothing more is asked after it."""
    folds: Small
    """[line] -> 1 where the line ends with a fold."""


class Columns(NamedTuple):
    """For seat x column: where its codes begin, and the facts that lead to one with the weight of each."""

    start: Numbers
    first: Numbers
    """... -> the first of its facts; those of the next begin where its own end."""
    fact: Numbers
    weight: Numbers
    codes: npt.NDArray[np.uint16]


class Felt(NamedTuple):
    """What a table needs beside: the facts that some wager looks at, and the rest of the round."""

    seats: Any
    cards: Any
    needs: Small
    """[fact]."""
    play: Numbers
    """[seat] -> which play."""
    mistakes: Numbers
    """[seat] -> (so many, in so many decisions)."""
    other_weight: Numbers
    """[class] what another seat's hand of the flop adds to OTHERS."""
    shares: Small
    """[seat] -> 1 where it has made the wager whose meter share is divided."""
    fold_keeps_share: Any
    draws_every: Any
    positions: Any


class Streams(NamedTuple):
    cards: npt.NDArray[np.uint64]
    mistakes: npt.NDArray[np.uint64]
    draws: npt.NDArray[np.uint64]


@kernel
def play_block(
    felt: Felt,
    stages: Stages,
    plays: Play,
    charts: Charts,
    hands: Hands,
    columns: Columns,
    streams: Streams,
    codes: Any,
) -> None:
    """Fills [round, seat, column] with codes."""
    pack = np.arange(PACK).astype(np.uint8)
    facts, spots = np.zeros((felt.seats, FACTS), np.int64), np.zeros((BOARD + 1, 2), np.int64)
    for number in range(len(codes)):
        deal(streams.cards, pack, felt.cards)
        spots[:, 0] = UNSEEN
        board = held(pack, 0, BOARD, hands.seven)
        dealer = strength_with(board, pack[DEALERS], pack[DEALERS + 1], hands.seven)
        for seat in range(felt.seats):
            line = _line(seat, pack, board, felt, stages, plays, charts, hands, streams.mistakes, spots)
            facts[seat, LINE], facts[seat, FOLDED] = line, stages.folds[line]
            _against_dealer(seat, pack, board, dealer, felt, hands, facts)
        _beside(pack, felt, hands, streams.draws, facts)
        for seat in range(felt.seats):
            _write(seat, facts[seat], columns, codes[number, seat])


@kernel
def _line(
    seat: Any,
    pack: Any,
    board: Any,
    felt: Felt,
    stages: Stages,
    plays: Play,
    charts: Charts,
    hands: Hands,
    mistakes: Any,
    spots: Any,
) -> Any:
    """The line a seat takes; it is asked no more after a fold or, where one bet is made, after it."""
    one, other = pack[SEATS + 2 * seat], pack[SEATS + 2 * seat + 1]
    pair, line = pair_number(one, other), np.int64(0)
    for stage in range(len(stages.seen)):
        seen = stages.seen[stage]
        if seen and spots[seen, 0] == UNSEEN:
            find_spot(seen, pack, board, hands.five, charts, spots)
        action = action_at(seen, one, other, pair, felt.play[seat], plays, charts, spots)
        if felt.mistakes[seat, 0]:
            action = _mistaken(action, stages.actions[stage], felt.mistakes[seat], mistakes)
        line += action * stages.weight[stage]
        if stages.is_last[stage, action]:
            break
    return line


@kernel
def _mistaken(action: Any, actions: Any, rate: Any, stream: Any) -> Any:
    """The action, or at the given rate one of the others, each as likely."""
    if below(stream, rate[1]) >= rate[0]:
        return action
    another = below(stream, actions - 1)
    return another + 1 if another >= action else another


@kernel
def _against_dealer(seat: Any, pack: Any, board: Any, dealer: Any, felt: Felt, hands: Hands, facts: Any) -> None:
    own = strength_with(board, pack[SEATS + 2 * seat], pack[SEATS + 2 * seat + 1], hands.seven)
    facts[seat, STANDING] = 0 if own > dealer else 1 if own == dealer else 2
    facts[seat, PLAYER], facts[seat, DEALER] = class_of(own), class_of(dealer)


@kernel
def _beside(pack: Any, felt: Felt, hands: Hands, draws: Any, facts: Any) -> None:
    """The facts that only wagers beside the main ones look at, as far as one is there that does."""
    if felt.needs[POCKET] or felt.needs[DEALER_POCKET]:
        _read_pockets(pack, hands, facts)
    if felt.needs[PLAYER_FLOP] or felt.needs[DEALER_FLOP] or felt.needs[OTHERS]:
        _read_flop_hands(pack, felt, hands, facts)
    if felt.needs[PLAYER_SIX]:
        _read_six(pack, felt, hands, facts)
    if felt.needs[CARD_DRAWN] and below(draws, felt.draws_every) == 0:
        _note_card(np.uint8(below(draws, PACK)), pack, felt, facts)
    elif felt.needs[CARD_DRAWN]:
        facts[:, CARD_DRAWN] = 0
    if felt.needs[POSITION_DRAWN]:
        drawn = below(draws, felt.positions) if below(draws, felt.draws_every) == 0 else -1
        for seat in range(felt.seats):
            facts[seat, POSITION_DRAWN] = OWN * (drawn == seat + 1) + THE_DEALERS * (drawn == 0)
    if felt.needs[SHARERS]:
        _count_sharers(felt, facts)


@kernel
def _read_pockets(pack: Any, hands: Hands, facts: Any) -> None:
    dealer = hands.dealer_pocket[pair_number(pack[DEALERS], pack[DEALERS + 1])]
    for seat in range(len(facts)):
        own = pair_number(pack[SEATS + 2 * seat], pack[SEATS + 2 * seat + 1])
        facts[seat, POCKET], facts[seat, DEALER_POCKET] = hands.pocket[own], dealer


@kernel
def _read_flop_hands(pack: Any, felt: Felt, hands: Hands, facts: Any) -> None:
    """Classes of two cards with the flop, and for each seat what those of the others come to."""
    flop, whole = held(pack, 0, FLOP, hands.five), 0
    dealer = class_of(strength_with(flop, pack[DEALERS], pack[DEALERS + 1], hands.five))
    for seat in range(len(facts)):
        own = class_of(strength_with(flop, pack[SEATS + 2 * seat], pack[SEATS + 2 * seat + 1], hands.five))
        facts[seat, PLAYER_FLOP], facts[seat, DEALER_FLOP] = own, dealer
        whole += felt.other_weight[own]
    for seat in range(len(facts)):
        facts[seat, OTHERS] = whole - felt.other_weight[facts[seat, PLAYER_FLOP]]


@kernel
def _read_six(pack: Any, felt: Felt, hands: Hands, facts: Any) -> None:
    first = SEATS + 2 * felt.seats
    four = held(pack, first, first + 4, hands.six)
    for seat in range(len(facts)):
        one, other = pack[SEATS + 2 * seat], pack[SEATS + 2 * seat + 1]
        facts[seat, PLAYER_SIX] = hands.six_class[six_category(four, one, other, hands.six)]


@kernel
def _note_card(drawn: Any, pack: Any, felt: Felt, facts: Any) -> None:
    """On which hands of two cards and the flop the drawn card fell."""
    on_flop = drawn == pack[0] or drawn == pack[1] or drawn == pack[2]
    on_dealer = on_flop or drawn == pack[DEALERS] or drawn == pack[DEALERS + 1]
    for seat in range(len(facts)):
        on_own = on_flop or drawn == pack[SEATS + 2 * seat] or drawn == pack[SEATS + 2 * seat + 1]
        facts[seat, CARD_DRAWN] = OWN * on_own + THE_DEALERS * on_dealer


@kernel
def _count_sharers(felt: Felt, facts: Any) -> None:
    """With how many others a seat shares: those whose wager a fold has not collected."""
    sharers = 0
    for seat in range(len(facts)):
        sharers += felt.shares[seat] and (felt.fold_keeps_share or not facts[seat, FOLDED])
    facts[:, SHARERS] = max(sharers - 1, 0)


@kernel
def _write(seat: Any, facts: Any, columns: Columns, codes: Any) -> None:
    for column in range(len(codes)):
        number = seat * len(codes) + column
        place = columns.start[number]
        for n in range(columns.first[number], columns.first[number + 1]):
            place += facts[columns.fact[n]] * columns.weight[n]
        codes[column] = columns.codes[place]
