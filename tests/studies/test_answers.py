"""Answers: intervals, titles, exact values beside simulated ones, pictures that can be drawn from little."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from houserules.simulation.runs import Threads
from houserules.simulation.tallies import Histogram, Moments, moments
from houserules.studies.answer import Answer, deviation, mean, quantiles, share
from houserules.studies.answers import answers
from houserules.studies.exact import MAIN, WHOLE, exact_of
from houserules.studies.pictures import bars, framed, marks, png, svg
from houserules.studies.study import read_source, study_of
from houserules.studies.works import most_staked, prepared
from tests.studies.small import EXAMPLES, small

BY_NAME = {path.stem: path for path in EXAMPLES}


def test_a_mean_has_the_interval_of_the_normal_law() -> None:
    found = moments(np.array([1, 2, 3, 4], np.int64))
    assert deviation(found) == pytest.approx(1.2909944487)
    assert mean(found) == pytest.approx((2.5, 2.5 - 1.2651512, 2.5 + 1.2651512))
    assert deviation(Moments(1, 5, 25)) == 0.0


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"), [(0, 10, 0.0, 0.2775328), (5, 10, 0.2365931, 0.7634069), (10, 10, 0.7224672, 1.0)]
)
def test_a_share_has_wilsons_interval(hits: int, n: int, low: float, high: float) -> None:
    assert share(hits, n) == pytest.approx((hits / n, low, high), abs=1e-6)


def test_quantiles_are_in_the_unit_asked_for() -> None:
    assert quantiles(Histogram({10_000: 1}), 10_000)["50%"] == 1.0
    assert quantiles(Histogram({7: 3}))["99%"] == 7


def answered(name: str, rounds: int) -> Answer:
    source = read_source(small(BY_NAME[name]), rounds=rounds)
    return next(iter(answers(source, Threads(2))))


@pytest.mark.parametrize("name", [name for name in BY_NAME if name.startswith("hold")])
def test_every_wager_is_near_its_exact_value(name: str) -> None:
    found = answered(name, 200_000)
    wagers = found.facts["wagers"]
    assert isinstance(wagers, list)
    known = [row for row in wagers if row["exact"] is not None]
    assert {MAIN, WHOLE} <= {row["wager"] for row in known}
    assert all(abs(row["z"]) < 4 for row in known), [(row["wager"], row["z"]) for row in known]


def test_mistakes_leave_only_what_no_decision_touches() -> None:
    study = study_of(read_source(BY_NAME["hold-pa-678a"]))
    assert set(exact_of(study, 1)) == {"flush-bonus"}
    assert exact_of(study, 0)[MAIN].ev == Fraction(-1348050875653, 50592437455560)


def test_a_round_in_full_counts_the_largest_bets() -> None:
    study = study_of(read_source(BY_NAME["session-pa-653a"]))
    assert most_staked(study.submission, study.seats[0]) == 100 * (10 + 10 + 5 + 4 * 10)
    flush = study_of(read_source(BY_NAME["hold-pa-678a"]))
    assert most_staked(flush.submission, flush.seats[0]) == 100 * (10 + 5 + 5 + 1 + 3 * 10)


def test_columns_of_a_table_are_worth_what_they_mean() -> None:
    ready = prepared(read_source(BY_NAME["hold-pa-678a"]))
    place = [column.wager for column in ready.game.columns].index("progressive")
    rows = zip(ready.game.columns[place].meanings, ready.values[place], strict=True)
    whole = next(value for meaning, value in rows if meaning.shares == (("meter", Fraction(1)),))
    assert whole == 3_000_000 - 100


@pytest.mark.parametrize("counts", [{0: 1}, {-5: 1}, {-300: 2, 400: 1}, dict.fromkeys(range(-50, 900), 1)])
def test_a_picture_can_be_drawn_of_little_and_of_much(counts: dict[int, int]) -> None:
    def draw() -> object:
        figure, (axes,) = framed(2, 1, "what", "title " * 30)
        bars(axes, Histogram(counts), 1)
        marks(axes, {"here": 0.0})
        return figure

    assert png(draw).startswith(b"\x89PNG")  # type: ignore[arg-type]
    assert svg(draw) == svg(draw)  # type: ignore[arg-type]
