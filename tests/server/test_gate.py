"""Checks made on every request (origin, session, permissions, token, limits) and headers on every answer."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest
from argon2 import Type, extract_parameters
from sqlalchemy import delete, update

from tablelaw.floor.handlers import registry as desk
from tablelaw.floor.store.schema import sessions
from tablelaw.permissions import MatrixIncomplete
from tablelaw.persons import DEVICE_KINDS
from tablelaw.server import users as people_module
from tablelaw.server.http import rate_limits
from tablelaw.server.http.permissions import ANYONE, ROLES, check, rows
from tablelaw.server.http.rate_limits import Limit
from tablelaw.server.http.routing import ROUTES
from tablelaw.server.received_orders import FLOOR_COMMANDS, TABLE_COMMANDS, message_of
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.users import BadPerson, People
from tablelaw.table import registry
from tests.server.conftest import ORIGIN, PASSWORD, SETTINGS, Doors

REFUSED = {401, 403}
SAMPLES = {"table": "pa-653a", "rulebook": "pa-653a", "cite": "653a.11(h)", "day": "2026-11-15"}


def path_of(path: str) -> str:
    for name, value in SAMPLES.items():
        path = path.replace(f"{{{name}}}", value).replace(f"{{{name}:path}}", value)
    return path


# --- The matrix --------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["", *ROLES])
def test_every_route_answers_each_role_as_the_matrix_says(doors: Doors, role: str) -> None:
    person = doors.somebody(f"{role} of the matrix", role) if role else doors.nobody()
    for route in ROUTES:
        if route.row == "DELETE /api/session" or "{" in path_of(route.path):
            continue
        answer = (
            person.send(route.method, path_of(route.path)) if route.method != "GET" else person.get(path_of(route.path))
        )
        permitted = ANYONE in rows()[route.row] or role in rows()[route.row]
        is_refused = answer.status_code in REFUSED and answer.json()["refused"]["code"] in (
            "not-permitted",
            "not-signed-in",
        )
        assert is_refused is not permitted, f"{route.row} as {role or 'nobody'}: {answer.status_code}"
        assert answer.status_code < 500, f"{route.row}: {answer.text}"


def test_every_order_answers_each_role_as_the_matrix_says(doors: Doors) -> None:
    """A role that may not give an order is refused before the order's content is examined."""
    for role in ROLES:
        person = doors.somebody(f"{role} with orders", role)
        for row, permitted in rows().items():
            if not row.startswith("order "):
                continue
            kind = row.removeprefix("order ")
            table = "" if _is_property(kind) else "pa-653a"
            answer = person.order(_command(kind), table, order_id=f"{role} {kind}")
            code = answer.json().get("refused", {}).get("code", "")
            may_send = role in rows()["POST /api/tables/{table}/orders" if table else "POST /api/orders"]
            assert (code == "not-permitted") is not (role in permitted and may_send), f"{kind} as {role}: {code}"


def _is_property(kind: str) -> bool:
    from tablelaw.floor import orders

    return hasattr(orders, kind)


def _command(kind: str) -> dict[str, object]:
    """A command with a value in every field. The table may refuse it, but never for its form."""
    import msgspec

    from tablelaw.floor import orders
    from tablelaw.table import commands
    from tablelaw.table.registry import tag_of

    made: dict[str, object] = {"type": kind}
    of_tables = {tag_of(command): command for command in commands.ALL}
    for field in msgspec.structs.fields(getattr(orders, kind, None) or of_tables[kind]):
        if field.name not in ("by", "at"):
            made[field.encode_name] = _value(field.encode_name, field.type)
    return made


def _value(name: str, kind: object) -> object:
    if kind is bool:
        return False
    if kind is int:
        return 0
    if name == "card":
        return "As" if not str(kind).startswith("tuple") else []
    return [] if str(kind).startswith("tuple") else "none"


def test_the_matrix_permits_no_order_that_the_floor_gives_to_nobody_of_that_role() -> None:
    """A page must not offer an order that the floor always refuses."""
    takers: dict[type, tuple[frozenset[str], object]] = {**registry.HANDLERS, **desk.HANDLERS}
    for kind in (*TABLE_COMMANDS, *FLOOR_COMMANDS):
        listed = {"device" if word in DEVICE_KINDS else word for word in rows()[message_of(kind)]}
        assert listed <= takers[kind][0], kind


def test_a_missing_row_stops_the_server() -> None:
    with pytest.raises(MatrixIncomplete, match="GET /api/new has no row"):
        check([*rows(), "GET /api/new"])


def test_a_row_without_a_route_stops_the_server() -> None:
    with pytest.raises(MatrixIncomplete, match="is not a route or message"):
        check(sorted(rows())[1:])


