"""`tablelaw floor order` and `tablelaw floor deal`: play at a floor's table from the command line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from queue import SimpleQueue
from shlex import quote
from typing import Annotated, Any

import typer

from tablelaw.cli.arguments import OfTable
from tablelaw.cli.floor.options import By, Database, OrderId, order_of, person, running_floor
from tablelaw.cli.floor.sentences import public_event_text, waiting_orders
from tablelaw.cli.output import JsonFlag, refuse, say, say_command, show_json
from tablelaw.floor.handlers.registry import no_such_table
from tablelaw.floor.house_staff import next_step, why_stopped
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.orders import Order
from tablelaw.floor.read_model import TableView
from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.service import Answer, FloorService
from tablelaw.persons import Actor
from tablelaw.table import commands, events
from tablelaw.table.commands import Command
from tablelaw.table.notation.lines import parse_command
from tablelaw.views.next_step import next_step as who_is_next

PLAY = "Play"
GIVEN = re.compile(r"(?:sys|dev|[dfp])(?:\d+|:[^.(]+)?\.")
"""The prefix by which a command in the notation names its giver: "d.", "p1.", "f:cho."."""


def order(
    table: OfTable,
    texts: Annotated[
        list[str], typer.Argument(metavar="ORDER...", help='For example "sit(1)", "place(1,ante,500)", "act(1,check)".')
    ],
    by: By = "",
    db: Database = "",
    order_id: OrderId = "",
    as_json: JsonFlag = False,
) -> None:
    """Give orders to a table, one after the other, in the notation of docs/notation.md; amounts are in cents.

    Name the giver with --by, or before each order: d:bob.close(), p1.place(1,ante,500), where p1 is whoever sits at
    seat 1. The first refused order ends the command; those before it are carried out.
    """
    with running_floor(db) as service:
        for number, text in enumerate(texts):
            order = _order(_view(service, table), table, text, by, _numbered(order_id, number, len(texts)))
            _show(RoundDealing(service, table), order, as_json)
        if not as_json:
            _say_next(*_next_texts(table, _view(service, table)))


def _view(service: FloorService, table: str) -> TableView:
    tables = service.views.tables
    if table not in tables:
        raise no_such_table(table, tables)
    return tables[table]


def _numbered(order_id: str, number: int, count: int) -> str:
    return f"{order_id}/{number + 1}" if order_id and count > 1 else order_id


def _order(view: TableView, table: str, text: str, by: str, order_id: str) -> Order:
    """Reads an order in the notation, given by the person in --by or by the one it names."""
    if not GIVEN.match(text):
        return order_of(by, parse_command(f"d.{text}"), table, order_id)
    command = parse_command(text)
    return order_of(_giver(view, command), command, table, order_id)


def _giver(view: TableView, command: Command) -> str:
    seat = command.actor.seat
    if seat is None:
        return command.by
    if seat not in view.state.players:
        taken = ", ".join(map(str, sorted(view.state.players))) or "nobody sits yet: --by player:NAME with sit(SEAT)"
        refuse(f"seat {seat} is empty", accepted=taken)
    return str(Actor("player", view.state.players[seat]))


# --- The house's own dealer ---------------------------------------------------------------------------------


def deal(
    table: OfTable,
    db: Database = "",
    stay: Annotated[
        bool, typer.Option("--stay", help="Stay at the table, and continue whenever somebody acts.")
    ] = False,
    validator: Annotated[
        str,
        typer.Option(
            "--validate-as", help="Validate and document payouts too, as the floorperson of this name.", metavar="NAME"
        ),
    ] = "",
    as_json: JsonFlag = False,
) -> None:
    """Let the house's dealer take the next steps until a player must act or bets are open; also opens the table.

    If a floorperson must validate a payout or complete its documents, it stops and says which order to give; with
    --validate-as it continues under that name, which must not belong to the player or to a dealer of the round.
    """
    floorperson = str(_floorperson(validator)) if validator else ""
    if stay and as_json:
        refuse("--stay does not end, so there is nothing to print as JSON", accepted="either --stay or --json")
    with running_floor(db) as service:
        dealing = RoundDealing(service, table)
        if refusal := why_stopped(dealing.view, service.chance, service.clock.now()):
            raise refusal
        if as_json:
            show_json(_deal_dict(dealing, _entries(dealing, floorperson)))
            return
        _go_on(dealing, floorperson)
        if stay:
            _stay(dealing, floorperson)


def _floorperson(validator: str) -> Actor:
    """The floorperson with that name, which may be given with the role."""
    said = Actor.parse(validator)
    named = said if said.role == "floor" and said.name else Actor("floor", validator)
    return person(str(named))


def _go_on(dealing: RoundDealing, floorperson: str) -> None:
    for _ in _entries(dealing, floorperson, tell=True):
        pass
    comes = _next_texts(dealing.table, dealing.view)
    if comes != dealing.said:
        _say_next(*comes)
    dealing.said = comes


def _stay(dealing: RoundDealing, floorperson: str) -> None:
    """Waits for entries that others write and continues after each, until stopped."""
    service, heard = dealing.service, SimpleQueue[list[Entry]]()
    service.subscribe(heard.put)
    listening = service.store.listen(lambda head: service.refresh() if head > service.views.seq else None)
    try:
        while not service.is_stopped:
            heard.get()
            if dealing.is_behind:
                dealing.catch_up()
                _go_on(dealing, floorperson)
    except KeyboardInterrupt:
        say("The dealer leaves; the table stays as it is.")
    finally:
        listening.close()


class RoundDealing:
    """Follows a table event by event, as far as this command has shown it."""

    def __init__(self, service: FloorService, table: str) -> None:
        self.service, self.table = service, table
        self.said: list[str] = []
        """The next steps as last printed."""
        self.catch_up()

    @property
    def view(self) -> TableView:
        return _view(self.service, self.table)

    @property
    def is_behind(self) -> bool:
        """Whether others have written entries for the table since the last one shown here."""
        return self.view.number != self.number

    def catch_up(self) -> None:
        self.state, self.number = self.view.state, self.view.number

    def do(self, order: Order) -> tuple[Answer, list[str]]:
        """Carries out an order and returns its events in words."""
        answer = self.service.do(order)
        sentences = [] if answer.again else list(self._tell(answer.entry))
        self.catch_up()
        return answer, sentences

    def _tell(self, entry: Entry) -> Iterator[str]:
        for event in entry.events:
            assert isinstance(event, events.Event)
            first, *rest = public_event_text(self.view.engine, self.state, event)
            yield f"{first} ({event.cite})"
            yield from rest
            self.state = self.view.engine.evolve(self.state, event)


def _entries(dealing: RoundDealing, floorperson: str, tell: bool = False) -> Iterator[tuple[Answer, list[str]]]:
    """Takes every step that the house can take by itself now; `floorperson` is the person who gives the steps that need
    one.
    """
    service = dealing.service
    while step := next_step(dealing.view, service.chance, service.clock.now(), validates=bool(floorperson)):
        by, command = step
        if isinstance(command, commands.Validate | commands.CompleteDocuments):
            by = floorperson
        order = order_of(by, command, dealing.table)
        try:
            done = dealing.do(Order(id=order.id, by=by, command=command, table=order.table, expect=dealing.number))
        except FloorRefused as refusal:
            if refusal.code != "stale":
                raise
            dealing.catch_up()
            continue
        if tell:
            _say(*done)
        yield done


# --- Output -------------------------------------------------------------------------------------------------


def _show(dealing: RoundDealing, order: Order, as_json: bool) -> None:
    answer, sentences = dealing.do(order)
    if as_json:
        show_json(_told_dict(answer, sentences))
    else:
        _say(answer, sentences)


def _say(answer: Answer, sentences: list[str]) -> None:
    if answer.again:
        say(f"{answer.entry.seq:>5}  was already carried out: nothing happened now")
    for n, line in enumerate(sentences):
        say(f"{answer.entry.seq:>5}  {line}" if not n else f"       {line}")


def _next_texts(table: str, view: TableView) -> list[str]:
    """Describes the next step, and the commands for it."""
    comes = who_is_next(view, sees_places=True)
    says = f"Next: {comes.says} ({comes.cite})" if comes.cite else f"Next: {comes.says}"
    return [says, *_to_be_given(table, view)]


def _say_next(says: str, *commands: str) -> None:
    say(says)
    for command in commands:
        say_command(f"  {command}")


def _to_be_given(table: str, view: TableView) -> Iterator[str]:
    """The commands to type for steps that wait for a floorperson."""
    for order in waiting_orders(view.state):
        yield f'tablelaw floor order {quote(table)} "{order}" --by floor:NAME'


def _told_dict(answer: Answer, sentences: list[str]) -> dict[str, Any]:
    entry = answer.entry
    about = {"entry": entry.seq, "id": entry.id, "by": entry.by, "at": entry.at, "again": answer.again}
    return about | {"number": entry.number, "round": entry.round or None, "told": sentences}


def _deal_dict(dealing: RoundDealing, done: Iterator[tuple[Answer, list[str]]]) -> dict[str, Any]:
    entries = [_told_dict(answer, sentences) for answer, sentences in done]
    comes = who_is_next(dealing.view, sees_places=True)
    return {
        "table": dealing.table,
        "entries": entries,
        "next": {
            "who": comes.who,
            "says": comes.says,
            "cite": comes.cite or None,
            "commands": list(_to_be_given(dealing.table, dealing.view)),
        },
    }


def register(app: typer.Typer) -> None:
    app.command("order", rich_help_panel=PLAY)(order)
    app.command("deal", rich_help_panel=PLAY)(deal)
