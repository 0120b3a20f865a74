"""Strategies that depend on the set of cards a player knows: the player's own, the community cards turned up, and the
dealer's upcard.

Every set has an index; sets that differ only in the names of the suits may share a form. The act at a decision
point is looked up by the line so far, the form and the upcard. Mistakes are drawn by decision point, then by round,
then by seat.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.cards.arrays.compiled import kernel
from tablelaw.simulation.rounds.dealt_cards import DealtCards
from tablelaw.simulation.rounds.kernels import look_up
from tablelaw.simulation.rounds.lines_of_play import DecisionPoint, asked_after, weights
from tablelaw.simulation.rounds.places import Run
from tablelaw.simulation.streams import Stream, below

NONE_AWAY = 255
"""Used in place of a discarded card's column if there is no discard."""
MOST_ACTS = 32
"""The most acts a decision point may have, since the available acts are stored as bits."""
THREE = 3

Small = npt.NDArray[np.uint8]


class SetPoint(NamedTuple):
    """A decision: how the known sets are indexed, and which acts are possible."""

    seen: int
    weight: int
    asked: Small
    """[line so far] -> 1 if the player is asked."""
    put_away: npt.NDArray[np.int64]
    """[act] -> the position of the discarded card among the seat's own in ascending order, or -1."""
    form: npt.NDArray[np.int32]
    """[index of a set] -> its form."""
    order: Small
    """[index of a set] -> the order of suits that leads to its form; empty if suits are not renamed."""
    legal: npt.NDArray[np.uint32]
    """[form] -> the available acts, as bits; a single entry if they are the same for every set."""


class SetPlays(NamedTuple):
    """The strategies of all seats."""

    points: tuple[SetPoint, ...]
    plays: tuple[tuple[Small, ...], ...]
    """For each seat and decision point: [line so far, form, upcard] -> the index of an act."""
    mistakes: npt.NDArray[np.int64]
    """[seat] -> the share of mistaken decisions, as numerator and denominator."""
    suit_orders: Small
    """[order of suits, card] -> the card with its suit renamed."""
    up: int
    """The column of the dealer's upcard, or -1."""

    def decide(
        self, dealt: DealtCards, first_own: int, own: int, board: int, slips: Stream, lines: Small, away: Small
    ) -> None:
        """Fills [seat, round] with lines of play, and with the columns of discarded cards."""
        lines[:], away[:] = 0, NONE_AWAY
        cards, orders = dealt.rows, self.suit_orders
        acts, asked = np.zeros(lines.shape, np.uint8), np.zeros(lines.shape, np.uint8)
        runs = [Run(first_own + own * seat, own) for seat in range(len(lines))]
        for n, point in enumerate(self.points):
            numbers = [dealt.numbers(run, Run(board, point.seen)) for run in runs]
            for seat, play in enumerate(self.plays):
                choose(cards, numbers[seat], point.form, point.order, orders, self.up, play[n], lines[seat], acts[seat])
                look_up(point.asked, lines[seat], asked[seat])
            if self.mistakes[:, 0].any():
                make_mistakes(slips, np.stack(numbers), point.form, point.legal, self.mistakes, asked, acts)
            if (point.put_away >= 0).any():
                for seat, run in enumerate(runs):
                    put_cards_away(
                        cards, *run, numbers[seat], point.order, orders, point.put_away, acts[seat], away[seat]
                    )
            go_on(point.weight, acts, asked, lines)


def set_points(
    points: tuple[DecisionPoint, ...], forms: tuple[tuple[npt.NDArray[np.int32], Small, npt.NDArray[np.uint32]], ...]
) -> tuple[SetPoint, ...]:
    """The decision points of a game, each with the form and suit order of every set, and the acts available for every
    form.
    """
    return tuple(
        SetPoint(
            point.seen,
            weight,
            asked_after(points, place),
            np.array([act.put_away for act in point.acts], np.int64),
            *known,
        )
        for place, (point, weight, known) in enumerate(zip(points, weights(points), forms, strict=True))
    )


@kernel
def choose(
    cards: Any, numbers: Any, form: Any, order: Any, suit_orders: Any, up: Any, play: Any, lines: Any, acts: Any
) -> None:
    """Chooses a strategy's act in every round."""
    for number in range(len(numbers)):
        found, turned_up = numbers[number], np.int64(0)
        if up >= 0:
            turned_up = np.int64(suit_orders[order[found], cards[number, up]])
        acts[number] = play[np.int64(lines[number]), np.int64(form[found]), turned_up]


@kernel
def make_mistakes(slips: Any, numbers: Any, form: Any, legal: Any, mistakes: Any, asked: Any, acts: Any) -> None:
    """Replaces a share of the acts with other available acts."""
    for number in range(acts.shape[1]):
        for seat in range(acts.shape[0]):
            if mistakes[seat, 0] and asked[seat, number]:
                is_open = legal[form[numbers[seat, number]] if len(legal) > 1 else 0]
                acts[seat, number] = mistake(
                    slips, np.int64(acts[seat, number]), is_open, mistakes[seat, 0], mistakes[seat, 1]
                )


@kernel
def mistake(slips: Any, taken: Any, legal: Any, rate: Any, every: Any) -> Any:
    """The act chosen or, in `rate` of `every` decisions, another available act; if the draw hits the chosen act, the
    last available one.
    """
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
    cards: Any, first: Any, own: Any, numbers: Any, order: Any, suit_orders: Any, places: Any, acts: Any, away: Any
) -> None:
    """Writes the columns of the cards that a player discards; a literal count lets the compiler unroll loops."""
    if len(order):
        put_renamed_away(cards, first, own, numbers, order, suit_orders, places, acts, away)
    elif own == THREE:
        put_plain_away(cards, first, THREE, places, acts, away)
    else:
        put_plain_away(cards, first, own, places, acts, away)


@kernel
def put_plain_away(cards: Any, first: Any, own: Any, places: Any, acts: Any, away: Any) -> None:
    """Writes the column of the seat's card that has the given number of the seat's other cards below it."""
    for number in range(len(acts)):
        place, found = places[acts[number]], np.int64(away[number])
        for column in range(own):
            below_it, card = np.int64(0), cards[number, first + column]
            for other in range(own):
                below_it += cards[number, first + other] < card
            found = first + column if below_it == place else found
        away[number] = found


@kernel
def put_renamed_away(
    cards: Any, first: Any, own: Any, numbers: Any, order: Any, suit_orders: Any, places: Any, acts: Any, away: Any
) -> None:
    """Writes the column of the seat's card that has the given number of its other cards below it after the suits are
    renamed.
    """
    for number in range(len(acts)):
        place, renamed = places[acts[number]], order[numbers[number]]
        for column in range(first, first + own):
            below_it, card = 0, suit_orders[renamed, cards[number, column]]
            for other in range(first, first + own):
                below_it += suit_orders[renamed, cards[number, other]] < card
            away[number] = column if below_it == place else away[number]


@kernel
def go_on(weight: Any, acts: Any, asked: Any, lines: Any) -> None:
    """Adds the acts of players who are asked to their lines of play."""
    for seat in range(acts.shape[0]):
        for number in range(acts.shape[1]):
            lines[seat, number] += asked[seat, number] * acts[seat, number] * weight
