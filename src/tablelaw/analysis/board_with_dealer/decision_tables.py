"""Strategies for a hold'em game as tables: the action for every pair of cards at every spot, for programs that play
many rounds.

An action is stored as its place among the actions that the decision lists: in a byte before the flop, in two bits
later. There is a row for each suit-distinct flop and set of four. A board is identified by its ranks alone, or by its
ranks in the suit that occurs three or more times and in the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.board_with_dealer.best_play import (
    FLOP,
    TURN,
    Choices,
    boards_by_rank,
    boards_by_suit,
    starts_by_rank,
    starts_by_suit,
)
from tablelaw.analysis.board_with_dealer.board_kernels import Boards, Starts, pair_at
from tablelaw.analysis.board_with_dealer.flops_and_turns import pairs
from tablelaw.analysis.board_with_dealer.game import BOARD, Game, game_of
from tablelaw.analysis.board_with_dealer.lines_of_play import River
from tablelaw.analysis.board_with_dealer.solution import solved_game
from tablelaw.analysis.board_with_dealer.strategies import known_strategies, strategy_choices
from tablelaw.analysis.board_with_dealer.value_kernels import (
    Payoffs,
    Scale,
    best_place,
    new_scale,
    set_scale,
)
from tablelaw.analysis.cache import kept_arrays
from tablelaw.analysis.main_choices import main_question
from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.solver import BEST, NEVER_FOLD, NotThisGame
from tablelaw.analysis.symmetry.card_kinds import RANKS, by_rank, pair_of_kinds
from tablelaw.analysis.symmetry.suits import PAIRS, classes, pair_orders
from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.arrays.kernels import HIGH, HIGH_SHIFT, LOW
from tablelaw.cards.arrays.play_tables import Bytes, DecisionTables, SpotRows
from tablelaw.cards.arrays.tables import tables
from tablelaw.law.decisions import Decision
from tablelaw.law.rulebook import Terms


def play_names(terms: Terms) -> tuple[str, ...]:
    """The names of the strategies that have tables: best play, never folding, and the named strategies of the game."""
    return (BEST, NEVER_FOLD, *known_strategies(game_of(terms)))


def decision_tables(terms: Terms, play: str = BEST) -> DecisionTables:
    """The tables of a named strategy for the main game, cached."""
    if play not in play_names(terms):
        raise NotThisGame(f"no strategy named {play!r}", where=terms.book.id, accepted=", ".join(play_names(terms)))
    found = kept_arrays(terms.book, f"decisions of {play}, {main_question(terms)}", lambda: _tables(terms, play))
    return DecisionTables(**found)


def _tables(terms: Terms, play: str) -> dict[str, npt.NDArray[Any]]:
    game = game_of(terms)
    made = {BEST: _best, NEVER_FOLD: _never_folding}.get(play, _named(play))(game)
    return made._asdict()


# --- The plays ------------------------------------------------------------------------------------------


def _best(game: Game) -> DecisionTables:
    solved = solved_game(game)
    return _laid_out(game, solved.best_before_flop(), solved.after_flop, solved.after_turn, _best_river(game))


def _never_folding(game: Game) -> DecisionTables:
    """The best play that never folds, as tables; its actions keep the numbers they have when folding is allowed."""
    stays = game_of(game.terms, folding=False)
    solved = solved_game(stays)
    beyond = {decision.seen: int(decision.can_fold) for decision in game.decisions}
    after_flop = solved.after_flop + np.int8(beyond.get(FLOP, 0))
    after_turn = solved.after_turn + np.int8(beyond.get(TURN, 0))
    river = _best_river(stays, beyond.get(BOARD, 0))
    return _laid_out(game, solved.best_before_flop(), after_flop, after_turn, river)


def _named(play: str) -> Callable[[Game], DecisionTables]:
    return lambda game: _laid_out(game, *strategy_choices(game, known_strategies(game)[play]))


# --- Layout -------------------------------------------------------------------------------------------------


def _laid_out(
    game: Game, before: Sequence[str], after_flop: Choices, after_turn: Choices, river: River
) -> DecisionTables:
    at_end = game.decisions[-1].seen == BOARD
    _require_few_actions(game)
    ranks, suits = boards_by_rank(), boards_by_suit()
    return DecisionTables(
        _before(game.decisions[0], before),
        packed(after_flop),
        packed(after_turn),
        packed(_moved(river(ranks, 0, len(ranks.kinds)), rank_rows()) if at_end else np.zeros(0, np.uint8)),
        packed(_moved(river(suits, 0, len(suits.kinds)), suit_rows()) if at_end else np.zeros(0, np.uint8)),
    )


def _require_few_actions(game: Game) -> None:
    """Refuses a game that the tables cannot hold: more than four actions, or a last decision that depends on earlier
    bets.
    """
    most = max(len(decision.actions) for decision in game.decisions)
    if most > 4 or len(game.tree.parts(BOARD)) > 1:
        what, where = f"{most} actions, or a last decision that depends on earlier bets", game.terms.book.id
        raise NotThisGame(
            what, where=where, accepted=("up to four actions, and a last decision that does not depend on earlier bets")
        )


def _before(decision: Decision, actions: Sequence[str]) -> Bytes:
    """The number of each pair's action before the flop; zeros if the first decision comes later."""
    if decision.seen:
        return np.zeros(PAIRS, np.uint8)
    place = {f"bet {times}x" if name == "bet" else name: n for n, (name, times) in enumerate(decision.actions)}
    return np.array([place[action] for action in actions], np.uint8)[pairs().kind]


