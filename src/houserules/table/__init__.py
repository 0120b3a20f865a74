"""A table that plays every rulebook: pure, event-sourced, no clock, no randomness, no input or output."""

from __future__ import annotations

from houserules.table.engine import Engine
from houserules.table.refusals import Refused
from houserules.table.state import Round, Seat, Table

__all__ = ["Engine", "Refused", "Round", "Seat", "Table"]
