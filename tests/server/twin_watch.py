"""Watchers of a world: records everything the server sends to each of them, for comparison with another world."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from tablelaw.persons import DEVICE_KINDS
from tablelaw.proofs import commitment
from tablelaw.server.http.permissions import rows
from tablelaw.server.http.routing import ROUTES
from tests.server.asgi import Answer, Line, Somebody, quiet
from tests.server.twin_floor import SEATED, TwinHouse

WATCHERS = {
    "ada": "auditor",
    "ann": "player",
    "bob": "player",
    "cy": "player",
    "dan": "dealer",
    "flo": "floor",
    "aud": "auditor",
    "adm": "administrator",
    "": "",
    **{f"a {kind}": kind for kind in DEVICE_KINDS},
}
"""The watchers. Ann and Bob sit at every table, Cy at none; "" views the display and the lobby without a session. A
device has its kind as role, and a token for every table.
"""
DEVICES = tuple(name for name, role in WATCHERS.items() if role in DEVICE_KINDS)
NONCE = re.compile(rb'"csrf":"[\w-]*"')
"""A field that is new for each session. So is a ticket, but it is not part of a compared answer."""
MADE_AT = re.compile(rb'"(made|seen)_at":(\d+|null)')
"""When a token was made and last used, by the clock of the database, which is not that of the worlds."""
SEEN_CARDS = "GET /api/floor/seen-cards"
LENGTH = re.compile(rb"\(b'content-length', b'\d+'\)")
OF_THE_SERVER = (b"200 ", *(b"tablelaw_%s_" % name for name in (b"commit", b"orders", b"refusals", b"sockets")))
"""Lines of the metrics that depend on how long something took or on who watches, and of the response's head, which
states their length.
"""

HASHES = ("root", "leaf", "leaves", "path", "signature")
"""The only fields that may differ between twin worlds, and only in an auditor's view of the log.

They are SHA-256 hashes. A leaf of a sealed deck covers a 256-bit salt that is not revealed for any card the auditor may
not see. Without the salt, no card can be checked against the leaf; the root, the log's own leaves, the paths and the
signatures are hashes over such hashes. (A log leaf over an entry with a card but no salt would be different. The server
reveals no such leaf before the round is over, when the auditor may see the cards.) Every transcript is searched for the
salts themselves, below.
"""
STATIC = ("/api/law/", "/api/readings/", "/api/submission/", "/api/workshop", "/api/edges/")
"""Answers that depend only on the rulebooks, a table's rules or the question, not on any cards."""
TABLE_ROUTES = ("GET /api/tables/{table}/view", "GET /api/tables/{table}/steps", "GET /api/tables/{table}/advice")
FEED_ENTRIES = 2_000
"""How many of the last entries a device reads; more than an episode has."""
SOCKET_TABLES = 15
SECONDS = 60
OF_THE_LOBBY = ("cy", "flo", "ann", "bob")
"""Watchers who also keep the lobby open; the others request it at the end."""


class Watcher:
    """A person with sockets on every table and the lobby, and everything received over them and in answers."""

    def __init__(self, world: TwinHouse, name: str) -> None:
        self.world, self.name, self.role = world, name, WATCHERS[name]
        self.somebody = Somebody(world.app, world.context, name, self.role)
        self.lines: list[Line] = []
        self.answers: list[tuple[str, Answer]] = []
        self._given = 0

    async def watch(self) -> None:
        tables = [*(["lobby"] if self.name in OF_THE_LOBBY else []), *self.world.service.views.tables]
        has_sockets = bool(self.role) and self.name not in DEVICES
        for at in range(0, len(tables) if has_sockets else 0, SOCKET_TABLES):
            self.lines.append(self.somebody.line())
            self.lines[-1].say(json.dumps({"watch": tables[at : at + SOCKET_TABLES]}))
            await self.lines[-1].heeded(SECONDS)
        await quiet(self.world.context.hub)

    async def order(self, command: msgspec.Struct, table: str, order_id: str) -> str:
        """Sends an order over the socket and returns the answer."""
        line = self.lines[0]
        body = {"id": order_id, "table": table, "command": msgspec.to_builtins(command, enc_hook=str)}
        known = len(line.texts)
        line.say(json.dumps({"order": body}))
        while True:
            await line.replies(known + 1)
            await line.heeded(SECONDS)
            await quiet(self.world.context.hub)
            for text in line.texts[known:]:
                if text.startswith(('{"order":', '{"refused":')):
                    return text
            known = len(line.texts)

    async def get(self, path: str) -> None:
        answer = await self.somebody.get(path)
        assert answer.status == 200 or not path.endswith("/view"), f"{path}: {answer.status}"
        self.answers.append((f"GET {path}", answer))

    async def send(self, method: str, path: str, body: bytes = b"{}") -> None:
        self.answers.append((f"{method} {path}", await self.somebody.send(method, path, body)))

    async def hang_up(self) -> None:
        for line in self.lines:
            await line.hang_up()

    # --- What is compared ----------------------------------------------------------------------------------------

    def transcript(self) -> list[tuple[str, bytes]]:
        """Every message and answer, each with its name."""
        said = [(f"socket {n}", str(m).encode()) for n, line in enumerate(self.lines) for m in line.sent]
        return [*said, *((name, _told(answer)) for name, answer in self.answers)]

    def raw(self) -> bytes:
        told = [str(message).encode() for line in self.lines for message in line.sent]
        return b"\n".join([*told, *(answer.body for _, answer in self.answers)])


def _told(answer: Answer) -> bytes:
    """An answer as text: the status and headers on one line, then the body."""
    return b"%d %r\n%s" % (answer.status, answer.headers, answer.body)


