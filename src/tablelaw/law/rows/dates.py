"""Rows about the law over time: the editions of a regulation and the supplements its text names."""

from __future__ import annotations

from datetime import date
from typing import Literal

import msgspec

from tablelaw.law.cite import Cite
from tablelaw.law.rows.base import Part
from tablelaw.law.text_values import Cites

AT_HAND = "at hand"
TextHeld = Literal["at hand", "not at hand"]
"""Whether the text of an edition or supplement was read, or the text is only known to exist."""


class Edition(Part, frozen=True, kw_only=True):
    """One edition of a regulation: when it is in force, where it was published, and what it changed."""

    id: str
    source: str
    says: str
    text: TextHeld
    effective: date | None = msgspec.field(name="from", default=None)
    """The first day in force; None if the text has no date."""
    until: date | None = None
    """The last day in force; None if no end is known."""
    sections: Cites | None = None
    """The sections it changed; None if the whole regulation was new."""


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
    """The row that implements it, such as "paytables.bad-beat"; empty if its text is not available."""
