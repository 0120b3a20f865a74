"""Control limits compared with plain counts and simulated rounds, for honest floors and a dealer who overpays pushes.

The rounds are dealt card by card under best play, by code that shares nothing with the limits. TABLELAW_SHIFTS sets the
number of shifts, and the number of dealers per hundred shifts.
"""

from __future__ import annotations

import os
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from tablelaw.analysis.par.theory import MAIN, Part, TableTheory, Way, decode, encode, table_theory
from tablelaw.floor.reports.play_tally import PlayTally, Readings, SeatPlay, Stakes, stake_class, total_of
from tablelaw.floor.reports.win_limits import (
    TAILS,
    expected_cents,
    has_theory,
    pushes_in_theory,
    variance_of,
    win_in_theory,
)
from tablelaw.simulation.codes import BLOCK
from tablelaw.simulation.questions.code_values import to_player
from tablelaw.simulation.seating import Seat
from tablelaw.studies.covariances import with_covariances
from tablelaw.studies.games.simulated_table import game_of
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import accept
from tests.floor.world import example

SHIFTS = int(os.environ.get("TABLELAW_SHIFTS", "2000"))
IN_A_SHIFT = 250
"""The number of rounds in a shift."""
DEALT_BY_ONE = 10_000
"""The number of rounds, with three players each, within which the dealer must be flagged."""
KEY = "rules"
STAKES = {"ante": 500, "blind": 500, "trips": 500}
PLAYERS = 3
COINS = TableTheory(
    game="coins",
    base="ante",
    main_wagers=("ante",),
    parts=(Part(MAIN, "Main game", (Way(Fraction(-1), 1), Way(Fraction(1), 1))),),
    push_chances={},
)


def seat(cents: int, win: int = 0) -> SeatPlay:
    return SeatPlay("ann", {MAIN: (cents, 1)}, cents, cents, win, 0)


def tally_of(*rounds: list[SeatPlay], readings: Readings | None = None) -> PlayTally:
    tally = PlayTally()
    for seats in rounds:
        tally.take(KEY, seats, readings or {})
    return tally


# --- Against plain counts --------------------------------------------------------------------------------------------


def test_limits_of_tossed_coins_are_those_of_the_binomial_distribution() -> None:
    tosses = 400
    found = win_in_theory(tally_of(*([[seat(100)]] * tosses)), {KEY: COINS})
    assert found.expected_cents == 0 and found.variance == tosses * 100**2
    heads = np.cumsum([comb(tosses, n) / 2**tosses for n in range(tosses + 1)])
    limits = [found.limits.far_below, found.limits.below, found.limits.above, found.limits.far_above]
    for limit, tail in zip(limits, TAILS, strict=True):
        exact = (2 * int(np.searchsorted(heads, tail)) - tosses) * 100
        assert abs(limit - exact) < 100, "half of what one toss changes"
    assert heads[199] < found.position < heads[200]


def test_a_rare_large_win_lies_inside_the_limits_if_it_is_likely_enough() -> None:
    """A 1 in 10,000 win pays 1,000 times its wager: in 100 rounds its chance is 1 %, far more than the tail of
    0.05 %.
    """
    rare = Part(MAIN, "Main game", (Way(Fraction(-1), 9_999), Way(Fraction(1_000), 1)))
    theory = {KEY: TableTheory("rare", "ante", ("ante",), (rare,), {})}
    limits = win_in_theory(tally_of(*([[seat(100)]] * 100)), theory).limits
    assert limits.far_below < -80_000 < 0 < limits.below, "a normal distribution would put both near -33,000"
    once = win_in_theory(tally_of([seat(100)]), theory).limits
    assert once.far_below > 0, "one in 10,000 is less than 0.05 %"


