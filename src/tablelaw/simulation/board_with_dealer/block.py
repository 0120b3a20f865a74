"""A block of hold'em rounds, played as a series of loops over all its rounds, as far as some wager needs them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.cards.arrays import batch
from tablelaw.cards.arrays.play_tables import DecisionTables, SpotRows
from tablelaw.cards.arrays.tables import tables as strengths
from tablelaw.simulation.board_with_dealer import facts, kernels
from tablelaw.simulation.board_with_dealer.plays import decide
from tablelaw.simulation.board_with_dealer.tables import Coded
from tablelaw.simulation.codes import Codes
from tablelaw.simulation.streams import CARDS, DRAWS, MISTAKES, PACK, new_stream

Small = npt.NDArray[np.uint8]


class Stage(NamedTuple):
    """A decision: the community cards seen, how many actions there are, and what each adds to the line of play."""

    seen: int
    actions: int
    weight: int
    is_last: Small
    """[action] -> 1 if no decision follows it."""


class Player(NamedTuple):
    """A seat as a block sees it."""

    play: DecisionTables
    mistakes: tuple[int, int]
    """The share of mistaken decisions, as numerator and denominator."""
    shares: bool
    """Whether it has made the wager whose share of a meter is divided."""
    codes: tuple[Coded, ...]


class Finer(NamedTuple):
    """A hand read by classes other than the plain ones: its fact, whose cards and which of the board's make it, and the
    least strength of each class, lowest first.
    """

    fact: int
    cards: int
    bounds: npt.NDArray[np.int64]


class Layout(NamedTuple):
    """What the rulebook and the choices fix for every round."""

    stages: tuple[Stage, ...]
    folds: Small
    """[line] -> 1 if the line ends with a fold."""
    needs: frozenset[int]
    """Facts that some wager looks at."""
    cards: int
    pocket: Small
    """[pair] -> class of the player's two cards."""
    dealer_pocket: Small
    six_class: Small
    """[category] -> class of six cards."""
    other_weight: Small
    """[class]: what another seat's hand of the flop adds to OTHERS."""
    finer: tuple[Finer, ...]
    fold_keeps_share: bool
    draws_every: int
    positions: int


