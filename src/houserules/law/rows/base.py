"""What every row of a rulebook has.

A `when` names one or more choices as "name=value, name=value" (an option, a paytable's column, a reading);
its row holds only then.
"""

from __future__ import annotations

import msgspec

from houserules.law.values import Cites


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every row has: an id unique in its section, its paragraphs, and the doubts it settles."""

    id: str
    cite: Cites
    readings: tuple[str, ...] = ()


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a row, named by its place."""
