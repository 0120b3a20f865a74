"""Finds which kinds of commands, events and meter changes the witness contains."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import msgspec

from tablelaw.floor.events import AnyPropertyEvent
from tablelaw.floor.orders import FloorCommand
from tablelaw.table import commands
from tablelaw.table.events import AnyEvent
from tablelaw.table.registry import tag_of

INSIDE_OTHERS = {"DrawBonus", "ReadMeters"}
"""Commands that the floor gives its tables as part of another command, so that no entry has one of them as its own
command.
"""
METER_CHANGES = {
    *("opened", "staked", "counted", "withdrawn", "won", "paid", "adjusted"),
    *("reseeded", "reseed undone", "reserve moved", "reserve returned", "restored"),
}


def missing_kinds(bodies: Iterable[bytes]) -> list[str]:
    """Kinds that this program knows and that occur in no entry."""
    found = kinds_in(bodies)
    known = {tag_of(kind) for kind in (*commands.ALL, *FloorCommand.__subclasses__())} - INSIDE_OTHERS
    known |= {tag_of(kind) for union in (AnyEvent, AnyPropertyEvent) for kind in get_args(union)}
    return sorted((known | METER_CHANGES) - found)


def kinds_in(bodies: Iterable[bytes]) -> set[str]:
    found = set()
    for body in bodies:
        plain: dict[str, Any] = msgspec.json.decode(body)
        found.add(plain["command"]["type"])
        found |= {event["type"] for event in plain.get("events", ())}
        found |= {change["kind"] for change in plain.get("meters", ())}
    return found
