"""A study on a cluster of real processes: bit for bit what threads come to, a worker killed in the middle or not."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houserules.simulation.runs import Progress, Threads, run
from houserules.studies import cluster
from houserules.studies.cluster import Cluster, client_of, connected
from houserules.studies.study import Source, read_source
from houserules.studies.works import Asked, BadCluster, arrived
from tests.studies.dask_cluster import Processes, dask_cluster
from tests.studies.small import EXAMPLES, small

COLORADO = next(path for path in EXAMPLES if path.stem == "session-ma-colorado")


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Processes]:
    with dask_cluster(tmp_path_factory.mktemp("dask"), workers=2) as running:
        yield running


@pytest.fixture
def source(tmp_path: Path) -> Source:
    path = small(COLORADO, tmp_path)
    path.write_text(path.read_text("utf-8").replace("sessions = 300", "sessions = 5_000"), "utf-8")
    return read_source(path)


def test_a_worker_killed_in_the_middle_changes_nothing(processes: Processes, source: Source) -> None:
    work = Asked(source, "session")
    killed: list[int] = []

    def kill_one(progress: Progress[Any]) -> None:
        if not killed:
            processes.workers[0].kill()
            killed.append(processes.workers[0].wait())
            assert progress.pieces < work.pieces

    with client_of(processes.address) as client:
        client.wait_for_workers(2, timeout=60)
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


def test_work_travels_as_the_text_of_its_study(source: Source) -> None:
    sent = pickle.dumps(Asked(source, "session"))
    assert len(sent) < 8_000
    assert pickle.loads(sent).fingerprint == Asked(source, "session").fingerprint


def test_a_worker_with_another_table_refuses(source: Source) -> None:
    with pytest.raises(BadCluster, match=r"another table of this study.*the same version on every machine"):
        arrived(source, "session", "game of last year; seed 11")


def test_an_error_of_a_worker_arrives_with_its_words(processes: Processes, source: Source) -> None:
    class Other(Asked):
        def __reduce__(self) -> Any:
            return arrived, (self.source, self.question, "game of last year")

    with connected(processes.address) as engine, pytest.raises(BadCluster, match="another table of this study"):
        run(Other(source, "session"), engine)


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


def test_without_the_package_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(cluster, "import_module", missing)
    with pytest.raises(cluster.MissingPackage, match=r"pip install 'houserules\[cluster\]'"), connected("tcp://x:1"):
        pass
