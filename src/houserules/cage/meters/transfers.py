"""The ledger's side of a meter change.

After every change the ledger holds, for a meter M, meter:M and reserve:M = the whole cents of what M shows and has in
reserve, and rounding:M = a cent for each of the two that has started one. So the house has paid for every fraction, and
none vanishes.
"""

from __future__ import annotations

from collections.abc import Iterator

from houserules.amounts import METER_UNITS_PER_CENT
from houserules.cage.meters.changes import MeterChange
from houserules.cage.meters.state import MeterState
from houserules.cage.transfers import Transfer

Move = tuple[str, str, int]
"""Debited, credited, cents."""

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
"""The transfer code of each change that moves money; what is pending moves none."""


def change_transfers(before: MeterState, change: MeterChange, after: MeterState, stem: str) -> tuple[Transfer, ...]:
    """The transfers of one change; their ids are the stem and a number."""
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
    meter, reserve, hand = f"meter:{change.meter}", f"reserve:{change.meter}", f"handpay:{change.table}"
    if change.kind == "paid":
        yield hand, "cage", change.cents
    elif change.kind == "won":
        yield meter, hand, change.cents
    elif change.kind == "restored":
        yield hand, meter, change.cents
    elif change.kind in ("reserve moved", "reserve returned"):
        yield from _between(before, after, meter, reserve, change)
    else:
        yield from _made_up(needs(before, after))


def needs(before: MeterState, after: MeterState) -> dict[str, int]:
    """Cents by which a meter's three accounts must rise."""
    name = after.id
    return {
        f"meter:{name}": _cents(after.units) - _cents(before.units),
        f"reserve:{name}": _cents(after.reserve_units) - _cents(before.reserve_units),
        f"rounding:{name}": _started(after) - _started(before),
    }


def _cents(units: int) -> int:
    return units // METER_UNITS_PER_CENT


def _started(state: MeterState) -> int:
    """How many cents are started, on the meter and in its reserve."""
    return bool(state.units % METER_UNITS_PER_CENT) + bool(state.reserve_units % METER_UNITS_PER_CENT)


def _between(before: MeterState, after: MeterState, meter: str, reserve: str, change: MeterChange) -> Iterator[Move]:
    """The whole cents move from one to the other; what their fractions make up or leave is made good after it."""
    whole, missing = _cents(change.units), needs(before, after)
    giver, taker = (reserve, meter) if change.kind == "reserve moved" else (meter, reserve)
    if whole:
        yield giver, taker, whole
    missing[giver] += whole
    missing[taker] -= whole
    yield from _made_up(missing)


def _made_up(missing: dict[str, int]) -> Iterator[Move]:
    """Moves that give each account what it needs: from one that needs less, or else from the house."""
    open_ = {**missing, "house": -sum(missing.values())}
    for taker in open_:
        for giver in open_:
            cents = min(open_[taker], -open_[giver])
            if cents > 0:
                yield giver, taker, cents
                open_[taker] -= cents
                open_[giver] += cents
