"""Plays a block of rounds in loops that each run over all rounds, skipping loops that no wager needs."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tablelaw.simulation.codes import Codes
from tablelaw.simulation.rounds import kernels, reading_kernels
from tablelaw.simulation.rounds.dealt_cards import NOTHING, DealtCards, Rows
from tablelaw.simulation.rounds.hand_readers import Reader, Small, Spot, Strengths
from tablelaw.simulation.rounds.places import Run
from tablelaw.simulation.rounds.tables import (
    ACTS_FACT,
    CARD_FACT,
    LINE_FACT,
    OWN,
    POSITION_FACT,
    SHARERS_FACT,
    STANDING_FACT,
    THE_DEALERS,
    Coded,
)
from tablelaw.simulation.streams import CARDS, DRAWS, MISTAKES, PACK, Stream, new_stream


class Plays(Protocol):
    """Makes the decisions of all seats."""

    def decide(
        self, dealt: DealtCards, first_own: int, own: int, board: int, slips: Stream, lines: Small, away: Small
    ) -> None:
        """Fills [seat, round] with lines of play and, if the game has discards, with the columns of the discarded
        cards.
        """
        ...


class Player(NamedTuple):
    """The input for one seat of a block."""

    shares: bool
    """Whether the seat has made the wager that divides a share of a meter."""
    codes: tuple[Coded, ...]


class HandRead(NamedTuple):
    """A hand that some wager looks at."""

    fact: int
    """The fact that stores its class; negative if only its strength is compared."""
    own: int
    """The number of the seat's own cards in the hand; 0 if the hand is the same for all seats."""
    kept: bool
    """Whether the hand is read from the cards that the seat holds after a discard or a purchase."""
    shared: tuple[Run, ...]
    reader: Reader


class OthersRead(NamedTuple):
    """The hand of other seats for which a seat is paid a bonus, and what each class adds to the fact."""

    hand: HandRead
    weight: Small


class Layout(NamedTuple):
    """The parts of a block's input that the rulebook and the choices fix for every round."""

    cards: int
    first_own: int
    own: int
    board: int
    bought: int
    """The column of the card that the first seat may buy; negative if cards cannot be bought."""
    facts: int
    needs: frozenset[int]
    """Facts that some wager looks at."""
    acts: Small
    """[line] -> the number of the combination of acts that the rules may depend on."""
    folds: Small
    """[line] -> 1 if the line ends with a fold."""
    hands: tuple[HandRead, ...]
    compared: tuple[HandRead, ...]
    """The player's hand and the dealer's; empty if hands are not compared or no wager needs the comparison."""
    others: tuple[OthersRead, ...]
    fold_keeps_share: bool
    draws_every: int
    positions: int
    on_cards: tuple[tuple[int, tuple[Run, ...]], ...]
    """For a drawn card: whose hand it may be in, and the shared cards of that hand."""


