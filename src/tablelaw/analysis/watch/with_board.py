"""What actions are worth in a game with a board, for every dealer's card that may have been seen.

After the flop, every board that can follow is compared with every pair the dealer may hold. Before it, the answer comes
from the solved game for a player who sees one of the dealer's cards, which is cached.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.advice import advice, boards_after, finer, from_here, leave, with_two
from tablelaw.analysis.board_with_dealer.best_play import TURN, ladder
from tablelaw.analysis.board_with_dealer.board_kernels import DEALERS, Ladder
from tablelaw.analysis.board_with_dealer.decision_tree import CONSTANT, OPENING_PART, STEP_PART, Fork, Part, Value
from tablelaw.analysis.board_with_dealer.game import BOARD, game_of
from tablelaw.analysis.board_with_dealer.value_kernels import OPENING, UNIT
from tablelaw.analysis.cache import has_arrays, kept_arrays
from tablelaw.analysis.earlier_decisions import Done
from tablelaw.analysis.main_choices import Told, main_question
from tablelaw.analysis.protection.board_with_dealer.best_play import Decided, Question, decided
from tablelaw.analysis.protection.board_with_dealer.exposure import question_of
from tablelaw.analysis.protection.board_with_dealer.first_decision import Classes, classes_of
from tablelaw.analysis.protection.board_with_dealer.sights import Sight, sights_of
from tablelaw.analysis.protection.information import Information
from tablelaw.analysis.symmetry.suits import PACK_SIZE, PAIRS, pair_cards, pair_number
from tablelaw.analysis.watch.spots import Floats, Spot, Valuer, Worths
from tablelaw.cards import Card
from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.kernels import START, ZERO
from tablelaw.law.rulebook import Terms

UNSEEN = PACK_SIZE
"""The index after those of all cards, for a player who has seen none."""
WITH_ONE_SEEN = 44
"""How many cards the dealer's other card may be when the board is known and one of the dealer's cards is seen."""
KEPT_SPOTS = 4_096
"""The same spot is valued again for other people who are watched, so its values are kept for a while."""


class WithBoard(Valuer):
    """Values the decisions of a game with two cards each and a board of five."""

    def __init__(self, terms: Terms, information: Information, tell: Told | None = None) -> None:
        self.terms, self.information, self.tell = terms, information, tell
        self.game = game_of(terms)
        self._after_flop = lru_cache(KEPT_SPOTS)(self._worths_after_flop)

    def worths(self, cards: Sequence[Card], spot: Spot) -> Worths:
        decision = self.game.decisions[spot.decision]
        if not decision.seen:
            return self._before_flop(cards)
        return self._after_flop(tuple(sorted(cards)), spot.decision, spot.board[: decision.seen], Fraction(spot.made))

    # --- Before the flop -----------------------------------------------------------------------------------

    def _before_flop(self, cards: Sequence[Card]) -> Worths:
        low, high = np.array([[card] for card in sorted(cards)], np.int64)
        number = int(pair_number(low, high)[0])
        by_action = {(one.action, one.multiple): float(one.ev) for one in advice(self.terms, cards, ())}
        actions = self.game.decisions[0].actions
        honest = np.array([by_action[action] for action in actions])
        return Worths(tuple(Done(*action) for action in actions), honest, self._first[:, number].T)

    @cached_property
    def _first(self) -> Floats:
        """[card, pair, action] -> what the first action is worth."""
        return kept_arrays(self.terms.book, self._first_question, self._solve_first)["worth"]

    @property
    def _first_question(self) -> str:
        return f"first decision with {self.information.text} seen, {main_question(self.terms)}"

    @property
    def is_prepared(self) -> bool:
        is_first_before_flop = not self.game.decisions[0].seen
        is_known = "_first" in vars(self) or has_arrays(self.terms.book, self._first_question)
        return is_known or not is_first_before_flop

    def prepare(self) -> None:
        assert self._first.size

    def _solve_first(self) -> dict[str, npt.NDArray[Any]]:
        question, sights = question_of(self.terms, self.information), sights_of(self.information)
        worth = np.full((PACK_SIZE, PAIRS, len(self.game.decisions[0].actions)), np.nan)
        for n, sight in enumerate(sights, 1):
            if self.tell is not None:
                self.tell(f"{self.terms.book.id}, first decisions, {sight.name} seen, {n} of {len(sights)}")
            known = classes_of(sight, question.tree, True)
            add_first_decisions(question, sight, known, decided(question, sight, known), worth)
        return {"worth": worth}

    # --- After the flop ------------------------------------------------------------------------------------

    def _worths_after_flop(
        self, cards: tuple[Card, ...], number: int, board: tuple[Card, ...], made: Fraction
    ) -> Worths:
        decision = self.game.decisions[number]
        tree, payoffs = from_here(self.game, decision, made)
        boards = boards_after(cards, board)
        sums = np.zeros((len(boards), 2, PACK_SIZE + 1), np.int64)
        gains_by_card(boards, np.array(cards, np.uint8), ladder(self.game.bounds), payoffs.pay, sums)
        parts = _Parts(boards, _on_boards(boards, cards, sums, payoffs.last_choices), tree.rows, tree.parts(BOARD))
        assert isinstance(tree.root, Fork)
        deals = parts.of({CONSTANT: 1})
        worth = np.array([parts.of(place.value) for place in tree.root.actions], np.float64)
        unit = self.game.unit * finer(self.game, made)
        worth = np.divide(worth, deals * unit, out=np.full(worth.shape, np.nan), where=deals > 0)
        actions = tuple(Done(*action) for action in decision.actions)
        return Worths(actions, worth[:, UNSEEN], worth[:, :UNSEEN])


def add_first_decisions(question: Question, sight: Sight, known: Classes, here: Decided, into: Floats) -> None:
    """Writes what each first action is worth at [card, pair, action] for the seen cards of one sight."""
    root = question.tree.tree.root
    assert isinstance(root, Fork)
    parts = {part: np.array(sums, np.float64) for part, sums in here.sums.items()}
    deals = np.array(here.deals, np.float64)
    parts[CONSTANT] = deals
    for action, place in enumerate(root.actions):
        total = sum(times * parts[part] for part, times in place.value.items())
        worth = np.divide(total, deals * question.game.unit, out=np.full(len(deals), np.nan), where=deals > 0)
        for cell, card in enumerate(sight.cards[:, 0]):
            is_left = (pair_cards() != card).all(axis=1)
            into[card, is_left, action] = worth[known.of[cell, 0, is_left]]


class _Parts(NamedTuple):
    """The parts of a value (see `decision_tree`) summed over the boards that can follow, for every seen card."""

    boards: npt.NDArray[np.uint8]
    on_boards: Mapping[Part, npt.NDArray[np.int64]]
    """For each part that is a plain sum: [board, seen card] -> sum."""
    rows: Mapping[Part, tuple[tuple[tuple[Part, int], ...], ...]]
    last: Sequence[Part]

    def of(self, value: Value) -> npt.NDArray[Any]:
        """[seen card] -> the value."""
        found: npt.NDArray[Any] = sum(
            (times * self._part(part) for part, times in value.items()), np.zeros(PACK_SIZE + 1)
        )
        return found

    def _part(self, part: Part) -> npt.NDArray[Any]:
        if part[0] != TURN:
            plain: npt.NDArray[Any] = self.on_boards[part].sum(axis=0)
            return plain
        rows = [sum(times * self._by_turn(one) for one, times in row) for row in self.rows[part]]
        best = np.maximum.reduce([np.broadcast_to(row, (PACK_SIZE, PACK_SIZE + 1)) for row in rows])
        found: npt.NDArray[Any] = best.sum(axis=0) / 2  # every board has two orders
        return found

    def _by_turn(self, part: Part) -> npt.NDArray[np.int64]:
        """[turn card, seen card] -> the sum over the boards with that turn card."""
        found = np.zeros((PACK_SIZE, PACK_SIZE + 1), np.int64)
        for place in (BOARD - 2, BOARD - 1):
            np.add.at(found, self.boards[:, place], self.on_boards[part])
        return found


def _on_boards(
    boards: npt.NDArray[np.uint8], cards: Sequence[Card], sums: npt.NDArray[np.int64], choices: npt.NDArray[np.int64]
) -> dict[Part, npt.NDArray[np.int64]]:
    """Every part that is known on a whole board: the two payoffs, the constant, and the last decisions."""
    deals = np.full((len(boards), PACK_SIZE + 1), WITH_ONE_SEEN, np.int64)
    deals[:, UNSEEN] = DEALERS
    deals[:, list(cards)] = 0
    np.put_along_axis(deals, boards.astype(np.int64), 0, axis=1)
    found = {OPENING_PART: sums[:, OPENING], STEP_PART: sums[:, UNIT], CONSTANT: deals}
    for n, actions in enumerate(choices):
        each = [fixed * deals + opening * sums[:, OPENING] + step * sums[:, UNIT] for fixed, opening, step in actions]
        found[BOARD, n] = np.maximum.reduce(each)
    return found


@kernel
def gains_by_card(boards: Any, cards: Any, rungs: Ladder, pay: Any, into: Any) -> None:
    """Sums both payoffs over the dealer's pairs at [board, payoff, card] for each card of the pair, and over all pairs
    at the index UNSEEN.
    """
    left = np.zeros(45, np.uint8)
    for place in range(len(boards)):
        leave(boards[place], cards, left)
        key, mask, strengths, category = START, ZERO, rungs.strengths, rungs.category
        for card in boards[place]:
            key += strengths.keys[card]
            mask |= strengths.masks[card]
        mine = with_two(key, mask, cards[0], cards[1], strengths)
        own = category[mine]
        opening, unit = into[place, OPENING], into[place, UNIT]
        for high in range(len(left)):
            for low in range(high):
                theirs = with_two(key, mask, left[low], left[high], strengths)
                dealer, standing = category[theirs], 0 if theirs < mine else 1 if theirs == mine else 2
                gain, step = pay[OPENING, own, dealer, standing], pay[UNIT, own, dealer, standing]
                for card in (np.int64(left[low]), np.int64(left[high]), UNSEEN):
                    opening[card] += gain
                    unit[card] += step
