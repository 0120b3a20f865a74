"""Malformed requests from every role: wrong types, huge numbers, deep nesting, broken text, orders meant for others."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, get_args

import msgspec
import requests
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.core.transport import Response

from tablelaw.cards import Card
from tablelaw.chance import PracticeChance
from tablelaw.floor.house_staff import next_step
from tablelaw.floor.log.durable_names import ORDERS, kinds
from tablelaw.server.http.permissions import ROLES, rows
from tablelaw.server.received_orders import TABLE_COMMANDS, message_of
from tablelaw.table.commands import ALL, Command, Shuffle
from tablelaw.table.registry import tag_of
from tablelaw.table.state import change
from tests.server.asgi import ORIGIN, Answer, Somebody, ask
from tests.server.twin_floor import SEATED, TwinHouse
from tests.server.untouched import Untouched

SECONDS = 20
"""The number of seconds after which an unanswered request counts as a hang, even on a busy machine."""
STAFF = {role: f"a {role}" for role in ROLES if role != "player"}
GUEST = "cy"
PEOPLE = {"": "", **dict.fromkeys((*SEATED.values(), GUEST), "player"), **{name: role for role, name in STAFF.items()}}
GOING_ON = ("PlaceWager", "CloseBets", "Act", "EnterCard")
"""Commands that advance a round that is waiting for a person."""
LARGEST = 64 * 1024
REFUSED = 400
ACCIDENTS = ("order-failed", "failed", "floor-stopped", "store-failed", "broken-log")

WHOLE = st.one_of(st.integers(-2, 8), st.integers(), st.sampled_from([2**31, 2**63, 2**64, -(2**63) - 1, 10**30, 500]))
WORDS = ("ante", "blind", "trips", "progressive", "fold", "check", "bet", "declare", "machine", "hand", "shoe", "up")
HOSTILE = ("\0", "ann\0", "a\0b", "\ud800", "\x1b[2J", "\u202e", "%00", "../..", "x" * 300)
"""Text that a database, a terminal or a path may fail to handle."""
NAMES = st.one_of(
    st.sampled_from([*WORDS, "ann", "cy", "none", "", "2026-11-16"]), st.sampled_from(HOSTILE), st.text(max_size=30)
)
CARDS = st.one_of(st.sampled_from(["As", "2c", "Td", "??", "1x", "", "10s", "A♠"]), st.text(max_size=3))
ANY = st.recursive(
    st.one_of(st.none(), st.booleans(), WHOLE, st.floats(allow_nan=False), NAMES),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=12,
)


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Values for a field: usually valid ones, sometimes anything."""
    if kind is bool:
        return st.booleans()
    if kind is int:
        return WHOLE
    if kind is Card:
        return CARDS
    if str(kind).startswith("tuple"):
        inner = get_args(kind)[0]
        return st.lists(CARDS if inner is Card else ANY if str(inner).startswith("tuple") else NAMES, max_size=3)
    return NAMES


@st.composite
def commands(draw: st.DrawFn) -> dict[str, Any]:
    """A command of any kind, including kinds no one may give, with a value in most fields."""
    kind: Any = draw(st.sampled_from((*ALL, *kinds(ORDERS))))
    made: dict[str, Any] = {"type": tag_of(kind)}
    for field in msgspec.structs.fields(kind):
        if draw(st.integers(0, 19)):
            made[field.encode_name] = draw(values_of(field.type) if draw(st.integers(0, 9)) else ANY)
    return made


@st.composite
def orders(draw: st.DrawFn, tables: tuple[str, ...]) -> dict[str, Any]:
    command = draw(commands())
    is_of_a_table = command["type"] in {tag_of(kind) for kind in Command.__subclasses__()}
    ids = st.one_of(st.sampled_from(["1", "2", "", "x" * 81, *HOSTILE]), st.text(max_size=10))
    made = {"id": draw(ids), "command": command}
    if is_of_a_table or not draw(st.integers(0, 5)):
        made["table"] = draw(st.sampled_from([*tables, *tables, *tables, "no such table", "\0", f"{tables[0]}\0"]))
    if not draw(st.integers(0, 9)):
        made["expect"] = draw(st.one_of(WHOLE, ANY))
    return made


def giver(command: Command, players: Mapping[int, str]) -> str:
    """An actor who may give a command: the player at its seat, or a member of staff."""
    roles = rows()[message_of(type(command))]
    if "player" in roles:
        return players.get(getattr(command, "seat", 0), GUEST)
    return next(name for role, name in STAFF.items() if role in roles)


DEEP = b"[" * 20_000 + b"]" * 20_000
BROKEN = st.one_of(
    st.binary(max_size=200),
    st.sampled_from(
        [b"", b"{", b"null", b"[]", b'"', b"\xff\xfe{}", b'{"id": "\xed\xa0\x80"}', b'{"id": 1e999}', DEEP, b"\x00" * 9]
    ),
    st.sampled_from([LARGEST - 2, LARGEST - 1, LARGEST, LARGEST + 1, 10 * LARGEST]).map(lambda n: b'"' + b"x" * n),
    ANY.map(lambda value: json.dumps(value).encode()),
)
"""Bodies that are malformed or that almost every route rejects."""


