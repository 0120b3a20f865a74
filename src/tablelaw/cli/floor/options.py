"""Options shared by every command about a floor: which floor, who gives the order, and how its outcome is printed."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from enum import Enum
from functools import partial
from inspect import Signature, signature
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
import typer
from sqlalchemy import Engine

from tablelaw.cli.floor.sentences import property_event_text
from tablelaw.cli.output import JsonFlag, refuse, say, show_json
from tablelaw.errors import BadFile, TablelawError
from tablelaw.files import OWNER_ONLY, is_output, write_whole
from tablelaw.floor.log.entry_time import BOUND_SECONDS, LEAST_BOUND, MOST_BOUND
from tablelaw.floor.log.signed_heads import UNREADABLE, governed, key_file_of
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.floor.read_model import Views
from tablelaw.floor.recovery import recover
from tablelaw.floor.rules.governing import money_format_of
from tablelaw.floor.service import Answer, FloorService
from tablelaw.floor.store.api import Store, open_store, place_of
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.persons import Actor
from tablelaw.printed_money import print_money_as
from tablelaw.proofs import heads
from tablelaw.proofs.heads import SignedHead
from tablelaw.proofs.keys import SigningKey, load_key
from tablelaw.table.commands import Command

CLOCK_BOUND = "TABLELAW_CLOCK_BOUND"
Database = Annotated[
    str,
    typer.Option("--db", envvar="TABLELAW_DB", help="The floor: a file, or postgresql://user@host/name.", metavar="DB"),
]
By = Annotated[
    str,
    typer.Option(
        "--by",
        envvar="TABLELAW_BY",
        help="Who gives the order: a role and a name, for example floor:cho.",
        metavar="WHO",
    ),
]
Looker = Annotated[
    str,
    typer.Option(
        "--by",
        envvar="TABLELAW_BY",
        help="Who is looking, such as auditor:dana: auditors and administrators see uncounted drop boxes.",
        metavar="WHO",
    ),
]
OrderId = Annotated[
    str,
    typer.Option("--id", help="The order's id: an order repeated under the same id is carried out once.", metavar="ID"),
]
ClockBound = Annotated[
    int,
    typer.Option(
        "--clock-bound",
        envvar=CLOCK_BOUND,
        min=LEAST_BOUND,
        max=MOST_BOUND,
        help="How many seconds this machine's clock may be off before orders are refused.",
        metavar="SECONDS",
    ),
]
KeyFile = Annotated[
    Path | None,
    typer.Option(
        "--key-file", help="The property's signing key, if it is not next to the floor's database.", metavar="FILE"
    ),
]
HeadFiles = Annotated[
    list[Path] | None, typer.Option("--head", help="A signed head kept elsewhere; may be repeated.", metavar="FILE")
]
PublicKey = Annotated[
    str, typer.Option("--key", help="The property's public key (hexadecimal), obtained elsewhere.", metavar="KEY")
]
APPROVERS = "Who approves it: two people, one option each; the person who gives the order may be one of them."


class Form(Enum):
    """The format of a record."""

    text = "text"
    html = "html"
    json = "json"


Format = Annotated[Form, typer.Option("--format", help="text, html (a self-contained page) or json.")]


# --- The floor ----------------------------------------------------------------------------------------------


def shown(db: str) -> str:
    """The floor's name in a form that may be printed, without a password."""
    place = place_of(named(db))
    return str(place) if isinstance(place, Path) else place.render_as_string(hide_password=True)


def named(db: str) -> str:
    """The name of the floor; refuses if none is given."""
    if not db:
        refuse("no floor is named", accepted="--db FILE, --db postgresql://user@host/name, or TABLELAW_DB")
    return db


@contextmanager
def kept_floor(db: str) -> Iterator[Store]:
    """Opens the floor's store for reading, and sets how this property prints money."""
    with closing(open_store(named(db), only_read=True)) as store:
        _print_money_as_in(store)
        yield store


def _print_money_as_in(store: Store) -> None:
    """Sets the property's money format; if the log cannot be read, the refusal is left to the code that needs it."""
    with suppress(TablelawError, *UNREADABLE):
        print_money_as(money_format_of(governed(store).jurisdiction))


@contextmanager
def written_floor(db: str) -> Iterator[Store]:
    """Opens the floor's store for writing."""
    with closing(open_store(named(db))) as store:
        yield store


@contextmanager
def engine_of_floor(db: str) -> Iterator[Engine]:
    """Opens the database of an existing floor for people and devices, which are not in the log."""
    open_store(named(db)).close()
    engine = sql_engine(named(db))
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def running_floor(db: str) -> Iterator[FloorService]:
    """Opens the floor for orders, after replaying and verifying its log."""
    with (
        written_floor(db) as store,
        closing(FloorService(store, clock_bound_seconds=_clock_bound())) as service,
    ):
        print_money_as(money_format_of(service.views.jurisdiction))
        yield service


