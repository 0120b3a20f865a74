"""Text forms of a table: one line for a state, one for a round or a session, JSON lines for its events.

    round <header> :: <commands>     what everybody did, from a closed table on
    table <header> :: <fields>       how a table stands

Every form reads back as what it was written from; what cannot be read is refused with its token and place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, cast

import msgspec

from houserules.cards import Card
from houserules.errors import BadCard, BadNotation
from houserules.table import commands
from houserules.table.commands import Command
from houserules.table.engine import Engine
from houserules.table.events import AnyEvent, Event
from houserules.table.header import BAR, header_text, parse_header
from houserules.table.notation import (
    Reader,
    default_of,
    fields_of,
    made,
    named_texts,
    read_named,
    read_value,
    read_word,
    tokens,
    value_text,
    word_text,
)
from houserules.table.state import Table

ROLES = {"dealer": "d", "player": "p", "floor": "f", "system": "sys"}
ROLE_OF = {short: role for role, short in ROLES.items()}
VERBS: dict[type[Command], str] = {
    commands.OrderRecut: "recut",
    commands.ChangeMethod: "method",
    commands.CloseTable: "close-table",
    commands.TakeSeat: "sit",
    commands.CountChips: "chips",
    commands.ReadMeters: "meters",
    commands.CompleteDocuments: "documents",
    commands.CountStub: "stub",
    commands.ReportSlip: "slip",
}
"""Commands whose verb is not the first word of their name."""

ROLE = re.compile(r"(?:sys|d|f|p)(?![a-z])")
VERB = re.compile(r"[a-z-]+")
SEAT = re.compile(r"\d+", re.ASCII)
TIME = re.compile(r"@(-?\d{1,18})", re.ASCII)
ROUND, TABLE = "round", "table"
COMMON = ("by", "at")
"""Fields every command has; the others are its arguments, in order."""


# --- One command ------------------------------------------------------------------------------------


def verb_of(kind: type[Command]) -> str:
    return VERBS.get(kind) or re.findall("[A-Z][a-z]*", kind.__name__)[0].lower()


KIND_OF = {verb_of(kind): kind for kind in commands.ALL}


def command_text(command: Command, now: int = 0) -> str:
    """`p1.place(1,ante,500)`; the time stands before it where it is not `now`."""
    time = f"@{command.at} " if command.at != now else ""
    return f"{time}{_by_text(command.by)}.{verb_of(type(command))}({','.join(_arguments(command))})"


def _by_text(by: str) -> str:
    role, colon, name = by.partition(":")
    if role not in ROLES:
        return value_text(str, by) if by.startswith('"') else f'"{by}"' if '"' not in by else value_text(str, by)
    if role == "player" and SEAT.fullmatch(name):
        return f"p{name}"
    return ROLES[role] + (f":{word_text(name)}" if colon else "")


def _arguments(command: Command) -> list[str]:
    """The arguments in the order of the fields, without defaults at the end."""
    fields = [field for field in fields_of(type(command)) if field.name not in COMMON]
    while fields and getattr(command, fields[-1].name) == default_of(fields[-1]):
        fields.pop()
    return [value_text(field.type, getattr(command, field.name)) for field in fields]
