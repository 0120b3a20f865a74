"""Jurisdictions: the law that governs a property outside a round of play, one folder of data each, loaded once."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from tablelaw.errors import UnknownJurisdiction
from tablelaw.jurisdictions.model import Jurisdiction, load

IDS = ("pa", "md", "ma", "fr")
"""The jurisdictions a property may be under."""
FORMAT_1 = "format-1"
"""The paragraphs that logs of format 1 cite, which name no jurisdiction."""


@cache
def get(jurisdiction_id: str) -> Jurisdiction:
    """A jurisdiction by its id, read and checked once."""
    if jurisdiction_id not in (*IDS, FORMAT_1):
        raise UnknownJurisdiction(f"no jurisdiction {jurisdiction_id!r}", accepted=accepted_ids())
    return load(files(__name__).joinpath(jurisdiction_id))


def all_jurisdictions() -> tuple[Jurisdiction, ...]:
    """The jurisdictions a property may be under."""
    return tuple(get(jurisdiction_id) for jurisdiction_id in IDS)


@cache
def find_named(name: str) -> Jurisdiction | None:
    """A jurisdiction by its full name, as rulebooks give it ("Maryland"); None if the rules are a designer's own."""
    return next((jurisdiction for jurisdiction in all_jurisdictions() if jurisdiction.name == name), None)


def accepted_ids() -> str:
    """The ids with their names, for a refusal or a help text."""
    return ", ".join(f"{jurisdiction.id} ({jurisdiction.name})" for jurisdiction in all_jurisdictions())


__all__ = ["IDS", "Jurisdiction", "accepted_ids", "all_jurisdictions", "find_named", "get"]