def _clock_bound() -> int:
    """The clock bound set in the environment, for orders given from the command line."""
    setting = os.environ.get(CLOCK_BOUND, "") or str(BOUND_SECONDS)
    if not (setting.isdecimal() and len(setting) < 6 and LEAST_BOUND <= int(setting) <= MOST_BOUND):
        refuse(f"{CLOCK_BOUND} is {setting!r}", accepted=f"whole seconds from {LEAST_BOUND} to {MOST_BOUND}")
    return int(setting)


def views_of(store: Store) -> Views:
    """The floor at the end of its log, replayed and verified, without opening it for orders."""
    return Views(recover(store)[0])


# --- Orders -------------------------------------------------------------------------------------------------


def person(by: str) -> Actor:
    """Reads who gives an order: a role and a name, or the system."""
    actor = Actor.parse(by)
    is_complete = not actor.name if actor.role == "system" else bool(actor.role and actor.name.strip())
    if not is_complete:
        accepted = "a role and a name, for example floor:cho, dealer:bob or player:ann (--by, or TABLELAW_BY)"
        refuse(
            f"{by!r} does not say who gives the order" if by else "the command does not say who gives the order",
            accepted=accepted,
        )
    return actor


def order_of(by: str, command: Command | FloorCommand, table: str = "", order_id: str = "") -> Order:
    return Order(id=order_id or f"cli/{secrets.token_hex(8)}", by=str(person(by)), command=command, table=table)


def give(db: str, by: str, make: Callable[[], FloorCommand], order_id: str, as_json: bool) -> None:
    """Gives an order to the property and prints its outcome; sums are read as the property writes them."""
    person(by)
    with running_floor(db) as service:
        acknowledge(service.do(order_of(by, make(), order_id=order_id)), as_json)


def ordering(make: Callable[..., FloorCommand]) -> Callable[..., None]:
    """Makes a command for the order that `make` builds; to its arguments it adds the options that every order has."""

    def command(by: By = "", db: Database = "", order_id: OrderId = "", as_json: JsonFlag = False, **said: Any) -> None:
        if "db" not in asked:
            give(db, by, partial(make, **said), order_id, as_json)
            return
        made = make(**said, db=db)  # it reads the floor itself, before the floor is opened for orders
        give(db, by, lambda: made, order_id, as_json)

    asked, options = signature(make, eval_str=True).parameters, signature(command, eval_str=True).parameters
    own = [value for name, value in asked.items() if name != "db"]
    every = [*own, *(value for value in options.values() if value.kind is not value.VAR_KEYWORD)]
    command.__signature__ = Signature(every)  # type: ignore[attr-defined]
    command.__annotations__ = {value.name: value.annotation for value in every}
    command.__doc__ = make.__doc__
    return command


def acknowledge(answer: Answer, as_json: bool) -> None:
    if as_json:
        show_json(answer_dict(answer))
        return
    again = ", already carried out" if answer.again else ""
    for event in answer.entry.events:
        say(f"Entry {answer.entry.seq}{again}: {property_event_text(event)} ({event.cite})")


def answer_dict(answer: Answer) -> dict[str, Any]:
    """An acknowledged order to the property as JSON values: its entry, its events, and the money and meters it
    moved.
    """
    entry = answer.entry
    parts = {"events": entry.events, "transfers": entry.transfers, "meters": entry.meters}
    about = {"entry": entry.seq, "id": entry.id, "by": entry.by, "at": entry.at, "again": answer.again}
    return about | {name: msgspec.to_builtins(part, enc_hook=str) for name, part in parts.items()}


# --- Keys and heads -----------------------------------------------------------------------------------------


def signing_key(db: str, file: Path | None) -> SigningKey:
    return load_key(file or key_file_of(named(db)))


def key_at_hand(db: str, file: Path | None) -> SigningKey | None:
    """The signing key if it exists; a key that is named must exist."""
    return signing_key(db, file) if file is not None or key_file_of(named(db)).exists() else None


def kept_heads(files: list[Path] | None) -> list[SignedHead]:
    return [heads.read_text(read_text(file), str(file)) for file in files or ()]


# --- Files and text -----------------------------------------------------------------------------------------


def read_text(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except OSError as error:
        refuse(f"{file} cannot be read: {error.strerror}", accepted="a text file", kind=BadFile)
    except UnicodeDecodeError:
        refuse(f"{file} is not UTF-8 text", accepted="a text file in UTF-8", kind=BadFile)


def write_out(text: str, output: Path | None) -> None:
    """Writes to the named file, readable only by its owner, or to standard output."""
    if output is None:
        typer.echo(text, nl=False)
        return
    write_whole(output, text.encode(), mode=OWNER_ONLY)
    if not is_output(output):
        say(f"Written to {output}.")


T = TypeVar("T")


def write_form(
    record: T,
    form: Form,
    made: Mapping[Form, Callable[[T], str]],
    as_dict: Callable[[T], dict[str, Any]],
    output: Path | None,
) -> None:
    """Writes a record as text, page or JSON, to a file if one is named."""
    if form is Form.json:
        write_out(json.dumps(as_dict(record), indent=2, ensure_ascii=False) + "\n", output)
    else:
        write_out(made[form](record), output)
