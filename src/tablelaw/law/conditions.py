"""Conditions: the `when` of a row, which lists the choices and readings under which the row holds."""

from __future__ import annotations

from functools import cache


@cache
def conditions(when: str) -> tuple[tuple[str, str], ...]:
    """The (name, value) pairs of a `when`."""
    parts = [part.strip().partition("=") for part in when.split(",") if part.strip()]
    return tuple((name, value) for name, _, value in parts)
