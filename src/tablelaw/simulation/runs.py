"""A run: numbered pieces of work whose results merge exactly, on local threads or on any engine.

A piece depends only on its number, not on where, when or with which other pieces it is done, so the result of a run is
bit-for-bit the same however the work is divided.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from itertools import islice
from threading import Event, local
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

T = TypeVar("T", bound="Merging")
T_co = TypeVar("T_co", bound="Merging", covariant=True)

Span = tuple[int, int]
"""The pieces from the first number up to, but not including, the second."""


class Merging(Protocol):
    """A result that can be merged with others of its kind, in any order."""

    def with_(self: T, other: T, /) -> T: ...


class Work(Protocol[T_co]):
    """Work that is divided into pieces."""

    @property
    def fingerprint(self) -> str:
        """A digest; work with the same digest has the same result for the same piece."""
        ...

    @property
    def pieces(self) -> int: ...

    @property
    def at_once(self) -> int:
        """The number of pieces worth handing out together."""
        ...

    @property
    def rounds(self) -> int:
        """The total number of rounds dealt, for the displayed rate."""
        ...

    def do(self, piece: int) -> T_co: ...


class Progress(msgspec.Struct, Generic[T], frozen=True):
    """The progress of a run: the finished pieces, as sorted spans, and their result."""

    done: tuple[Span, ...] = ()
    result: T | None = None

    @property
    def pieces(self) -> int:
        return sum(last - first for first, last in self.done)

    def with_(self, span: Span, result: T) -> Progress[T]:
        whole = result if self.result is None else self.result.with_(result)
        return Progress(joined((*self.done, span)), whole)


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Returns sorted spans, with adjacent spans joined."""
    found: list[Span] = []
    for first, last in sorted(spans):
        if found and found[-1][1] == first:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return tuple(found)


def left(done: Iterable[Span], pieces: int, at_once: int) -> Iterator[Span]:
    """Divides the remaining pieces into spans of at most `at_once`."""
    start = 0
    for first, last in (*done, (pieces, pieces)):
        yield from ((n, min(n + at_once, first)) for n in range(start, first, at_once))
        start = last


class Done(NamedTuple, Generic[T]):
    span: Span
    result: T


Results = Generator[Done[T], None, None]
"""The results as they finish; closing the generator interrupts the run and cancels work in progress."""


class Engine(Protocol):
    """Carries out pieces of work; results arrive in the order in which they finish."""

    workers: int
    at_once_times: int
    """The factor by which this engine should get more pieces at once than threads do."""

    def results(self, work: Work[T], spans: Iterator[Span]) -> Results[T]: ...


Seen = Callable[[Progress[Any]], None]
"""A function that is called after every step of a run."""


def run(work: Work[T], engine: Engine, begun: Progress[T] | None = None, seen: Seen | None = None) -> T:
    """Carries out all work and returns the whole result; resumes from earlier progress if there is any."""
    progress: Progress[T] = begun or Progress()
    at_once = max(1, min(work.at_once * engine.at_once_times, work.pieces // (engine.workers * 4)))
    with closing(engine.results(work, left(progress.done, work.pieces, at_once))) as results:
        for span, result in results:
            progress = progress.with_(span, result)
            if seen is not None:
                seen(progress)
    assert progress.result is not None, "a run has at least one piece"
    return progress.result


def do_span(work: Work[T], span: Span) -> T:
    """Runs the pieces of a span one after another and merges their results."""
    result = work.do(span[0])
    for piece in range(span[0] + 1, span[1]):
        result = result.with_(work.do(piece))
    return result


class BrokenOff(Exception):
    """The run was interrupted, so the piece is no longer needed."""


_thread = local()


def _hear(stop: Event) -> None:
    _thread.stop = stop


def go_on() -> None:
    """Ends the current piece if its run has been interrupted; long pieces call it from time to time."""
    stop: Event | None = getattr(_thread, "stop", None)
    if stop is not None and stop.is_set():
        raise BrokenOff


class Threads:
    """Runs pieces on threads of this process; the kernels release the interpreter lock."""

    at_once_times = 1

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def results(self, work: Work[T], spans: Iterator[Span]) -> Results[T]:
        with ThreadPoolExecutor(self.workers, initializer=_hear, initargs=(stop := Event(),)) as pool:
            under_way: dict[Future[T], Span] = {}
            try:
                while self._fill(pool, work, spans, under_way):
                    finished, _ = wait(under_way, return_when=FIRST_COMPLETED)
                    for future in finished:
                        yield Done(under_way.pop(future), future.result())
            finally:
                stop.set()
                for future in under_way:
                    future.cancel()

    def _fill(
        self, pool: ThreadPoolExecutor, work: Work[T], spans: Iterator[Span], under_way: dict[Future[T], Span]
    ) -> bool:
        """Hands out two spans per thread, so no thread waits. Returns whether any work is in progress."""
        for span in islice(spans, 2 * self.workers - len(under_way)):
            under_way[pool.submit(do_span, work, span)] = span
        return bool(under_way)
