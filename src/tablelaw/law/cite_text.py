"""The law behind a line as readable text: its paragraph, and the readings it rests on."""

from __future__ import annotations

from collections.abc import Iterable


def law_text(cite: str, readings: Iterable[str]) -> str:
    """The paragraph and its readings, as in `653a.13(d), read as exposed-card-and-silent-wagers`; only the paragraph if
    no reading is involved.
    """
    named = " and ".join(readings)
    return f"{cite}, read as {named}" if named else cite


def where_to_read(book_id: str, readings: Iterable[str]) -> list[str]:
    """The commands that show each reading: the doubt, the candidates and why one of them was chosen."""
    return [f"tablelaw law readings {book_id} {name}" for name in readings]
