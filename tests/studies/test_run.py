"""Answers: intervals, titles, exact values next to simulated ones, and charts drawn from little data."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tablelaw.analysis.solver import MAIN
from tablelaw.analysis.strategies import strategies_of
from tablelaw.simulation.runs import Threads
from tablelaw.simulation.seating import most_staked
from tablelaw.simulation.tallies import Histogram, Moments, moments
from tablelaw.studies.answers.answer import Answer, Sheet, deviation, mean, quantiles, share
from tablelaw.studies.answers.chart_style import bars, framed, marks, png, svg
from tablelaw.studies.exact_comparison import FOLDED, MISTAKEN, WHOLE, WITH_OTHERS, Exact, exact_of, known_of
from tablelaw.studies.question_work import prepared
from tablelaw.studies.run import answers
from tablelaw.studies.study import Source, Study, read_source, study_of
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
    assert {why for why in known_of(study, 1).values() if isinstance(why, str)} == {MISTAKEN}
    assert exact_of(study, 0)[MAIN].ev == Fraction(-1348050875653, 50592437455560)


def study_with(rulebook: str, *seats: str) -> Study:
    rows = "".join(f"[[seats]]\n{seat}\n" for seat in seats)
    return study_of(Source("test", f'rulebook = "{rulebook}"\nrounds = 9\n{rows}[hold]\n'))


@pytest.mark.parametrize("play", ["best", "never fold", "J-high or better, T-high by higher cards"])
def test_678a_ante_and_raise_are_known_one_by_one_and_add_up(play: str) -> None:
    seat = f'play = "{play}"\nwagers = {{ ante = 5 }}'
    known = exact_of(study_with("pa-678a", seat), 0)
    assert known["ante"].ev + known["raise"].ev == known[MAIN].ev
    assert known["raise"].variance


@pytest.mark.parametrize("play", ["best", "never fold"])
def test_colorado_ante_and_bet_are_known_one_by_one_and_add_up(play: str) -> None:
    known = exact_of(study_with("ma-colorado", f'play = "{play}"\nwagers = {{ ante = 5, bonus = 1 }}'), 0)
    assert known["ante"].ev + known["bet"].ev == known[MAIN].ev
    assert known["bonus"].variance


def test_never_folding_in_ultimate_is_known_wager_by_wager() -> None:
    seat = 'play = "never fold"\nwagers = { ante = 5, blind = 5, trips = 5, bad-beat = 5 }'
    study = study_with("pa-653a", seat)
    known = exact_of(study, 0)
    worth = {one.name: one.ev for one in strategies_of(study.submission.terms, Fraction(0))}
    assert known["ante"].ev + known["blind"].ev + known["play"].ev == known[MAIN].ev == worth["never fold"]
    assert set(known) == {"ante", "blind", "play", "trips", "bad-beat", MAIN}


@pytest.mark.parametrize("others", [0, 1, 2])
def test_envy_looks_at_every_hand_dealt_with_or_without_a_progressive(others: int) -> None:
    plain = "wagers = { ante = 5, blind = 5 }"
    study = study_with("pa-653a", "wagers = { ante = 5, blind = 5, progressive = 1 }", *[plain] * others)
    known = exact_of(study, 0)["envy"]
    one = exact_of(study_with("pa-653a", "wagers = { ante = 5, blind = 5, progressive = 1 }", plain), 0)["envy"]
    assert known.ev == others * one.ev
    assert (known.variance is None) == (others != 1)


def test_653a_where_a_fold_collects_the_progressive_the_study_says_what_is_not_known() -> None:
    """The analysis does not count the Progressive hands that a named strategy folds, nor the Envy lost with them."""
    collected = '[choices]\nfold-and-progressive = "collected"\n'
    wagers = "wagers = { ante = 5, blind = 5, progressive = 1 }"
    study = study_with("pa-653a", wagers, f'play = "basic strategy"\n{wagers}', f"{wagers}\n{collected}")
    best, basic = known_of(study, 0), known_of(study, 1)
    assert isinstance(best["progressive"], Exact) and best["envy"] == WITH_OTHERS
    assert basic["progressive"] == FOLDED and isinstance(basic[MAIN], Exact)


def test_each_reason_for_a_missing_exact_value_is_given_once() -> None:
    found = answered("hold-pa-678a", 2_000)
    assert found.notes[0].startswith(
        "No exact value of ante of seat 2, raise of seat 2, main game of seat 2: decisions"
    )
    assert found.notes[1:] == ("No exact value of whole round of seat 2: part of it is not known.",)
    assert "why_not_exact" in found.tables["hold"].csv().splitlines()[0]


def test_a_sheet_without_rows_has_its_head_and_words_with_commas_are_quoted() -> None:
    assert Sheet([], ("cut_cents", "hands")).csv() == "cut_cents,hands\n"
    assert (
        Sheet([{"play": "basic strategy, never folding", "n": 1}]).csv()
        == 'play,n\n"basic strategy, never folding",1\n'
    )


def test_a_round_in_full_counts_the_largest_bets() -> None:
    study = study_of(read_source(BY_NAME["session-pa-653a"]))
    assert most_staked(study.submission.terms, study.seats[0]) == 100 * (10 + 10 + 5 + 4 * 10)
    flush = study_of(read_source(BY_NAME["hold-pa-678a"]))
    assert most_staked(flush.submission.terms, flush.seats[0]) == 100 * (10 + 5 + 5 + 1 + 3 * 10)


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
