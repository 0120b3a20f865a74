"""A line's paragraph as people read it: where a line rests on a reading of the text, it says so."""

from __future__ import annotations

from collections.abc import Iterable


def law_text(cite: str, readings: Iterable[str]) -> str:
    """`653a.13(d), read as exposed-card-and-silent-wagers`; the paragraph alone where it says all by itself."""
    named = " and ".join(readings)
    return f"{cite}, read as {named}" if named else cite


def where_to_read(book_id: str, readings: Iterable[str]) -> list[str]:
    """The commands that show the readings with their doubt, their candidates and why one was chosen."""
    return [f"houserules law readings {book_id} {name}" for name in readings]