def compared(name: str, told: bytes, group: str) -> bytes:
    """The part of an answer that must be the same in both worlds: log hashes are masked, and the session nonce is
    removed. So is an auditor's evidence for seen cards, unless the auditor has seen all cards of finished rounds.

    Called only if the answers of two worlds differ, since equal answers stay equal.
    """
    if name == "GET /api/session":
        return NONCE.sub(b"", told)
    if name == "GET /api/devices":
        return MADE_AT.sub(b"", told)
    if name == "GET /metrics":
        return b"\n".join(line for line in told.splitlines() if not line.startswith(OF_THE_SERVER))
    if name == SEEN_CARDS and group == "public" and told.startswith(b"200 "):
        return _without_evidence(told)
    if "/api/audit/" not in name or not told.startswith(b"200 "):
        return told
    head, _, body = told.partition(b"\n")
    return head + json.dumps(_masked(json.loads(body))).encode()


def _without_evidence(told: bytes) -> bytes:
    """The report of the watch without the evidence, and so without its length, which depends on the evidence."""
    head, _, body = told.partition(b"\n")
    report = json.loads(body)
    return (
        LENGTH.sub(b"", head)
        + json.dumps(report | {"people": [one | {"evidence": None} for one in report["people"]]}).encode()
    )


def _masked(value: Any, key: str = "") -> Any:
    """Returns the value with each hash replaced by its length."""
    if isinstance(value, dict):
        return {name: _masked(part, name) for name, part in value.items()}
    if isinstance(value, list):
        return [_masked(part, key) for part in value]
    if key in HASHES and isinstance(value, str):
        return f"{len(value)} characters"
    return _masked(json.loads(value), key) if key == "body" and value else value


# --- Everything that can be requested ----------------------------------------------------------------------------


def swept() -> set[str]:
    """The GET routes that a sweep requests; all other GET routes are static."""
    return {route.row for route in ROUTES if route.method == "GET" and not route.path.startswith(STATIC)}


def questions(world: TwinHouse, name: str, sample: Sequence[str]) -> Iterator[str]:
    """The GET routes to request. Routes whose answers follow the play are requested for every table, others for a
    sample.

    People without a seat, and roles that are always refused, request only the sample. A device requests what its row
    permits; everything else is refused before it is looked at.
    """
    tables, role = list(world.service.views.tables), WATCHERS[name]
    is_seated = name in SEATED.values()
    for row in sorted(swept() if role not in DEVICE_KINDS else {row for row in swept() if role in rows()[row]}):
        path = row.removeprefix("GET ")
        if path == "/api/me/rounds":
            yield from (f"{path}?table={table}" for table in (*(tables if is_seated else sample), "none"))
        elif row in TABLE_ROUTES:
            is_asked = role in ASKED[row] and (role != "player" or is_seated)
            yield from (path.replace("{table}", table) for table in (tables if is_asked else sample))
        elif path.endswith("/drill"):
            yield from (f"{path.replace('{table}', table)}?seed=1" for table in sample)
        elif "{table}" in path:
            yield from (path.replace("{table}", table) for table in sample)
        else:
            yield from _asked_once(world, path, sample, role)


ASKED = {
    TABLE_ROUTES[0]: {"", "management"},
    TABLE_ROUTES[1]: {"dealer", "floor"},
    TABLE_ROUTES[2]: {"player"},
}


def _asked_once(world: TwinHouse, path: str, sample: Sequence[str], role: str) -> Iterator[str]:
    seq = world.service.views.seq
    if path == "/api/audit/rounds":
        yield from (path, *(f"{path}?table={table}" for table in sample), f"{path}?player=cal")
        yield from (f"{path}?{asked}" for asked in ("round=1", "round=2", "player=ann", "table=none", "round=x"))
    elif path == "/api/audit/entries/{seq}":
        between = range(seq - 400, seq, 40) if role == "auditor" else ()
        yield from (path.replace("{seq}", str(n)) for n in (1, *between, seq) if n > 0)
    elif path == "/api/audit/growth":
        yield from (f"{path}?old=3&size=9", f"{path}?old=3&size={seq}")
    elif path == "/api/audit/statement":
        yield from (f"{path}?account={account}" for account in ("house", "chips:cal", f"tray:{sample[0]}"))
    elif path == "/api/floor/figures/rounds":
        yield from (path, f"{path}?table={sample[0]}", f"{path}?player=ann", f"{path}?month=2026-11")
    elif path == "/api/feed":
        yield from (f"{path}?wait=0", f"{path}?after={max(0, seq - FEED_ENTRIES)}&wait=0")
    elif path == "/api/reports/{day}":
        yield "/api/reports/2026-11-15"
    else:
        yield re.sub(r"{\w+}", "1", path)


# --- What must never be sent -------------------------------------------------------------------------------------


def secrets_of(world: TwinHouse, table: str) -> dict[str, str]:
    """The salt that opens each card of the deck in play; the entry "" is the key to all of them."""
    floor = world.service._floor
    state = floor.tables[table].state
    secret = floor.tables[table].secrets.get(state.deck, b"")
    if not secret:
        return {}
    cards = commitment.cards_of(secret)
    salts = {card: commitment.open_card(secret, place).salt for place, card in enumerate(cards)}
    return {**salts, "": secret[: commitment.KEY_SIZE].hex()}


def hashes_in(text: bytes) -> set[str]:
    """Every run of 64 hexadecimal digits."""
    runs = (found.group().decode() for found in re.finditer(rb"[0-9a-f]{64,}", text))
    return {run[at : at + 64] for run in runs for at in range(len(run) - 63)}
