"""The exact value of every legal action with the cards in hand and the board so far.

After the flop every board that can follow is compared with all 990 pairs of the dealer, with the best choice at
every later decision; before the flop the solved game answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.advice import Advice, best_first, chart_advice
from tablelaw.analysis.board_with_dealer.board_kernels import DEALERS, Ladder
from tablelaw.analysis.board_with_dealer.game import Game, game_of
from tablelaw.analysis.board_with_dealer.result import chart
from tablelaw.analysis.board_with_dealer.solve import BOARD, FLOP, Solved, ladder, solve
from tablelaw.analysis.board_with_dealer.value_kernels import BEST, OPENING, UNIT, Payoffs, best_of
from tablelaw.analysis.solver import NotThisGame
from tablelaw.cards import PACK, Card
from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.kernels import FIVE_SUITED, START, ZERO, by_ranks, by_suit
from tablelaw.cards.card import require_distinct
from tablelaw.errors import WrongCardCount
from tablelaw.law.decisions import Decision
from tablelaw.law.rulebook import Terms

Staked = Mapping[str, Fraction]
Sides = tuple[tuple[str, Fraction], ...]
Boards = npt.NDArray[np.uint8]
Worths = npt.NDArray[np.int64]


def advice(terms: Terms, cards: Sequence[Card], board: Sequence[Card], staked: Staked | None = None) -> list[Advice]:
    """The gain of each legal action in Antes, the best first, including the opening wagers and earlier bets.

    `staked` names side wagers decided by the same hands and, where bets add up, the bets made so far; by default the
    least that brings a player here. For a range of bets both ends are given, since the gain is linear in between.
    """
    is_bet = {wager: terms.book.wager(wager).kind == "decision" for wager in staked or {}}
    sides = tuple((wager, share) for wager, share in (staked or {}).items() if not is_bet[wager])
    game = _game(terms, sides)
    decision = _decision(game, cards, board)
    if not board:
        return chart_advice(chart(_solved(terms, sides)), cards)
    made = sum((share for wager, share in (staked or {}).items() if is_bet[wager]), Fraction(0))
    return _after_flop(game, decision, cards, board, made or _least_made(game))


@lru_cache(maxsize=16)
def _game(terms: Terms, sides: Sides) -> Game:
    return game_of(terms, dict(sides))


@lru_cache(maxsize=4)
def _solved(terms: Terms, sides: Sides) -> Solved:
    return solve(_game(terms, sides))


def _decision(game: Game, cards: Sequence[Card], board: Sequence[Card]) -> Decision:
    """The decision that is made with this many community cards seen."""
    if len(cards) != 2:
        raise WrongCardCount(f"{len(cards)} cards in hand", accepted="two")
    require_distinct((*cards, *board))
    for decision in game.decisions:
        if decision.seen == len(board):
            return decision
    accepted = ", ".join(f"{decision.seen} ({decision.stage})" for decision in game.decisions)
    raise NotThisGame(f"no decision with {len(board)} community cards", where=game.terms.book.id, accepted=accepted)


def _least_made(game: Game) -> Fraction:
    """The least that a player who is still in has bet."""
    return Fraction(0 if game.once else game.decisions[0].bets[0])


def _after_flop(
    game: Game, decision: Decision, cards: Sequence[Card], board: Sequence[Card], made: Fraction
) -> list[Advice]:
    boards = _boards(cards, board)
    worths = _worths(game, cards, boards)
    gains = [Fraction(int(total), len(boards) * DEALERS * game.unit) for total in worths.sum(axis=0)]
    stays, one = gains[OPENING], gains[UNIT]
    checks = gains[BEST] if decision.seen < BOARD else stays
    if not game.once:
        checks = stays = stays + made * one + _later_bets(game, decision, boards, worths)
    found = [Advice("fold", 0, game.fold)] if decision.can_fold else []
    found += [Advice("check", 0, checks)] if decision.can_check else []
    found += [Advice("bet", bet, stays + bet * one) for bet in decision.bets]
    return best_first(found)


def _later_bets(game: Game, decision: Decision, boards: Boards, worths: Worths) -> Fraction:
    """Where bets add up: the gain of a bet after the turn card where it is right to make one. Every board has two
    orders."""
    (bet,) = game.decisions[-1].bets
    if decision.seen > FLOP:
        return Fraction(0)
    units = [int(worths[(boards == turn).any(axis=1), UNIT].sum()) for turn in np.unique(boards[:, FLOP:])]
    return Fraction(sum(max(0, bet * unit) for unit in units), 2 * len(boards) * DEALERS * game.unit)


def _boards(cards: Sequence[Card], board: Sequence[Card]) -> Boards:
    """Every board that is still possible, with the cards already seen first."""
    left = [card for card in PACK if card not in cards and card not in board]
    return np.array([(*board, *more) for more in combinations(left, BOARD - len(board))], np.uint8)


def _worths(game: Game, cards: Sequence[Card], boards: Boards) -> Worths:
    """[board, part]: opening wagers, one unit and the best last choice, summed over the dealer's pairs."""
    into = np.zeros((len(boards), BEST + 1), np.int64)
    worths_into(boards, np.array(cards, np.uint8), ladder(), game.payoffs, into)
    return into


@kernel
def worths_into(boards: Any, cards: Any, rungs: Ladder, pay: Payoffs, into: Any) -> None:
    left = np.zeros(45, np.uint8)
    for place in range(len(boards)):
        _leave(boards[place], cards, left)
        opening, unit = _against_all(boards[place], cards, left, rungs, pay.pay)
        into[place, OPENING], into[place, UNIT] = opening, unit
        into[place, BEST] = best_of(pay.last_choices, opening, unit)


@kernel
def _leave(board: Any, cards: Any, left: Any) -> None:
    """The cards that the dealer's two can be."""
    place = 0
    for card in range(52):
        if card not in board and card not in cards:
            left[place] = card
            place += 1


@kernel
def _against_all(board: Any, cards: Any, left: Any, rungs: Ladder, pay: Any) -> Any:
    """Two payoffs summed over the dealer's pairs."""
    key, mask, strengths, category = START, ZERO, rungs.strengths, rungs.category
    for card in board:
        key += strengths.keys[card]
        mask |= strengths.masks[card]
    mine = _with_two(key, mask, cards[0], cards[1], strengths)
    own, opening, unit = category[mine], np.int64(0), np.int64(0)
    for high in range(len(left)):
        for low in range(high):
            theirs = _with_two(key, mask, left[low], left[high], strengths)
            standing = 0 if theirs < mine else 1 if theirs == mine else 2
            opening += pay[OPENING, own, category[theirs], standing]
            unit += pay[UNIT, own, category[theirs], standing]
    return opening, unit


@kernel
def _with_two(key: Any, mask: Any, low: Any, high: Any, strengths: Any) -> Any:
    whole = key + strengths.keys[low] + strengths.keys[high]
    if whole & FIVE_SUITED:
        return by_suit(whole, mask | strengths.masks[low] | strengths.masks[high], strengths)
    return by_ranks(whole, strengths)
