"""A client who sends too many requests is refused before any lookup, and has to wait for each refusal."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from tablelaw.server.http.rate_limits import BURST_SECONDS, MOST_KEPT, Requests
from tablelaw.server.http.request_counts import LONGEST_ADDRESS, LONGEST_COOKIES
from tablelaw.server.http.security import cookie
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.settings import Settings
from tablelaw.server.users import KEY_LENGTH, People, is_key
from tablelaw.server.workers.client import WorkerClient, WorkerRefused
from tablelaw.server.workers.drafts import RequireValid
from tests.floor.world import example
from tests.server.conftest import SETTINGS, Doors

SECONDS = 0.3


@pytest.mark.parametrize("path", ["/api/lobby", "/web/lobby.js", "/", "/nowhere", "/health", "/api/openapi.json"])
def test_every_request_counts_for_its_address_and_one_too_many_waits(
    open_doors: Callable[..., Doors], path: str
) -> None:
    settings = replace(SETTINGS, strangers_per_second=0.1, refusal_seconds=SECONDS)
    with open_doors(settings, ()).browser() as browser:
        for _ in range(int(0.1 * BURST_SECONDS)):
            assert browser.get(path).status_code != 429
        began = time.monotonic()
        answer = browser.get(path)
        assert time.monotonic() - began >= SECONDS
    assert answer.status_code == 429 and answer.json()["refused"]["code"] == "too-many"
    assert answer.headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(("length", "status"), [(LONGEST_ADDRESS, 200), (LONGEST_ADDRESS + 1, 414)])
def test_an_address_has_so_many_bytes(doors: Doors, length: int, status: int) -> None:
    answer = doors.nobody().get("/api/lobby?" + "a" * length)
    assert answer.status_code == status
    assert doors.nobody().get("/web/" + "a" * (length - len("/web/"))).status_code == (404 if status == 200 else 414)


@pytest.mark.parametrize(("length", "status"), [(LONGEST_COOKIES, 200), (LONGEST_COOKIES + 1, 431)])
@pytest.mark.parametrize("headers", [1, 3])
def test_cookies_have_so_many_bytes_in_all(doors: Doors, length: int, status: int, headers: int) -> None:
    sent = [("Cookie", "a" * (length // headers)) for _ in range(headers)]
    sent[0] = ("Cookie", sent[0][1] + "a" * (length % headers))
    answer = doors.nobody().client.request("GET", "/api/lobby", headers=sent)
    assert answer.status_code == status
    assert status == 200 or answer.json()["refused"]["code"] == "cookies-too-long"


COOKIES = [
    (b"own=1", "1"),
    (b"other=2; own=1", "1"),
    (b"own=0; own=1", "1"),
    (b'own=1 ;x="own=3"', "1"),
    (b"disown=1", None),
    (b"own", None),
    (b"ownx=1;  own =1", "1"),
    (b"own=", ""),
    (b"own=\xe9", "\xe9"),
]


@pytest.mark.parametrize(("sent", "found"), COOKIES)
def test_one_cookie_is_found_among_all(sent: bytes, found: str | None) -> None:
    assert cookie({"headers": [(b"host", b"x"), (b"cookie", sent)]}, "own") == found
    assert cookie({"headers": [(b"cookie", b"a=b"), (b"cookie", sent)]}, "own") == found


def test_a_request_without_cookies_has_none() -> None:
    assert cookie({"headers": []}, "own") is None


def test_a_person_who_asks_too_often_waits_too(open_doors: Callable[..., Doors]) -> None:
    doors = open_doors(replace(SETTINGS, orders_per_second=1, refusal_seconds=SECONDS), ())
    somebody = doors.somebody("ann", "player")
    statuses, began = [], time.monotonic()
    while 429 not in statuses:
        statuses.append(somebody.get("/api/me").status_code)
    assert time.monotonic() - began >= SECONDS and len(statuses) <= 4


@pytest.mark.parametrize("is_signed_in", [False, True])
def test_so_many_submissions_of_one_person_are_checked_in_a_second(
    open_doors: Callable[..., Doors], is_signed_in: bool
) -> None:
    doors = open_doors(replace(SETTINGS, drafts_per_second=0.2, refusal_seconds=0.0), ())
    asker = doors.somebody("ann", "administrator") if is_signed_in else doors.nobody()
    most = int(0.2 * BURST_SECONDS)
    answers = [asker.send("POST", "/api/submission/check", {"text": "x = 1"}) for _ in range(most + 1)]
    assert [answer.status_code == 429 for answer in answers] == [False] * most + [True]
    assert answers[-1].json()["refused"]["code"] == "too-many"


# --- Strangers and sessions ---------------------------------------------------------------------------------------


def taken(requests: Requests, key: str, address: str, most: int = 1_000) -> int:
    """The number of requests accepted before one is refused."""
    for number in range(most):
        try:
            requests.take(key, address)
        except ServerRefused:
            return number
    return most


def test_strangers_count_by_address_and_in_all_and_sessions_by_themselves() -> None:
    settings = Settings(requests_per_second=2, strangers_per_second=1, strangers_in_all=7)
    requests = Requests(settings)
    for key in ("ann's", "bob's"):
        requests.know(key)
    assert taken(requests, "ann's", "here") == 2 * BURST_SECONDS
    assert taken(requests, "bob's", "here") == 2 * BURST_SECONDS, "another session at the same address"
    assert taken(requests, "made up", "here") == BURST_SECONDS, "a key that is no session's is a stranger's"
    assert taken(requests, "", "here") == 0
    assert taken(requests, "", "there") == 7 - BURST_SECONDS, "all strangers together"
    requests.forget("ann's")
    assert taken(requests, "ann's", "elsewhere") == 0


def test_only_so_many_sessions_are_remembered() -> None:
    requests = Requests(Settings(strangers_per_second=0, strangers_in_all=0))
    for number in range(MOST_KEPT + 1):
        requests.know(str(number))
    assert taken(requests, "0", "here") == 0 and taken(requests, "1", "here") > 0


def test_a_session_that_was_looked_up_is_no_stranger(open_doors: Callable[..., Doors]) -> None:
    doors = open_doors(replace(SETTINGS, strangers_per_second=1, refusal_seconds=0), ())
    ann = doors.somebody("ann", "player")
    assert {ann.get("/api/me").status_code for _ in range(3 * BURST_SECONDS)} == {200}
    stranger = doors.nobody()
    assert 429 in [stranger.get("/api/lobby").status_code for _ in range(3 * BURST_SECONDS)]
    assert ann.send("DELETE", "/api/session").status_code == 200
    assert ann.get("/api/lobby").status_code == 429, "whoever has signed out is a stranger again"


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
    key, _ = doors.context.people.enter("cy", "player")
    assert is_key(key)


# --- Drafts -------------------------------------------------------------------------------------------------------


def test_a_draft_that_waits_too_long_is_refused_and_not_read() -> None:
    """The worker takes a moment to start, so requests that cannot wait long are refused in the meantime."""
    shop = WorkerClient("tablelaw.server.workers.drafts", patience=0.01)

    async def asked() -> None:
        with pytest.raises(ServerRefused, match="too many requests are waiting"):
            await shop.answered(RequireValid((example("pa-653a", "T"),)), "ann")

    asyncio.run(asked())
    shop.close()


def test_a_refusal_of_the_workbench_says_what_the_law_says() -> None:
    """A refusal from the worker process arrives with its paragraph, or with the reason it has none."""
    shop = WorkerClient("tablelaw.server.workers.drafts")

    async def refusal(text: str) -> WorkerRefused:
        with pytest.raises(WorkerRefused) as refused:
            await shop.answered(RequireValid((text,)), "ann")
        return refused.value

    found = asyncio.run(refusal("["))
    assert found.as_dict()["law"].startswith("no paragraph: ") and found.code == "bad-submission"
    assert asyncio.run(refusal("a." * 9 + "a = 1")).code == "key-too-long"
    shop.close()
