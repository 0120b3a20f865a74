"""What every row of a rulebook has.

A `when` names one or more choices as "name=value, name=value" (an option, a paytable's column, a reading);
its row holds only then. A row with `from` or `until` is law on those days only, the first and the last included.
"""

from __future__ import annotations

from datetime import date

import msgspec

from tablelaw.law.text_values import Cites


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every row has: an id that is unique in its section, its paragraphs, and the readings it rests on."""

    id: str
    cite: Cites
    readings: tuple[str, ...] = ()
    effective: date | None = msgspec.field(name="from", default=None)
    """The first day on which the row is law; None if it is as old as the oldest available text."""
    until: date | None = None
    """The last day on which the row is law; None if no end is known."""


class Span(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The days on which a part of a row is law, the first and the last included."""

    effective: date | None = msgspec.field(name="from", default=None)
    until: date | None = None


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a row, identified by its position."""
