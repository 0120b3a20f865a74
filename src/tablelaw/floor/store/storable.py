"""Values that every database of a floor can store, checked before they reach a driver.

Given anything else, a driver raises an error that looks like a failing database.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tablelaw.floor.store.refusals import NotStorable

SMALLEST, LARGEST = -(2**63), 2**63 - 1


def is_storable(value: object) -> bool:
    """Whether a value is text without null characters that UTF-8 can encode, a 64-bit integer, bytes, or None."""
    if isinstance(value, str):
        return "\0" not in value and (value.isascii() or _is_encodable(value))
    if isinstance(value, int):
        return SMALLEST <= value <= LARGEST
    return True


def require_storable(values: Iterable[Any]) -> None:
    """Refuses values that cannot be stored or searched for, without repeating them."""
    for value in values:
        # Most values take one of these fast paths. They matter because every order is written while other orders wait.
        kind = type(value)
        if kind is str:
            if value.isascii() and "\0" not in value:
                continue
        elif kind is int:
            if SMALLEST <= value <= LARGEST:
                continue
        elif kind is bytes:
            continue
        if not is_storable(value):
            raise NotStorable(
                "a value cannot be stored or searched for",
                why="a number of more than 64 bits"
                if isinstance(value, int)
                else "a character that text may not contain",
                accepted="text in Unicode without null characters, whole numbers of 64 bits",
            )


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
