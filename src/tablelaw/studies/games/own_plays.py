"""A player's own strategy at a simulated table: a Python function that is called in every round.

This is slower than the solvers' strategies, which are looked up in arrays, but the function can be anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from tablelaw.analysis.against_dealer.bought_card.best_play import offer_of
from tablelaw.analysis.against_dealer.bought_card.solver import HandsWithPurchase
from tablelaw.analysis.against_dealer.flushes.best_play import game_of as flush_game_of
from tablelaw.analysis.against_dealer.flushes.solver import AgainstDealer
from tablelaw.analysis.against_dealer.whole_hands.game import game_of as whole_hands_of
from tablelaw.analysis.against_dealer.whole_hands.game import kind_of
from tablelaw.analysis.against_dealer.whole_hands.solver import HandsAgainstDealer
from tablelaw.analysis.against_paytable.discard.best_play import game_of as discard_game_of
from tablelaw.analysis.against_paytable.discard.solver import AgainstPaytable
from tablelaw.analysis.against_paytable.staged.game import game_of as staged_game_of
from tablelaw.analysis.against_paytable.staged.solver import StagedPaytable
from tablelaw.analysis.board_with_dealer.solver import BoardWithDealer
from tablelaw.analysis.options_and_outcomes import Option
from tablelaw.analysis.own_strategies import Decide, Spot, answer_to
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.cards import PACK, RANKINGS, Card
from tablelaw.law.rows import BUY
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import DEALER, structure_of
from tablelaw.simulation.game import Game
from tablelaw.simulation.rounds.dealt_cards import DealtCards
from tablelaw.simulation.rounds.game import table_game
from tablelaw.simulation.rounds.hand_readers import Small
from tablelaw.simulation.rounds.lines_of_play import Act, DecisionPoint, Lines, asked_after, points_of, weights
from tablelaw.simulation.rounds.places import Places
from tablelaw.simulation.rounds.set_plays import NONE_AWAY
from tablelaw.simulation.seating import Seat
from tablelaw.simulation.streams import Stream

Open = Callable[[Sequence[Card]], Sequence[int]]
"""The places of the acts that are open to a player's own cards."""


class Decisions(NamedTuple):
    """The decisions of a game, and which acts are open to a hand."""

    points: tuple[DecisionPoint, ...]
    open_to: Open | None = None
    """None if every act is open to every hand."""


def own_table(terms: Terms, seats: Sequence[Seat], decide: Decide) -> Game:
    """A table at which a function decides for every seat."""
    points, open_to = FAMILIES[solver_of(terms).family](terms)
    structure = structure_of(terms)

    def plays(lines: Lines, places: Places) -> OwnPlays:
        up = places.shared[DEALER].first if structure.dealer_up else -1
        return OwnPlays(decide, lines.points, open_to, up, has_dealer=structure.dealer > 0)

    return table_game(terms, seats, points, plays)


class OwnPlays:
    """Calls the function for every seat, decision and round."""

    def __init__(
        self, decide: Decide, points: tuple[DecisionPoint, ...], open_to: Open | None, up: int, has_dealer: bool
    ) -> None:
        self.decide_one, self.points, self.open_to, self.up, self.has_dealer = decide, points, open_to, up, has_dealer
        self.weights = weights(points)
        self.asked = [asked_after(points, place).tolist() for place in range(len(points))]

    def decide(
        self, dealt: DealtCards, first_own: int, own: int, board: int, slips: Stream, lines: Small, away: Small
    ) -> None:
        """Fills [seat, round] with lines of play, and with the columns of discarded cards."""
        away[:] = NONE_AWAY
        for number, row in enumerate(dealt.rows.tolist()):
            for seat in range(len(lines)):
                first = first_own + seat * own
                lines[seat, number], gone = self._line(row, first, own, board)
                if gone is not None:
                    away[seat, number] = row.index(gone, first, first + own)

    def _line(self, row: Sequence[int], first: int, own: int, board: int) -> tuple[int, Card | None]:
        """The number of the line of play in one round, and the card discarded on it."""
        hand = sorted((PACK[card] for card in row[first : first + own]), reverse=True)
        line, earlier, gone = 0, list[str](), None
        for place, point in enumerate(self.points):
            if not self.asked[place][line]:
                continue
            acts = point.acts if self.open_to is None else [point.acts[n] for n in self.open_to(hand)]
            options = tuple(said(act, hand) for act in acts)
            shown = [PACK[card] for card in row[board : board + point.seen]]
            taken = answer_to(self.decide_one, self._spot(hand, shown, row, options, tuple(earlier)))
            line += point.acts.index(acts[taken]) * self.weights[place]
            earlier.append(options[taken])
            gone = discarded(acts[taken], hand)
        return line, gone

    def _spot(
        self,
        hand: list[Card],
        shown: list[Card],
        row: Sequence[int],
        options: tuple[str, ...],
        earlier: tuple[str, ...],
    ) -> Spot:
        if not self.has_dealer:
            return Spot(tuple(sorted((*hand, *shown), reverse=True)), (), options, earlier)
        up = (PACK[row[self.up]],) if self.up >= 0 else ()
        return Spot(tuple(hand), (*shown, *up), options, earlier)


