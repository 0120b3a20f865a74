"""Changes to a progressive meter; units are ten-thousandths of a cent."""

from __future__ import annotations

import msgspec


class MeterChange(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One change of one meter.

    `kind`, and what `units` and `reserve` are:

    - "opened": the seed it starts from
    - "staked": what a wager will add to the meter and to the reserve once its round completes; `cents` is the wager
    - "counted": what was staked and is now on display
    - "withdrawn": what was staked in a round, or on a wager, that became void
    - "won": what left the meter; `cents` is the sum paid, 0 for the part of a divided share that was taken earlier
    - "reseeded": what the meter starts again from
    - "reserve moved": what came from the reserve onto the meter
    - "restored": what returns to the meter when a win is undone
    - "reseed undone", "reserve returned": what leaves the meter again when a win is undone
    - "paid": nothing moves; `cents` of a win were paid by an attendant
    - "adjusted": a recorded correction, with its reason and two approvers; units may be negative
    """

    meter: str
    kind: str
    cite: str
    units: int = 0
    reserve: int = 0
    cents: int = 0
    table: str = ""
    round: int = 0
    seat: int = 0
    wager: str = ""
    reason: str = ""
    approvers: tuple[str, ...] = ()
