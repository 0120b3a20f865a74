"""Meters: what wagers add, what wins take, and the amount at which a meter restarts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tablelaw_verifier.law.terms import UNITS, MeterTerms
from tablelaw_verifier.trust.differences import Different, Object


@dataclass(frozen=True)
class Draw:
    """What a win did to a meter: each seat's part in cents, the units drawn, and the amount at which it restarted."""

    meter: Meter
    before: int
    after: int
    parts: dict[int, int]
    drawn: int
    reseed: int
    moved: int


@dataclass
class Meter:
    """A meter with the amounts it must have. Contributions are pending from no more bets until the round is cleared."""

    terms: MeterTerms
    units: int
    reserve: int = 0
    pending: int = 0
    pending_reserve: int = 0

    def win(self, share: Fraction, owners: list[list[int]]) -> Draw:
        """Pays a share in whole cents, divided equally; the rest stays on the meter.

        An owner of several seats has one part, spread over them; the first ones get the remaining cents. After the
        whole meter was won it restarts from its reseed amount and its reserve.
        """
        before, part = self.units, int(self.units * share / len(owners) / UNITS)
        parts = {seat: part // len(own) + (place < part % len(own)) for own in owners for place, seat in enumerate(own)}
        drawn = part * len(owners) * UNITS
        reseed, moved = (self.terms.reseed, self.reserve) if share == 1 else (0, 0)
        self.units += reseed + moved - drawn
        self.reserve -= moved
        return Draw(self, before, self.units, parts, drawn, reseed, moved)

    def give_back(self, cents: int) -> Draw:
        """Returns to the meter a part of a divided share to which nobody is entitled."""
        before = self.units
        self.units += cents * UNITS
        return Draw(self, before, self.units, {}, -cents * UNITS, 0, 0)

    def undo(self, draw: Draw) -> None:
        self.units += draw.drawn - draw.reseed - draw.moved
        self.reserve += draw.moved

    def stand(self) -> tuple[int, int, int, int]:
        return self.units, self.reserve, self.pending, self.pending_reserve

    def cents(self) -> tuple[int, int, int]:
        """What the ledger must hold: the whole cents of meter and reserve, and one cent more for each that has a
        fraction of a cent.
        """
        started = (self.units % UNITS > 0) + (self.reserve % UNITS > 0)
        return self.units // UNITS, self.reserve // UNITS, started


CHANGES: dict[str, tuple[int, int, int, int]] = {
    "opened": (1, 0, 0, 0),
    "staked": (0, 0, 1, 1),
    "counted": (1, 1, -1, -1),
    "withdrawn": (0, 0, -1, -1),
    "won": (-1, 0, 0, 0),
    "reseeded": (1, 0, 0, 0),
    "reserve moved": (1, -1, 0, 0),
    "restored": (1, 0, 0, 0),
    "reseed undone": (-1, 0, 0, 0),
    "reserve returned": (-1, 1, 0, 0),
    "paid": (0, 0, 0, 0),
    "adjusted": (1, 0, 0, 0),
}
"""The signs with which a change's units or reserve are added to the meter's units, reserve, pending units and pending
reserve.
"""
OF_UNITS_ALONE = ("reserve moved", "reserve returned")
"""Changes whose units apply to both the meter and its reserve."""


def changed(stand: tuple[int, int, int, int], change: Object) -> tuple[int, int, int, int]:
    kind, units = change["kind"], change.get("units", 0)
    if kind not in CHANGES:
        raise Different("kind of a meter change", sorted(CHANGES), kind)
    reserve = units if kind in OF_UNITS_ALONE else change.get("reserve", 0)
    a, b, c, d = CHANGES[kind]
    return stand[0] + a * units, stand[1] + b * reserve, stand[2] + c * units, stand[3] + d * reserve
