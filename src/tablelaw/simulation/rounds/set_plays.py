"""Plays that go by the set of cards a player knows: own cards, community cards turned up, one of the dealer's cards.

Every set has a number; sets that differ only in the names of the suits may share a form. What a play does at a stop is
looked up by the line so far, the form and the dealer's card turned up. Mistakes are drawn stop by stop, round by round,
seat by seat.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.cards.arrays.compiled import kernel
from tablelaw.simulation.rounds.reading_kernels import number_sets
from tablelaw.simulation.rounds.stops import Stop, asked_after, weights
from tablelaw.simulation.streams import Stream, below

NONE_AWAY = 255
"""In place of the column of a card put away."""
MOST_ACTS = 32
"""Acts that are open are stored as bits."""

Small = npt.NDArray[np.uint8]


class SetStop(NamedTuple):
    """A decision: how the sets known are numbered, and what may be done."""

    seen: int
    weight: int
    asked: Small
    """[line so far] -> 1 if a player is asked."""
    put_away: npt.NDArray[np.int64]
    """[act] -> the place of the card put away among the own cards in rising order, or -1."""
    form: npt.NDArray[np.int32]
    """[number of a set] -> its form."""
    order: Small
    """[number of a set] -> the order of suits that leads to its form; empty if suits keep their names."""
    legal: npt.NDArray[np.uint32]
    """[form] -> the acts that are open, as bits; a single entry if they are for every set."""


class SetPlays(NamedTuple):
    """The plays of all seats."""

    stops: tuple[SetStop, ...]
    plays: tuple[tuple[Small, ...], ...]
    """Of each seat, for each stop: [line so far, form, card turned up] -> the index of an act."""
    mistakes: npt.NDArray[np.int64]
    """[seat] -> the share of mistaken decisions, as numerator and denominator."""
    suit_orders: Small
    """[order, card] -> card."""
    up: int
    """The column of the dealer's card turned up, or -1."""

    def decide(
        self, cards: Small, first_own: int, own: int, board: int, slips: Stream, lines: Small, away: Small
    ) -> None:
        """Fills [seat, round] with lines, and with the columns of cards put away."""
        lines[:], away[:] = 0, NONE_AWAY
        acts = np.zeros(lines.shape, np.uint8)
        numbers = np.empty(lines.shape, np.int32)
        for n, stop in enumerate(self.stops):
            for seat, play in enumerate(self.plays):
                number_sets(cards, first_own + own * seat, own, board, stop.seen, numbers[seat])
                choose(
                    cards,
                    numbers[seat],
                    stop.form,
                    stop.order,
                    self.suit_orders,
                    self.up,
                    play[n],
                    lines[seat],
                    acts[seat],
                )
            asked = stop.asked[lines]
            if self.mistakes[:, 0].any():
                make_mistakes(slips, numbers, stop.form, stop.legal, self.mistakes, asked, acts)
            if (stop.put_away >= 0).any():
                put_cards_away(cards, first_own, own, numbers, stop.order, self.suit_orders, stop.put_away, acts, away)
            go_on(stop.weight, acts, asked, lines)


def set_stops(
    stops: tuple[Stop, ...], forms: tuple[tuple[npt.NDArray[np.int32], Small, npt.NDArray[np.uint32]], ...]
) -> tuple[SetStop, ...]:
    """The stops of a game, each with the form and the order of every set, and the acts open to every form."""
    return tuple(
        SetStop(
            stop.seen,
            weight,
            asked_after(stops, place),
            np.array([act.put_away for act in stop.acts], np.int64),
            *known,
        )
        for place, (stop, weight, known) in enumerate(zip(stops, weights(stops), forms, strict=True))
    )


@kernel
def choose(
    cards: Any, numbers: Any, form: Any, order: Any, suit_orders: Any, up: Any, play: Any, lines: Any, acts: Any
) -> None:
    """The act of a play in every round."""
    for number in range(len(numbers)):
        found, turned_up = numbers[number], np.int64(0)
        if up >= 0:
            turned_up = np.int64(suit_orders[order[found], cards[number, up]])
        acts[number] = play[np.int64(lines[number]), np.int64(form[found]), turned_up]


@kernel
def make_mistakes(slips: Any, numbers: Any, form: Any, legal: Any, mistakes: Any, asked: Any, acts: Any) -> None:
    """Replaces a share of the acts by others that are open."""
    for number in range(acts.shape[1]):
        for seat in range(acts.shape[0]):
            if mistakes[seat, 0] and asked[seat, number]:
                is_open = legal[form[numbers[seat, number]] if len(legal) > 1 else 0]
                acts[seat, number] = mistake(
                    slips, np.int64(acts[seat, number]), is_open, mistakes[seat, 0], mistakes[seat, 1]
                )


@kernel
def mistake(slips: Any, taken: Any, legal: Any, rate: Any, every: Any) -> Any:
    """The act chosen, or for `rate` in `every` another that is open: the last if the chosen one itself is drawn."""
    if below(slips, every) >= rate:
        return taken
    count, last = 0, np.int64(0)
    for act in range(MOST_ACTS):
        if legal >> np.uint32(act) & np.uint32(1):
            count, last = count + 1, np.int64(act)
    if count < 2:
        return taken
    wanted = below(slips, count - 1)
    for act in range(MOST_ACTS):
        if legal >> np.uint32(act) & np.uint32(1):
            if wanted == 0:
                return last if act == taken else np.int64(act)
            wanted -= 1
    return taken


@kernel
def put_cards_away(
    cards: Any, first_own: Any, own: Any, numbers: Any, order: Any, suit_orders: Any, places: Any, acts: Any, away: Any
) -> None:
    """The column of the player's own card that has this many others below it once the suits are renamed."""
    for seat in range(acts.shape[0]):
        first = first_own + seat * own
        for number in range(acts.shape[1]):
            place = places[acts[seat, number]]
            renamed = order[numbers[seat, number]] if len(order) else 0
            for column in range(first, first + own):
                below_it, card = 0, suit_orders[renamed, cards[number, column]]
                for other in range(first, first + own):
                    below_it += suit_orders[renamed, cards[number, other]] < card
                away[seat, number] = column if below_it == place else away[seat, number]


@kernel
def go_on(weight: Any, acts: Any, asked: Any, lines: Any) -> None:
    """Adds the acts of those who are asked to the lines of play."""
    for seat in range(acts.shape[0]):
        for number in range(acts.shape[1]):
            lines[seat, number] += asked[seat, number] * acts[seat, number] * weight
