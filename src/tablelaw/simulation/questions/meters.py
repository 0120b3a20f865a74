"""Progressive meters over a period of play: what wagers add, what hands win, and what a meter restarts from.

Amounts are whole ten-thousandths of a cent, and move as in the cage. Each wager adds its exact share, rounded down to a
unit, once its round is complete. A share is paid in whole cents, rounded down, seat by seat from the last, and wager by
wager in the order of settlement. After a win of the whole meter, it restarts from the reseed and its whole reserve.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import msgspec
import numpy as np

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.simulation.codes import BLOCK, Codes
from tablelaw.simulation.fingerprints import digest_of
from tablelaw.simulation.game import Game
from tablelaw.simulation.questions.meter_records import MeterTally, Period, WorldMeter
from tablelaw.simulation.runs import go_on
from tablelaw.simulation.tallies import Nets, histogram, nets_of
from tablelaw.submission.submission import MeterTerms

WHOLE = Fraction(1)


class Fed(NamedTuple):
    """One meter, and what each code in each column adds to it and wins from it."""

    id: str
    seed: int
    reseed: int
    primary: tuple[Nets, ...]
    reserve: tuple[Nets, ...]
    staked: tuple[Nets, ...]
    shares: tuple[tuple[Fraction, ...], ...]
    divided: tuple[bool, ...]

    @property
    def fed_by(self) -> str:
        """A digest of the wagers that feed the meter."""
        return digest_of((self.primary, self.reserve, self.staked))


def fed(meter: MeterTerms, game: Game, divided: frozenset[str]) -> Fed:
    """Prepares a meter for a game. A win on a `divided` wager is shared equally by all seats that made that wager."""
    staked = [_staked(meter, column.wager, [m.staked for m in column.meanings]) for column in game.columns]
    shares = [[_share(meter, column.wager, m.shares) for m in column.meanings] for column in game.columns]
    return Fed(
        meter.id,
        int(meter.seed_cents * METER_UNITS_PER_CENT),
        int(meter.reseed_cents * METER_UNITS_PER_CENT),
        tuple(_added(meter.primary, column) for column in staked),
        tuple(_added(meter.reserve, column) for column in staked),
        tuple(np.array(column, np.int64) for column in staked),
        tuple(tuple(column) for column in shares),
        tuple(column.wager in divided for column in game.columns),
    )


def _staked(meter: MeterTerms, wager: str, cents: list[int]) -> list[int]:
    return cents if wager in meter.wagers else [0] * len(cents)


def _added(share: Fraction, staked: list[int]) -> Nets:
    """The units that each stake adds, rounded down for each wager."""
    return np.array([int(share * cents * METER_UNITS_PER_CENT) for cents in staked], np.int64)


def _share(meter: MeterTerms, wager: str, shares: tuple[tuple[str, Fraction], ...]) -> Fraction:
    named = (share for name, share in shares if name == meter.name)
    return next(named, Fraction(0)) if wager in meter.wagers else Fraction(0)


Meters = dict[str, MeterTally]
"""The meters of a property by name."""


class MeterTallies(msgspec.Struct, frozen=True):
    """The meters of simulated properties over all periods, grouped by number of tables."""

    by_tables: dict[int, Meters]

    def with_(self, other: MeterTallies) -> MeterTallies:
        both = self.by_tables.keys() & other.by_tables.keys()
        merged = {tables: _together(self.by_tables[tables], other.by_tables[tables]) for tables in both}
        return MeterTallies({**self.by_tables, **other.by_tables, **merged})


def _together(mine: Meters, its: Meters) -> Meters:
    return {name: tally.with_(its[name]) for name, tally in mine.items()}


@dataclass(frozen=True)
class Periods:
    """Simulates a number of periods of properties whose meters open at their seeds; one piece of work is one period.

    The pieces alternate between properties with different numbers of tables. Every property draws the same rounds as if
    it were simulated alone, so the first period of a larger property begins with the rounds of a smaller property's
    first period.
    """

    game: Game
    seed: int
    lengths: tuple[Period, ...]
    """The period for each number of tables."""
    number: int
    meters: tuple[Fed, ...]
    order: tuple[int, ...]
    """The columns in the order of settlement."""

    @property
    def fingerprint(self) -> str:
        figures = ", ".join(f"{m.id} from {m.seed}, {m.reseed}, {m.fed_by}" for m in self.meters)
        return f"game {self.game.fingerprint}; seed {self.seed}; {self.number} periods of {self.lengths}; {figures}"

    @property
    def pieces(self) -> int:
        return self.number * len(self.lengths)

    @property
    def at_once(self) -> int:
        return max(1, 16 * BLOCK // max(period.rounds for period in self.lengths))

    @property
    def rounds(self) -> int:
        return self.number * sum(period.rounds for period in self.lengths)

    def do(self, piece: int) -> MeterTallies:
        number, place = divmod(piece, len(self.lengths))
        period, walks = self.lengths[place], [Walk(meter, self.order) for meter in self.meters]
        blocks = -(-period.rounds // BLOCK)
        for n in range(blocks):
            go_on()
            codes = self.game.play(self.seed, number * blocks + n)[: period.rounds - n * BLOCK]
            for walk in walks:
                walk.take(codes)
        return MeterTallies({period.tables: {walk.meter.id: walk.tally(number) for walk in walks}})


class Walk:
    """Follows one meter through one period."""

    def __init__(self, meter: Fed, order: Sequence[int]) -> None:
        self.meter = meter
        self.columns = [column for column in order if any(meter.shares[column])]
        self.units, self.held = meter.seed, 0
        self.rounds = self.since = self.paid = self.parts = self.staked = self.reseeded = 0
        self.peak = meter.seed
        self.gaps: list[int] = []
        self.shown: list[int] = []
        self.restarts: list[int] = []

    def take(self, codes: Codes) -> None:
        """Adds a block of rounds in the order of play."""
        seats = range(codes.shape[1])
        added = sum(nets_of(codes, seat, self.meter.primary) for seat in seats)
        kept = sum(nets_of(codes, seat, self.meter.reserve) for seat in seats)
        self.staked += sum(int(nets_of(codes, seat, self.meter.staked).sum()) for seat in seats)
        grown, saved = np.cumsum(added), np.cumsum(kept)
        counted = (0, 0)
        for place in self._wins(codes):
            before = (int(grown[place - 1]), int(saved[place - 1])) if place else (0, 0)
            self._grow(before[0] - counted[0], before[1] - counted[1])
            counted = before
            self._settle(codes[place], self.rounds + int(place))
        self._grow(int(grown[-1]) - counted[0], int(saved[-1]) - counted[1])
        self.rounds += len(codes)

    def _wins(self, codes: Codes) -> list[int]:
        """The rounds in which some hand wins a share."""
        won = np.zeros(len(codes), np.bool_)
        for column in self.columns:
            wins = np.array([bool(share) for share in self.meter.shares[column]])
            won |= wins[codes[:, :, column]].any(axis=1)
        return [int(place) for place in np.flatnonzero(won)]

    def _grow(self, units: int, held: int) -> None:
        self.units, self.held = self.units + units, self.held + held
        self.peak = max(self.peak, self.units + self.held)

    def _settle(self, codes: Codes, at: int) -> None:
        """Settles one round; wins leave the meter before the round's own wagers are added."""
        drawn: set[int] = set()
        for seat in reversed(range(len(codes))):
            for column in self.columns:
                share = self.meter.shares[column][codes[seat, column]]
                if share and column not in drawn:
                    self._win(share, self._sharers(codes, column), at)
                    drawn.update({column} if self.meter.divided[column] else ())

    def _sharers(self, codes: Codes, column: int) -> int:
        if not self.meter.divided[column]:
            return 1
        return sum(bool(self.meter.shares[column][code]) for code in codes[:, column])

    def _win(self, share: Fraction, sharers: int, at: int) -> None:
        before = self.units
        paid = int(share * before / METER_UNITS_PER_CENT) * sharers
        self.units -= paid * METER_UNITS_PER_CENT
        self.paid += paid
        if share * sharers != WHOLE:
            self.parts += 1
            return
        self.gaps.append(at + 1 - self.since)
        self.shown.append(before // METER_UNITS_PER_CENT)
        self.restarts.append((self.meter.reseed + self.held - self.meter.seed) // METER_UNITS_PER_CENT)
        self.since = at + 1
        self.reseeded += self.meter.reseed
        self.units, self.held = self.units + self.meter.reseed + self.held, 0
        self.peak = max(self.peak, self.units)

    def tally(self, piece: int) -> MeterTally:
        world = WorldMeter(
            wins=len(self.gaps),
            parts=self.parts,
            staked=self.staked,
            paid=self.paid,
            reseeded=self.reseeded,
            shows=self.units,
            reserve=self.held,
            peak=self.peak,
        )
        counted = [histogram(np.array(values, np.int64)) for values in (self.gaps, self.shown, self.restarts)]
        return MeterTally({piece: world}, *counted)
