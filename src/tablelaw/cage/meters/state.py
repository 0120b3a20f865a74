"""A progressive meter: its parameters, its current values, and the arithmetic of contributions and payouts.

Amounts on a meter are in units of a ten-thousandth of a cent; sums won, paid or wagered are in cents.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.submission.submission import MeterTerms

Share = tuple[int, int]
"""An exact fraction, as numerator and denominator."""


class Drawn(msgspec.Struct, frozen=True, gc=False):
    """A win in the current round, which can still be undone if the round is voided; negative for a part that was given
    back.
    """

    table: str
    round: int
    seat: int
    wager: str
    cents: int


class MeterState(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One meter: its parameters and current values."""

    id: str
    cite: str
    seed: int
    reseed: int
    primary: Share
    reserve: Share
    link: str = ""
    tables: tuple[str, ...] = ()
    """The tables that feed the meter."""
    is_open: bool = False
    units: int = 0
    """The amount on display."""
    reserve_units: int = 0
    """The reserve, which moves to the meter when the whole meter has been won."""
    pending_units: int = 0
    pending_reserve_units: int = 0
    pending_cents: int = 0
    """The sum of the wagers in rounds in progress, in cents."""
    amount_in: int = 0
    """The sum of the wagers in completed rounds, in cents."""
    hits: int = 0
    wins: int = 0
    """The sum won from the meter, in cents."""
    paid: int = 0
    """The part of the wins that an attendant has paid, in cents."""
    drawn: tuple[Drawn, ...] = ()


# --- What a wager adds -----------------------------------------------------------------------------------


def contribution(terms: MeterTerms, staked_cents: int) -> tuple[int, int]:
    """The units that a wager adds to its meter and to the reserve.

    Each is the exact share of the wager, rounded down to a whole unit for each wager; the house keeps the remainder
    below a ten-thousandth of a cent. Percentages with at most two decimals leave no remainder.
    """
    primary, reserve = terms.primary.as_integer_ratio(), terms.reserve.as_integer_ratio()
    return share_units(primary, staked_cents), share_units(reserve, staked_cents)


def share_units(share: Share, cents: int) -> int:
    return share[0] * cents * METER_UNITS_PER_CENT // share[1]


def meter_name(terms: MeterTerms, table: str) -> str:
    """The name of a meter within the property: its link or table, and the meter's own name."""
    return f"{terms.link or table}/{terms.id}"


def figures_of(terms: MeterTerms) -> dict[str, Any]:
    """The parameters of a meter, which do not change while other tables feed it."""
    return {
        "seed": int(terms.seed_cents * METER_UNITS_PER_CENT),
        "reseed": int(terms.reseed_cents * METER_UNITS_PER_CENT),
        "primary": terms.primary.as_integer_ratio(),
        "reserve": terms.reserve.as_integer_ratio(),
    }


# --- What a win takes ------------------------------------------------------------------------------------


def share_cents(share: Fraction, units: int, parts: int = 1) -> int:
    """The payment for each part of a share, in whole cents, rounded down; the remainder stays on the meter."""
    return int(share * units / (METER_UNITS_PER_CENT * parts))
