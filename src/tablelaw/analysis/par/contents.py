"""The contents of a PAR sheet: the exact figures of one Rules Submission, each with its paragraph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tablelaw.analysis.notebook import pandas_table
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.result import Distribution, Result, Strategy
from tablelaw.analysis.side_wagers.outcomes import Outcomes
from tablelaw.analysis.side_wagers.progressives import LongRun
from tablelaw.analysis.starting_hand_chart import ChartCell


@dataclass(frozen=True, slots=True)
class Header:
    """Which table and law the sheet is for, and what computed it."""

    casino: str
    table: str
    game: str
    rulebook: str
    regulation: str
    edition: str
    jurisdiction: str
    status: str
    date: str
    version: str
    fingerprint: str
    """Digest of the rulebook's own files: data and rules."""
    zone: str = ""
    """The time zone of the date: the property's if the sheet is made for one, otherwise UTC."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of the submission, by its name in the file."""

    part: str
    name: str
    says: str
    value: str
    cite: str
    switched_from: str = ""
    """The register's own reading, if the operator filed a different one."""


@dataclass(frozen=True, slots=True)
class Stake:
    """A wager of the main game, and the paytables that pay it."""

    name: str
    pays: str
    cite: str


@dataclass(frozen=True, slots=True)
class PayLine:
    """One way a wager ends: the hands, the odds as printed, the gain per unit, and in how many deals."""

    hand: str
    pays: str
    net: Fraction
    deals: int
    frequency: Fraction

    @property
    def adds(self) -> Fraction:
        """What this line adds to the player's expectation."""
        return self.net * self.frequency


@dataclass(frozen=True, slots=True)
class Printed:
    """The hold range that the regulator printed, and the house edge that is compared with it."""

    low: Fraction
    high: Fraction
    source: str
    cite: str
    hold: Fraction
    is_met: bool
    is_long_run: bool = False
    rates: tuple[Fraction, ...] = ()
    """If the operator files the meter's rate: the smallest and largest rates that meet the printed range."""


@dataclass(frozen=True, slots=True)
class SideWager:
    """An offered side wager, under the column in force."""

    name: str
    says: str
    cite: str
    column: str
    table_cite: str
    stake: str
    result: Result
    lines: tuple[PayLine, ...]
    printed: Printed | None = None
    is_bonus: bool = False
    is_drawn: bool = False
    """Whether it is won by a draw of the table game system rather than by cards."""
    is_for_others: bool = False
    """Whether it is paid for each other player's hand."""
    is_forfeited: bool = False
    fold_cite: str = ""
    basis: str = ""
    """For a wager that a fold loses: the strategy under which the figure is valid."""
    never_folding: Fraction | None = None
    """The player's gain if nobody ever folded, given when the figure is for main-game play."""
    played_together: Fraction | None = None
    """What it adds per unit to the main game when both are optimised together, each at its smallest stake."""
    together_at: Fraction | None = None
    """The stake for `played_together`, in Antes."""
    outcomes: Outcomes | None = None
    """Its outcomes under main-game play, if they do not depend on the wager's own hand alone."""

    @property
    def id(self) -> str:
        return self.result.wager

    @property
    def spread(self) -> Distribution:
        assert self.result.distribution is not None
        return self.result.distribution


@dataclass(frozen=True, slots=True)
class ParMeter:
    """One meter for the stake filed. Amounts are in cents; shares and rates are per unit staked."""

    name: str
    seed_cents: Fraction
    reseed_cents: Fraction
    primary: Fraction
    reserve: Fraction
    coefficient: Fraction
    emptied: Fraction
    break_even_cents: Fraction
    average_cents: Fraction
    link: str = ""


@dataclass(frozen=True, slots=True)
class ParProgressive:
    """A wager that wins shares of meters: its value grows with each meter's amount, but its long-run house edge does
    not depend on them.
    """

    wager: str
    name: str
    cite: str
    stake_cents: int
    fixed: Fraction
    at_seed: Fraction
    long_run: LongRun
    meters: tuple[ParMeter, ...]
    envy: Mapping[int, Fraction]
    """Number of other players dealt in -> dollars per round."""
    envy_cite: str = ""
    basis: str = ""

    def hold_at(self, meter: ParMeter, shown_cents: Fraction) -> Fraction:
        """The house edge when one meter is at an amount and the others are at their seeds."""
        return -(self.at_seed + meter.coefficient * (shown_cents - meter.seed_cents) / self.stake_cents)


@dataclass(frozen=True, slots=True)
class RoundPart:
    """What one wager contributes on average to a round in which everything offered is staked; exact."""

    wager: str
    name: str
    stake_cents: int
    """The stake on the wager, or on the wagers that a bonus belongs to."""
    staked_per_unit: Fraction
    """Everything staked on it in the round per unit: more than one in the main game, nothing for a bonus."""
    hold_per_unit: Fraction
    """What the house keeps of each unit; negative if the player has the edge."""
    rides_on: tuple[str, ...] = ()

    @property
    def staked_cents(self) -> Fraction:
        return self.stake_cents * self.staked_per_unit

    @property
    def kept_cents(self) -> Fraction:
        return self.stake_cents * self.hold_per_unit


@dataclass(frozen=True, slots=True)
class Par:
    """The figures of a PAR sheet."""

    header: Header
    choices: tuple[Choice, ...]
    base: str
    """The wager in which all main-game figures are expressed."""
    stakes: tuple[Stake, ...]
    main: Result
    sides: tuple[SideWager, ...]
    progressives: tuple[ParProgressive, ...]
    chart: tuple[ChartCell, ...]
    strategies: tuple[Strategy, ...]
    best_play: tuple[str, ...]
    whole_round: tuple[RoundPart, ...]
    notes: tuple[str, ...]
    exposures: tuple[Exposure, ...] = ()
    """What seen cards are worth, with one entry for each set of seen cards that was asked about."""

    @property
    def overall_hold(self) -> Fraction:
        """The share that the house keeps of everything staked in a round with all wagers."""
        staked = sum((part.staked_cents for part in self.whole_round), Fraction(0))
        return sum((part.kept_cents for part in self.whole_round), Fraction(0)) / staked

    @property
    def spread(self) -> Distribution:
        """The distribution of the main game's net result in a round."""
        assert self.main.distribution is not None
        return self.main.distribution

    def rows(self) -> list[dict[str, object]]:
        """One flat row per wager: exact figures as fractions, displayed ones as floats."""
        return [_row("main", self.base, self.main), *(_row(s.id, s.column, s.result) for s in self.sides)]

    def to_pandas(self) -> Any:
        """The rows as a pandas table, if pandas is installed."""
        return pandas_table(self.rows())


def _row(wager: str, column: str, result: Result) -> dict[str, object]:
    spread = result.distribution
    return {
        "wager": wager,
        "column": column if wager != "main" else "",
        "unit": result.unit,
        "ev": result.ev,
        "hold": result.hold,
        "standard_deviation": spread.standard_deviation if spread else None,
        "hit_frequency": float(spread.frequency("won")) if spread else None,
    }