# --- Origin and token ----------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["", "http://evil.example", "http://testserver.evil.example", "null"])
def test_what_changes_something_comes_from_our_pages(doors: Doors, origin: str) -> None:
    person = doors.somebody("olga", "player")
    answer = person.send("POST", "/api/ticket", Origin=origin)
    assert answer.status_code == 403
    assert answer.json()["refused"]["code"] == "wrong-origin"


@pytest.mark.parametrize("token", ["", "x", "x" * 43])
def test_what_changes_something_carries_the_token(doors: Doors, token: str) -> None:
    person = doors.somebody("olga", "player")
    answer = person.send("POST", "/api/ticket", X_CSRF_Token=token)
    assert answer.status_code == 403
    assert answer.json()["refused"]["code"] == "wrong-token"
    assert person.send("POST", "/api/ticket").status_code == 200


# --- Sessions --------------------------------------------------------------------------------------------


def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(doors: Doors) -> None:
    doors.somebody("paul", "player")
    tried = [("paul", "not the password"), ("nobody at all", PASSWORD)]
    answers = [
        doors.browser().post("/api/session", json={"name": name, "password": word}, headers={"Origin": ORIGIN})
        for name, word in tried
    ]
    assert {answer.status_code for answer in answers} == {401}
    assert answers[0].content == answers[1].content


def test_each_sign_in_is_a_new_session_and_signing_out_ends_it(doors: Doors) -> None:
    first, second = doors.somebody("rosa", "player"), doors.somebody("rosa", "player")
    keys = {person.client.cookies[SETTINGS.cookie] for person in (first, second)}
    assert len(keys) == 2
    assert first.send("DELETE", "/api/session").status_code == 200
    assert first.get("/api/me").status_code == 401
    assert second.get("/api/me").status_code == 200


def test_a_session_given_by_somebody_else_is_not_taken_up(doors: Doors) -> None:
    """A cookie set before signing in is replaced."""
    client = doors.browser()
    doors.somebody("sven", "player")
    client.cookies.set(SETTINGS.cookie, "planted")
    answer = client.post("/api/session", json={"name": "sven", "password": PASSWORD}, headers={"Origin": ORIGIN})
    assert "planted" not in answer.headers["set-cookie"]


def test_the_cookie_cannot_be_read_or_sent_elsewhere(open_doors: Callable[..., Doors]) -> None:
    secure = replace(SETTINGS, is_secure=True)
    doors = open_doors(secure, ())
    doors.context.people.add("tess", "auditor", PASSWORD)
    body = {"name": "tess", "password": PASSWORD}
    cookie = doors.browser().post("/api/session", json=body, headers={"Origin": ORIGIN}).headers["set-cookie"]
    assert cookie.startswith("__Host-tablelaw=")
    for flag in ("HttpOnly", "Secure", "SameSite=strict", "Path=/"):
        assert flag.lower() in cookie.lower()
    assert "domain" not in cookie.lower()


@pytest.mark.parametrize(("age", "idle", "is_there"), [(99, 9, True), (100, 9, True), (101, 9, False), (50, 11, False)])
def test_a_session_ends_by_age_and_by_idleness(
    doors: Doors, monkeypatch: pytest.MonkeyPatch, age: int, idle: int, is_there: bool
) -> None:
    """Covers sessions below, at and above each limit."""
    people = People(doors.context.people.engine, session_seconds=100, idle_seconds=10)
    clock = [1_000_000]
    monkeypatch.setattr(people_module, "database_time", lambda connection: clock[0])
    key, _ = people.enter("uma", "player")
    with people._writing() as connection:
        connection.execute(update(sessions).where(sessions.c.name == "uma").values(seen_at=1_000_000 + age - idle))
    clock[0] += age
    assert (people.person(key) is not None) is is_there


