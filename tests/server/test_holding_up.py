"""Whoever asks too often is refused before anything is looked up, and waits for every refusal."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from houserules.server.draft_bench import RefuseUnfit
from houserules.server.people import KEY_LENGTH, People, is_key
from houserules.server.refusals import ServerRefused
from houserules.server.workshop import Workshop, WorkshopRefused
from tests.floor.world import example
from tests.server.conftest import SETTINGS, Doors

SECONDS = 0.3


@pytest.mark.parametrize("path", ["/api/lobby", "/web/lobby.js", "/", "/nowhere", "/health", "/api/openapi.json"])
def test_every_request_counts_for_its_address_and_one_too_many_waits(
    open_doors: Callable[..., Doors], path: str
) -> None:
    settings = replace(SETTINGS, requests_per_second=1, refusal_seconds=SECONDS)
    with open_doors(settings, ()).browser() as browser:
        assert [browser.get(path).status_code == 429 for _ in range(2)] == [False, False]
        began = time.monotonic()
        answer = browser.get(path)
        assert time.monotonic() - began >= SECONDS
    assert answer.status_code == 429 and answer.json()["refused"]["code"] == "too-many"
    assert answer.headers["X-Frame-Options"] == "DENY"


def test_a_person_who_asks_too_often_waits_too(open_doors: Callable[..., Doors]) -> None:
    doors = open_doors(replace(SETTINGS, orders_per_second=1, refusal_seconds=SECONDS), ())
    somebody = doors.somebody("ann", "player")
    statuses, began = [], time.monotonic()
    while 429 not in statuses:
        statuses.append(somebody.get("/api/me").status_code)
    assert time.monotonic() - began >= SECONDS and len(statuses) <= 4


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("x" * (KEY_LENGTH - 1), False), ("x" * KEY_LENGTH, True), ("x" * (KEY_LENGTH + 1), False), ("", False)],
)
def test_what_cannot_be_the_key_of_a_session_is_not_looked_up(
    open_doors: Callable[..., Doors], monkeypatch: pytest.MonkeyPatch, text: str, is_one: bool
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(People, "person", lambda people, key: asked.append(key))
    doors = open_doors(SETTINGS, ())
    assert is_key(text) == is_one and not is_key("é" * KEY_LENGTH)
    doors.browser().get("/api/session", headers={"Cookie": f"{SETTINGS.cookie}={text}"})
    assert asked == ([text] if is_one else [])


def test_the_key_of_every_session_is_one(doors: Doors) -> None:
    key, _ = doors.house.people.enter("cy", "player")
    assert is_key(key)


# --- Drafts -------------------------------------------------------------------------------------------------------


def test_a_draft_that_waits_too_long_is_refused_and_not_read() -> None:
    """The workbench takes a moment to start: whoever asks meanwhile and has little patience is refused."""
    shop = Workshop("houserules.server.draft_bench", patience=0.01)

    async def asked() -> None:
        with pytest.raises(ServerRefused, match="too much is waiting"):
            await shop.answered(RefuseUnfit((example("pa-653a", "T"),)), "ann")

    asyncio.run(asked())
    shop.close()


def test_a_refusal_of_the_workbench_says_what_the_law_says() -> None:
    """The paragraph, or why there is none, comes along from the other process."""
    shop = Workshop("houserules.server.draft_bench")

    async def refusal(text: str) -> WorkshopRefused:
        with pytest.raises(WorkshopRefused) as refused:
            await shop.answered(RefuseUnfit((text,)), "ann")
        return refused.value

    found = asyncio.run(refusal("["))
    assert found.as_dict()["law"].startswith("no paragraph: ") and found.code == "bad-submission"
    assert asyncio.run(refusal("a." * 9 + "a = 1")).code == "key-too-long"
    shop.close()
