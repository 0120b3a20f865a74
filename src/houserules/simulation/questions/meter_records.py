"""What a period of play leaves of a meter."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from houserules.simulation.tallies import Histogram


class Period(NamedTuple):
    """How long tables play on a meter, and how fast; their rounds take turns."""

    tables: int
    rounds_an_hour: int
    hours_a_day: int
    days: int

    @property
    def rounds(self) -> int:
        """Of all tables together."""
        return self.tables * self.rounds_an_hour * self.hours_a_day * self.days

    @property
    def rounds_a_day(self) -> int:
        return self.tables * self.rounds_an_hour * self.hours_a_day


class WorldMeter(msgspec.Struct, frozen=True):
    """One meter at the end of one period. Cents, or units of a ten-thousandth of a cent."""

    wins: int
    """How often all of it was won."""
    parts: int
    """How often a part of it was won."""
    staked: int
    """Cents wagered on it."""
    paid: int
    """Cents won of it, whole and parts."""
    reseeded: int
    """Units the house started it again with."""
    shows: int
    """Units."""
    reserve: int
    """Units."""
    peak: int
    """The most it showed and had in reserve together, in units."""


class MeterTally(msgspec.Struct, frozen=True):
    """One meter over all periods."""

    worlds: dict[int, WorldMeter]
    gaps: Histogram
    """Rounds from one win of the whole, or the opening, to the next."""
    shown: Histogram
    """Cents it showed when all of it was won."""
    restarts: Histogram
    """Cents it started again with, above its seed; below nothing where reseed and reserve fall short of it."""

    def with_(self, other: MeterTally) -> MeterTally:
        return MeterTally(
            {**self.worlds, **other.worlds},
            self.gaps.with_(other.gaps),
            self.shown.with_(other.shown),
            self.restarts.with_(other.restarts),
        )
