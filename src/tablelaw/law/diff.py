"""Compares two rulebooks row by row, with the paragraph on each side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablelaw.law.paragraph_lookup import plain
from tablelaw.law.row_files import SECTIONS
from tablelaw.law.rows import Row
from tablelaw.law.rulebook import Rulebook

WORDING = frozenset(
    {"cite", "says", "name", "title", "note", "text", "asks", "reading", "readings", "column_cites", "replaced"}
)
"""Fields that only contain wording; a difference in them is not a difference in law."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One row or field that differs; an empty side means that the rulebook has no such row."""

    section: str
    row: str
    field: str
    left: str
    right: str
    left_cite: str
    right_cite: str


def differences(left: Rulebook, right: Rulebook) -> list[Difference]:
    return [found for section in SECTIONS for found in _section(section, left, right)]


def _section(section: str, left: Rulebook, right: Rulebook) -> Iterator[Difference]:
    lefts = {row.id: row for row in left.rows(section)}
    rights = {row.id: row for row in right.rows(section)}
    for row_id in dict.fromkeys([*lefts, *rights]):
        yield from _row(section, row_id, lefts.get(row_id), rights.get(row_id))


def _row(section: str, row_id: str, left: Row | None, right: Row | None) -> Iterator[Difference]:
    if left is None or right is None:
        yield Difference(section, row_id, "", _whole(left), _whole(right), _cite(left), _cite(right))
        return
    lefts, rights = _flat(plain(left)), _flat(plain(right))
    for field in dict.fromkeys([*lefts, *rights]):
        one, other = lefts.get(field, ""), rights.get(field, "")
        if one != other:
            yield Difference(section, row_id, field, one, other, _cite(left), _cite(right))


def _whole(row: Row | None) -> str:
    if row is None:
        return ""
    return str(
        getattr(row, "says", "")
        or getattr(row, "name", "")
        or getattr(row, "title", "")
        or getattr(row, "asks", "")
        or "present"
    )


def _cite(row: Row | None) -> str:
    return str(row.cite) if row else ""


def _flat(value: object, path: str = "") -> dict[str, str]:
    """The values of a row by their path, without the wording."""
    if isinstance(value, dict):
        items = [(f"{path}.{key}" if path else str(key), part) for key, part in value.items() if key not in WORDING]
    elif isinstance(value, list | tuple) and any(isinstance(part, dict | list | tuple) for part in value):
        items = [(f"{path}[{_label(part, n)}]", part) for n, part in enumerate(value, 1)]
    else:
        return {path: ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)}
    return {name: text for key, part in items for name, text in _flat(part, key).items()}


def _label(part: object, number: int) -> str:
    """Names an element of a list: a paytable row by its hand, a dealing step by its destination, anything else by its
    number.
    """
    if isinstance(part, dict) and "to" in part:
        return "to " + " and ".join(part["to"])
    return str(part[0]) if isinstance(part, list | tuple) and part else str(number)
