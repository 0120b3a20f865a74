"""A client is told that a database failed, but never where it is or what it answered."""

from __future__ import annotations

import pytest

from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.store.refusals import NotStorable, StoreBusy, StoreFailed, StoreLost, StoreRefused, UnsafeStore
from tablelaw.server.refusal_responses import outside, status_of, without_places

ADDRESS, WORDS = "postgresql://owner@db.example/floor", "password authentication failed"


@pytest.mark.parametrize("kind", [StoreBusy, StoreFailed, StoreLost, UnsafeStore, NotStorable])
def test_a_store_reveals_only_its_name(kind: type[StoreRefused]) -> None:
    refusal = kind("it failed", where=ADDRESS, why=WORDS, accepted="trying again")
    told = outside(refusal)
    assert told["code"] == refusal.code and told["accepted"] == "trying again"
    assert ADDRESS not in str(told) and WORDS not in str(told)
    assert without_places(refusal.as_dict()) == told, "as a workbench in another process tells it"
    assert status_of(refusal) == (409 if kind is NotStorable else 503)


def test_a_refusal_of_the_law_says_why() -> None:
    refusal = FloorRefused("stale", why="entry 7 is the last", where="table")
    assert outside(refusal)["why"] == "entry 7 is the last" and status_of(refusal) == 409
