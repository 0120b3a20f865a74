"""Measures rounds per second in this process, of one worker process and of two, with a thread each, in one run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from bench.turns import console, rates_table, ratio, verdict
from tablelaw.analysis.board_with_dealer.solution import _solved
from tablelaw.analysis.cache import FOLDER
from tablelaw.simulation.runs import Engine, Threads, run
from tablelaw.studies.cluster import Cluster, client_of
from tablelaw.studies.cluster_analysis import analyze_on
from tablelaw.studies.question_work import Asked, do_part
from tablelaw.studies.study import Source

OF_ONE, OF_THIS_PROCESS, OF_ANALYSIS = 1.9, 0.8, 1.7
"""The least speed required of two workers as a multiple of one, of one worker as a multiple of a thread of this
process, and of two workers that analyse one game as a multiple of one.
"""

GAME = "pa-653a"
STUDY = """
rulebook = "pa-653a"
rounds = {rounds}
seed = 1

[[seats]]
play = "basic strategy"
wagers = {{ ante = "$5", blind = "$5", trips = "$5" }}

[hold]
"""
SHORT, SPANS = 1 << 24, 16
"""Rounds of a first run, which shows how many make a turn of the requested length, and into how many parts a turn is
split.
"""


def measure(repetitions: int, seconds: float) -> bool:
    """Measures whether workers deal as many rounds as required, and divide the exact analysis of one game."""
    console.print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}; wall-clock time", highlight=False)
    with ExitStack() as opened:
        engines: dict[str, Engine] = {"this process": Threads(1)}
        engines |= {name: opened.enter_context(_workers(n)) for n, name in ((1, "one worker"), (2, "two workers"))}
        turn = max(SHORT, int(rate(engines["one worker"], SHORT) * seconds * 8))
        turns = [{name: rate(engine, turn) for name, engine in engines.items()} for _ in range(repetitions)]
    here, one, two = ([turn[name] for turn in turns] for name in engines)
    rates = {"this process, one thread": here, "one worker": one, "two workers": two}
    console.print(rates_table("Ultimate rounds, basic strategy and Trips", rates))
    return all(
        (
            verdict("rounds of one worker for each of a thread here", ratio(one, here), OF_THIS_PROCESS, places=1),
            verdict("rounds of two workers for each of one", ratio(two, one), OF_ONE, places=1),
            verdict(f"analyses of {GAME} by two workers for each of one", _analyses(), OF_ANALYSIS, places=1),
        )
    )


def rate(engine: Engine, rounds: int) -> float:
    work = _work(rounds)
    engine.at_once_times = max(1, work.pieces // (SPANS * work.at_once))
    began = perf_counter()
    run(work, engine)
    return rounds / (perf_counter() - began)


def _analyses() -> float:
    """The speed at which two workers analyse a game, as a multiple of one worker's, without cached results."""
    seconds = [_analysed(number) for number in (1, 2)]
    return seconds[0] / seconds[1]


def _analysed(number: int) -> float:
    """The seconds that workers of one core each take to analyse a game, after doing it once to load their kernels."""
    with TemporaryDirectory() as folder, _clients(number) as client:
        for worker, core in zip(client.scheduler_info()["workers"], range(number), strict=True):
            client.run(_confine, core, workers=[worker])
        for turn in ("first", "cold"):
            os.environ[FOLDER] = str(Path(folder, turn, "here"))
            client.run(_begin, str(Path(folder, turn)))
            began = perf_counter()
            analyze_on(client.scheduler.address, [GAME], lambda _: None)
        return perf_counter() - began


def _confine(core: int) -> None:
    os.sched_setaffinity(0, {sorted(os.sched_getaffinity(0))[core]})


def _begin(folder: str) -> None:
    """Forgets all results: each worker has a cache of its own, as on a machine of its own."""
    os.environ[FOLDER] = str(Path(folder, str(os.getpid())))
    _solved.cache_clear()


@contextmanager
def _clients(number: int) -> Iterator[Any]:
    from distributed import LocalCluster

    made: Any = LocalCluster
    running = made(n_workers=number, threads_per_worker=1, dashboard_address=":0")
    with running as local, client_of(local.scheduler_address) as client:
        client.wait_for_workers(number)
        yield client


@contextmanager
def _workers(number: int) -> Iterator[Cluster]:
    """Starts worker processes with one thread each, their table prepared and their kernels compiled."""
    with _clients(number) as client:
        work = _work(SHORT)
        client.run(do_part, work.source, work.question, work.fingerprint, (0, 1))
        yield Cluster(client)


def _work(rounds: int) -> Asked:
    return Asked(Source("bench", STUDY.format(rounds=rounds)), "hold")
