"""A run: the same result bit for bit however it is divided, on whatever engine, and wherever it was interrupted."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from tablelaw.simulation.codes import BLOCK
from tablelaw.simulation.questions.hold import Holds
from tablelaw.simulation.runs import Done, Progress, Results, Span, Threads, Work, do_span, go_on, joined, left, run
from tablelaw.simulation.tallies import Histogram, Tally
from tests.simulation.fakes import FakeGame
from tests.simulation.test_tallies import VALUES

ROUNDS = 5 * BLOCK + 77
WORK = Holds(FakeGame(), 7, ROUNDS, VALUES, (0,))
WHOLE = do_span(WORK, (0, WORK.pieces))


class Backwards:
    """An engine that does the remaining work from the end."""

    workers = 1
    at_once_times = 1

    def results(self, work: Work[Tally], spans: Iterator[Span]) -> Results[Tally]:
        for span in reversed(list(spans)):
            yield Done(span, do_span(work, span))


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_any_number_of_threads_comes_to_the_same(workers: int) -> None:
    assert run(WORK, Threads(workers)) == WHOLE


def test_any_order_comes_to_the_same() -> None:
    assert run(WORK, Backwards()) == WHOLE  # type: ignore[arg-type]


def test_a_run_goes_on_from_where_it_was_left() -> None:
    begun = Progress(((1, 2), (3, 5)), WORK.do(1).with_(do_span(WORK, (3, 5))))
    seen: list[Progress[Tally]] = []
    assert run(WORK, Threads(2), begun, seen.append) == WHOLE
    assert seen[-1].done == ((0, 6),)
    assert [progress.pieces for progress in seen] == [4, 5, 6]


def test_another_seed_comes_to_something_else() -> None:
    assert run(Holds(FakeGame(), 8, ROUNDS, VALUES, (0,)), Threads(1)) != WHOLE


def test_what_is_left_covers_every_piece_once() -> None:
    done = ((2, 3), (5, 9))
    spans = list(left(done, 20, 4))
    assert spans == [(0, 2), (3, 5), (9, 13), (13, 17), (17, 20)]
    assert joined((*done, *spans)) == ((0, 20),)


def test_a_failing_piece_ends_the_run_with_its_own_error() -> None:
    class Broken(Holds):
        def do(self, piece: int) -> Tally:
            if piece == 3:
                raise ZeroDivisionError("piece 3")
            return super().do(piece)

    with pytest.raises(ZeroDivisionError, match="piece 3"):
        run(Broken(FakeGame(), 7, ROUNDS, VALUES, (0,)), Threads(2))


class Endless:
    """Work with one piece that is done at once, and one that continues until its run is interrupted."""

    fingerprint, pieces, at_once, rounds = "endless", 2, 1, 2

    def __init__(self) -> None:
        self.began, self.ended = Event(), Event()

    def do(self, piece: int) -> Histogram:
        if not piece:
            return Histogram({})
        self.began.set()
        try:
            while True:
                go_on()
        finally:
            self.ended.set()


def test_a_long_piece_ends_when_its_run_is_broken_off() -> None:
    work = Endless()
    results = Threads(2).results(work, iter([(0, 1), (1, 2)]))
    assert next(results).span == (0, 1)
    assert work.began.wait(10)
    results.close()
    assert work.ended.is_set()