def test_a_wrong_clock_ends_nobody_elses_session(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user signs in while the clock is 30 days ahead; when the clock is right again, the others are still
    signed in.
    """
    people = People(doors.context.people.engine, session_seconds=100, idle_seconds=100)
    clock = [1_000_000]
    monkeypatch.setattr(people_module, "database_time", lambda connection: clock[0])
    key, _ = people.enter("uma", "player")
    clock[0] += 30 * 86_400
    people.enter("vic", "player")
    clock[0] = 1_000_001
    assert people.person(key) is not None


@pytest.mark.parametrize(("most", "is_kept"), [(2, False), (3, True), (4, True)])
def test_ended_sessions_of_others_are_forgotten_only_when_there_are_many(
    doors: Doors, monkeypatch: pytest.MonkeyPatch, most: int, is_kept: bool
) -> None:
    """Covers session counts below, at and above the limit; the third sign-in finds two sessions."""
    people = People(doors.context.people.engine, session_seconds=100, idle_seconds=100)
    with people._writing() as connection:
        connection.execute(delete(sessions))
    clock = [1_000_000]
    monkeypatch.setattr(people_module, "database_time", lambda connection: clock[0])
    monkeypatch.setattr(people_module, "MOST_SESSIONS", most)
    keys = [people.enter(name, "player")[0] for name in ("uma", "vic")]
    clock[0] += 101
    people.enter("wim", "player")
    clock[0] -= 101
    assert [people.person(key) is not None for key in keys] == [is_kept, is_kept]


@pytest.mark.parametrize(
    ("name", "role", "password", "words"),
    [
        ("vera", "cook", PASSWORD, "no role 'cook'"),
        ("", "player", PASSWORD, "is not a valid name"),
        ("a:b", "player", PASSWORD, "is not a valid name"),
        ("x" * 61, "player", PASSWORD, "is not a valid name"),
        ("vera", "player", "123456789", "the password is too short"),
    ],
)
def test_people_who_cannot_be_added(doors: Doors, name: str, role: str, password: str, words: str) -> None:
    with pytest.raises(BadPerson, match=words):
        doors.context.people.add(name, role, password)


def test_passwords_are_kept_as_argon2id(doors: Doors) -> None:
    import sqlalchemy

    doors.somebody("wim", "player")
    with doors.context.people.engine.connect() as connection:
        kept = connection.execute(sqlalchemy.text("select password from users where name = 'wim'")).scalar_one()
    assert kept.startswith("$argon2id$")


def test_a_server_hashes_slowly_and_for_a_name_nobody_has_just_as_slowly() -> None:
    """Runs in a separate process, because these tests replace the hash with a faster one."""
    code = "from tablelaw.server import users; print(users._HASHER.hash('a'), users._NOBODY)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    for kept in map(extract_parameters, told):
        assert (kept.type, kept.memory_cost >= 2**16, kept.time_cost >= 3) == (Type.ID, True, True)
    assert extract_parameters(told[0]) == extract_parameters(told[1])


# --- Limits ------------------------------------------------------------------------------------


def test_a_limit_takes_its_burst_and_then_its_rate() -> None:
    limit = Limit(rate=2, burst=3)
    for _ in range(3):
        limit.take("xu", now=0)
    with pytest.raises(ServerRefused):
        limit.take("xu", now=0)
    limit.take("other", now=0)
    with pytest.raises(ServerRefused):
        limit.take("xu", now=0.4)
    limit.take("xu", now=1.0)


def test_too_many_requests_are_answered_with_that_reason(open_doors: Callable[..., Doors]) -> None:
    doors = open_doors(replace(SETTINGS, orders_per_second=1, logins_per_minute=1), ())
    client = doors.browser()
    found = {client.get("/api/lobby").status_code for _ in range(10)}
    assert found == {200, 429}


def test_passwords_are_not_tried_without_end(open_doors: Callable[..., Doors], monkeypatch: pytest.MonkeyPatch) -> None:
    """After a minute's allowance of attempts, even the right password is refused until time has passed."""
    doors, now = open_doors(replace(SETTINGS, logins_per_minute=3), ()), [1000.0]
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(monotonic=lambda: now[0]))
    doors.context.people.add("abe", "player", PASSWORD)

    def tried(name: str, password: str) -> int:
        body = {"name": name, "password": password}
        return int(doors.browser().post("/api/session", json=body, headers={"Origin": ORIGIN}).status_code)

    assert [tried(name, "not the password") for name in ("abe", "abe", "nobody", "abe")] == [401, 401, 401, 429]
    assert tried("abe", PASSWORD) == 429
    now[0] += 19
    assert tried("abe", PASSWORD) == 429
    now[0] += 1
    assert (tried("abe", PASSWORD), tried("abe", PASSWORD)) == (200, 429)


def test_a_message_beyond_its_size_is_refused(doors: Doors) -> None:
    person = doors.somebody("yan", "player")
    small, large = "x" * (64 * 1024 - 100), "x" * (64 * 1024)
    assert person.send("POST", "/api/orders", {"id": "1", "command": small}).json()["refused"]["code"] == "not-readable"
    assert person.send("POST", "/api/orders", {"id": "1", "command": large}).status_code == 413


def test_another_host_name_is_not_served(doors: Doors) -> None:
    assert doors.browser().get("/api/lobby", headers={"Host": "evil.example"}).status_code == 400


def test_errors_say_nothing_of_what_went_wrong_inside(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    import tablelaw.server.routes.tables as module

    def broken(house: object) -> object:
        raise RuntimeError("the dealer holds As Ks")

    monkeypatch.setattr(module, "lobby", broken)
    answer = doors.browser().get("/api/lobby")
    assert answer.status_code == 500
    assert "As Ks" not in answer.text
    assert answer.json()["refused"]["code"] == "failed"


def test_the_demo_entrance_is_closed_elsewhere(doors: Doors) -> None:
    answer = doors.nobody().send("POST", "/api/demo", {"role": "administrator"})
    assert answer.status_code == 404
