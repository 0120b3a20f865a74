"""The record of a meter over a period of play."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from tablelaw.simulation.tallies import Histogram


class Period(NamedTuple):
    """How long tables play on a meter, and how fast; the tables take turns, one round each."""

    tables: int
    rounds_an_hour: int
    hours_a_day: int
    days: int

    @property
    def rounds(self) -> int:
        """The number of rounds at all tables together."""
        return self.tables * self.rounds_an_hour * self.hours_a_day * self.days

    @property
    def rounds_a_day(self) -> int:
        return self.tables * self.rounds_an_hour * self.hours_a_day


class WorldMeter(msgspec.Struct, frozen=True):
    """One meter at the end of one period. Sums are in cents, or in units of a ten-thousandth of a cent where stated."""

    wins: int
    """How often the whole meter was won."""
    parts: int
    """How often a part of the meter was won."""
    staked: int
    """Cents wagered on the meter."""
    paid: int
    """Cents won from the meter, in whole or in part."""
    reseeded: int
    """Units that the house paid to restart the meter."""
    shows: int
    """What the meter shows, in units."""
    reserve: int
    """What the meter's reserve holds, in units."""
    peak: int
    """The largest total of amount and reserve, in units."""


class MeterTally(msgspec.Struct, frozen=True):
    """One meter over all periods."""

    worlds: dict[int, WorldMeter]
    gaps: Histogram
    """Rounds from the opening, or from a win of the whole meter, to the next win of the whole meter."""
    shown: Histogram
    """Cents shown on the meter each time the whole meter was won."""
    restarts: Histogram
    """Cents above the seed at which the meter restarted; negative if reseed and reserve are less than the seed."""

    def with_(self, other: MeterTally) -> MeterTally:
        return MeterTally(
            {**self.worlds, **other.worlds},
            self.gaps.with_(other.gaps),
            self.shown.with_(other.shown),
            self.restarts.with_(other.restarts),
        )