def said(act: Act, hand: Sequence[Card]) -> str:
    """An act in words, with the card that it discards from a hand given from the highest card down."""
    words = Option(act.action, act.wager, act.times).name if act.action != BUY else BUY
    gone = discarded(act, hand)
    return words if gone is None else f"{words}, discard {gone}"


def discarded(act: Act, hand: Sequence[Card]) -> Card | None:
    return None if act.put_away < 0 else hand[len(hand) - 1 - act.put_away]


# --- By family ----------------------------------------------------------------------------------------------


def _board(terms: Terms) -> Decisions:
    return Decisions(points_of(terms))


def _flushes(terms: Terms) -> Decisions:
    options = [[Act(*option) for option in open_to] for open_to in flush_game_of(terms).options]
    acts = tuple(dict.fromkeys(act for open_to in options for act in open_to))
    places = [[acts.index(act) for act in open_to] for open_to in options]

    def open_to(hand: Sequence[Card]) -> Sequence[int]:
        suits = [card.suit for card in hand]
        return places[max(suits.count(suit) for suit in set(suits))]

    return Decisions((DecisionPoint(0, acts),), open_to)


def _whole_hands(terms: Terms) -> Decisions:
    game = whole_hands_of(terms)
    return Decisions((DecisionPoint(0, tuple(Act(*option) for option in game.options)),), _open_by_class(terms))


def _open_by_class(terms: Terms) -> Open | None:
    game = whole_hands_of(terms)
    if game.is_open.all():
        return None
    places = [np.flatnonzero(open_to).tolist() for open_to in game.is_open.T]
    return lambda hand: places[kind_of(game, hand)]


def _purchase(terms: Terms) -> Decisions:
    offer = offer_of(terms)
    stage = next(stage for stage in terms.book.stages if stage.id == structure_of(terms).decisions[0].stage)
    price = next(choice.price for choice in stage.choices if choice.price and terms.holds(choice.when))
    bought = (Act(BUY, offer.bet.wager, offer.bet.times, n, (price.wager, price.times)) for n in range(offer.game.size))
    acts = (*(Act(*option) for option in offer.game.options), *bought)
    open_to, size = _open_by_class(terms), len(offer.game.options)
    if open_to is None:
        return Decisions((DecisionPoint(0, acts),))
    return Decisions((DecisionPoint(0, acts),), lambda hand: [*open_to(hand), *range(size, len(acts))])


def _discard(terms: Terms) -> Decisions:
    game = discard_game_of(terms)
    acts = tuple(Act(p.action, p.wager, p.times, -1 if p.put_away is None else p.put_away) for p in game.plays)

    def open_to(hand: Sequence[Card]) -> Sequence[int]:
        cls = RANKINGS[game.initial].classify(hand)
        return [n for n, play in enumerate(game.plays) if play.is_open(cls)]

    return Decisions((DecisionPoint(0, acts),), open_to)


def _staged(terms: Terms) -> Decisions:
    own = structure_of(terms).own
    points = staged_game_of(terms).points
    return Decisions(tuple(DecisionPoint(point.known - own, tuple(Act(*o) for o in point.options)) for point in points))


FAMILIES: dict[str, Callable[[Terms], Decisions]] = {
    BoardWithDealer.family: _board,
    AgainstDealer.family: _flushes,
    HandsAgainstDealer.family: _whole_hands,
    HandsWithPurchase.family: _purchase,
    AgainstPaytable.family: _discard,
    StagedPaytable.family: _staged,
}
