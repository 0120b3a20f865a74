"""The auditor's progressive meters: what they show to a ten-thousandth of a cent, and what is still to count."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from houserules.amounts import METER_UNITS_PER_CENT
from houserules.submission.submission import MeterTerms


@dataclass
class Meter:
    """One meter of the property. `wins` and `paid` are cents, as are `amount_in` and `pending_cents`."""

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
        """Whole cents stand on the meter and in its reserve; a cent that is begun lies beside them."""
        whole, begun = divmod(self.shown, METER_UNITS_PER_CENT)
        kept, begun_too = divmod(self.reserve, METER_UNITS_PER_CENT)
        return {f"meter:{name}": whole, f"reserve:{name}": kept, f"rounding:{name}": bool(begun) + bool(begun_too)}


def units(cents: Fraction | int) -> int:
    return int(cents * METER_UNITS_PER_CENT)


def stake_adds(terms: MeterTerms, cents: int) -> tuple[int, int]:
    """What a wager adds to its meter and to the reserve: each rounded down to a ten-thousandth of a cent."""
    staked = cents * METER_UNITS_PER_CENT
    return tuple(staked * share.numerator // share.denominator for share in (terms.primary, terms.reserve))  # type: ignore[return-value]


@dataclass
class Drawn:
    """A share that left a meter in the round under way: so that a void can bring it back."""

    meter: Meter
    wager: str
    part_cents: int
    parts: int
    given_back: int = 0
    new_start: int = 0
    from_reserve: int = 0

    @property
    def cents(self) -> int:
        return self.part_cents * (self.parts - self.given_back)


@dataclass
class Shares:
    """The shares drawn in one round. One that the law divides is drawn once, for all who wagered on the hand."""

    drawn: list[Drawn] = field(default_factory=list)

    def of(self, wager: str) -> Drawn | None:
        """The share of a wager that was divided among several, if one was."""
        return next((share for share in self.drawn if share.wager == wager and share.parts > 1), None)

    def draw(self, meter: Meter, terms: MeterTerms, wager: str, share: Fraction, parts: int) -> Drawn:
        """Whole cents for each part; all of the meter makes it start again from the reseed and the whole reserve."""
        part = share.numerator * meter.shown // (share.denominator * METER_UNITS_PER_CENT * parts)
        drawn = Drawn(meter, wager, part, parts)
        if share == 1:
            drawn.new_start, drawn.from_reserve = units(terms.reseed_cents), meter.reserve
            meter.reserve = 0
        meter.shown += drawn.new_start + drawn.from_reserve - units(part * parts)
        meter.hits += part > 0
        meter.wins += part * parts
        self.drawn.append(drawn)
        return drawn

    def give_back(self, wager: str) -> int:
        """The part of somebody whose wager is lost after all; cents that go back to the meter."""
        share = self.of(wager)
        if share is None:
            return 0
        share.given_back += 1
        share.meter.shown += units(share.part_cents)
        share.meter.wins -= share.part_cents
        return share.part_cents

    def undo(self) -> int:
        """A void: every share goes back where it came from, last one first; cents that do."""
        total = 0
        for share in reversed(self.drawn):
            share.meter.shown += units(share.cents) - share.new_start - share.from_reserve
            share.meter.reserve += share.from_reserve
            share.meter.hits -= share.part_cents > 0
            share.meter.wins -= share.cents
            total += share.cents
        self.drawn = []
        return total
