"""The fields that every row of a rulebook has.

A `when` names one or more choices as "name=value, name=value" (an option, a paytable's column, a reading); its row
holds only under those choices. A row with `from` or `until` is in force only on those days, including the first and
last.
"""

from __future__ import annotations

from datetime import date

import msgspec

from tablelaw.law.text_values import Cites


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The base of every row: an id that is unique in its section, its paragraphs, and the readings it rests on."""

    id: str
    cite: Cites
    readings: tuple[str, ...] = ()
    effective: date | None = msgspec.field(name="from", default=None)
    """The first day on which the row is in force; None if it is as old as the oldest available text."""
    until: date | None = None
    """The last day on which the row is in force; None if no end is known."""


class Span(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The days on which a part of a row is in force, including the first and last."""

    effective: date | None = msgspec.field(name="from", default=None)
    until: date | None = None


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a row, identified by its position."""
