"""`houserules floor order` and `houserules floor deal`: play at a table of a floor, from the command line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from queue import SimpleQueue
from shlex import quote
from typing import Annotated, Any

import typer

from houserules.cli.floor.options import By, Database, OrderId, order_of, person, running_floor
from houserules.cli.floor.sentences import told_openly, waiting_orders
from houserules.cli.output import JsonFlag, refuse, say, say_command, show_json
from houserules.floor.handlers.registry import NO_TABLES
from houserules.floor.house_staff import next_step, why_stopped
from houserules.floor.log.entry import Entry
from houserules.floor.orders import Order
from houserules.floor.read_model import TableView
from houserules.floor.refusals import FloorRefused
from houserules.floor.service import Answer, FloorService
from houserules.table import commands, events
from houserules.table.commands import Command
from houserules.table.notation.lines import parse_command
from houserules.views.next_step import next_step as who_is_next

PLAY = "Play"
OfTable = Annotated[str, typer.Argument(metavar="TABLE", help="The table's name.")]
GIVEN = re.compile(r"(?:sys|[dfp])(?:\d+|:[^.(]+)?\.")
"""How a command of the notation begins that says itself who gives it: "d.", "p1.", "f:cho."."""


def order(
    table: OfTable,
    texts: Annotated[
        list[str], typer.Argument(metavar="ORDER...", help='As "sit(1)", "place(1,ante,500)", "act(1,check)".')
    ],
    by: By = "",
    db: Database = "",
    order_id: OrderId = "",
    as_json: JsonFlag = False,
) -> None:
    """Give orders to a table, one after the other, in the notation of docs/notation.md; sums are cents.

    Who gives them is told by --by, or stands before each order: d:bob.close(), p1.place(1,ante,500), where p1 is
    whoever sits at seat 1. The first order that is refused ends it; those before it are carried out.
    """
    with running_floor(db) as service:
        for number, text in enumerate(texts):
            order = _order(_view(service, table), table, text, by, _numbered(order_id, number, len(texts)))
            _show(Telling(service, table), order, as_json)
        if not as_json:
            _say_next(*_next_texts(table, _view(service, table)))


def _view(service: FloorService, table: str) -> TableView:
    tables = service.views.tables
    if table not in tables:
        there = ", ".join(tables) or NO_TABLES
        raise FloorRefused("no-such-table", why=table, accepted=there)
    return tables[table]


def _numbered(order_id: str, number: int, count: int) -> str:
    return f"{order_id}/{number + 1}" if order_id and count > 1 else order_id


def _order(view: TableView, table: str, text: str, by: str, order_id: str) -> Order:
    """An order in the notation, given by whom --by names, or by whom it names itself."""
    if not GIVEN.match(text):
        return order_of(by, parse_command(f"d.{text}"), table, order_id)
    command = parse_command(text)
    return order_of(_giver(view, command), command, table, order_id)


def _giver(view: TableView, command: Command) -> str:
    role, _, name = command.by.partition(":")
    if role != "player" or not name.isdecimal():
        return person(command.by)
    if int(name) not in view.state.players:
        taken = ", ".join(map(str, sorted(view.state.players))) or "nobody sits yet: --by player:NAME with sit(SEAT)"
        refuse(f"nobody sits at seat {name}; accepted: {taken}")
    return f"player:{view.state.players[int(name)]}"


# --- The house's own dealer ---------------------------------------------------------------------------------


def deal(
    table: OfTable,
    db: Database = "",
    stay: Annotated[bool, typer.Option("--stay", help="Stay at the table, and go on whenever somebody acted.")] = False,
    validator: Annotated[
        str,
        typer.Option(
            "--validate-as", help="Validate and document payouts too, as the floorperson of this name.", metavar="NAME"
        ),
    ] = "",
    as_json: JsonFlag = False,
) -> None:
    """Let the house's dealer do what comes next, until a player must act or bets are open; also opens the table.

    Where a floorperson must validate a payout or complete its documents, it stops and says which order to give; with
    --validate-as it goes on under that name, which is neither the player's nor a dealer's of the round.
    """
    floorperson = person(f"floor:{validator.removeprefix('floor:')}") if validator else ""
    if stay and as_json:
        refuse("--stay has no end that could be printed as JSON; accepted: one of --stay and --json")
    with running_floor(db) as service:
        attending = Telling(service, table)
        if refusal := why_stopped(attending.view, service.chance, service.clock.now()):
            raise refusal
        if as_json:
            show_json(_deal_dict(attending, _entries(attending, floorperson)))
            return
        _go_on(attending, floorperson)
        if stay:
            _stay(attending, floorperson)


def _go_on(attending: Telling, floorperson: str) -> None:
    for _ in _entries(attending, floorperson, tell=True):
        pass
    comes = _next_texts(attending.table, attending.view)
    if comes != attending.said:
        _say_next(*comes)
    attending.said = comes


def _stay(attending: Telling, floorperson: str) -> None:
    """Goes on with every entry that others write, until stopped."""
    service, heard = attending.service, SimpleQueue[list[Entry]]()
    service.subscribe(heard.put)
    listening = service.store.listen(lambda head: service.refresh() if head > service.views.seq else None)
    try:
        while not service.is_stopped:
            heard.get()
            if attending.is_behind:
                attending.catch_up()
                _go_on(attending, floorperson)
    except KeyboardInterrupt:
        say("The dealer leaves; the table stays as it is.")
    finally:
        listening.close()


class Telling:
    """A table as this command has told it so far, event by event."""

    def __init__(self, service: FloorService, table: str) -> None:
        self.service, self.table = service, table
        self.said: list[str] = []
        """What was last said to come next."""
        self.catch_up()

    @property
    def view(self) -> TableView:
        return _view(self.service, self.table)

    @property
    def is_behind(self) -> bool:
        """Somebody else has written since."""
        return self.view.number != self.number

    def catch_up(self) -> None:
        self.state, self.number = self.view.state, self.view.number

    def do(self, order: Order) -> tuple[Answer, list[str]]:
        """An order carried out, and what happened in words."""
        answer = self.service.do(order)
        told = [] if answer.again else list(self._tell(answer.entry))
        self.catch_up()
        return answer, told

    def _tell(self, entry: Entry) -> Iterator[str]:
        for event in entry.events:
            assert isinstance(event, events.Event)
            first, *rest = told_openly(self.view.engine, self.state, event)
            yield f"{first} ({event.cite})"
            yield from rest
            self.state = self.view.engine.evolve(self.state, event)


def _entries(attending: Telling, floorperson: str, tell: bool = False) -> Iterator[tuple[Answer, list[str]]]:
    """Everything the house does by itself now, step by step; what only a floorperson may do, under that name."""
    service = attending.service
    while step := next_step(attending.view, service.chance, service.clock.now(), validates=bool(floorperson)):
        by, command = step
        if isinstance(command, commands.Validate | commands.CompleteDocuments):
            by = floorperson
        order = order_of(by, command, attending.table)
        try:
            done = attending.do(Order(id=order.id, by=by, command=command, table=order.table, expect=attending.number))
        except FloorRefused as refusal:
            if refusal.code != "stale":
                raise
            attending.catch_up()
            continue
        if tell:
            _say(*done)
        yield done


# --- What is told -------------------------------------------------------------------------------------------


def _show(attending: Telling, order: Order, as_json: bool) -> None:
    answer, told = attending.do(order)
    if as_json:
        show_json(_told_dict(answer, told))
    else:
        _say(answer, told)


def _say(answer: Answer, told: list[str]) -> None:
    if answer.again:
        say(f"{answer.entry.seq:>5}  was carried out before: nothing happened now")
    for n, line in enumerate(told):
        say(f"{answer.entry.seq:>5}  {line}" if not n else f"       {line}")


def _next_texts(table: str, view: TableView) -> list[str]:
    """What comes next, and the commands for it."""
    comes = who_is_next(view, is_staff=True)
    says = f"Next: {comes.says} ({comes.cite})" if comes.cite else f"Next: {comes.says}"
    return [says, *_to_be_given(table, view)]


def _say_next(says: str, *commands: str) -> None:
    say(says)
    for command in commands:
        say_command(f"  {command}")


def _to_be_given(table: str, view: TableView) -> Iterator[str]:
    """The commands for what waits for a floorperson, as they are typed."""
    for order in waiting_orders(view.state):
        yield f'houserules floor order {quote(table)} "{order}" --by floor:NAME'


def _told_dict(answer: Answer, told: list[str]) -> dict[str, Any]:
    entry = answer.entry
    about = {"entry": entry.seq, "id": entry.id, "by": entry.by, "at": entry.at, "again": answer.again}
    return about | {"number": entry.number, "round": entry.round or None, "told": told}


def _deal_dict(attending: Telling, done: Iterator[tuple[Answer, list[str]]]) -> dict[str, Any]:
    entries = [_told_dict(answer, told) for answer, told in done]
    comes = who_is_next(attending.view, is_staff=True)
    return {
        "table": attending.table,
        "entries": entries,
        "next": {
            "who": comes.who,
            "says": comes.says,
            "cite": comes.cite or None,
            "commands": list(_to_be_given(attending.table, attending.view)),
        },
    }


def register(app: typer.Typer) -> None:
    app.command("order", rich_help_panel=PLAY)(order)
    app.command("deal", rich_help_panel=PLAY)(deal)