def test_every_stake_counts_exactly_and_classes_are_bounded() -> None:
    tally = tally_of(*([seat(cents)] for cents in range(100, 12_000, 7)))
    assert len(tally.stakes) < 200
    edge = Part(MAIN, "Main game", (Way(Fraction(-1), 2), Way(Fraction(1), 1)))
    theory = {KEY: TableTheory("edge", "ante", ("ante",), (edge,), {})}
    stakes = range(100, 12_000, 7)
    assert expected_cents(tally, theory) == Fraction(sum(stakes), 3)
    assert variance_of(tally, theory) == Fraction(8, 9) * sum(cents**2 for cents in stakes)
    assert [stake_class(cents) for cents in (5, 99, 100, 1_234, 1_250, 99_900)] == [5, 99, 100, 1_200, 1_300, 100_000]


def test_a_meter_counts_at_its_reading_when_the_wager_was_made() -> None:
    part = Part(
        "progressive", "Progressive", (Way(Fraction(-1), 999), Way(Fraction(-1), 1, (("meter", Fraction(1, 2)),)))
    )
    theory = {KEY: TableTheory("meter", "ante", ("ante",), (part,), {})}
    made = SeatPlay("ann", {"progressive": (100, 1)}, 100, 500, 100, 0)
    low, high = (tally_of([made], readings={"progressive": {"meter": cents * 10_000}}) for cents in (10_000, 200_000))
    assert expected_cents(low, theory) == 100 - 5 and expected_cents(high, theory) == 100 - 100
    assert expected_cents(total_of([low, high]), theory) == 95


def test_what_has_no_theory_is_not_guessed() -> None:
    tally = tally_of([seat(100)])
    assert has_theory(tally, {KEY: COINS}) and not has_theory(tally, {})
    other = PlayTally(stakes=tally.stakes | {(KEY, "trips", 100): Stakes(1, 100, 10_000)})
    assert not has_theory(other, {KEY: COINS})


# --- Against simulated rounds ----------------------------------------------------------------------------------------


class Dealt(NamedTuple):
    """Simulated rounds: the house's win, the number of pushed opening wagers, and the number of overpaid ones, per
    round.
    """

    wins: npt.NDArray[np.int64]
    pushes: npt.NDArray[np.int64]
    overpaid: npt.NDArray[np.int64]


@cache
def theory() -> TableTheory:
    filed = accept(parse_draft(example("pa-653a", "T")))
    return with_covariances(filed, table_theory(filed), blocks=8)


