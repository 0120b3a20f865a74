"""Strategies that depend on the set of known cards: the decisions of the exact analysis in the form that a simulated
table uses.

Whole hands against the dealer's, hands that a discard changes, and community cards that come in stages are decided in
the same way: by the line of play so far and the cards known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.whole_hands.decision_tables import HandDecisions
from tablelaw.analysis.against_dealer.whole_hands.game import game_of as whole_hands_of
from tablelaw.analysis.against_dealer.whole_hands.game import hands_of
from tablelaw.analysis.against_paytable.discard.best_play import game_of as discard_game_of
from tablelaw.analysis.against_paytable.discard.decision_tables import Decisions
from tablelaw.analysis.against_paytable.staged.decision_tables import StagedDecisions
from tablelaw.analysis.against_paytable.staged.game import game_of as staged_game_of
from tablelaw.analysis.symmetry.suits import suit_orders
from tablelaw.cards import RANKINGS
from tablelaw.law.rows import BUY
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import DEALER, structure_of
from tablelaw.simulation.game import Game
from tablelaw.simulation.rounds.game import table_game
from tablelaw.simulation.rounds.hand_readers import classes_by_number
from tablelaw.simulation.rounds.lines_of_play import Act, DecisionPoint, Lines, weights
from tablelaw.simulation.rounds.places import Places
from tablelaw.simulation.rounds.set_plays import SetPlays, set_points
from tablelaw.simulation.seating import Seat

NO_ORDER = np.zeros(0, np.uint8)
Acts = npt.NDArray[np.uint8]


Forms = tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8], npt.NDArray[np.uint32]]
"""[number of a set] -> its form; [number of a set] -> the order of suits that leads to the form; [form] -> open acts,
as bits.
"""


class SetGame(NamedTuple):
    """A game decided by sets of cards: its decision points, how the known sets are numbered at each, and whether a
    dealer's card is turned up.
    """

    points: tuple[DecisionPoint, ...]
    forms: tuple[Forms, ...]
    is_up: bool = False


def set_table(terms: Terms, seats: Sequence[Seat], game: SetGame, plays: Sequence[tuple[Acts, ...]]) -> Game:
    """A table of these seats; a strategy is an array [line so far, form, upcard] for each decision point."""
    mistakes = np.array([seat.mistakes.as_integer_ratio() for seat in seats], np.int64)

    def decisions(lines: Lines, places: Places) -> SetPlays:
        up = places.shared[DEALER].first if game.is_up else -1
        return SetPlays(set_points(lines.points, game.forms), tuple(plays), mistakes, suit_orders(), up)

    return table_game(terms, seats, game.points, decisions)


def legal_bits(is_open: npt.NDArray[np.bool]) -> npt.NDArray[np.uint32]:
    """[class] -> the open acts as bits, from [act, class]; a single entry if they are the same for all classes."""
    bits = (is_open.astype(np.uint32) << np.arange(len(is_open), dtype=np.uint32)[:, None]).sum(axis=0)
    found: npt.NDArray[np.uint32] = bits.astype(np.uint32)
    return found[:1] if (bits == bits[0]).all() else found


# --- Whole hands against the dealer's -----------------------------------------------------------------------


def whole_hand_table(terms: Terms, seats: Sequence[Seat], plays: Sequence[HandDecisions]) -> Game:
    """A table with one decision on a whole hand, and with the dealer's upcard if the game has one."""
    game, one = whole_hands_of(terms), plays[0]
    legal = legal_bits(game.is_open)
    if len(legal) > 1:
        legal = legal[hands_of(game).kind]
    point = DecisionPoint(0, tuple(Act(*option) for option in one.options))
    forms = one.form, one.order, legal
    known = {id(play): (play.by_form[None],) for play in plays}
    return set_table(terms, seats, SetGame((point,), (forms,), game.turned_up), [known[id(play)] for play in plays])


