"""The transfers that a meter change causes in the ledger.

After every change, the accounts meter:M and reserve:M hold the whole cents of meter M and its reserve, and rounding:M
holds one cent for each of these two amounts that includes a fraction of a cent. So every fraction is covered and none
is lost.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cage.accounts import CAGE, HOUSE, account_of
from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.meters.state import MeterState
from tablelaw.cage.transfers import Transfer

Move = tuple[str, str, int]
"""The debited account, the credited account, and the cents."""

CODES = {
    "opened": "seed",
    "counted": "contribution",
    "won": "share",
    "restored": "share undone",
    "reseeded": "reseed",
    "reseed undone": "reseed undone",
    "reserve moved": "reserve moved",
    "reserve returned": "reserve returned",
    "paid": "hand-pay",
    "adjusted": "adjustment",
}
"""The transfer code of each kind of change that moves money; pending contributions do not move any."""


def change_transfers(before: MeterState, change: MeterChange, after: MeterState, stem: str) -> tuple[Transfer, ...]:
    """The transfers for one change; their ids are `stem` and a number."""
    if change.kind not in CODES:
        return ()
    return tuple(
        Transfer(
            id=f"{stem}/{n}",
            debit=debit,
            credit=credit,
            cents=cents,
            code=CODES[change.kind],
            cite=change.cite,
            reason=change.reason,
            approvers=change.approvers,
        )
        for n, (debit, credit, cents) in enumerate(_moves(before, change, after))
    )


def _moves(before: MeterState, change: MeterChange, after: MeterState) -> Iterator[Move]:
    meter, reserve = account_of("meter", change.meter), account_of("reserve", change.meter)
    hand = account_of("handpay", change.table)
    if change.kind == "paid":
        yield hand, CAGE, change.cents
    elif change.kind == "won":
        yield meter, hand, change.cents
    elif change.kind == "restored":
        yield hand, meter, change.cents
    elif change.kind in ("reserve moved", "reserve returned"):
        yield from _between(before, after, meter, reserve, change)
    else:
        yield from _made_up(needs(before, after))


def needs(before: MeterState, after: MeterState) -> dict[str, int]:
    """The cents by which each of a meter's three accounts must increase."""
    name = after.id
    return {
        account_of("meter", name): _cents(after.units) - _cents(before.units),
        account_of("reserve", name): _cents(after.reserve_units) - _cents(before.reserve_units),
        account_of("rounding", name): _started(after) - _started(before),
    }


def _cents(units: int) -> int:
    return units // METER_UNITS_PER_CENT


def _started(state: MeterState) -> int:
    """How many of the two amounts, the meter and its reserve, include a fraction of a cent (0 to 2)."""
    return bool(state.units % METER_UNITS_PER_CENT) + bool(state.reserve_units % METER_UNITS_PER_CENT)


def _between(before: MeterState, after: MeterState, meter: str, reserve: str, change: MeterChange) -> Iterator[Move]:
    """Moves the whole cents between meter and reserve, then makes up for the sum of their fractions."""
    whole, missing = _cents(change.units), needs(before, after)
    giver, taker = (reserve, meter) if change.kind == "reserve moved" else (meter, reserve)
    if whole:
        yield giver, taker, whole
    missing[giver] += whole
    missing[taker] -= whole
    yield from _made_up(missing)


def _made_up(missing: dict[str, int]) -> Iterator[Move]:
    """The moves that give each account what it needs, taken from an account with a surplus or from the house."""
    open_ = {**missing, HOUSE: -sum(missing.values())}
    for taker in open_:
        for giver in open_:
            cents = min(open_[taker], -open_[giver])
            if cents > 0:
                yield giver, taker, cents
                open_[taker] -= cents
                open_[giver] += cents
