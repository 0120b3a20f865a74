"""Fixtures: `witness` is the recorded property on each kind of database, read-only; `copied` names a copy that may be
written to.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from tablelaw.floor.store.api import Store, open_store
from tablelaw.proofs.keys import SigningKey
from tests.floor.databases import KINDS, Databases, temporary_databases
from tests.witness.fixture import key_of, loaded


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    with temporary_databases() as made:
        yield made


@pytest.fixture(scope="session", params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def witness(databases: Databases, kind: str) -> Iterator[Store]:
    with closing(open_store(loaded(databases, kind))) as store:
        yield store


@pytest.fixture
def copied(databases: Databases, kind: str) -> str:
    return loaded(databases, kind)


@pytest.fixture(scope="session")
def key(tmp_path_factory: pytest.TempPathFactory) -> SigningKey:
    return key_of(tmp_path_factory.mktemp("key"))