@cache
def dealt(rounds: int) -> Dealt:
    """Deals rounds for three players who each make an Ante, a Blind and a Trips Bonus; any push may be overpaid."""
    filed = accept(parse_draft(example("pa-653a", "T")))
    game = game_of(filed, [Seat(STAKES)] * PLAYERS)
    values, chance = to_player(game, {}), np.random.default_rng(16)
    columns = {column.wager: n for n, column in enumerate(game.columns)}
    found = []
    for block in range(-(-rounds // BLOCK)):
        codes = game.play(1_601, block)
        wins = -np.sum([values[n][codes[:, :, n]].sum(axis=1) for n in columns.values()], axis=0)
        came_back = sum(
            (values[columns[wager]][codes[:, :, columns[wager]]] == 0).sum(axis=1) for wager in ("ante", "blind")
        )
        found.append(Dealt(wins, came_back, chance.binomial(came_back, 1 / 20)))
    return Dealt(*(np.concatenate(parts)[:rounds] for parts in zip(*found, strict=True)))


def expected_of(rounds: int, win: int = 0, pushes: int = 0) -> PlayTally:
    """The tally of a number of simulated rounds, all with the same stakes."""
    one = SeatPlay("ann", {MAIN: (500, 1), "trips": (500, 1)}, 2_000, 500, 0, 0)
    tally = tally_of([one] * PLAYERS)
    for made in tally.stakes.values():
        made.count, made.cents, made.squares = (figure * rounds for figure in (made.count, made.cents, made.squares))
    for counter in (tally.products, tally.seat_rounds, tally.seat_pairs):
        for name in counter:
            counter[name] *= rounds  # type: ignore[index]
    tally.win_cents, tally.pushes[KEY] = win, pushes
    return tally


def in_shifts(values: npt.NDArray[np.int64], length: int, number: int) -> npt.NDArray[np.int64]:
    return np.asarray(values[: number * length].reshape(number, length).sum(axis=1), np.int64)


def is_near(hits: int, trials: int, chance: float) -> bool:
    """Whether a binomial count is within four standard deviations of its mean, plus one."""
    return abs(hits - trials * chance) <= 4 * sqrt(trials * chance * (1 - chance)) + 1


def outside(values: npt.NDArray[np.int64], low: float, high: float) -> int:
    return int(((values < low) | (values > high)).sum())


def test_expected_win_and_variance_are_those_of_the_simulated_rounds() -> None:
    wins = dealt(SHIFTS * IN_A_SHIFT).wins
    tally = expected_of(1)
    mean, variance = float(expected_cents(tally, {KEY: theory()})), float(variance_of(tally, {KEY: theory()}))
    assert abs(wins.mean() - mean) < 4 * sqrt(variance / len(wins))
    assert wins.var() == pytest.approx(variance, rel=0.04)


def test_false_alarms_of_an_honest_floor_come_at_the_nominal_rate() -> None:
    wins = in_shifts(dealt(SHIFTS * IN_A_SHIFT).wins, IN_A_SHIFT, SHIFTS)
    limits = win_in_theory(expected_of(IN_A_SHIFT), {KEY: theory()}).limits
    flagged, far = outside(wins, limits.below, limits.above), outside(wins, limits.far_below, limits.far_above)
    print(f"honest shifts: {SHIFTS:,}; outside 95 %: {flagged}, outside 99.9 %: {far}")
    assert is_near(flagged, SHIFTS, 0.05) and is_near(far, SHIFTS, 0.001)


def test_false_alarms_of_pushes_come_at_the_nominal_rate() -> None:
    pushes = in_shifts(dealt(SHIFTS * IN_A_SHIFT).pushes, IN_A_SHIFT, SHIFTS)
    found = pushes_in_theory(expected_of(IN_A_SHIFT), {KEY: theory()})
    assert found is not None
    flagged = outside(pushes, found.limits.below, found.limits.above)
    far = outside(pushes, found.limits.far_below, found.limits.far_above)
    assert is_near(flagged, SHIFTS, 0.05) and is_near(far, SHIFTS, 0.001)


def test_a_dealer_who_overpays_one_push_in_twenty_is_flagged_within_ten_thousand_rounds() -> None:
    """Nineteen in twenty such dealers fall below the 99.9 % limit; honest dealers with as many rounds do not."""
    dealers = SHIFTS * IN_A_SHIFT // DEALT_BY_ONE
    played = dealt(SHIFTS * IN_A_SHIFT)
    found = pushes_in_theory(expected_of(DEALT_BY_ONE), {KEY: theory()})
    assert found is not None

    def flagged(pushes: npt.NDArray[np.int64]) -> int:
        return int((in_shifts(pushes, DEALT_BY_ONE, dealers) < found.limits.far_below).sum())

    caught, honest = flagged(played.pushes - played.overpaid), flagged(played.pushes)
    print(f"dealers: {dealers}; flagged if they overpay: {caught}, if they do not: {honest}")
    assert is_near(caught, dealers, 0.95) and honest <= 1 + dealers // 500


def test_the_win_alone_would_need_many_more_rounds() -> None:
    """Each overpaid push costs 500 cents, and the total over 10,000 rounds stays within the limits of the win."""
    limits = win_in_theory(expected_of(DEALT_BY_ONE), {KEY: theory()})
    played = dealt(SHIFTS * IN_A_SHIFT)
    lost = 500 * played.overpaid.mean() * DEALT_BY_ONE
    assert lost < float(limits.expected_cents) - limits.limits.below


def test_a_theory_travels_as_text() -> None:
    assert decode(encode(theory())) == theory()
