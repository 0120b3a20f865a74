"""Measures rounds per second of one worker process and of two, scheduled by the same engine, in one run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import perf_counter
from typing import Any

from bench.turns import console, rates_table, ratio, verdict
from tablelaw.simulation.runs import run
from tablelaw.studies.cluster import Cluster, client_of
from tablelaw.studies.study import Source
from tablelaw.studies.work_plan import Asked, do_part

LEAST = 1.7
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
    """Measures whether two workers deal more rounds per second than one by the required factor."""
    console.print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}; wall-clock time", highlight=False)
    with ExitStack() as opened:
        engines = {n: opened.enter_context(_workers(n)) for n in (1, 2)}
        turn = max(SHORT, int(rate(engines[1], SHORT) * seconds * 8))
        turns = [{n: rate(engine, turn) for n, engine in engines.items()} for _ in range(repetitions)]
    one, two = ([turn[n] for turn in turns] for n in (1, 2))
    console.print(rates_table("Ultimate rounds, basic strategy and Trips", {"one worker": one, "two workers": two}))
    return verdict("rounds of two workers for each of one", ratio(two, one), LEAST, places=1)


def rate(engine: Cluster, rounds: int) -> float:
    work = _work(rounds)
    engine.at_once_times = max(1, work.pieces // (SPANS * work.at_once))
    began = perf_counter()
    run(work, engine)
    return rounds / (perf_counter() - began)


def _work(rounds: int) -> Asked:
    return Asked(Source("bench", STUDY.format(rounds=rounds)), "hold")


@contextmanager
def _workers(number: int) -> Iterator[Cluster]:
    """Starts worker processes with one thread each, their table prepared and their kernels compiled."""
    from distributed import LocalCluster

    made: Any = LocalCluster
    running = made(n_workers=number, threads_per_worker=1, dashboard_address=":0")
    with running as local, client_of(local.scheduler_address) as client:
        work = _work(SHORT)
        client.run(do_part, work.source, work.question, work.fingerprint, (0, 1))
        yield Cluster(client)