def packed(actions: npt.NDArray[np.integer]) -> Bytes:
    """Packs actions 0 to 3, four to a byte, the first in the lowest bits."""
    flat = np.zeros(-(-actions.size // 4) * 4, np.uint8)
    flat[: actions.size] = actions.reshape(-1)
    together: Bytes = np.bitwise_or.reduce(flat.reshape(-1, 4) << np.arange(0, 8, 2, dtype=np.uint8), axis=1)
    return together


def _moved(rows: npt.NDArray[np.uint8], to: npt.NDArray[np.integer]) -> Bytes:
    into = np.empty_like(rows)
    into[to] = rows
    return into


def rank_rows() -> npt.NDArray[np.int64]:
    """The row of each board by rank, as the tables of five-card strengths number them."""
    five = tables(5)
    keys = five.keys[boards_by_rank().kinds.astype(np.int64) * 4].sum(axis=1)
    found: npt.NDArray[np.int64] = five.high_start[keys >> HIGH_SHIFT & HIGH] + five.low_place[keys & LOW].astype(
        np.int64
    )
    return found


def suit_rows() -> npt.NDArray[np.int64]:
    """The row of each board by suit: the first row of its ranks in the suit, plus the number of its other ranks."""
    kinds = boards_by_suit().kinds.astype(np.int64)
    mask = np.where(kinds < RANKS, 1 << kinds % RANKS, 0).sum(axis=1)
    others = np.where(kinds < RANKS, 0, kinds - RANKS)
    apart = (kinds >= RANKS).sum(axis=1)
    number = np.where(apart == 2, pair_of_kinds(others[:, -1], others[:, -2]), others[:, -1])
    found: npt.NDArray[np.int64] = suit_start()[mask] + number
    return found


@cache
def suit_start() -> npt.NDArray[np.int32]:
    """The first row of each set of ranks in the suit: three leave two other ranks (91 pairs), four leave one, five
    none.
    """
    others = {3: len(by_rank().low), 4: RANKS, 5: 1}
    sizes = [others.get(mask.bit_count(), 0) for mask in range(1 << RANKS)]
    return (np.cumsum(sizes) - sizes).astype(np.int32)


def spot_rows(terms: Terms) -> SpotRows:
    """The rows at which a game's decisions are found; those of sets of four only if there is a decision after the
    turn.
    """
    flops, seen = classes(FLOP), [decision.seen for decision in game_of(terms).decisions]
    turns: tuple[npt.NDArray[np.uint16], Bytes] = (np.zeros(0, np.uint16), np.zeros(0, np.uint8))
    if TURN in seen:
        turns = classes(TURN).of.astype(np.uint16), classes(TURN).order
    return SpotRows(flops.of.astype(np.uint16), flops.order, *turns, pair_orders(), suit_start())


# --- Best choices after the last card ------------------------------------------------------------------------


def _best_river(game: Game, beyond: int = 0) -> River:
    """A function that finds the number of the best last choice on boards, the first of equals; `beyond` is added to
    every number.
    """

    def best(boards: Boards, first: int, after: int) -> npt.NDArray[np.uint8]:
        into = np.zeros((after - first, len(boards.pack.low)), np.uint8)
        starts = starts_by_suit(game.bounds) if boards is boards_by_suit() else starts_by_rank(game.bounds)

        def part(begin: int, end: int) -> None:
            scale, rows = new_scale(boards.pack), into[begin:end]
            choose_on_boards(first + begin, first + end, boards, starts, game.payoffs, scale, rows)

        share_out(after - first, part)
        return into + np.uint8(beyond)

    return best


@kernel
def choose_on_boards(
    first: Any, after: Any, boards: Boards, starts: Starts, pay: Payoffs, scale: Scale, into: Any
) -> None:
    """Writes the number of the best last choice at [board, pair]."""
    for board in range(first, after):
        for own in range(starts.place.shape[1] - 1):
            if starts.place[board, own] < starts.place[board, own + 1]:
                set_scale(board, own, pay, starts, scale)
            for place in range(starts.place[board, own], starts.place[board, own + 1]):
                pair = pair_at(place, boards.words[board])
                into[board - first, pair] = best_place(board, place, pair, pay.last_choices[0], boards, scale)
