"""Fixtures: `database` is the name of a fresh floor's database, one for each kind of store; `store` is that floor,
open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from tablelaw.floor.store.api import Store, open_store
from tests.floor.databases import KINDS, Databases, temporary_databases
from tests.verifier.played_session import PlayedSession


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs a test on the kinds of database listed in its module's `DATABASES`, by default on all of them."""
    names = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "kind" in metafunc.fixturenames and "kind" not in names:
        metafunc.parametrize("kind", getattr(metafunc.module, "DATABASES", KINDS), indirect=True)


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    with temporary_databases() as made:
        yield made


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def database(kind: str, databases: Databases) -> str:
    return databases.fresh(kind)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = open_store(database)
    yield opened
    opened.close()


@pytest.fixture
def new_store(kind: str, databases: Databases) -> Iterator[Callable[[], Store]]:
    """Makes a fresh floor at each call, and closes all of them at the end."""
    with ExitStack() as opened:
        yield lambda: opened.enter_context(closing(open_store(databases.fresh(kind))))


@pytest.fixture(scope="session")
def played_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The floor of a played session with every rulebook, wins of linked meters, drawn bonuses, irregularities and
    corrections.
    """
    folder = tmp_path_factory.mktemp("evening")
    PlayedSession(folder, "retraced", 88).played(folder / "log.jsonl")
    with closing(open_store(str(folder / "evening.db"))) as store:
        yield store
