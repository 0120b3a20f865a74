"""A floor of the first format is migrated first; an earlier program never writes after a later one."""

from __future__ import annotations

import pytest

from houserules.floor.store import versions
from houserules.floor.store.api import open_store
from houserules.floor.store.migrate import migrate
from houserules.floor.store.refusals import WrongSchema
from houserules.floor.store.schema import VERSION
from tests.floor.databases import KINDS, Databases
from tests.witness.fixture import as_it_was_left


@pytest.mark.parametrize("kind", KINDS)
def test_a_floor_of_the_first_format_is_migrated_first(databases: Databases, kind: str) -> None:
    name = as_it_was_left(databases, kind)
    with pytest.raises(WrongSchema, match="houserules floor migrate"):
        open_store(name)
    assert migrate(name) == ("0001", VERSION)
    open_store(name).close()


@pytest.mark.parametrize("kind", KINDS)
def test_the_earlier_program_is_refused_by_name(
    databases: Databases, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of the version is the one that the first format's program makes when it opens a floor."""
    name = as_it_was_left(databases, kind)
    migrate(name)
    monkeypatch.setattr(versions, "VERSION", "0001")
    with pytest.raises(WrongSchema, match="a newer program"):
        open_store(name)
