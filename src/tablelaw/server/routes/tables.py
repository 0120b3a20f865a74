"""Sessions, the lobby, tables and orders."""

from __future__ import annotations

import secrets

import msgspec
from fastapi import Response
from starlette.concurrency import run_in_threadpool

from tablelaw.cage.accounts import OF_PLAYER, parse_account
from tablelaw.floor.rules.governing import jurisdiction_of
from tablelaw.money_format import MoneyFormat
from tablelaw.server.context import ServerContext
from tablelaw.server.demo.visitor_names import alike, chosen_name
from tablelaw.server.http.permissions import ROLES
from tablelaw.server.http.routing import Ask, encoded, route
from tablelaw.server.order_admission import admitted
from tablelaw.server.received_orders import FLOOR_COMMANDS, TABLE_COMMANDS, OrderIn, read_order
from tablelaw.server.refusal_texts import RefusalTexts, texts_for
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.settings import Settings
from tablelaw.server.tables.description import TableDescription, describe
from tablelaw.server.tables.lobby import Lobby, lobby
from tablelaw.server.users import Person
from tablelaw.views.messages import Wire, WireTable


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    password: str


class Enter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a visitor enters the demo: in one of the roles, under a given name or any name."""

    role: str
    name: str = ""


class Who(Wire, frozen=True):
    """The person signed in; requests that change something send `csrf` in the header X-CSRF-Token."""

    name: str
    role: str
    csrf: str
    is_demo: bool
    property: str
    time_zone: str
    """The property's time zone, in which pages show times; empty if its log names none."""
    has_coach: bool
    """Whether players may ask the coach."""
    jurisdiction: str
    """Name of the jurisdiction that governs the property."""
    money: MoneyFormat
    """How pages print amounts."""


class Ticket(Wire, frozen=True):
    ticket: str


class Done(Wire, frozen=True):
    """An acknowledged order, durable as entry `seq`. `again` means that it had already been carried out."""

    seq: int
    number: int
    again: bool


# --- Sessions ----------------------------------------------------------------------------------------


@route("GET /api/session", gives=Who)
async def session(ask: Ask) -> Who:
    """Who is signed in here; empty if nobody is."""
    return _who(ask, ask.person)


@route("GET /api/refusals", gives=RefusalTexts)
async def refusals(ask: Ask) -> RefusalTexts:
    """What a page shows for each code of a refusal, for the person signed in here."""
    return texts_for(ask.person.role if ask.person else "", ask.context.settings.is_demo)


@route("POST /api/session", takes=SignIn, gives=Who, token=False)
async def sign_in(ask: Ask) -> Response:
    """Signs in with a name and a password."""
    given: SignIn = ask.read(SignIn)
    found = await ask.context.authenticated(given.name, given.password, ask.address)
    key, person = await run_in_threadpool(ask.context.people.enter, found.name, found.role)
    return _with_cookie(ask, ask.context.settings.cookie, key, person)


@route("DELETE /api/session")
async def sign_out(ask: Ask) -> Response:
    """Ends the session, and those that this browser had in other roles of the demo."""
    settings = ask.context.settings
    response = encoded({})
    for name in (settings.cookie, *(role_cookie(settings, role) for role in ROLES)):
        if (key := ask.cookie(name)) is None:
            continue
        await _end_session(ask, key)
        response.delete_cookie(name, path="/", secure=settings.is_secure, httponly=True, samesite="strict")
    return response


async def _end_session(ask: Ask, key: str) -> None:
    await run_in_threadpool(ask.context.people.sign_out, key)
    await ask.context.hub.end_session(key)


@route("POST /api/demo", takes=Enter, gives=Who, token=False)
async def enter_demo(ask: Ask) -> Response:
    """Enters the demo in one of its roles, without a password. A browser returns as the person it was in that role."""
    if not ask.context.settings.is_demo:
        raise ServerRefused("only-in-the-demo")
    given: Enter = ask.read(Enter)
    if given.role not in ROLES:
        raise ServerRefused("not-readable")
    key, person = await run_in_threadpool(_entered, ask, given.role, given.name)
    response = _with_cookie(ask, ask.context.settings.cookie, key, person)
    return _with_cookie(ask, role_cookie(ask.context.settings, person.role), key, person, response)


