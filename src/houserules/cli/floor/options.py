"""The door to a floor: which one, who gives the order, and what came of it. Shared by every command about a floor."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from enum import Enum
from inspect import Signature, signature
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
import typer

from houserules.cli.floor.sentences import told_happening
from houserules.cli.output import JsonFlag, refuse, say, show_json
from houserules.errors import BadFile, HouserulesError
from houserules.files import OWNER_ONLY, is_output, write_whole
from houserules.floor.log.entry_time import BOUND_SECONDS, LEAST_BOUND, MOST_BOUND
from houserules.floor.log.key_files import key_file_of
from houserules.floor.log.signed_heads import UNREADABLE, governed
from houserules.floor.orders import FloorCommand, Order
from houserules.floor.read_model import Views
from houserules.floor.recovery import recover
from houserules.floor.rules.governing import money_format_of
from houserules.floor.service import Answer, FloorService
from houserules.floor.store.api import Store, open_store, place_of
from houserules.printed_money import print_money_as
from houserules.proofs import heads
from houserules.proofs.heads import SignedHead
from houserules.proofs.keys import SigningKey, load_key
from houserules.table.commands import Command

CLOCK_BOUND = "HOUSERULES_CLOCK_BOUND"
Database = Annotated[
    str,
    typer.Option(
        "--db", envvar="HOUSERULES_DB", help="The floor: a file, or postgresql://user@host/name.", metavar="DB"
    ),
]
By = Annotated[
    str,
    typer.Option(
        "--by", envvar="HOUSERULES_BY", help="Who gives the order: a role and a name, as floor:cho.", metavar="WHO"
    ),
]
Looker = Annotated[
    str,
    typer.Option(
        "--by",
        envvar="HOUSERULES_BY",
        help="Who looks, as auditor:dana: auditors and administrators see drop boxes before they are counted.",
        metavar="WHO",
    ),
]
OrderId = Annotated[
    str,
    typer.Option("--id", help="The order's own id: given again, it is not carried out again.", metavar="ID"),
]
ClockBound = Annotated[
    int,
    typer.Option(
        "--clock-bound",
        envvar=CLOCK_BOUND,
        min=LEAST_BOUND,
        max=MOST_BOUND,
        help="Seconds this machine's clock may be off before no order is taken.",
        metavar="SECONDS",
    ),
]
KeyFile = Annotated[
    Path | None,
    typer.Option("--key-file", help="The property's signing key, if not beside the floor.", metavar="FILE"),
]
HeadFiles = Annotated[
    list[Path] | None, typer.Option("--head", help="A signed head kept elsewhere; may be given again.", metavar="FILE")
]
PublicKey = Annotated[
    str, typer.Option("--key", help="The property's public key (hexadecimal), known from elsewhere.", metavar="KEY")
]
APPROVERS = "Who approves it: two persons, one option each; whoever gives the order may be one of them."


class Form(Enum):
    """How a record is written."""

    text = "text"
    html = "html"
    json = "json"


Format = Annotated[Form, typer.Option("--format", help="text, html (a page that stands by itself) or json.")]
ROLES = ("player", "dealer", "floor", "cashier", "auditor", "administrator", "system")


# --- The floor ----------------------------------------------------------------------------------------------


def shown(db: str) -> str:
    """The floor's name as it may be printed: never with a password."""
    place = place_of(named(db))
    return str(place) if isinstance(place, Path) else place.render_as_string(hide_password=True)


def named(db: str) -> str:
    """The name of the floor; refused where none is given."""
    if not db:
        refuse("no floor is named; accepted: --db FILE, --db postgresql://user@host/name, or HOUSERULES_DB")
    return db


@contextmanager
def kept_floor(db: str) -> Iterator[Store]:
    """The floor's store, to read. From here on money is printed as this property prints it."""
    with closing(open_store(named(db), only_read=True)) as store:
        _print_money_as_in(store)
        yield store


def _print_money_as_in(store: Store) -> None:
    """A log that cannot be read is refused by whoever reads it, not here."""
    with suppress(HouserulesError, *UNREADABLE):
        print_money_as(money_format_of(governed(store).jurisdiction))


@contextmanager
def written_floor(db: str) -> Iterator[Store]:
    """The floor's store, to write to."""
    with closing(open_store(named(db))) as store:
        yield store


