"""A progressive meter: its parameters, where it stands, and the arithmetic of what it takes in and pays out.

Amounts are units of a ten-thousandth of a cent; money that is won, paid or wagered is in cents.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from houserules.amounts import METER_UNITS_PER_CENT
from houserules.submission.submission import MeterTerms

Share = tuple[int, int]
"""An exact fraction, as numerator and denominator."""


class Drawn(msgspec.Struct, frozen=True, gc=False):
    """A win of a round under way, which a void may still undo; less than nothing for a part that was given back."""

    table: str
    round: int
    seat: int
    wager: str
    cents: int


class MeterState(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One meter: its parameters, and where it stands."""

    id: str
    cite: str
    seed: int
    reseed: int
    primary: Share
    reserve: Share
    link: str = ""
    tables: tuple[str, ...] = ()
    """The tables that feed it."""
    is_open: bool = False
    units: int = 0
    """What it shows."""
    reserve_units: int = 0
    """What becomes the meter once all of it is won."""
    pending_units: int = 0
    pending_reserve_units: int = 0
    pending_cents: int = 0
    """The wagers of rounds under way."""
    amount_in: int = 0
    """The wagers of rounds that completed, in cents."""
    hits: int = 0
    wins: int = 0
    """What was won of it, in cents."""
    paid: int = 0
    """What of that was paid by an attendant."""
    drawn: tuple[Drawn, ...] = ()


# --- What a wager adds -----------------------------------------------------------------------------------


def contribution(terms: MeterTerms, staked_cents: int) -> tuple[int, int]:
    """Units that a wager adds to its meter and to the reserve.

    Each is the exact share of the wager rounded down to a whole unit, wager by wager: what is below a ten-thousandth
    of a cent never leaves the house. Percentages of two decimals or fewer leave nothing over.
    """
    primary, reserve = terms.primary.as_integer_ratio(), terms.reserve.as_integer_ratio()
    return share_units(primary, staked_cents), share_units(reserve, staked_cents)


def share_units(share: Share, cents: int) -> int:
    return share[0] * cents * METER_UNITS_PER_CENT // share[1]


def meter_name(terms: MeterTerms, table: str) -> str:
    """The property's name of a meter: shared by a link, or a table's own."""
    return f"{terms.link or table}/{terms.id}"


def figures_of(terms: MeterTerms) -> dict[str, Any]:
    """The parameters of a meter, which do not change while tables feed it."""
    return {
        "seed": int(terms.seed_cents * METER_UNITS_PER_CENT),
        "reseed": int(terms.reseed_cents * METER_UNITS_PER_CENT),
        "primary": terms.primary.as_integer_ratio(),
        "reserve": terms.reserve.as_integer_ratio(),
    }


# --- What a win takes ------------------------------------------------------------------------------------


def share_cents(share: Fraction, units: int, parts: int = 1) -> int:
    """What each part of a share is paid: whole cents, rounded down; what is below stays on the meter."""
    return int(share * units / (METER_UNITS_PER_CENT * parts))
