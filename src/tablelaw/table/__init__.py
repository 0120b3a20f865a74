"""A table that plays every rulebook. It is pure and event-sourced: it reads no clock, uses no randomness and does no
I/O.
"""

from __future__ import annotations

from tablelaw.table.engine import Engine
from tablelaw.table.refusals import Refused
from tablelaw.table.state import Round, Seat, Table

__all__ = ["Engine", "Refused", "Round", "Seat", "Table"]