class Block:
    """The cards of all rounds, and for every seat the facts [fact, round]."""

    def __init__(
        self, layout: Layout, players: tuple[Player, ...], charts: SpotRows, place: tuple[int, int, int]
    ) -> None:
        seed, block, rounds = place
        self.layout, self.players, self.charts, self.rounds = layout, players, charts, rounds
        self.mistakes, self.draws = (new_stream(seed, block, purpose) for purpose in (MISTAKES, DRAWS))
        self.cards: Small = np.empty((rounds, layout.cards), np.uint8)
        kernels.deal_rounds(new_stream(seed, block, CARDS), self.cards)
        count = max([facts.FACTS, *(finer.fact + 1 for finer in layout.finer)])
        self.facts: npt.NDArray[np.uint8] = np.zeros((len(players), count, rounds), np.uint8)

    def play(self, codes: Codes) -> None:
        """Fills [round, seat, column] with codes."""
        self._decide()
        self._read_hands()
        self._draw()
        places = np.empty(self.rounds, np.int64)
        for seat, player in enumerate(self.players):
            for column, coded in enumerate(player.codes):
                kernels.write_codes(self.facts[seat], *coded, places, codes[:, seat, column])

    def _places(self) -> list[int]:
        """Where each seat's two cards are."""
        return [facts.SEATS + 2 * seat for seat in range(len(self.players))]

    def _decide(self) -> None:
        """Decides; mistakes are drawn seat by seat, stage by stage, round by round."""
        actions: Small = np.zeros(self.rounds, np.uint8)
        for place, own, player in zip(self._places(), self.facts, self.players, strict=True):
            asked: Small = np.ones(self.rounds, np.uint8)
            (rate, every), stream = player.mistakes, self.mistakes
            for stage in self.layout.stages:
                decide(stage.seen, place, self.cards, player.play, self.charts, asked, actions)
                if rate:
                    kernels.mistake(rate, stage.actions, every, stream, asked, actions)
                kernels.go_on(stage.weight, stage.is_last, actions, asked, own[facts.LINE])
            own[facts.FOLDED] = self.layout.folds[own[facts.LINE]]

    # --- Hands ------------------------------------------------------------------------------------------

    def _read_hands(self) -> None:
        needs = self.layout.needs | {finer.cards for finer in self.layout.finer}
        if needs & {facts.STANDING, facts.PLAYER, facts.DEALER}:
            self._read_sevens()
        if needs & {facts.PLAYER_FLOP, facts.DEALER_FLOP, facts.OTHERS}:
            self._read_fives()
        for place, own in zip(self._places(), self.facts, strict=True):
            if facts.POCKET in needs:
                kernels.read_twos(place, self.cards, self.layout.pocket, own[facts.POCKET])
            if facts.DEALER_POCKET in needs:
                kernels.read_twos(facts.DEALERS, self.cards, self.layout.dealer_pocket, own[facts.DEALER_POCKET])
            if facts.PLAYER_SIX in needs:
                four, classes = facts.SEATS + 2 * len(self.players), self.layout.six_class
                kernels.read_sixes(place, four, self.cards, strengths(6), classes, own[facts.PLAYER_SIX])

    def _read_sevens(self) -> None:
        dealer, mine = np.empty(self.rounds, np.int32), np.empty(self.rounds, np.int32)
        kernels.read_sevens(facts.DEALERS, self.cards, strengths(7), dealer)
        for place, own in zip(self._places(), self.facts, strict=True):
            kernels.read_sevens(place, self.cards, strengths(7), mine)
            kernels.compare(mine, dealer, own[facts.STANDING], own[facts.PLAYER], own[facts.DEALER])
            self._read_finer({facts.PLAYER: mine, facts.DEALER: dealer}, own)

    def _read_finer(self, found: Mapping[int, npt.NDArray[np.int32]], own: Small) -> None:
        """Classes that begin at other bounds, from the strengths of some hands; 0 is the highest."""
        for finer in self.layout.finer:
            if finer.cards in found:
                place = np.searchsorted(finer.bounds, found[finer.cards], side="right")
                own[finer.fact] = len(finer.bounds) - place

    def _read_fives(self) -> None:
        """Hands of the flop, and for each seat the total of the others' hands."""
        for place, own in zip(self._places(), self.facts, strict=True):
            kernels.read_fives(place, self.cards, strengths(5), own[facts.PLAYER_FLOP])
            if facts.DEALER_FLOP in self.layout.needs:
                kernels.read_fives(facts.DEALERS, self.cards, strengths(5), own[facts.DEALER_FLOP])
            if any(finer.cards in (facts.PLAYER_FLOP, facts.DEALER_FLOP) for finer in self.layout.finer):
                with_flop = {facts.PLAYER_FLOP: place, facts.DEALER_FLOP: facts.DEALERS}
                self._read_finer({fact: self._with_flop(at) for fact, at in with_flop.items()}, own)
        if facts.OTHERS in self.layout.needs:
            each = self.layout.other_weight[self.facts[:, facts.PLAYER_FLOP]]
            self.facts[:, facts.OTHERS] = each.sum(axis=0, dtype=np.uint8) - each

    def _with_flop(self, place: int) -> npt.NDArray[np.int32]:
        """Strengths of the two cards at a place with the flop."""
        cards = np.concatenate([self.cards[:, : facts.FLOP], self.cards[:, place : place + 2]], axis=1)
        return batch.strengths(cards)

    # --- Draws and shares ---------------------------------------------------------------------------------

    def _draw(self) -> None:
        """What the table game system draws: a card first, then a position (0 is the dealer's)."""
        layout, drawn = self.layout, np.empty(self.rounds, np.int64)
        if facts.CARD_DRAWN in layout.needs:
            kernels.draw(self.draws, layout.draws_every, PACK, drawn)
            for place, own in zip(self._places(), self.facts, strict=True):
                kernels.note_cards(place, self.cards, drawn, own[facts.CARD_DRAWN])
        if facts.POSITION_DRAWN in layout.needs:
            kernels.draw(self.draws, layout.draws_every, layout.positions, drawn)
            for number, own in enumerate(self.facts, 1):
                own[facts.POSITION_DRAWN] = facts.OWN * (drawn == number) + facts.THE_DEALERS * (drawn == 0)
        if facts.SHARERS in layout.needs:
            self._count_sharers()

    def _count_sharers(self) -> None:
        """How many others share a win with a seat: those whose wager a fold has not collected."""
        sharing = np.array([player.shares for player in self.players], np.uint8)
        gone = np.uint8(0) if self.layout.fold_keeps_share else self.facts[:, facts.FOLDED]
        in_all = (sharing[:, None] & (1 - gone)).sum(axis=0, dtype=np.uint8)
        self.facts[:, facts.SHARERS] = np.maximum(in_all, 1) - 1
