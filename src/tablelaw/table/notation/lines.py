"""Text forms of a table: one line for a state, and one line for a round or session.

    round <header> :: <commands>     all commands, starting from a closed table
    table <header> :: <fields>       the state of a table

Parsing a text gives back the value it was written from. Text that cannot be parsed is refused with its token and
position.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, cast

from tablelaw.errors import BadNotation
from tablelaw.persons import Actor, Role
from tablelaw.table.command_wording import KIND_OF, NAMES
from tablelaw.table.commands import Command
from tablelaw.table.engine import Engine
from tablelaw.table.notation.by_field_type import (
    Reader,
    default_of,
    fields_of,
    made,
    named_texts,
    quoted,
    read_named,
    read_value,
    read_word,
    shortened,
    tokens,
    value_text,
)
from tablelaw.table.notation.submission_header import BAR, header_text, parse_header
from tablelaw.table.state import Table

SHORT_ROLES: dict[Role | None, str] = {"dealer": "d", "player": "p", "floor": "f", "device": "dev", "system": "sys"}
ROLE_OF = {short: role for role, short in SHORT_ROLES.items()}

ROLE = re.compile(r"(?:sys|dev|d|f|p)(?![a-z])")
VERB = re.compile(r"[a-z-]+")
PERSON = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*")
SEAT = re.compile(r"\d+", re.ASCII)
ROUND, TABLE = "round", "table"
COMMON = ("by", "at")
"""The fields that every command has. The other fields are its arguments, in order."""


# --- One command ------------------------------------------------------------------------------------


def command_text(command: Command, now: int = 0) -> str:
    """A command as text, such as `p1.place(1,ante,500)`, preceded by its time if that is not `now`."""
    time = f"@{command.at} " if command.at != now else ""
    return f"{time}{_by_text(command.by)}.{NAMES[type(command)].verb}({','.join(_arguments(command))})"


def _by_text(by: str) -> str:
    actor = Actor.parse(by)
    if actor.role not in SHORT_ROLES:
        return quoted(by)
    if actor.seat is not None:
        return f"p{actor.name}"
    return SHORT_ROLES[actor.role] + (f":{_person_text(actor.name)}" if actor.name else "")


def _person_text(name: str) -> str:
    """A name, in quotes if it contains characters with a meaning in the notation."""
    return name if PERSON.fullmatch(name) else quoted(name)


def _arguments(command: Command) -> list[str]:
    """The arguments in the order of the fields, without trailing defaults; a true flag is written as its name."""
    fields = [field for field in fields_of(type(command)) if field.name not in COMMON]
    while fields and getattr(command, fields[-1].name) == default_of(fields[-1]):
        fields.pop()
    values = [(field, getattr(command, field.name)) for field in fields]
    return [field.encode_name if value is True else value_text(field.type, value) for field, value in values]


def parse_command(text: str, now: int = 0) -> Command:
    """Parses one command, preceded by its time if that is not `now`."""
    found = list(_read_commands(tokens(text), now))
    if len(found) != 1:
        raise BadNotation(f"{len(found)} commands in {shortened(text)!r}", accepted="one, such as d.close()")
    return found[0]


def _read_commands(readers: Iterable[Reader], now: int = 0) -> Iterator[Command]:
    for reader in readers:
        if reader.skip("@"):
            now = read_value(reader, int)
        else:
            yield _read_command(reader, now)
        reader.end()


def _read_command(reader: Reader, now: int) -> Command:
    by = _read_by(reader)
    reader.must(".")
    place = reader.place
    kind = KIND_OF.get(reader.take(VERB, "a verb"))
    if kind is None:
        reader.place = place
        reader.refuse(", ".join(KIND_OF))
    reader.must("(")
    given = _read_arguments(reader, kind)
    reader.must(")")
    return cast(Command, made(reader, kind, {**given, "by": by, "at": now}))


def _read_by(reader: Reader) -> str:
    if reader.sees('"'):
        return read_word(reader)
    short = reader.take(ROLE, ", ".join(f"{short} ({role})" for role, short in SHORT_ROLES.items()))
    if short == "p" and SEAT.match(reader.text, reader.place):
        return str(Actor("player", reader.take(SEAT, "a seat")))
    if not reader.skip(":"):
        return str(Actor(ROLE_OF[short]))
    name = read_word(reader) if reader.sees('"') else reader.take(PERSON, 'a name, or a name in "quotes"')
    return str(Actor(ROLE_OF[short], name))


def _read_arguments(reader: Reader, kind: type[Command]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for field in fields_of(kind):
        if field.name in COMMON or reader.sees(")"):
            continue
        if given:
            reader.must(",")
        if field.type is bool:
            name = field.encode_name
            given[field.name] = reader.take(re.compile(f"{name}|no"), f"{name} or no") != "no"
        else:
            given[field.name] = read_value(reader, field.type)
    return given


# --- Lines ------------------------------------------------------------------------------------------


def round_text(engine: Engine, given: Iterable[Command]) -> str:
    """A round as one line: the table's submission, and all commands since the table was closed."""
    parts, now = [ROUND, header_text(engine), BAR], 0
    for command in given:
        parts.append(command_text(command, now))
        now = command.at
    return " ".join(parts)


def parse_round(text: str) -> tuple[Engine, list[Command]]:
    engine, body = _read_line(text, ROUND)
    return engine, list(_read_commands(body))


def state_text(engine: Engine, state: Table) -> str:
    """A state as one line: the table's submission, and every field that differs from a new table."""
    return " ".join([TABLE, header_text(engine), BAR, *named_texts(Table, state)])


def parse_state(text: str) -> tuple[Engine, Table]:
    engine, body = _read_line(text, TABLE)
    found: dict[str, Any] = {}
    for reader in body:
        read_named(reader, Table, found)
        reader.end()
    return engine, Table(**found)


def _read_line(text: str, kind: str) -> tuple[Engine, list[Reader]]:
    readers = list(tokens(text))
    if not readers or readers[0].text != kind:
        begins = shortened(readers[0].text) if readers else ""
        raise BadNotation(f"the line begins with {begins!r}", where="token 1", accepted=f"{kind} <header> {BAR} ...")
    bar = next((n for n, reader in enumerate(readers) if reader.text == BAR), None)
    if bar is None or bar < 2:
        raise BadNotation("no header", where="the line", accepted=f"{kind} <header> {BAR} ...")
    return parse_header(readers[1:bar]), readers[bar + 1 :]
