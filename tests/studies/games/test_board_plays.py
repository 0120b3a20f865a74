"""Strategies as tables: they take the actions that exact advice gives, and have exactly the value that the analysis
gives.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.board_with_dealer.board_kernels import Boards
from tablelaw.analysis.board_with_dealer.count_endings import ends_of
from tablelaw.analysis.board_with_dealer.decision_tables import (
    decision_tables,
    play_names,
    rank_rows,
    spot_rows,
    suit_rows,
)
from tablelaw.analysis.board_with_dealer.distribution import distribution
from tablelaw.analysis.board_with_dealer.flops_and_turns import pairs
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.board_with_dealer.lines_of_play import plan_of
from tablelaw.analysis.cache import FOLDER, kept_arrays
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.solver import NotThisGame, Seen
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.analysis.strategies import strategies_of
from tablelaw.analysis.symmetry.suits import PAIRS
from tablelaw.cards.arrays.play_tables import DecisionTables
from tablelaw.cards.card import PACK, Card
from tablelaw.law.decisions import decisions_of
from tablelaw.law.rulebook import Terms
from tablelaw.law.text_values import Multiple
from tablelaw.rulebooks import get
from tablelaw.simulation.rounds.board_plays import decide
from tablelaw.simulation.seating import BadSeat, Seat
from tablelaw.studies.games.simulated_table import game_of as table_of
from tablelaw.studies.games.simulated_table import plays_of
from tests.simulation.plain_stream import PlainStream

BOOKS = ("pa-653a", "pa-647a", "pa-677a")
SPOTS = {0: 40, 3: 3, 4: 12, 5: 60}
"""How many deals are tested for each number of community cards seen: a flop has 1,081 possible boards."""


@cache
def terms_of(book: str) -> Terms:
    return get(book).terms()


def unpacked(table: npt.NDArray[np.uint8], columns: int) -> npt.NDArray[np.uint8]:
    flat = (table[:, None] >> np.arange(0, 8, 2, dtype=np.uint8)).astype(np.uint8).reshape(-1) & np.uint8(3)
    return flat[: len(flat) // columns * columns].reshape(-1, columns)


# --- Against advice ---------------------------------------------------------------------------------------


def deals(count: int, seed: int) -> list[tuple[Card, ...]]:
    """The board's cards, then the two in hand."""
    stream, pack, found = PlainStream(seed, 0, 0), list(range(52)), []
    for _ in range(count):
        stream.deal(pack, 7)
        found.append(tuple(PACK[card] for card in pack[:7]))
    return found


def actions_read(
    terms: Terms, play: DecisionTables, seen: int, dealt: list[tuple[Card, ...]]
) -> list[tuple[str, Multiple]]:
    """The actions that the simulation's own lookup finds."""
    decision = next(decision for decision in decisions_of(terms) if decision.seen == seen)
    cards, into = np.array(dealt, np.uint8), np.zeros(len(dealt), np.uint8)
    decide(seen, 5, cards, play, spot_rows(terms), np.ones(len(dealt), np.uint8), into)
    return [decision.actions[place] for place in into]


@pytest.mark.parametrize("book", BOOKS)
def test_best_play_is_what_exact_advice_says(book: str) -> None:
    terms = terms_of(book)
    play = decision_tables(terms)
    for decision in decisions_of(terms):
        dealt = deals(SPOTS[decision.seen], 100 + decision.seen)
        for deal, taken in zip(dealt, actions_read(terms, play, decision.seen, dealt), strict=True):
            told: list[Advice] = solver_of(terms).advise(terms, Seen(deal[5:], deal[: decision.seen]))
            assert taken == (told[0].action, told[0].multiple), f"{deal[5:]} on {deal[: decision.seen]}"


def test_a_row_off_by_one_is_noticed() -> None:
    terms = terms_of("pa-653a")
    play = decision_tables(terms)
    moved = play._replace(by_rank=np.roll(play.by_rank, 91), by_suit=np.roll(play.by_suit, 351))
    dealt = deals(SPOTS[5], 105)
    assert actions_read(terms, moved, 5, dealt) != actions_read(terms, play, 5, dealt)


# --- What they are worth ------------------------------------------------------------------------------------


def exact_value(terms: Terms, name: str) -> Fraction:
    """The value per Ante of following the tables in all deals."""
    game, found = game_of(terms), decision_tables(terms, name)
    names = [f"bet {times}x" if act == "bet" else act for act, times in game.decisions[0].actions]
    kinds = {int(kind): names[found.before[pair]] for pair, kind in enumerate(pairs().kind)}
    at_flop, at_turn = (unpacked(table, PAIRS).astype(np.int8) for table in (found.flop, found.turn))
    plan = plan_of(game, [kinds[kind] for kind in range(169)], at_flop, at_turn, lambda *where: river(found, *where))
    return distribution(game, ends_of(plan, game.payoffs, game.bounds)).mean


def river(found: DecisionTables, boards: Boards, first: int, after: int) -> npt.NDArray[np.uint8]:
    by_rank = boards.pack.of_suit.max() == 0
    rows, table = (rank_rows(), found.by_rank) if by_rank else (suit_rows(), found.by_suit)
    return unpacked(table, len(boards.pack.low))[rows[first:after]]


@pytest.mark.parametrize("book", ["pa-653a", "pa-647a"])
def test_best_play_is_worth_the_main_game(book: str) -> None:
    assert exact_value(terms_of(book), "best") == main_of(terms_of(book)).ev


@pytest.mark.parametrize(("book", "name"), [("pa-653a", "basic strategy"), ("pa-647a", "bet above the board")])
def test_named_plays_are_worth_what_the_analysis_says(book: str, name: str) -> None:
    terms = terms_of(book)
    known = {strategy.name: strategy.ev for strategy in strategies_of(terms, Fraction(0))}
    assert set(play_names(terms)) == {"best", *known}
    assert exact_value(terms, name) == known[name]


def test_tables_are_kept_and_a_broken_file_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    asked: list[int] = []

    def answer() -> dict[str, npt.NDArray[np.int64]]:
        asked.append(len(asked))
        return {"numbers": np.arange(5)}

    book = get("pa-653a")
    for _ in range(2):
        assert kept_arrays(book, "a question", answer)["numbers"].tolist() == [0, 1, 2, 3, 4]
    assert len(asked) == 1
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert kept_arrays(book, "a question", answer)["numbers"].tolist() == [0, 1, 2, 3, 4]
    assert kept_arrays(book, "another", answer)["numbers"].tolist() == [0, 1, 2, 3, 4]
    assert len(asked) == 3


# --- Seats ----------------------------------------------------------------------------------------------------


def test_seats_that_name_the_same_play_share_it() -> None:
    one, other, third = plays_of(terms_of("pa-653a"), [Seat({}), Seat({}, "never fold"), Seat({})])
    assert one is third
    assert one is not other


def test_a_play_nobody_knows_is_refused() -> None:
    plays = '"best", "never fold", "basic strategy", "basic strategy, never folding"'
    words = f"seat 1: no strategy named 'bold'; accepted: {plays}"
    with pytest.raises(BadSeat, match=words):
        table_of(terms_of("pa-653a"), [Seat({"ante": 500, "blind": 500}, "bold")])
    with pytest.raises(NotThisGame, match="no strategy named 'bold'; accepted: best, never fold"):
        decision_tables(terms_of("pa-653a"), "bold")
