"""Simulated meters move like those of the cage: the same rounds give the same amounts in both."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.meters.meters import Meters
from tablelaw.cage.meters.state import contribution, share_cents
from tablelaw.simulation.codes import BLOCK, Codes, Column, Meaning
from tablelaw.simulation.questions.meter_records import Period
from tablelaw.simulation.questions.meters import Fed, Periods, Walk, fed
from tablelaw.simulation.runs import Threads, run
from tablelaw.submission.submission import MeterTerms
from tests.simulation.fakes import FakeGame

GAME = FakeGame()
METER = MeterTerms(
    "five-card", "meter", ("progressive",), Fraction(1_000_000), Fraction(0), Fraction(13, 100), Fraction(8, 100), ""
)
RESEEDED = MeterTerms(
    "own", "meter", ("progressive",), Fraction(500_000), Fraction(300_000), Fraction(2117, 99_991), Fraction(0), ""
)
DIVIDED = Column(
    "progressive",
    (
        Meaning("lost", 100, -100),
        Meaning("won", 100, -100, (("meter", Fraction(1, 2)),), "royal flush"),
        Meaning("won", 100, -100, (("meter", Fraction(1, 20)),), "straight flush"),
    ),
)


def fed_game(terms: MeterTerms, divided: frozenset[str] = frozenset()) -> Fed:
    return fed(terms, GAME, divided)


class CageMeter:
    """The cage's own meter, fed with every wager and every win of the same rounds."""

    def __init__(self, terms: MeterTerms) -> None:
        self.terms, self.meters = terms, Meters()
        self.name = self.meters.connect("T", terms, "1(a)")
        self.apply("opened", units=int(terms.seed_cents * METER_UNITS_PER_CENT))
        self.restarts: list[int] = []

    def apply(self, kind: str, units: int, reserve: int = 0, cents: int = 0) -> None:
        made = MeterChange(
            meter=self.name, kind=kind, cite="1(a)", table="T", units=units, reserve=reserve, cents=cents
        )
        self.meters.apply(made)

    def round(self, stakes: list[int], wins: list[tuple[Fraction, int]]) -> None:
        for cents in stakes:
            units, reserve = contribution(self.terms, cents)
            self.apply("staked", units=units, reserve=reserve, cents=cents)
        for share, parts in wins:
            self.win(share, parts)
        for cents in stakes:
            units, reserve = contribution(self.terms, cents)
            self.apply("counted", units=units, reserve=reserve, cents=cents)

    def win(self, share: Fraction, parts: int) -> None:
        state = self.meters[self.name]
        cents = share_cents(share, state.units, parts) * parts
        self.apply("won", units=cents * METER_UNITS_PER_CENT, cents=cents)
        if share == 1 and state.reseed:
            self.apply("reseeded", units=state.reseed)
        if share == 1 and state.reserve_units:
            self.apply("reserve moved", units=state.reserve_units)


def through_the_cage(terms: MeterTerms, column: Column, codes: Codes, divided: bool) -> CageMeter:
    cage = CageMeter(terms)
    for row in codes:
        meanings = [column.meanings[code] for code in row[:, -1]]
        won = [m.shares[0][1] for m in reversed(meanings) if m.shares]
        wins = [(share * len(won), len(won)) for share in won[:1]] if divided else [(share, 1) for share in won]
        cage.round([m.staked for m in meanings if m.staked], wins)
    return cage


@pytest.mark.parametrize("terms", [METER, RESEEDED], ids=lambda terms: terms.id)
def test_a_meter_moves_as_in_the_cage(terms: MeterTerms) -> None:
    codes = GAME.play(3, 0)[:2_000]
    cage = through_the_cage(terms, GAME.columns[1], codes, divided=False).meters
    state = next(iter(cage.values()))
    walk = Walk(fed_game(terms), (0, 1))
    for part in np.array_split(codes, 7):
        walk.take(part)
    world = walk.tally(0).worlds[0]
    assert (world.shows, world.reserve) == (state.units, state.reserve_units)
    assert (world.paid, world.staked, world.wins + world.parts) == (state.wins, state.amount_in, state.hits)
    assert world.wins > 5
    assert world.parts > 10


def test_a_fault_of_one_unit_would_be_seen() -> None:
    """The comparison is sensitive: a meter to which wagers add one unit more does not agree."""
    codes = GAME.play(3, 0)[:200]
    state = next(iter(through_the_cage(METER, GAME.columns[1], codes, divided=False).meters.values()))
    sound = fed_game(METER)
    walk = Walk(sound._replace(primary=tuple(added + (added > 0) for added in sound.primary)), (0, 1))
    walk.take(codes)
    assert walk.units != state.units


def test_a_divided_share_leaves_the_meter_once() -> None:
    game = FakeGame(columns=(DIVIDED,))
    codes = np.zeros((300, 2, 1), np.uint16)
    codes[50], codes[120], codes[200] = 1, 2, 1
    meter = fed(METER, game, frozenset({"progressive"}))
    state = next(iter(through_the_cage(METER, DIVIDED, codes, divided=True).meters.values()))
    walk = Walk(meter, (0,))
    walk.take(codes)
    assert (walk.units, walk.held, walk.paid) == (state.units, state.reserve_units, state.wins)
    assert (len(walk.gaps), walk.parts) == (2, 1)
    assert walk.gaps == [51, 150]


def test_a_meter_starts_again_from_its_reserve_alone_and_so_below_its_seed() -> None:
    codes = np.ones((3, 1, 1), np.uint16)
    codes[1] = 4
    walk = Walk(fed(METER, FakeGame(1, GAME.columns[1:]), frozenset()), (0,))
    walk.take(codes)
    one_wager = 8
    assert walk.restarts == [one_wager - 1_000_000]
    assert walk.shown == [1_000_000 + 13]
    assert (walk.units, walk.held) == ((2 * 13 + 8) * METER_UNITS_PER_CENT, 2 * 8 * METER_UNITS_PER_CENT)


def test_periods_are_worlds_of_their_own_and_do_not_hang_on_the_cut() -> None:
    period = Period(tables=3, rounds_an_hour=40, hours_a_day=20, days=8)
    assert period.rounds == 19_200 > BLOCK
    work = Periods(GAME, 7, (period,), 3, (fed_game(METER), fed_game(RESEEDED)), (0, 1))
    found = run(work, Threads(2))
    assert found == run(work, Threads(1))
    tally = found.by_tables[3]["five-card"]
    assert sorted(tally.worlds) == [0, 1, 2]
    assert sum(world.wins for world in tally.worlds.values()) == tally.gaps.n == tally.shown.n == tally.restarts.n
    assert {world.staked for world in tally.worlds.values()} == {19_200 * 2 * 100}
    assert all(world.peak >= world.shows + world.reserve for world in tally.worlds.values())


def test_numbers_of_tables_asked_about_together_come_to_what_each_comes_to_alone() -> None:
    lengths = tuple(Period(tables, rounds_an_hour=40, hours_a_day=20, days=8) for tables in (1, 3))
    meters = (fed_game(METER),)
    together = run(Periods(GAME, 7, lengths, 2, meters, (0, 1)), Threads(2))
    alone = [run(Periods(GAME, 7, (period,), 2, meters, (0, 1)), Threads(1)) for period in lengths]
    assert together.by_tables == alone[0].by_tables | alone[1].by_tables
    assert together == alone[1].with_(alone[0])
    few, many = (together.by_tables[tables]["five-card"] for tables in (1, 3))
    assert 3 * sum(w.staked for w in few.worlds.values()) == sum(w.staked for w in many.worlds.values())
