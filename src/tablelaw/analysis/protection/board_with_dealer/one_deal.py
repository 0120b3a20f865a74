"""The exact value of a player's actions in a hold'em game, given every card that the player knows, wherever it is.

Everything that may follow from the known cards is listed card by card: every board that is still possible against every
hand that the dealer may hold, with decisions made backwards from the last to the one at hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.best_play import boards_by_rank, boards_by_suit, ladder
from tablelaw.analysis.board_with_dealer.decision_tree import CONSTANT, Fork, Part, Rows, Value, tree_of
from tablelaw.analysis.board_with_dealer.game import Game
from tablelaw.analysis.protection.board_with_dealer.deal_kernels import Cards, add_boards, decide_sets
from tablelaw.analysis.protection.board_with_dealer.known_board import BOARD
from tablelaw.analysis.protection.board_with_dealer.seen_tree import BASE_PARTS, rules_of
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.symmetry.card_kinds import sets_by_rank, sets_by_suit
from tablelaw.analysis.symmetry.suits import PACK_SIZE
from tablelaw.cards import Card
from tablelaw.law.decisions import Decision
from tablelaw.law.text_values import Multiple

DEALER_CARDS = 2
Sums = npt.NDArray[np.int64]


def action_worths(
    game: Game, decisions: Sequence[Decision], hands: Sequence[Sequence[Card]], board: Sequence[Card], known: Known,
    made: Fraction = Fraction(0),
) -> list[dict[tuple[str, Multiple], Fraction]]:  # fmt: skip
    """For each hand, what every action of the first of these decisions is worth in Antes.

    `decisions` begin with the one at hand; each says how many community cards the player knows there, and `board` are
    those known now. The cards of all `hands` are out of play for each hand.
    """
    tree = tree_of(decisions, game.steps, *_folded(game), made=int(made * game.steps))
    assert isinstance(tree.root, Fork)
    gone = {card for hand in hands for card in hand} | {*board, *known.dealer, *known.out}
    left = np.array([card for card in range(PACK_SIZE) if card not in gone], np.int64)
    cards = Cards(
        np.array([sorted(hand) for hand in hands], np.int64).reshape(-1, 2),
        np.array(known.dealer, np.int64),
        np.array(board, np.int64),
        left,
    )
    sums, deals = _summed(game, tree.rows, cards)
    unit = deals * game.unit
    return [
        {
            action: Fraction(_of(place.value, row, deals), unit)
            for action, place in zip(tree.root.decision.actions, tree.root.actions, strict=True)
        }
        for row in sums
    ]


def _folded(game: Game) -> tuple[int, int]:
    """What a fold gains on the opening wagers, and on each step bet before, in parts of the unit."""
    return int(game.fold * game.unit), int(game.folded_bet / game.steps * game.unit)


def _of(value: Value, sums: Mapping[Part, int], deals: int) -> int:
    return sum(times * (deals if part == CONSTANT else sums[part]) for part, times in value.items())


def _summed(game: Game, rows: Mapping[Part, Rows], cards: Cards) -> tuple[list[dict[Part, int]], int]:
    """For each hand, the sum of each part over all deals, and how many deals that is."""
    known, left = len(cards.board), len(cards.left)
    sizes = sorted({part[0] for part in rows if known < part[0] < BOARD}, reverse=True)
    parts = [*BASE_PARTS, *(part for part in rows if part[0] == BOARD)]
    deals = comb(left - (BOARD - known), DEALER_CARDS - len(cards.dealer))
    above, values = BOARD, _on_boards(game, rows, cards, parts, sizes[0] if sizes else known)
    deals *= comb(left - ((sizes[0] if sizes else known) - known), above - (sizes[0] if sizes else known))
    for size, below in zip(sizes, [*sizes, known][1:], strict=True):
        rules = rules_of(rows, size, parts)
        own = [part for part in rows if part[0] == size]
        room = _room(left, below - known, values.shape[1], len(parts) + len(own))
        sets = np.concatenate([values, np.zeros((*values.shape[:2], len(own)), np.int64)], axis=2)
        decide_sets(size - known, left, deals, len(parts), rules, _subsets(size - known, below - known), _choose(),
                    sets, room)  # fmt: skip
        parts, values = [*parts, *own], room
        deals *= comb(left - (below - known), size - below)
    found = [dict(zip(parts, row.tolist(), strict=True)) for row in values[0]]
    for row in found:
        _decide_here(rows, known, deals, row)
    return found, deals


def _decide_here(rows: Mapping[Part, Rows], known: int, deals: int, row: dict[Part, int]) -> None:
    """Adds the parts that are decided with the cards known now; those that others depend on are listed first."""
    for part, options in rows.items():
        if part[0] <= known:
            row[part] = max(_of(dict(option), row, deals) for option in options)


def _on_boards(game: Game, rows: Mapping[Part, Rows], cards: Cards, parts: list[Part], below: int) -> Sums:
    """[set of `below` cards, hand, part] -> the sum over the boards that contain the set."""
    known = len(cards.board)
    into = _room(len(cards.left), below - known, len(cards.own), len(parts))
    add_boards(
        *(cards, boards_by_rank(), sets_by_rank()[BOARD].code, boards_by_suit(), sets_by_suit()[BOARD].code),
        *(ladder(game.bounds).category, game.payoffs.pay, rules_of(rows, BOARD, list(BASE_PARTS))),
        *(_subsets(BOARD - known, below - known), _choose(), into),
    )
    return into


def _room(left: int, size: int, hands: int, parts: int) -> Sums:
    return np.zeros((comb(left, size), hands, parts), np.int64)


def _subsets(size: int, smaller: int) -> npt.NDArray[np.int64]:
    """[subset, place] -> the places of each smaller set among the cards of a set, in rising order."""
    return np.array(list(combinations(range(size), smaller)), np.int64).reshape(comb(size, smaller), smaller)


@cache
def _choose() -> npt.NDArray[np.int64]:
    return np.array([[comb(n, k) for k in range(BOARD + 1)] for n in range(PACK_SIZE)], np.int64)
