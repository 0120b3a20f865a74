"""Sockets when they are opened and while they are open: tickets, origin, session, permissions, limits."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete
from websockets import Origin
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tablelaw.floor.store.schema import sessions
from tablelaw.server import live_sockets, open_sockets, socket_tickets
from tablelaw.server.http import permissions
from tablelaw.server.http.rate_limits import Limit
from tablelaw.server.settings import Settings
from tests.server.asgi import ORIGIN, Line, Somebody, quiet
from tests.server.served import Served, prepared, without_limits
from tests.server.twin_floor import TwinHouse, opened
from tests.server.twin_worlds import make_template

TABLE = "pa-678a hand"
SECONDS = 30


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_template(tmp_path_factory.mktemp("sockets") / "floor.db", ("pa-678a",))


@pytest.fixture
def house(template: Path, tmp_path: Path) -> Iterator[TwinHouse]:
    with opened(template, tmp_path / "floor.db", {}) as found:
        yield found


def run(house: TwinHouse, doing: Coroutine[Any, Any, None]) -> None:
    """Runs a test in its own event loop, with the live views started."""

    async def running() -> None:
        hub = house.context.hub
        await hub.start()
        async with asyncio.timeout(SECONDS):
            await doing
        await hub.stop()

    asyncio.run(running())


def person(house: TwinHouse, name: str = "ann", role: str = "player") -> Somebody:
    return Somebody(house.app, house.context, name, role)


async def admitted(line: Line) -> bool:
    await line.heeded(SECONDS)
    is_in: bool = line.sent[0]["type"] == "websocket.accept"
    await line.hang_up()
    return is_in


async def ticket_of(somebody: Somebody) -> str:
    answer = await somebody.send("POST", "/api/ticket")
    return str(json.loads(answer.body)["ticket"])


def knock(somebody: Somebody, ticket: str, **changed: str) -> Line:
    headers = {"origin": ORIGIN, **somebody.headers, **changed}
    return Line(somebody.app, f"/ws?ticket={ticket}", {name: value for name, value in headers.items() if value != "-"})


# --- Opening a socket ------------------------------------------------------------------------------------------------


def test_a_ticket_is_good_once(house: TwinHouse) -> None:
    async def doing() -> None:
        ann = person(house)
        ticket = await ticket_of(ann)
        assert await admitted(knock(ann, ticket))
        assert not await admitted(knock(ann, ticket))
        assert not await admitted(knock(ann, ""))

    run(house, doing())


def test_a_beat_is_answered_at_once_and_counts_as_a_message(house: TwinHouse) -> None:
    async def doing() -> None:
        ann = person(house)
        line = knock(ann, await ticket_of(ann))
        line.say('{"beat": true}')
        await line.replies(1)
        assert line.texts == ['{"beat":true}']
        house.context.order_rate = Limit(0.001, 1)
        for _ in range(2):
            line.say('{"beat": true}')
        await line.replies(3)
        assert [json.loads(text).get("refused", {}).get("code") for text in line.texts[1:]] == [None, "too-many"]
        await line.hang_up()

    run(house, doing())


@pytest.mark.parametrize(("later", "is_good"), [(-1, True), (1, False)])
def test_a_ticket_is_good_for_half_a_minute(
    house: TwinHouse, monkeypatch: pytest.MonkeyPatch, later: int, is_good: bool
) -> None:
    async def doing() -> None:
        ann = person(house)
        ticket = await ticket_of(ann)
        now = time.monotonic()

        class Later:
            @staticmethod
            def monotonic() -> float:
                return now + socket_tickets.TICKET_SECONDS + later

        monkeypatch.setattr(socket_tickets, "time", Later)
        assert await admitted(knock(ann, ticket)) is is_good

    run(house, doing())


def test_a_ticket_is_good_for_its_own_session_only(house: TwinHouse) -> None:
    async def doing() -> None:
        ann, again, bob = person(house), person(house), person(house, "bob")
        for other in (again, bob):
            assert not await admitted(knock(other, await ticket_of(ann)))
        assert not await admitted(knock(ann, await ticket_of(ann), cookie="-"))
        assert await admitted(knock(ann, await ticket_of(ann)))

    run(house, doing())


@pytest.mark.parametrize(
    "origin", ["-", "", "null", "http://evil.example", "http://testserver.evil.example", "https://testserver"]
)
def test_a_socket_comes_from_our_pages(house: TwinHouse, origin: str) -> None:
    async def doing() -> None:
        ann = person(house)
        assert not await admitted(knock(ann, await ticket_of(ann), origin=origin))

    run(house, doing())


def test_nobody_opens_sockets_without_end(house: TwinHouse) -> None:
    async def doing() -> None:
        ann, most = person(house), house.context.settings.sockets_per_person
        lines = [ann.line() for _ in range(most)]
        await quiet()
        assert not await admitted(ann.line())
        for line in lines:
            await line.hang_up()
        assert await admitted(ann.line())

    run(house, doing())


# --- While it is open ------------------------------------------------------------------------------------------------


def test_signing_out_closes_the_sockets_of_that_session_at_once(house: TwinHouse) -> None:
    async def doing() -> None:
        ann, elsewhere = person(house), person(house)
        lines = ann.line(), elsewhere.line()
        ticket = await ticket_of(ann)
        await quiet()
        assert (await ann.send("DELETE", "/api/session")).status == 200
        await quiet()
        assert lines[0].closed_with == open_sockets.SESSION_OVER and lines[1].closed_with is None
        assert not await admitted(knock(ann, ticket))
        await lines[1].hang_up()

    run(house, doing())


def test_a_session_that_ends_elsewhere_closes_its_sockets(house: TwinHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session can end by signing out on another server, by age, or because the person is removed."""
    monkeypatch.setattr(open_sockets, "SESSION_SECONDS", 0.05)

    async def doing() -> None:
        line = person(house).line()
        await asyncio.sleep(0.3)
        assert not line.closed_with
        with house.context.people._writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.name == "ann"))
        while (code := line.closed_with) is None:
            await asyncio.sleep(0.01)
        assert code == open_sockets.SESSION_OVER

    run(house, doing())


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("message watch", {"watch": [TABLE]}),
        ("order TakeSeat", {"order": {"id": "1", "table": TABLE, "command": {"type": "TakeSeat", "seat": 5}}}),
        ("order CutLink", {"order": {"id": "1", "command": {"type": "CutLink", "link": "none"}}}),
    ],
)
def test_every_message_is_authorised_by_its_row(
    house: TwinHouse, monkeypatch: pytest.MonkeyPatch, row: str, message: dict[str, Any]
) -> None:
    """A message is accepted if its row lists the role, and refused once the role is removed from the row."""

    async def said() -> str:
        line = person(house, *who).line()
        line.say(json.dumps(message))
        await line.heeded(SECONDS)
        await line.hang_up()
        return line.texts[0]

    who = ("flo", "floor") if row == "order CutLink" else ("ann", "player")

    async def doing() -> None:
        assert "not-permitted" not in await said()
        without = {name: roles - {who[1]} if name == row else roles for name, roles in permissions.rows().items()}
        monkeypatch.setattr(permissions, "rows", lambda is_demo: without)
        assert "not-permitted" in await said()

    run(house, doing())


