"""Values that every database of a floor can hold: checked before any of them reaches a driver.

A driver that is given anything else raises an error that looks like a failing database; here it is told apart.
"""

from __future__ import annotations

from collections.abc import Iterable

from houserules.floor.store.refusals import NotStorable

SMALLEST, LARGEST = -(2**63), 2**63 - 1


def is_storable(value: object) -> bool:
    """Text without a null character that UTF-8 can write, and whole numbers of 64 bits; bytes and nothing at all."""
    if isinstance(value, str):
        return "\0" not in value and (value.isascii() or _is_encodable(value))
    if isinstance(value, int):
        return SMALLEST <= value <= LARGEST
    return True


def refuse_unstorable(values: Iterable[object]) -> None:
    """Refuses values of which one cannot be kept or looked for, without repeating it."""
    for value in values:
        if not is_storable(value):
            raise NotStorable(
                "a value cannot be kept or looked for",
                why="a number of more than 64 bits" if isinstance(value, int) else "a character no text may have",
                accepted="text in Unicode without null characters, whole numbers of 64 bits",
            )


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