def purchase_table(terms: Terms, seats: Sequence[Seat], plays: Sequence[HandDecisions]) -> Game:
    """A table with one decision on a whole hand; after the other options comes a purchase for each card that may be
    discarded, in rising order.
    """
    stage = next(stage for stage in terms.book.stages if stage.id == structure_of(terms).decisions[0].stage)
    price = next(choice.price for choice in stage.choices if choice.price and terms.holds(choice.when))
    options, one = plays[0].options, plays[0]
    first = next(n for n, option in enumerate(options) if option.action == BUY)
    acts = (
        *(Act(*option) for option in options[:first]),
        *(Act(*option, place, (price.wager, price.times)) for place, option in enumerate(options[first:])),
    )
    open_to = whole_hands_of(terms).is_open
    is_open = np.vstack([open_to, np.ones((len(acts) - len(open_to), open_to.shape[1]), np.bool)])
    legal = legal_bits(is_open)
    forms = one.form, one.order, legal if len(legal) == 1 else legal[hands_of(whole_hands_of(terms)).kind]
    game = SetGame((DecisionPoint(0, acts),), (forms,), structure_of(terms).dealer_up > 0)
    known = {id(play): (play.by_form[None],) for play in plays}
    return set_table(terms, seats, game, [known[id(play)] for play in plays])


# --- A discard ----------------------------------------------------------------------------------------------


def discard_table(terms: Terms, seats: Sequence[Seat], plays: Sequence[Decisions]) -> Game:
    """A table with one decision on the first cards: what to wager, and which card to discard."""
    game = discard_game_of(terms)
    acts = tuple(Act(p.action, p.wager, p.times, -1 if p.put_away is None else p.put_away) for p in game.plays)
    initial, count = RANKINGS[game.initial], len(plays[0].by_hand)
    legal = legal_bits(np.array([[play.is_open(cls) for cls in initial.classes] for play in game.plays]))
    if len(legal) > 1:
        legal = legal[classes_by_number(initial, structure_of(terms).own)]
    forms = np.arange(count, dtype=np.int32), NO_ORDER, legal
    known = {id(play): (play.by_hand[None, :, None],) for play in plays}
    return set_table(terms, seats, SetGame((DecisionPoint(0, acts),), (forms,)), [known[id(play)] for play in plays])


# --- Community cards in stages ------------------------------------------------------------------------------


def staged_table(terms: Terms, seats: Sequence[Seat], plays: Sequence[StagedDecisions]) -> Game:
    """A table with a decision before each community card."""
    game, own = staged_game_of(terms), structure_of(terms).own
    points = tuple(
        DecisionPoint(point.known - own, tuple(Act(*option) for option in point.options)) for point in game.points
    )
    all_open = [np.array([(1 << len(point.acts)) - 1], np.uint32) for point in points]
    forms = tuple(
        (plays[0].form[point.known], NO_ORDER, legal) for point, legal in zip(game.points, all_open, strict=True)
    )
    known = {id(play): _by_line(points, play) for play in plays}
    return set_table(terms, seats, SetGame(points, forms), [known[id(play)] for play in plays])


def _by_line(points: tuple[DecisionPoint, ...], play: StagedDecisions) -> tuple[Acts, ...]:
    """[line so far, form] -> act, for each decision point; a strategy may leave out acts that the game has."""
    found = [
        np.zeros((weight, int(play.form[point.known].max()) + 1), np.uint8)
        for weight, point in zip(weights(points), play.points, strict=True)
    ]
    for line, chosen in play.by_line.items():
        taken = [point.acts.index(Act(*option)) for point, option in zip(points, line, strict=False)]
        number = sum(act * weight for act, weight in zip(taken, weights(points), strict=False))
        acts = np.array([points[len(line)].acts.index(Act(*o)) for o in play.points[len(line)].options], np.uint8)
        found[len(line)][number] = acts[chosen]
    return tuple(acts[:, :, None] for acts in found)
