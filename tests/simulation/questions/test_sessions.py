"""Sessions with a bankroll and shifts of a table, compared with a plain loop over the same rounds."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.simulation.codes import BLOCK
from tablelaw.simulation.questions.code_values import to_house
from tablelaw.simulation.questions.sessions_and_shifts import Purse, Sessions, Shifts, Stretches, session_tally
from tablelaw.simulation.runs import Threads, do_span, run
from tablelaw.simulation.tallies import Histogram
from tests.simulation.fakes import FakeGame
from tests.simulation.test_tallies import VALUES

GAME = FakeGame()
PURSE = Purse(bankroll=3_000, needs=600)


def told(nets: list[int], purse: Purse) -> tuple[int, int, int | None]:
    """The results of one session, computed round by round: the end, the deepest fall, and when it was ruined."""
    up = best = fall = 0
    for played, net in enumerate(nets):
        if purse.bankroll + up < purse.needs:
            return up, fall, played
        up += net
        best = max(best, up)
        fall = max(fall, best - up)
    return up, fall, None


@pytest.mark.parametrize(("length", "number"), [(50, 700), (BLOCK, 2), (BLOCK + 100, 2)])
def test_sessions_are_what_a_plain_loop_finds(length: int, number: int) -> None:
    work = Sessions(GAME, 7, Stretches(length, number), 1, PURSE, VALUES)
    tally = run(work, Threads(2))
    ends, falls, ruins = Histogram(), Histogram(), Histogram()
    for nets in sessions_of(work):
        end, fall, ruined = told(nets, PURSE)
        ends, falls = ends.with_(Histogram({end: 1})), falls.with_(Histogram({fall: 1}))
        ruins = ruins.with_(Histogram({ruined: 1})) if ruined is not None else ruins
    assert (tally.ends, tally.drawdowns, tally.ruined) == (ends, falls, ruins)
    assert tally.ends.n == number


def sessions_of(work: Sessions) -> list[list[int]]:
    found = []
    for piece in range(work.pieces):
        blocks = range(piece * work.stretches.blocks, (piece + 1) * work.stretches.blocks)
        codes = np.concatenate([GAME.play(7, block) for block in blocks])
        nets = [int(VALUES[0][row[1, 0]] + VALUES[1][row[1, 1]]) for row in codes]
        length = work.stretches.length
        found += [nets[n * length : (n + 1) * length] for n in range(work.stretches.in_a_piece)]
    return found[: work.stretches.number]


@pytest.mark.parametrize(
    ("bankroll", "ruined"), [(600, {1: 1}), (1_099, {1: 1}), (1_100, {2: 1}), (599, {0: 1}), (1_600, {})]
)
def test_ruin_is_a_purse_below_the_next_round_in_full(bankroll: int, ruined: dict[int, int]) -> None:
    tally = session_tally(np.array([[-500, -500]], np.int64), Purse(bankroll, 600))
    expected = {rounds: n for rounds, n in ruined.items() if rounds < 2}
    assert tally.ruined.counts == expected


def test_a_ruined_session_ends_where_it_was_ruined() -> None:
    tally = session_tally(np.array([[-500, 9_000]], np.int64), Purse(1_000, 600))
    assert (tally.ends.counts, tally.drawdowns.counts) == ({-500: 1}, {500: 1})


def test_the_cut_of_the_work_does_not_matter() -> None:
    work = Sessions(GAME, 7, Stretches(1_000, 100), 0, PURSE, VALUES)
    assert run(work, Threads(1)) == run(work, Threads(3)) == do_span(work, (0, work.pieces))


@pytest.mark.parametrize(
    ("length", "number", "pieces"), [(1, BLOCK, 1), (1, BLOCK + 1, 2), (BLOCK, 3, 3), (9_000, 3, 3)]
)
def test_stretches_share_blocks_only_where_they_fit(length: int, number: int, pieces: int) -> None:
    stretches = Stretches(length, number)
    assert stretches.pieces == pieces
    assert sum(stretches.lasting(piece) for piece in range(pieces)) == number


# --- Shifts -------------------------------------------------------------------------------------------------


def test_a_table_wins_what_its_seats_lose() -> None:
    work = Shifts(GAME, 7, Stretches(300, 40), to_house(GAME, ()))
    tally = run(work, Threads(2))
    net = [[m.net for m in column.meanings] for column in GAME.columns]
    codes = GAME.play(7, 0)[: 300 * 40]
    wins = [-sum(net[c][row[s, c]] for s in range(2) for c in range(2)) for row in codes]
    expected = [sum(wins[n * 300 : (n + 1) * 300]) * METER_UNITS_PER_CENT for n in range(40)]
    assert sorted(tally.counts.items()) == sorted({win: expected.count(win) for win in expected}.items())


def test_what_a_meter_takes_is_no_win_of_the_table() -> None:
    from tests.simulation.questions.test_meters import METER, fed_game

    values = to_house(GAME, (fed_game(METER),))
    lost = next(n for n, m in enumerate(GAME.columns[1].meanings) if m.outcome == "lost")
    assert values[1][lost] == (100 - 13 - 8) * METER_UNITS_PER_CENT
    assert METER.primary + METER.reserve == Fraction(21, 100)
