"""Runs the pieces of a study on a Dask cluster, whose scheduler hands them out, and hands them out again if a worker is
lost.

Only the text of a study and the numbers of pieces are sent, never cards: a worker builds the table itself and refuses
if it differs from the intended one. It returns counts and sums, which merge to the same result, no matter which worker
did what.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from tablelaw.extras import required
from tablelaw.simulation.runs import Done, Merging, Results, Span, Work
from tablelaw.studies.question_work import Asked, BadCluster, do_part

T = TypeVar("T", bound=Merging)
SECONDS = 15
"""How long a scheduler, and its first worker, may take to answer."""


def _distributed() -> Any:
    return required("distributed", "--cluster asks for it")


@contextmanager
def client_of(address: str) -> Iterator[Any]:
    """A client of the scheduler at an address, once the scheduler has a worker."""
    engine = _distributed()
    try:
        client = engine.Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        accepted = "the address of a running scheduler, such as tcp://host:8786"
        raise BadCluster("no scheduler answers", where=address, why=str(error), accepted=accepted) from None
    with client:
        _wait_for_workers(client, address)
        yield client


def _wait_for_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=SECONDS)
    except TimeoutError:
        what, accepted = "the scheduler has no workers", f"dask worker {address} on some machine"
        raise BadCluster(what, where=address, accepted=accepted) from None


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    with client_of(address) as client:
        yield Cluster(client)


class Cluster:
    """An engine with as many threads as the cluster's workers have together.

    A task takes about a second, and longer if there are many workers, since a scheduler can easily hand out only a few
    hundred a second.
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self.workers = max(1, sum(client.nthreads().values()))
        self.at_once_times = max(16, self.workers // 5)

    def results(self, work: Work[T], spans: Iterator[Span]) -> Results[T]:
        under_way: dict[Any, Span] = {}
        assert isinstance(work, Asked), "only the work of a study can be sent to a cluster"
        told = work.source, work.question, work.fingerprint

        def hand_out(most: int) -> list[Any]:
            """Hands out further spans; `pure` is off, because the scheduler would otherwise mistake different parts for
            the same task.
            """
            new = {self.client.submit(do_part, *told, span, pure=False): span for span in islice(spans, most)}
            under_way.update(new)
            return list(new)

        try:
            with given_up_named():
                finished = _distributed().as_completed(
                    hand_out(3 * self.workers), loop=self.client.loop, with_results=True
                )
                for future, result in finished:
                    finished.update(hand_out(1))
                    yield Done(under_way.pop(future), result)
        finally:
            self.client.cancel(list(under_way))


@contextmanager
def given_up_named() -> Iterator[None]:
    """Refuses with a clear message if the scheduler gave up on a task."""
    try:
        yield
    except _distributed().KilledWorker as error:
        what, accepted = "a piece of work was lost with every worker it was given to", "workers with enough memory"
        raise BadCluster(what, why=str(error), accepted=accepted) from None
