"""A dealer's questions: who deals a table, what may be done now, and the procedure as a checklist."""

from __future__ import annotations

import asyncio
import secrets

from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.orders import AssignDealer, Order
from tablelaw.floor.read_model import TableView
from tablelaw.persons import Actor
from tablelaw.server.http.routing import Ask, route
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.routes.tables import table_named
from tablelaw.server.tables.dealer_steps import Steps, steps_of
from tablelaw.table.reading.checklist import procedure
from tablelaw.views.messages import Wire


class Task(Wire, frozen=True):
    who: str
    says: str
    cites: tuple[str, ...]


class Checklist(Wire, frozen=True):
    sections: tuple[tuple[str, tuple[Task, ...]], ...]


@route("GET /api/tables/{table}/steps", gives=Steps)
async def steps(ask: Ask) -> Steps:
    """What a dealer or floorperson may do at a table now."""
    return await _steps(ask, table_named(ask))


async def _steps(ask: Ask, name: str) -> Steps:
    return await ask.context.questions.run(ask.giver, steps_of, ask.context, name, ask.require_person())


@route("GET /api/tables/{table}/checklist", gives=Checklist)
async def checklist(ask: Ask) -> Checklist:
    """The dealer's procedure, step by step, each with its paragraphs."""
    view = ask.context.service.views.tables[table_named(ask)]
    return await ask.context.questions.run(ask.giver, _checklist, view)


def _checklist(view: TableView) -> Checklist:
    found = procedure(view.engine.rules.book, view.state.method, view.engine.rules.terms)
    return Checklist(
        sections=tuple(
            (section.title, tuple(Task(who=task.who, says=task.do, cites=task.cites) for task in section.tasks))
            for section in found
        )
    )


@route("POST /api/tables/{table}/dealer", gives=Steps)
async def take_over(ask: Ask) -> Steps:
    """Takes over a table that nobody else deals; the log records who deals it."""
    name, house_dealer = table_named(ask), ask.context.house_dealer
    ask.context.require_own_table(ask.actor, name)
    if house_dealer is not None and house_dealer.dealers.setdefault(name, ask.name) != ask.name:
        raise ServerRefused("not-your-table")
    await _assigned(ask, name, ask.name)
    return await _shifted(ask, name)


@route("DELETE /api/tables/{table}/dealer", gives=Steps)
async def give_back(ask: Ask) -> Steps:
    """Gives up a table: to the automatic dealer if there is one, otherwise to the next dealer."""
    name, house_dealer = table_named(ask), ask.context.house_dealer
    dealer = ask.context.service.views.tables[name].dealer if house_dealer is None else house_dealer.dealers.get(name)
    if dealer != ask.name:
        raise ServerRefused("not-now")
    if house_dealer is not None:
        del house_dealer.dealers[name]
    await _assigned(ask, name, "")
    return await _shifted(ask, name)


async def _assigned(ask: Ask, table: str, dealer: str) -> None:
    """Records who deals the table: the house's floorperson assigns the dealer if the house deals by itself; otherwise
    the dealer takes the table.
    """
    by = str(Actor("dealer", ask.name)) if ask.context.house_dealer is None else FLOORPERSON
    order = Order(id=f"{ask.name}/deals/{secrets.token_hex(8)}", by=by, command=AssignDealer(table, dealer))
    await asyncio.wrap_future(ask.context.service.submit(order))


async def _shifted(ask: Ask, name: str) -> Steps:
    """Tells everybody watching the table that its dealer has changed, and returns the new steps."""
    ask.context.hub.tell((name,))
    return await _steps(ask, name)
