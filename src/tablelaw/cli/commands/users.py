"""`tablelaw user`: people who may sign in to a floor's server."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from tablelaw.cli.floor.options import Database, engine_of_floor
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, refuse, say, show_json
from tablelaw.cli.standard_input import standard_input
from tablelaw.errors import BadFile

if TYPE_CHECKING:
    from tablelaw.server.users import People

users = typer.Typer(no_args_is_help=True, help="People who may sign in to a floor's server.")
Signing = Annotated[str, typer.Argument(help="The name to sign in with.")]


def register(app: typer.Typer) -> None:
    app.add_typer(users, name="user")


@users.command("add")
def add_user(
    name: Signing,
    db: Database,
    role: Annotated[str, typer.Option(help="player, dealer, floor, auditor or administrator.")],
    as_json: JsonFlag = False,
) -> None:
    """Add somebody who may sign in. You are asked for the password, or it is read as a line of standard input."""
    with _people(db) as people:
        people.require_new_person(name, role)
        people.add(name, role, _password())
    _answer({"name": name, "role": role}, f"{name} may sign in as {role}.", as_json)


def _password() -> str:
    """Reads the password; it is never an argument, since everybody on the machine can see those."""
    if sys.stdin is None or not sys.stdin.isatty():
        try:
            return standard_input().readline().rstrip("\r\n")
        except UnicodeDecodeError:
            refuse("the password on standard input is not UTF-8 text", accepted="a line in UTF-8", kind=BadFile)
    return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))


@users.command("password")
def change_password(name: Signing, db: Database, as_json: JsonFlag = False) -> None:
    """Give somebody a new password and end their sessions. You are asked for it, as with `add`."""
    with _people(db) as people:
        people.require_known(name)
        people.change_password(name, _password())
    _answer({"name": name}, f"{name} must use the new password from now on.", as_json)


@users.command("remove")
def remove_user(name: Signing, db: Database, as_json: JsonFlag = False) -> None:
    """Remove somebody who has no chips and nothing on account, and end their sessions."""
    with _people(db) as people:
        people.remove(name)
    _answer({"name": name}, f"{name} may no longer sign in.", as_json)


@users.command("list")
def list_users(db: Database, as_json: JsonFlag = False) -> None:
    """List who may sign in."""
    with _people(db) as people:
        listed = people.listed()
    if as_json:
        show_json([{"name": name, "role": role} for name, role in listed])
        return
    table = make_table("People", "name", "role")
    for name, role in listed:
        add_row(table, name, role)
    console.print(table)


def _answer(changed: dict[str, str], sentence: str, as_json: bool) -> None:
    if as_json:
        show_json(changed)
    else:
        say(sentence)


@contextmanager
def _people(db: str) -> Iterator[People]:
    """The people of an existing floor."""
    from tablelaw.server.users import People

    with engine_of_floor(db) as engine:
        yield People(engine)
