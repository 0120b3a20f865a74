"""`python -m bench` measures the named sections, or all of them, and refuses unknown names."""

from __future__ import annotations

import re
import subprocess
import sys
from ipaddress import ip_address

import pytest

from bench import __main__ as bench
from bench import floor_load, growth, load_trace, property_load, solvers, start, turns
from bench.floor_load import Crowd
from bench.growth import Series
from bench.property_load import Loaded
from bench.solvers import Timed
from bench.traced_server import BATCH, COMMIT, GARBAGE, Span, Trace
from tablelaw import rulebooks
from tablelaw.server.users import Person
from tests.examples import FOLDER


def test_without_a_section_all_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make bench` calls it this way, on every version of Python."""
    measured: list[tuple[int, float]] = []

    def measure(repetitions: int, seconds: float) -> bool:
        measured.append((repetitions, seconds))
        return True

    monkeypatch.setattr(bench, "SECTIONS", dict.fromkeys(bench.SECTIONS, measure))
    monkeypatch.setattr(sys, "argv", ["bench"])
    assert bench.main() == 0
    assert measured == [(5, 1.0)] * len(bench.SECTIONS)


def test_named_sections_are_measured_in_their_order() -> None:
    assert bench.read_options(["floor", "table"]).sections == ["floor", "table"]


def test_an_unknown_section_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bench.read_options(["tables"])
    assert ended.value.code == 2
    assert "no section tables; accepted: table, evaluator" in capsys.readouterr().err


def test_help_is_given_without_measuring() -> None:
    told = subprocess.run([sys.executable, "-m", "bench", "--help"], capture_output=True, text=True, check=True)
    assert all(name in told.stdout for name in bench.SECTIONS)


BOUNDS = {
    "pa-647a": 1.5,
    "md-thb": 1.5,
    "ma-colorado": 1.5,
    "pa-653a": 1.5,
    "pa-677a": 1.5,
    "pa-678a": 1.5,
    "casino-holdem": 3,
    "fr-holdem": 3,
    "three-card-poker": 1,
    "fr-trois-cartes": 1,
    "mississippi-stud": 1,
    "let-it-ride": 1,
    "caribbean-stud": 20,
    "fr-stud": 600,
}
"""The longest that the main game may take, in seconds on two idle cores."""


@pytest.mark.parametrize(("book", "most"), BOUNDS.items())
def test_a_solver_is_judged_below_at_and_above_its_bound(book: str, most: float) -> None:
    judged = [Timed(book, "main", seconds, 2 * seconds, 500).met for seconds in (most - 0.01, most, most + 0.01)]
    assert judged == [True, True, False]
    memory = [Timed(book, "main", most, most, mb).met for mb in (solvers.LIMIT_MB, solvers.LIMIT_MB + 1)]
    assert memory == [True, False]


def test_every_main_game_is_timed_and_those_that_take_minutes_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, str]] = []

    def run(book: str, question: str) -> dict[str, float]:
        asked.append((book, question))
        return {"seconds": 601.0 if book == "fr-stud" else 0.5, "of_all_cores": 1.0, "peak_kb": 1024.0}

    monkeypatch.setattr(solvers, "run_once", run)
    assert not solvers.measure(2, 1.0), "one bound is missed"
    every = {*rulebooks.IDS, *(path.name for path in FOLDER.iterdir())}
    assert {book for book, question in asked if question == "main"} == every
    assert asked.count(("fr-stud", "main")) == 1 and asked.count(("fr-holdem", "main")) == 3
    said = capsys.readouterr().out
    assert said.count("main game") == len(every) and said.count("FAIL") == 1


def test_a_figure_is_judged_below_at_and_above_the_most_allowed() -> None:
    assert [turns.most_verdict("seconds", figure, 10) for figure in (9.99, 10.0, 10.01)] == [True, True, False]


def test_every_quick_command_is_started_and_one_that_is_too_slow_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(start, "_spent", lambda command, environment: 0.3 if "law" in command else 0.2)
    assert start.measure(2, 1.0)
    monkeypatch.setattr(start, "_spent", lambda command, environment: 0.2 if "-c" in command else 0.31)
    assert not start.measure(2, 1.0)
    said = capsys.readouterr().out
    assert all(name in said for name in start.COMMANDS) and said.count("FAIL") == 3


def test_the_trace_tells_each_step_of_the_slowest_orders(capsys: pytest.CaptureFixture[str]) -> None:
    trace = Trace(
        spans=[Span(BATCH, 1.03, 1.09, ("ann/0",)), Span(COMMIT, 1.05, 1.08), Span(GARBAGE, 1.0, 1.04)],
        received={"ann/0": 1.01},
        submitted={"ann/0": 1.02},
        replied={"ann/0": 1.095},
    )
    load_trace.tell(trace, [load_trace.Timed("ann/0", 1.0, 1.1)])
    told = dict(re.findall(r"(?m)^ *(.+?) +[\d.]+ +[\d.]+ +([\d.]+) *$", capsys.readouterr().out))
    assert [told[step] for step in load_trace.STEPS] == ["10.00", "10.00", "10.00", "20.00", "30.00", "15.00", "5.00"]
    assert told[f"meanwhile: {GARBAGE}"] == "40.00"


@pytest.mark.parametrize(("milliseconds", "is_met"), [(20.0, True), (20.1, False)])
def test_acknowledgements_are_judged_by_bare_commits(milliseconds: float, is_met: bool) -> None:
    assert floor_load.within("wagers", [milliseconds / 1000] * 1000, [0.001] * 9) is is_met


def test_a_run_without_a_snapshot_is_told_as_missed(capsys: pytest.CaptureFixture[str]) -> None:
    assert not floor_load.within("the same during a snapshot", [], [0.001])
    assert "FAIL" in capsys.readouterr().out


@pytest.mark.parametrize(("lost", "is_met"), [(0, True), (1, False)])
def test_a_property_that_loses_a_view_fails(lost: int, is_met: bool, capsys: pytest.CaptureFixture[str]) -> None:
    run = Loaded(0.001, [0.004] * 100, [0.006] * 300, lost, [80.0, 81.0], [130.0, 140.0], [0.5, 0.25])
    assert property_load._told("postgresql", 2, run) is is_met
    said = " ".join(capsys.readouterr().out.split())
    assert "2,000 sockets" in said and "p99 4.0 bare commits" in said
    assert "81 MB without sockets, 140 MB at most, 0.25 of a core" in said


def test_no_two_players_of_a_large_property_share_an_address() -> None:
    crowd: Crowd = property_load.PROPERTY
    players = [
        floor_load.Player(f"UTH-{table}", seat, 0, 1, "", Person("ann", "player"))
        for table in range(1, crowd.tables + 1)
        for seat in crowd.seats
    ]
    sources = {player.source for player in players}
    assert len(sources) == crowd.players == 2_000
    assert all(ip_address(source).is_loopback for source in sources)


def test_figures_of_growth_replace_those_of_the_run_before() -> None:
    page = growth.PAGE.read_text("utf-8")
    one = Series("An order, by tables", "tables", "µs", {1: 0.5, 1000: 123.4})
    once = growth.with_figures(page, [one], 0.1)
    assert growth.with_figures(once, [one], 0.1) == once
    assert "with no other program at work (load 0.1)" in once
    assert "while other programs were running (load 1.7)" in growth.with_figures(page, [one], 1.7)
    assert "| 1 | 0.5 |\n| 1,000 | 123 |" in once and "images/growth-an-order-by-tables.svg" in once
    assert once.count(growth.BEGIN) == once.count(growth.END) == 1
    assert once.endswith(page.partition(growth.END)[2])


def test_every_plot_that_the_page_on_performance_shows_is_there() -> None:
    shown = re.findall(r"images/(growth-[a-z-]+\.svg)", growth.PAGE.read_text("utf-8"))
    assert shown and all((growth.IMAGES / name).is_file() for name in shown)