@contextmanager
def running_floor(db: str) -> Iterator[FloorService]:
    """The floor, replayed, verified and open for orders."""
    with (
        written_floor(db) as store,
        closing(FloorService(store, clock_bound_seconds=_clock_bound())) as service,
    ):
        print_money_as(money_format_of(service.views.jurisdiction))
        yield service


def _clock_bound() -> int:
    """As the environment says, for orders given from the command line."""
    told = os.environ.get(CLOCK_BOUND, "") or str(BOUND_SECONDS)
    if not (told.isdecimal() and len(told) < 6 and LEAST_BOUND <= int(told) <= MOST_BOUND):
        refuse(f"{CLOCK_BOUND} is {told!r}; accepted: whole seconds from {LEAST_BOUND} to {MOST_BOUND}")
    return int(told)


def views_of(store: Store) -> Views:
    """The floor as its log leaves it, replayed and verified, without opening it for orders."""
    return Views(recover(store)[0])


# --- Orders -------------------------------------------------------------------------------------------------


def person(by: str) -> str:
    """Who gives an order: a role and a name."""
    role, colon, name = by.partition(":")
    if role not in ROLES or (role != "system" and not name.strip()) or (colon and role == "system"):
        accepted = "a role and a name, as floor:cho, dealer:bob or player:ann (--by, or HOUSERULES_BY)"
        refuse(f"{by!r} is nobody; accepted: {accepted}" if by else f"nobody gives the order; accepted: {accepted}")
    return by


def order_of(by: str, command: Command | FloorCommand, table: str = "", order_id: str = "") -> Order:
    return Order(id=order_id or f"cli/{secrets.token_hex(8)}", by=person(by), command=command, table=table)


def give(db: str, by: str, command: FloorCommand, order_id: str, as_json: bool) -> None:
    """An order to the property, carried out and told."""
    order = order_of(by, command, order_id=order_id)
    with running_floor(db) as service:
        acknowledge(service.do(order), as_json)


def ordering(make: Callable[..., FloorCommand]) -> Callable[..., None]:
    """The command that gives the order `make` makes of its arguments; the options every order has come after them."""

    def command(by: By = "", db: Database = "", order_id: OrderId = "", as_json: JsonFlag = False, **said: Any) -> None:
        if "db" in asked:
            said["db"] = db
        give(db, by, make(**said), order_id, as_json)

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
    again = ", carried out before" if answer.again else ""
    for event in answer.entry.events:
        say(f"Entry {answer.entry.seq}{again}: {told_happening(event)} ({event.cite})")


def answer_dict(answer: Answer) -> dict[str, Any]:
    """An acknowledged order to the property: its entry, what happened, and the money and meters it moved."""
    entry = answer.entry
    parts = {"events": entry.events, "transfers": entry.transfers, "meters": entry.meters}
    about = {"entry": entry.seq, "id": entry.id, "by": entry.by, "at": entry.at, "again": answer.again}
    return about | {name: msgspec.to_builtins(part, enc_hook=str) for name, part in parts.items()}


# --- Keys and heads -----------------------------------------------------------------------------------------


def signing_key(db: str, file: Path | None) -> SigningKey:
    return load_key(file or key_file_of(named(db)))


def key_at_hand(db: str, file: Path | None) -> SigningKey | None:
    """The signing key where it is there; one that is named must be."""
    return signing_key(db, file) if file is not None or key_file_of(named(db)).exists() else None


def kept_heads(files: list[Path] | None) -> list[SignedHead]:
    return [heads.read_text(read_text(file), str(file)) for file in files or ()]


# --- Files and words ----------------------------------------------------------------------------------------


def read_text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except OSError as error:
        refuse(f"{file} cannot be read: {error.strerror}; accepted: a text file", BadFile)
    except UnicodeDecodeError:
        refuse(f"{file} is not UTF-8 text; accepted: a text file in UTF-8", BadFile)


def write_out(text: str, output: Path | None) -> None:
    """To a file that only its owner may read, where one is named, else to standard output."""
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
    """A record as text, as a page or as JSON, to a file where one is named."""
    if form is Form.json:
        write_out(json.dumps(as_dict(record), indent=2, ensure_ascii=False) + "\n", output)
    else:
        write_out(made[form](record), output)
