"""Rows about the law in time: the editions of a regulation and the supplements its text names."""

from __future__ import annotations

from datetime import date
from typing import Literal

import msgspec

from houserules.law.cite import Cite
from houserules.law.rows.base import Part
from houserules.law.values import Cites

AT_HAND = "at hand"
TextHeld = Literal["at hand", "not at hand"]
"""Whether the words of an edition or supplement were read here, or are only known to exist."""


class Edition(Part, frozen=True, kw_only=True):
    """One state of a regulation: since when it is in force, by which publication, and what it changed."""

    id: str
    source: str
    says: str
    text: TextHeld
    effective: date | None = msgspec.field(name="from", default=None)
    """The first day in force; none where the text carries no date."""
    until: date | None = None
    """The last day in force; none where no end is known."""
    sections: Cites | None = None
    """The sections it changed; none where all of the regulation was new."""


class Supplement(Part, frozen=True, kw_only=True):
    """A section outside the chapter that adds to it, as Pennsylvania's temporary regulations (chapters "b") do."""

    cite: Cite
    title: str
    says: str
    text: TextHeld
    named_in: tuple[str, ...]
    """The notes that name it: on the chapter ("ch. 653a") or on a section ("653a.2")."""
    source: str = ""
    effective: date | None = msgspec.field(name="from", default=None)
    until: date | None = None
    data: str = ""
    """The row that carries it, as "paytables.bad-beat"; none where its text is not at hand."""
