"""A table that plays every rulebook: pure and event-sourced, without clock, randomness, input or output."""

from __future__ import annotations

from tablelaw.table.engine import Engine
from tablelaw.table.refusals import Refused
from tablelaw.table.state import Round, Seat, Table

__all__ = ["Engine", "Refused", "Round", "Seat", "Table"]