def _entered(ask: Ask, role: str, name: str) -> tuple[str, Person]:
    """The session that this browser had in the role, as its cookie proves, or else a new one under a free name."""
    people, key = ask.context.people, ask.cookie(role_cookie(ask.context.settings, role)) or ""
    before = people.person(key)
    if before is not None and before.role == role and name in ("", before.name):
        return key, before
    name = chosen_name(name) if name else f"{role}-{secrets.token_hex(3)}"
    if role != "player":
        return people.enter(name, role)
    return people.enter(name, role, lambda playing: alike(name) not in _known_players(ask.context, playing))


def _known_players(context: ServerContext, playing: list[str]) -> set[str]:
    """Names in use, in the form in which names are compared: guests, players with accounts or seats, and signed-in
    visitors.
    """
    views = context.service.views
    seated = [player for table in views.tables.values() for player in table.state.players.values()]
    rich = [account.owner for account in map(parse_account, views.balances()) if account.kind in OF_PLAYER]
    return {alike(name) for name in (*playing, *seated, *rich, *context.guest_names)}


def role_cookie(settings: Settings, role: str) -> str:
    """The cookie that keeps a browser's session in one role of the demo while it is in another."""
    return f"{settings.cookie}-{role}"


def _who(ask: Ask, person: Person | None) -> Who:
    name, role, csrf = (person.name, person.role, person.csrf) if person else ("", "", "")
    context = ask.context
    views = context.service.views
    demo = context.settings.is_demo
    law = jurisdiction_of(views)
    return Who(
        name=name,
        role=role,
        csrf=csrf,
        is_demo=demo,
        property=views.name,
        time_zone=views.time_zone,
        has_coach=context.settings.has_coach,
        jurisdiction=law.name,
        money=law.number_format,
    )


def _with_cookie(ask: Ask, cookie: str, key: str, person: Person, response: Response | None = None) -> Response:
    settings = ask.context.settings
    response = response or encoded(_who(ask, person))
    response.set_cookie(
        cookie,
        key,
        max_age=settings.session_seconds,
        path="/",
        secure=settings.is_secure,
        httponly=True,
        samesite="strict",
    )
    return response


@route("POST /api/ticket", gives=Ticket)
async def ticket(ask: Ask) -> Ticket:
    """A ticket for one socket: wss://.../ws?ticket=..."""
    return Ticket(ticket=ask.context.hub.ticket(ask.require_person(), ask.key))


# --- Tables --------------------------------------------------------------------------------------------


@route("GET /api/lobby", gives=Lobby)
async def see_lobby(ask: Ask) -> Lobby:
    """Every table: game, minimum, seats, meters."""
    return lobby(ask.context)


@route("GET /api/tables/{table}", gives=TableDescription)
async def see_table(ask: Ask) -> TableDescription:
    """The fixed facts of a table: wagers, paytables, layout, stages and procedure; nothing that changes in play."""
    return await ask.context.questions.run(ask.giver, describe, ask.context, table_named(ask))


@route("GET /api/tables/{table}/view", gives=WireTable)
async def see_view(ask: Ask) -> WireTable:
    """The table as you see it now."""
    return ask.context.table_view(table_named(ask), ask.person)


@route("POST /api/tables/{table}/orders", takes=OrderIn, gives=Done, commands=TABLE_COMMANDS)
async def table_order(ask: Ask) -> Done:
    """Gives an order to a table; answered when it is durable."""
    return await _ordered(ask, table_named(ask))


@route("POST /api/orders", takes=OrderIn, gives=Done, commands=FLOOR_COMMANDS)
async def property_order(ask: Ask) -> Done:
    """Gives an order to the property: buy-in, cash-out, fills, links, gaming days."""
    return await _ordered(ask, None)


async def _ordered(ask: Ask, table: str | None) -> Done:
    given = read_order(ask.body, ask.actor, table, ask.context.settings.is_demo, ask.require_person().kind)
    order = await admitted(ask.context, given, ask.address)
    answer = await ask.context.carried_out(order)
    return Done(seq=answer.entry.seq, number=answer.entry.number, again=answer.again)


def table_named(ask: Ask) -> str:
    """The table in the path, if it is on the floor and among those that a device is for."""
    name = ask.param("table")
    if ask.person is not None and not ask.context.may_ask_about(ask.person, name):
        raise ServerRefused("other-table")
    if name not in ask.context.service.views.tables:
        raise ServerRefused("not-found")
    return name
