"""The auditor's progressive meters: their amounts to a ten-thousandth of a cent, and pending contributions."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.submission.submission import MeterTerms


@dataclass
class Meter:
    """One meter of the property. `wins`, `paid`, `amount_in` and `pending_cents` are in cents."""

    shown: int
    reserve: int = 0
    pending: int = 0
    pending_reserve: int = 0
    pending_cents: int = 0
    amount_in: int = 0
    hits: int = 0
    wins: int = 0
    paid: int = 0
    contributed: int = 0

    def figures(self) -> dict[str, int]:
        return {
            "units": self.shown,
            "reserve_units": self.reserve,
            "pending_units": self.pending,
            "pending_reserve_units": self.pending_reserve,
            "pending_cents": self.pending_cents,
            "amount_in": self.amount_in,
            "hits": self.hits,
            "wins": self.wins,
            "paid": self.paid,
        }

    def accounts(self, name: str) -> dict[str, int]:
        """The meter's accounts: whole cents on the meter and in its reserve, and a rounding cent for each
        partial cent.
        """
        whole, begun = divmod(self.shown, METER_UNITS_PER_CENT)
        kept, begun_too = divmod(self.reserve, METER_UNITS_PER_CENT)
        return {f"meter:{name}": whole, f"reserve:{name}": kept, f"rounding:{name}": bool(begun) + bool(begun_too)}


def units(cents: Fraction | int) -> int:
    return int(cents * METER_UNITS_PER_CENT)


def stake_adds(terms: MeterTerms, cents: int) -> tuple[int, int]:
    """What a wager adds to its meter and to the reserve, each rounded down to a ten-thousandth of a cent."""
    staked = cents * METER_UNITS_PER_CENT
    return tuple(staked * share.numerator // share.denominator for share in (terms.primary, terms.reserve))  # type: ignore[return-value]


@dataclass
class Drawn:
    """A share drawn from a meter in the round under way, kept so that a void can return it."""

    meter: Meter
    wager: str
    parts: dict[int, int]
    """The cents of each seat that has a part."""
    given_back: int = 0
    new_start: int = 0
    from_reserve: int = 0
    is_due: bool = False
    """Whether it is already counted as due from the attendant."""

    @property
    def cents(self) -> int:
        return sum(self.parts.values()) - self.given_back


@dataclass
class Shares:
    """The shares drawn in one round. A share that the law divides is drawn once, for everybody who wagered on the
    hand.
    """

    drawn: list[Drawn] = field(default_factory=list)

    def of(self, wager: str) -> Drawn | None:
        """The divided share of a wager, if there is one."""
        return next((share for share in self.drawn if share.wager == wager and len(share.parts) > 1), None)

    def draw(self, meter: Meter, terms: MeterTerms, wager: str, share: Fraction, owners: list[list[int]]) -> Drawn:
        """Draws a share, in whole cents for each owner of seats; drawing the whole meter resets it to reseed plus
        reserve.
        """
        part = share.numerator * meter.shown // (share.denominator * METER_UNITS_PER_CENT * len(owners))
        drawn = Drawn(meter, wager, {seat: cents for own in owners for seat, cents in _spread(part, own)})
        if share == 1:
            drawn.new_start, drawn.from_reserve = units(terms.reseed_cents), meter.reserve
            meter.reserve = 0
        meter.shown += drawn.new_start + drawn.from_reserve - units(drawn.cents)
        meter.hits += part > 0
        meter.wins += drawn.cents
        self.drawn.append(drawn)
        return drawn

    def give_back(self, wager: str, seat: int) -> int:
        """Gives the part of a player whose wager loses after all back to the meter, and returns its cents."""
        share = self.of(wager)
        if share is None:
            return 0
        part = share.parts[seat]
        share.given_back += part
        share.meter.shown += units(part)
        share.meter.wins -= part
        return part

    def undo(self) -> int:
        """Undoes every share after a void, the last one first; returns their cents."""
        return sum(self.undo_one(share) for share in reversed(list(self.drawn)))

    def undo_one(self, share: Drawn) -> int:
        share.meter.shown += units(share.cents) - share.new_start - share.from_reserve
        share.meter.reserve += share.from_reserve
        share.meter.hits -= any(share.parts.values())
        share.meter.wins -= share.cents
        self.drawn = [other for other in self.drawn if other is not share]
        return share.cents


def _spread(part: int, seats: list[int]) -> list[tuple[int, int]]:
    """Spreads an owner's part over their seats; the seats settled first get the remaining cents."""
    each, odd = divmod(part, len(seats))
    return [(seat, each + (place < odd)) for place, seat in enumerate(seats)]