def accident_in(body: bytes) -> str:
    """The refusal code in an answer if it means an internal error, or ""."""
    try:
        told = msgspec.json.decode(body, type=dict[str, Any]).get("refused")
    except msgspec.DecodeError:
        return ""
    code = told.get("code", "") if isinstance(told, dict) else ""
    return code if code in ACCIDENTS else ""


class Fuzzed:
    """A server under test in this process; everything runs in one event loop."""

    def __init__(self, world: TwinHouse) -> None:
        self.world = world
        self.app, self.context, self.service = self.world.app, self.world.context, self.world.service
        self.tables = tuple(self.service.views.tables)
        self.loop = asyncio.Runner()
        self.loop.run(self.context.hub.start())
        self.statuses: Counter[int] = Counter()
        self.untouched = Untouched(self.service)
        self._people: dict[str, Somebody] = {}
        self._chance = PracticeChance("fuzz")

    def close(self) -> None:
        self.loop.run(self.context.hub.stop())
        self.loop.close()

    def somebody(self, name: str) -> Somebody:
        """Signs a person in, or signs them in again if a request has signed them out."""
        known = self._people.get(name)
        if known is None or (name and self.context.people.person(known.key) is None):
            known = self._people[name] = Somebody(self.app, self.context, name, PEOPLE[name])
        return known

    def send(self, name: str, method: str, path: str, body: bytes = b"", **changed: str) -> Answer:
        """Sends one request and checks that it is answered without an internal error."""

        async def sent() -> Answer:
            async with asyncio.timeout(SECONDS):
                return await self.somebody(name).send(method, path, body, **changed)

        answer = self.loop.run(sent())
        self.statuses[answer.status] += 1
        assert answer.status < 500, f"{method} {path} by {name or 'nobody'}: {answer.status} {answer.body[:300]!r}"
        assert accident_in(answer.body) == "", f"{method} {path} by {name or 'nobody'}: {answer.body[:300]!r}"
        if answer.status >= REFUSED:
            self.untouched.refused(f"{method} {path[:80]} by {name or 'nobody'}")
        return answer

    def sensible(self, table: str, pick: int) -> tuple[str, dict[str, Any]]:
        """Returns an order that the table accepts and an actor who may give it; most advance the round."""
        view = self.service.views.tables[table]
        step = next_step(view, self._chance, self.service.clock.now())
        found = [one for one in view.engine.legal(view.state, view.state.now) if type(one) in TABLE_COMMANDS]
        going_on = [step[1]] if step else [one for one in found if tag_of(type(one)) in GOING_ON]
        choices = going_on if going_on and pick % 8 else found
        command = choices[pick // 8 % len(choices)]
        if isinstance(command, Shuffle):
            command = change(command, cards=())
        fields = msgspec.to_builtins(command, enc_hook=str)
        return giver(command, view.state.players), {k: v for k, v in fields.items() if k not in ("by", "at")}

    def call(self, case: Case[Any], name: str) -> Response:
        """Sends a case generated from the schema, as the named person."""
        told = case.as_transport_kwargs(base_url=ORIGIN)
        prepared = requests.Request(**{k: v for k, v in told.items() if k not in ("timeout", "verify")}).prepare()
        body = prepared.body.encode() if isinstance(prepared.body, str) else prepared.body or b""
        assert prepared.url and prepared.method and isinstance(body, bytes)
        answer = self.send(name, prepared.method, prepared.url.removeprefix(ORIGIN), body)
        headers = {k.decode(): [v.decode()] for k, v in answer.headers}
        return Response(answer.status, headers, answer.body, prepared, 0.0, verify=False)

    def talk(self, name: str, messages: list[str | bytes]) -> int:
        """Sends messages over a socket that must answer each one or be closed. Returns the number sent."""

        async def talked() -> None:
            line = self.somebody(name).line()
            for message in messages:
                line.say(message)
            await line.heeded(SECONDS)
            known = len(line.texts)
            line.say('{"watch":["lobby"]}')
            await line.heeded(SECONDS)
            assert line.closed_with or any(text.startswith('{"lobby"') for text in line.texts[known:]), "no answer"
            await line.hang_up()

        self.loop.run(talked())
        self.untouched.fail_if_different()
        return len(messages) + 1

    def is_sound(self) -> bool:
        """Checks that the floor is open and answers, no cent is lost, and refused requests have not changed
        anything.
        """
        self.untouched.compare()
        self.untouched.fail_if_different()
        books = sum(balance.posted for balance in self.service.views.balances().values())
        lobby = self.loop.run(ask(self.app, "GET", "/api/lobby", {}))
        return not self.service.is_stopped and books == 0 and lobby.status == 200
