"""Registers the function that carries out each command and each event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from tablelaw.permissions import roles_of
from tablelaw.persons import Role
from tablelaw.table.commands import Command
from tablelaw.table.events import Event
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Table

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
Handler = Callable[[TableRules, Table, Any], list[Event]]
Evolution = Callable[[TableRules, Table, Any], Table]

HANDLERS: dict[type[Command], tuple[frozenset[Role], Handler]] = {}
DUTY_OF: dict[type[Command], str] = {}
"""The duty that a command carries out, if the text has one."""
EVOLUTIONS: dict[type[Event], Evolution] = {}


def tag_of(kind: type[msgspec.Struct]) -> str:
    """The durable name of a kind of command or event as written in logs; empty if it has none."""
    return str(kind.__struct_config__.tag or "")


def handles(kind: type[C], duty: str = "") -> Callable[[Callable[[TableRules, Table, C], list[Event]]], Handler]:
    """Registers the handler of a command with the roles that may give it, and the duty it carries out."""

    def register(handler: Callable[[TableRules, Table, C], list[Event]]) -> Handler:
        HANDLERS[kind] = (roles_of(tag_of(kind)), handler)
        DUTY_OF[kind] = duty
        return handler

    return register


def evolves(kind: type[E]) -> Callable[[Callable[[TableRules, Table, E], Table]], Evolution]:
    """Registers how an event changes the state."""

    def register(evolution: Callable[[TableRules, Table, E], Table]) -> Evolution:
        EVOLUTIONS[kind] = evolution
        return evolution

    return register