def test_an_accident_is_reported_in_general_words_and_leaves_the_socket_open(
    house: TwinHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*anything: object) -> None:
        raise RuntimeError("the dealer holds As Ks")

    async def doing() -> None:
        line = person(house).line()
        with monkeypatch.context() as patched:
            patched.setattr(live_sockets.LiveSockets, "_watch", broken)
            line.say('{"watch":["lobby"]}')
            await line.heeded(SECONDS)
        assert json.loads(line.texts[0])["refused"]["code"] == "failed" and "As Ks" not in line.texts[0]
        line.say('{"watch":["lobby"]}')
        await line.heeded(SECONDS)
        assert line.texts[1].startswith('{"lobby"')
        await line.hang_up()

    run(house, doing())


def test_messages_have_a_limit(house: TwinHouse) -> None:
    house.context.order_rate = Limit(0.001, 3)

    async def doing() -> None:
        line = person(house).line()
        for _ in range(5):
            line.say('{"watch":[]}')
        await line.heeded(SECONDS)
        assert [json.loads(text)["refused"]["code"] for text in line.texts] == ["too-many"] * 2
        await line.hang_up()

    run(house, doing())


# --- On a real server ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = str(tmp_path_factory.mktemp("served") / "floor.db")
    settings = without_limits(Settings())
    with prepared(file, replace(settings, trusted_hosts=("127.0.0.1",))) as found:
        found.open()
        yield found


@contextmanager
def dialled(served: Served, **more: Any) -> Iterator[ClientConnection]:
    key, who = served.context.people.enter("ann", "player")
    ticket = served.context.hub.ticket(who, key)
    address = served.address.replace("http", "ws")
    cookie = {"Cookie": f"{served.context.settings.cookie}={key}"}
    with connect(
        f"{address}/ws?ticket={ticket}", origin=Origin(served.address), additional_headers=cookie, **more
    ) as line:
        yield line


def test_nothing_is_compressed(served: Served) -> None:
    with dialled(served, compression="deflate") as line:
        assert line.response is not None
        assert "Sec-WebSocket-Extensions" not in line.response.headers and not line.protocol.extensions


@pytest.mark.parametrize(("size", "is_taken"), [(64 * 1024, True), (64 * 1024 + 1, False)])
def test_a_message_is_64_kib_at_most(served: Served, size: int, is_taken: bool) -> None:
    with dialled(served) as line:
        line.send("x" * size)
        if is_taken:
            assert json.loads(line.recv(SECONDS))["refused"]["code"] == "not-readable"
        else:
            with pytest.raises(ConnectionClosed) as closed:
                line.recv(SECONDS)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


def test_bytes_close_a_socket(served: Served) -> None:
    with dialled(served) as line:
        line.send(b"{}")
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(SECONDS)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == live_sockets.NOT_TEXT