class Block:
    """The cards of all rounds, and the facts found for each seat, as [fact, round]."""

    def __init__(self, layout: Layout, players: tuple[Player, ...], plays: Plays, place: tuple[int, int, int]) -> None:
        seed, block, rounds = place
        self.layout, self.players, self.plays, self.rounds = layout, players, plays, rounds
        self.mistakes, self.draws = (new_stream(seed, block, purpose) for purpose in (MISTAKES, DRAWS))
        self.cards: Rows = np.empty((rounds, layout.cards), np.uint8)
        kernels.deal_rounds(new_stream(seed, block, CARDS), self.cards)
        self.dealt = DealtCards(self.cards)
        self.facts: npt.NDArray[np.uint8] = np.empty((len(players), layout.facts, rounds), np.uint8)
        self.away: Small = np.empty((len(players), rounds), np.uint8)
        self._known: dict[object, Strengths] = {}

    def play(self, codes: Codes) -> None:
        """Plays the block and fills [round, seat, column] with codes."""
        self._decide()
        self._read_hands()
        self._draw()
        places = np.empty(self.rounds, np.int32)
        for seat, player in enumerate(self.players):
            for column, coded in enumerate(player.codes):
                kernels.write_codes(self.facts[seat], *coded, places, codes[:, seat, column])

    def _decide(self) -> None:
        layout, lines = self.layout, np.empty((len(self.players), self.rounds), np.uint8)
        self.plays.decide(self.dealt, layout.first_own, layout.own, layout.board, self.mistakes, lines, self.away)
        self.facts[:, LINE_FACT] = lines
        for seat in range(len(self.players)):
            if ACTS_FACT in layout.needs:
                kernels.look_up(layout.acts, lines[seat], self.facts[seat, ACTS_FACT])
            if layout.bought < 0 and any(hand.kept for hand in (*layout.hands, *layout.compared)):
                reading_kernels.put_last(self.cards, *self._own(seat), self.away[seat])

    def _own(self, seat: int) -> Run:
        return Run(self.layout.first_own + seat * self.layout.own, self.layout.own)

    # --- Hands ------------------------------------------------------------------------------------------

    def _read_hands(self) -> None:
        for seat in range(len(self.players)):
            for hand in self.layout.hands:
                hand.reader.classes(self._strengths(hand, seat), self.facts[seat, hand.fact])
            if self.layout.compared:
                own, dealer = (self._strengths(hand, seat) for hand in self.layout.compared)
                reading_kernels.compare(own, dealer, self.facts[seat, STANDING_FACT])
        for others in self.layout.others:
            self._read_others(others)

    def _strengths(self, hand: HandRead, seat: int) -> Strengths:
        """The strengths of a hand; hands that are read the same way share them."""
        key = hand.reader.kind or hand.fact, hand.own, hand.kept, hand.shared, seat if hand.own else -1
        if key not in self._known:
            self._known[key] = hand.reader.strengths(self._spot(hand, seat))
        return self._known[key]

    def _spot(self, hand: HandRead, seat: int) -> Spot:
        if hand.kept and self.layout.bought >= 0:
            return self._with_bought(hand, seat)
        own = Run(self._own(seat).first, hand.own)
        runs = sorted([run for run in (own, *hand.shared) if run.size], key=lambda run: -run.size)
        if len(runs) <= 2:
            return Spot(self.dealt, runs[0], runs[1] if len(runs) > 1 else NOTHING)
        rows = np.concatenate([self.cards[:, run.first : run.first + run.size] for run in runs], axis=1)
        return Spot(DealtCards(rows), Run(0, rows.shape[1]))

    def _with_bought(self, hand: HandRead, seat: int) -> Spot:
        """The seat's own cards after a purchase, followed by the shared cards."""
        size = hand.own + sum(run.size for run in hand.shared)
        rows = np.empty((self.rounds, size), np.uint8)
        bought, away = self.layout.bought + seat, self.away[seat]
        reading_kernels.keep_with_bought(self.cards, *self._own(seat), away, bought, rows[:, : hand.own])
        at = hand.own
        for run in hand.shared:
            rows[:, at : at + run.size] = self.cards[:, run.first : run.first + run.size]
            at += run.size
        return Spot(DealtCards(rows), Run(0, size))

    def _read_others(self, others: OthersRead) -> None:
        """Stores, for each seat, what the other seats' hands together contribute to its bonuses."""
        each = np.empty((len(self.players), self.rounds), np.uint8)
        for seat in range(len(self.players)):
            others.hand.reader.classes(self._strengths(others.hand, seat), each[seat])
        each = others.weight[each]
        self.facts[:, others.hand.fact] = each.sum(axis=0, dtype=np.uint8) - each

    # --- Draws and shares ---------------------------------------------------------------------------------

    def _draw(self) -> None:
        """Makes the draws of the table game system: first a card, then a position (0 is the dealer's)."""
        layout, drawn = self.layout, np.empty(self.rounds, np.int64)
        if CARD_FACT in layout.needs:
            kernels.draw(self.draws, layout.draws_every, PACK, drawn)
            for seat in range(len(self.players)):
                falls = (whose * self._holds(seat, whose, runs, drawn) for whose, runs in layout.on_cards)
                self.facts[seat, CARD_FACT] = np.add.reduce(list(falls))
        if POSITION_FACT in layout.needs:
            kernels.draw(self.draws, layout.draws_every, layout.positions, drawn)
            for seat in range(len(self.players)):
                self.facts[seat, POSITION_FACT] = OWN * (drawn == seat + 1) + THE_DEALERS * (drawn == 0)
        if SHARERS_FACT in layout.needs:
            self._count_sharers()

    def _holds(
        self, seat: int, whose: int, shared: tuple[Run, ...], drawn: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.uint8]:
        """Whether the drawn card is in a hand."""
        own = (self._own(seat),) if whose == OWN else ()
        columns = [place for run in (*own, *shared) for place in range(run.first, run.first + run.size)]
        found: npt.NDArray[np.uint8] = (self.cards[:, columns] == drawn[:, None]).any(axis=1).astype(np.uint8)
        return found

    def _count_sharers(self) -> None:
        """Counts the other seats that share a win with each seat: those whose wager was not collected by a fold."""
        sharing = np.array([player.shares for player in self.players], np.uint8)
        gone = np.uint8(0) if self.layout.fold_keeps_share else self.layout.folds[self.facts[:, LINE_FACT]]
        in_all = (sharing[:, None] & (1 - gone)).sum(axis=0, dtype=np.uint8)
        self.facts[:, SHARERS_FACT] = np.maximum(in_all, 1) - 1
