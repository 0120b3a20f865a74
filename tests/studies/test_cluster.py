"""A study on a cluster of real processes has bit for bit the result of threads, whether or not a worker is killed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from distributed.cli import dask_scheduler, dask_worker

from tablelaw.analysis import cache
from tablelaw.analysis.api import Analysis, analyze
from tablelaw.analysis.result import Result
from tablelaw.extras import MissingPackage
from tablelaw.simulation.runs import Progress, Threads, run
from tablelaw.studies import cluster
from tablelaw.studies.cluster import Cluster, client_of, connected
from tablelaw.studies.cluster_analysis import analyze_on, questions_of, solve
from tablelaw.studies.question_work import Asked, BadCluster, do_part
from tablelaw.studies.study import Source, read_source
from tests.command import run_command
from tests.document_blocks import blocks_of
from tests.studies.dask_cluster import Processes, dask_cluster
from tests.studies.small import EXAMPLES, small

COLORADO = next(path for path in EXAMPLES if path.stem == "session-ma-colorado")


FIXED = {"version": "required", "suited-ace-two-three": "counts", "pair-of-tens": "push"}


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Processes]:
    with dask_cluster(tmp_path_factory.mktemp("dask"), workers=2) as running:
        yield running


@pytest.fixture
def source(tmp_path: Path) -> Source:
    path = tmp_path / "study.toml"
    path.write_text(small(COLORADO).read_text("utf-8").replace("sessions = 300", "sessions = 5_000"), "utf-8")
    return read_source(path)


def test_a_worker_killed_in_the_middle_changes_nothing(processes: Processes, source: Source) -> None:
    work = Asked(source, "session")
    killed: list[int] = []

    def kill_one(progress: Progress[Any]) -> None:
        """Kills a worker that still has work, at the first result."""
        if not killed:
            assert progress.pieces < work.pieces
            killed.append(processes.kill(next(pids[name] for name, tasks in client.processing().items() if tasks)))

    with client_of(processes.address) as client:
        client.wait_for_workers(2, timeout=60)
        pids = client.run(os.getpid)
        engine = Cluster(client)
        assert engine.workers == 2
        found = run(work, engine, None, kill_one)
        assert len(client.nthreads()) == 1
    assert killed == [-9]
    assert found == run(work, Threads(2))


def test_the_same_comes_of_one_worker(processes: Processes, source: Source) -> None:
    work = Asked(source, "session")
    with connected(processes.address) as engine:
        assert run(work, engine) == run(work, Threads(1))


def test_the_command_comes_to_the_same(
    processes: Processes, source: Source, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here = run_command(monkeypatch, capsys, "simulate", source.name, "--json")
    there = run_command(monkeypatch, capsys, "simulate", source.name, "--json", "--cluster", processes.address)
    assert here == there
    assert here[0] == 0


def test_the_exact_analysis_comes_to_the_same(processes: Processes, tmp_path: Path) -> None:
    with kept_in(tmp_path / "there"):
        (found,) = analyze_on(processes.address, ["ma-colorado"], lambda _: None, **FIXED)
    with kept_in(tmp_path / "there"):
        assert found == analyze("ma-colorado", **FIXED)
    with kept_in(""):
        (again,) = analyze_on(processes.address, ["ma-colorado"], lambda _: None, **FIXED)
    with kept_in(tmp_path / "here"):
        alone = analyze("ma-colorado", **FIXED)
    assert without_seconds(found) == without_seconds(alone) == without_seconds(again)


@contextmanager
def kept_in(folder: Path | str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv(cache.FOLDER, str(folder))
        yield


def without_seconds(found: Analysis) -> list[Result]:
    """A result without `seconds`, which depend on the machine that solved it."""
    return [replace(result, seconds=0.0) for result in found]


def test_a_worker_with_another_rulebook_refuses() -> None:
    question = questions_of("ma-colorado", {})[0]
    with pytest.raises(BadCluster, match=r"a worker has a different ma-colorado.*the same version on every machine"):
        solve(question._replace(fingerprint="of last year"), {})


def test_a_worker_with_another_table_refuses(source: Source) -> None:
    with pytest.raises(BadCluster, match=r"a different table for this study.*the same version on every machine"):
        do_part(source, "session", "game of last year; seed 11", (0, 1))


def test_an_error_of_a_worker_arrives_with_its_words(processes: Processes, source: Source) -> None:
    work = Asked(source, "session")
    work.fingerprint = "game of last year; seed 11"
    with connected(processes.address) as engine, pytest.raises(BadCluster, match="a different table for this study"):
        run(work, engine)


def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "SECONDS", 1)
    with (
        pytest.raises(BadCluster, match=r"tcp://127.0.0.1:9: no scheduler answers.*such as tcp://host:8786"),
        connected("tcp://127.0.0.1:9"),
    ):
        pass


def test_an_address_that_is_none_is_named() -> None:
    with pytest.raises(BadCluster, match="no scheduler answers"), connected("nonsense://x"):
        pass


def test_a_scheduler_without_workers_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "SECONDS", 3)
    with (
        dask_cluster(tmp_path, workers=0) as running,
        pytest.raises(BadCluster, match=r"the scheduler has no workers; accepted: dask worker tcp://"),
        connected(running.address),
    ):
        pass


def test_without_the_package_the_refusal_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingPackage, match=r"the extra cluster"), connected("tcp://x:1"):
        pass


def test_the_options_of_dask_in_the_document_exist() -> None:
    scheduler, *workers = (line.partition("$ ")[2].split() for line in block_beginning("first$ ").splitlines())
    assert scheduler[:2] == ["dask", "scheduler"] and options_of(dask_scheduler.main) >= options_in(scheduler)
    for worker in workers:
        assert worker[:2] == ["dask", "worker"] and options_of(dask_worker.main) >= options_in(worker)


def block_beginning(words: str) -> str:
    (text,) = (block.text for block in blocks_of("docs/cluster.md") if block.text.startswith(words))
    return text


def options_in(words: list[str]) -> set[str]:
    return {word for word in words if word.startswith("--")}


def options_of(command: Any) -> set[str]:
    return {option for parameter in command.params for option in parameter.opts}
