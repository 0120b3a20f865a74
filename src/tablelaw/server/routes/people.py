"""Who may sign in: an administrator adds and removes people, changes roles and resets passwords.

Every change is recorded in the log first. A change that concerns money also needs a second person's name and password;
neither their password nor a new one goes into the log.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Literal

import msgspec
from starlette.concurrency import run_in_threadpool

from tablelaw.floor.handlers.to_the_property import needs_two_approvers
from tablelaw.floor.orders import ChangePerson, Order
from tablelaw.server.http.routing import Ask, route
from tablelaw.server.order_admission import second_approver
from tablelaw.server.received_orders import Approver
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.users import People
from tablelaw.views.messages import Wire


class ListedPerson(Wire, frozen=True):
    name: str
    role: str


class ListedPeople(Wire, frozen=True):
    people: tuple[ListedPerson, ...]


class PersonIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of who may sign in: the role if it is new or changes, the password if it is new."""

    change: Literal["added", "removed", "role changed", "password reset"]
    name: str
    role: str = ""
    password: str = ""
    approver: Approver | None = None

    def __repr__(self) -> str:
        return f"PersonIn({self.change!r}, {self.name!r}, {self.role!r})"


@route("GET /api/property/people", gives=ListedPeople)
async def see_people(ask: Ask) -> ListedPeople:
    """Who may sign in here, and in which role."""
    return await _listed(ask)


async def _listed(ask: Ask) -> ListedPeople:
    listed = await ask.context.questions.run(ask.giver, ask.context.people.listed)
    return ListedPeople(people=tuple(ListedPerson(name=name, role=role) for name, role in listed))


@route("POST /api/property/people", takes=PersonIn, gives=ListedPeople)
async def change_people(ask: Ask) -> ListedPeople:
    """Adds or removes somebody, changes their role or gives them a new password.

    A second person approves it, unless a player is added or removed.
    """
    given: PersonIn = ask.read(PersonIn)
    context, people = ask.context, ask.context.people
    if context.settings.is_demo:
        raise ServerRefused("no-passwords")
    role = await context.questions.run(ask.giver, _require_possible, people, given)
    approvers: tuple[str, ...] = ()
    if needs_two_approvers(given.change, role):
        approvers = ask.name, await second_approver(context, ask.name, given.approver, ask.address)
    # Before the log records anything, because this may be refused when many people sign in.
    hashed = await context.passwords.run(ask.address, people.hashed, given.password) if given.password else ""
    command = ChangePerson(given.name, given.change, role, approvers)
    order = Order(id=f"{ask.name}/person/{secrets.token_hex(8)}", by=str(ask.actor), command=command)
    async with context.changing_people:  # what is possible now must still be possible when the log has recorded it
        await run_in_threadpool(_require_possible, people, given)
        await asyncio.wrap_future(context.service.submit(order))
        await run_in_threadpool(_carry_out, people, given, hashed)
    return await _listed(ask)


def _require_possible(people: People, given: PersonIn) -> str:
    """Refuses a change that cannot be made, before anybody is asked to approve it; returns the role it concerns."""
    if given.change == "added":
        people.require_new_person(given.name, given.role)
        people.require_without_money(given.name)
        people.require_strong_password(given.name, given.password)
        return given.role
    if given.change == "role changed":
        people.require_another_role(given.name, given.role)
        return given.role
    if given.change == "removed":
        people.require_removable(given.name)
    else:
        people.require_new_password(given.name, given.password)
    return people.role_of(given.name) or ""


def _carry_out(people: People, given: PersonIn, hashed: str) -> None:
    if given.change == "added":
        people.add(given.name, given.role, given.password, hashed)
    elif given.change == "removed":
        people.remove(given.name)
    elif given.change == "role changed":
        people.change_role(given.name, given.role)
    else:
        people.change_password(given.name, given.password, hashed)
