"""What a dealer asks: who deals a table, what may be done now, and the procedure as a checklist."""

from __future__ import annotations

import msgspec
from starlette.concurrency import run_in_threadpool

from houserules.chance import KernelChance
from houserules.floor.attendant import next_step
from houserules.floor.views import TableView
from houserules.server.house import House
from houserules.server.matrix import rows
from houserules.server.orders_in import TABLE_COMMANDS, message_of
from houserules.server.refusals import ServerRefused
from houserules.server.routes import table_named
from houserules.server.routing import Ask, route
from houserules.server.wire import Wire
from houserules.table import commands
from houserules.table.commands import Command
from houserules.table.procedure import procedure
from houserules.table.registry import change

WORDS: dict[type[Command], str] = {
    commands.ReceiveDecks: "Bring the decks",
    commands.InspectDecks: "Inspect the decks",
    commands.VerifyInspection: "Verify the inspection",
    commands.SpreadCards: "Spread the cards",
    commands.ShowCards: "The first player has looked",
    commands.WashCards: "Wash and stack the cards",
    commands.Shuffle: "Shuffle",
    commands.CutDeck: "Cut the deck",
    commands.OrderRecut: "Order a recut",
    commands.ChangeDecks: "Change the decks",
    commands.MarkDevice: "Mark or restore a device",
    commands.ChangeMethod: "Change the dealing procedure",
    commands.CloseTable: "Close the table",
    commands.CloseBets: "No more bets",
    commands.CountChips: "Count the progressive chips",
    commands.Deal: "Deal",
    commands.TurnUp: "Turn up the dealer's cards",
    commands.SettleSeat: "Settle the next seat",
    commands.Validate: "Validate the payout",
    commands.CompleteDocuments: "The documents are complete",
    commands.CountStub: "Count the stub",
    commands.ClearRound: "Collect the cards",
}
"""Commands that dealer and floor give, in the words of a button. Others have a form of their own."""


class Step(Wire, frozen=True):
    """A command that would be accepted now, ready to be sent as it is."""

    says: str
    command: msgspec.Raw
    is_next: bool
    for_role: str


class Steps(Wire, frozen=True):
    """Who deals ("" for the automatic dealer), and what may be done, the procedure's own next step first."""

    dealer: str
    number: int
    steps: tuple[Step, ...]


class Task(Wire, frozen=True):
    who: str
    says: str
    cites: tuple[str, ...]


class Checklist(Wire, frozen=True):
    sections: tuple[tuple[str, tuple[Task, ...]], ...]


@route("GET /api/tables/{table}/steps", gives=Steps)
async def steps(ask: Ask) -> Steps:
    """What a dealer or floorperson may do at a table now."""
    name = table_named(ask)
    return await run_in_threadpool(steps_of, ask.house, name, ask.role)


def steps_of(house: House, name: str, role: str) -> Steps:
    view = house.service.views.tables[name]
    now = max(house.service.clock.now(), view.state.now)
    own = next_step(view, KernelChance(), now)
    # Nothing tells the house when every player has wagered; a dealer sees it.
    first = own[1] if own else commands.CloseBets()
    found = [command for command in view.engine.legal(view.state, now) if type(command) in WORDS]
    given = [_plain(command) for command in found if _may(command, role)]
    told = [_step(command, first) for command in dict.fromkeys(given)]
    dealer = house.pace.dealers.get(name, "") if house.pace else "a person"
    told.sort(key=lambda step: not step.is_next)
    return Steps(dealer=dealer, number=view.number, steps=tuple(told))


def _may(command: Command, role: str) -> bool:
    return type(command) in TABLE_COMMANDS and role in rows()[message_of(type(command))]


def _plain(command: Command) -> Command:
    """As a page sends it: who gives it and when is the server's to say, and the system shuffles by itself."""
    plain = change(command, by="dealer", at=0)
    return change(plain, cards=()) if isinstance(plain, commands.Shuffle) else plain


def _step(command: Command, first: Command) -> Step:
    is_next = type(command) is type(first)
    role = command.role
    return Step(says=_says(command), command=msgspec.Raw(_ENCODER.encode(command)), is_next=is_next, for_role=role)


def _says(command: Command) -> str:
    """The words of a button, with what tells two such commands apart."""
    words = WORDS[type(command)]
    given = msgspec.structs.asdict(command)
    told = [str(value) for name, value in given.items() if name not in ("by", "at", "cards") and _tells(value)]
    return f"{words}: {', '.join(told)}" if told else words


def _tells(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool) and value != ""


_ENCODER = msgspec.json.Encoder(enc_hook=str)


@route("GET /api/tables/{table}/checklist", gives=Checklist)
async def checklist(ask: Ask) -> Checklist:
    """The dealer's procedure, step by step, each with its paragraphs."""
    view = ask.house.service.views.tables[table_named(ask)]
    return await run_in_threadpool(_checklist, view)


def _checklist(view: TableView) -> Checklist:
    found = procedure(view.engine.plan.book, view.state.method, view.engine.plan.terms)
    return Checklist(
        sections=tuple(
            (section.title, tuple(Task(who=task.who, says=task.do, cites=task.cites) for task in section.tasks))
            for section in found
        )
    )


@route("POST /api/tables/{table}/dealer", gives=Steps)
async def take_over(ask: Ask) -> Steps:
    """Takes a table over from the automatic dealer."""
    name, pace = table_named(ask), ask.house.pace
    if pace is None:
        raise ServerRefused("only-in-the-demo")
    if pace.dealers.setdefault(name, ask.name) != ask.name:
        raise ServerRefused("not-your-table")
    return await _shifted(ask, name)


@route("DELETE /api/tables/{table}/dealer", gives=Steps)
async def give_back(ask: Ask) -> Steps:
    """Gives a table back to the automatic dealer."""
    name, pace = table_named(ask), ask.house.pace
    if pace is None or pace.dealers.get(name) != ask.name:
        raise ServerRefused("not-now")
    del pace.dealers[name]
    return await _shifted(ask, name)


async def _shifted(ask: Ask, name: str) -> Steps:
    """Whoever looks at the table is told that somebody else deals it now."""
    assert ask.house.hub is not None
    ask.house.hub.tell((name,))
    return await run_in_threadpool(steps_of, ask.house, name, ask.role)
