"""A submission's meters, for tests."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.meters.state import MeterState, share_cents
from tablelaw.submission.submission import MeterTerms
from tests.table.game import submission


def meter_terms(book: str, wager: str, table: str = "", **written: Any) -> dict[str, MeterTerms]:
    """A wager's meters under one paytable; `written` is the rest of the submission's text about the wager."""
    chosen: dict[str, Any] = {wager: table} if table else {}
    made = submission(book, wagers={wager: written}, **chosen)
    return {meter.id: meter for meter in made.meters if wager in meter.wagers}


def win_changes(state: MeterState, share: Fraction, won: MeterChange, parts: int = 1) -> tuple[MeterChange, ...]:
    """The changes when a share is won: it leaves the meter in equal parts. `won` gives the seat and wager.

    Winning part of the meter leaves the rest as it is, even below the seed. Winning all of it restarts the meter from
    the reseed amount and the whole reserve.
    """
    cents = share_cents(share, state.units, parts) * parts
    reseed, reserve = (state.reseed, state.reserve_units) if share == 1 else (0, 0)
    moves = (
        replace(won, kind="won", units=cents * METER_UNITS_PER_CENT, cents=cents),
        replace(won, kind="reseeded", units=reseed, cents=0),
        replace(won, kind="reserve moved", units=reserve, cents=0),
    )
    return tuple(move for move in moves if move.units)
