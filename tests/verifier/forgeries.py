"""Forgeries by someone who has the property's key: each log is signed again, so only its meaning reveals the forgery.

Each forgery states what the verifier must report and at which entry, or which of the verifier's stated limits makes it
undetectable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.verifier.editable_log import EditableLog, Object

Forge = Callable[[EditableLog], int]
"""Changes the log and returns the number of the entry with the contradiction, or 0 for the log as a whole."""


class Forgery(NamedTuple):
    forge: Forge
    names: str = ""
    """Words that the reported difference must contain."""
    limit: str = ""
    """The limit that makes the forgery undetectable."""
    is_seldom: bool = False
    """Whether it is made in the session of seldom orders."""


FORGERIES: dict[str, Forgery] = {}


def found(names: str, is_seldom: bool = False) -> Callable[[Forge], Forge]:
    """Registers a forgery that is detected, with the words of the reported difference."""

    def register(forge: Forge) -> Forge:
        FORGERIES[forge.__name__.replace("_", " ")] = Forgery(forge, names=names, is_seldom=is_seldom)
        return forge

    return register


def not_to_be_found(limit: str) -> Callable[[Forge], Forge]:
    def register(forge: Forge) -> Forge:
        FORGERIES[forge.__name__.replace("_", " ")] = Forgery(forge, limit=limit)
        return forge

    return register


# --- Common changes --------------------------------------------------------------------------------------------------


def seq(entry: Object) -> int:
    return int(entry["seq"])


def told(entry: Object, **fields: Any) -> int:
    """Changes fields in both the command and the first event."""
    for part in (entry["command"], entry["events"][0]):
        part |= {name: value for name, value in fields.items() if name in part}
    return seq(entry)


def given_by(entry: Object, by: str) -> int:
    """Changes who gave the order everywhere in the entry."""
    entry["by"] = by
    for part in (entry["command"], *entry["events"]):
        if "by" in part and part["by"] != "system":
            part["by"] = by
    return seq(entry)


def installed(
    editable: EditableLog, book: str, has: Callable[[Object], bool] = lambda terms: True
) -> tuple[Object, Object]:
    """The entry that installs a table of this rulebook, and the table's terms."""
    for entry, event in editable.events("TableInstalled"):
        if event["terms"]["rulebook"] == book and has(event["terms"]):
            return entry, event["terms"]
    raise AssertionError(f"no such table of {book}")


def filed_again(entry: Object, old: str, new: str) -> int:
    """Replaces part of the submission's text in both the order and the event."""
    text = entry["command"]["submission"]
    assert old in text
    return told(entry, submission=text.replace(old, new, 1))


def at_time(editable: EditableLog, first: Object, seconds: int) -> None:
    """Moves the times of an entry and of everything after it some seconds later."""
    for entry in editable.entries[first["seq"] - 1 :]:
        entry["at"] += seconds
        for part in (entry["command"], *entry["events"]):
            if "at" in part:
                part["at"] += seconds
