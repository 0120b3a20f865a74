"""A meter in the jackpot answer: what was observed with a given number of tables."""

from __future__ import annotations

from typing import NamedTuple

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.simulation.questions.meter_records import MeterTally, Period
from tablelaw.simulation.tallies import Histogram
from tablelaw.studies.answers.answer import Estimate, share


class Seen(NamedTuple):
    """One meter with a given number of tables, and how often the exact analysis expects the whole meter to be won."""

    name: str
    period: Period
    tally: MeterTally
    often: float | None
    """The expected number of wins of the whole meter per round; None if the strategy is not analysed."""
    often_text: str | None

    @property
    def worlds(self) -> int:
        return len(self.tally.worlds)

    @property
    def wins(self) -> int:
        return self.tally.gaps.n

    @property
    def expected_wins(self) -> float | None:
        return None if self.often is None else self.often * self.period.rounds * self.worlds

    @property
    def expected_days(self) -> float | None:
        return 1 / (self.often * self.period.rounds_a_day) if self.often else None

    @property
    def owed(self) -> Histogram:
        """What the meter owes at the end of each period: its amount plus its reserve, in units."""
        found = Histogram()
        for world in self.tally.worlds.values():
            found = found.with_(Histogram({world.shows + world.reserve: 1}))
        return found

    @property
    def most_owed(self) -> float:
        """The most that the meter owed at any time, in cents."""
        return max(world.peak for world in self.tally.worlds.values()) / METER_UNITS_PER_CENT

    @property
    def days_between(self) -> Estimate | None:
        """Days of play per win: all days divided by all wins, so periods without a win count in full."""
        if not self.wins:
            return None
        often = share(self.wins, self.period.rounds * self.worlds)
        days = [1 / (one * self.period.rounds_a_day) for one in (often.value, often.high, often.low)]
        return Estimate(*days)

    @property
    def starts_below(self) -> Estimate | None:
        """The share of wins after which reseed and reserve did not bring the meter back to its seed."""
        return share(self.tally.restarts.moments.below, self.wins) if self.wins else None


def tables_text(period: Period) -> str:
    return f"{period.tables:,} table{'s' if period.tables > 1 else ''}"
