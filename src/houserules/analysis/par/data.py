"""What a PAR sheet holds: the figures of one Rules Submission, exact, each with the paragraph it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houserules.analysis.best_play import ChartCell
from houserules.analysis.notebook import pandas_table
from houserules.analysis.result import Distribution, Result, Strategy
from houserules.analysis.side_wagers.outcomes import Outcomes
from houserules.analysis.side_wagers.progressives import LongRun

if TYPE_CHECKING:
    from houserules.analysis.par.compare import Comparison


@dataclass(frozen=True, slots=True)
class Header:
    """Whose sheet it is, of which law, and what worked it out."""

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
    """Of the rulebook's own files: data and rules."""
    zone: str = ""
    """The time zone the date is of: the property's, where the sheet is made for one, and UTC elsewhere."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing the submission settles, by its name in the file."""

    part: str
    name: str
    says: str
    value: str
    cite: str
    switched_from: str = ""
    """The register's own reading, where the operator filed another."""


@dataclass(frozen=True, slots=True)
class Stake:
    """A wager of the main game, and what it is paid by."""

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
        """What it adds to the player's expectation."""
        return self.net * self.frequency


@dataclass(frozen=True, slots=True)
class Printed:
    """The range of hold the regulator printed, and the hold it is held against."""

    low: Fraction
    high: Fraction
    source: str
    cite: str
    hold: Fraction
    is_met: bool
    is_long_run: bool = False
    rates: tuple[Fraction, ...] = ()
    """Where the operator files the meter's rate: the least and the largest that hold what is printed."""


@dataclass(frozen=True, slots=True)
class SideWager:
    """An offered wager beside the main game, under the column in force."""

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
    """Won by a draw of the table game system, not by cards."""
    is_for_others: bool = False
    """Paid for each other player's hand."""
    is_forfeited: bool = False
    fold_cite: str = ""
    basis: str = ""
    """For a wager that a fold loses: under which play the figure holds."""
    never_folding: Fraction | None = None
    """The player's gain if nobody ever folded, where the figure is under main-game play."""
    played_together: Fraction | None = None
    """What it adds per unit to the main game where both are played for together, each at its least stake."""
    together_at: Fraction | None = None
    """That stake, in Antes."""
    outcomes: Outcomes | None = None
    """Under main-game play, where that is not what the wager's own hand alone decides."""

    @property
    def id(self) -> str:
        return self.result.wager

    @property
    def spread(self) -> Distribution:
        assert self.result.distribution is not None
        return self.result.distribution


@dataclass(frozen=True, slots=True)
class ParMeter:
    """One meter for the stake filed. Sums are cents; shares and rates are per unit staked."""

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
    """A wager that wins shares of meters: linear in what they show, and in the long run independent of it."""

    wager: str
    name: str
    cite: str
    stake_cents: int
    fixed: Fraction
    at_seed: Fraction
    long_run: LongRun
    meters: tuple[ParMeter, ...]
    envy: Mapping[int, Fraction]
    """Others at the table who wager too -> dollars a round."""
    envy_cite: str = ""
    basis: str = ""

    def hold_at(self, meter: ParMeter, shown_cents: Fraction) -> Fraction:
        """The hold while one meter shows a sum and the others their seeds."""
        return -(self.at_seed + meter.coefficient * (shown_cents - meter.seed_cents) / self.stake_cents)


@dataclass(frozen=True, slots=True)
class RoundPart:
    """What one wager brings to a round with everything offered staked; averages, exact."""

    wager: str
    name: str
    stake_cents: int
    """What is put down on it, or on the wagers a bonus rides on."""
    staked_per_unit: Fraction
    """All that is staked in the round: more than one in the main game, nothing for a bonus."""
    hold_per_unit: Fraction
    """What the house keeps of the stake; below zero where the wager gives."""
    rides_on: tuple[str, ...] = ()

    @property
    def staked_cents(self) -> Fraction:
        return self.stake_cents * self.staked_per_unit

    @property
    def kept_cents(self) -> Fraction:
        return self.stake_cents * self.hold_per_unit


@dataclass(frozen=True, slots=True)
class Par:
    """The PAR sheet of a Rules Submission; shows itself as a page in a notebook."""

    header: Header
    choices: tuple[Choice, ...]
    base: str
    """The wager all main-game figures are counted in."""
    stakes: tuple[Stake, ...]
    main: Result
    sides: tuple[SideWager, ...]
    progressives: tuple[ParProgressive, ...]
    chart: tuple[ChartCell, ...]
    strategies: tuple[Strategy, ...]
    best_play: tuple[str, ...]
    whole_round: tuple[RoundPart, ...]
    notes: tuple[str, ...]

    @property
    def overall_hold(self) -> Fraction:
        """Of everything staked in such a round, the share the house keeps."""
        staked = sum((part.staked_cents for part in self.whole_round), Fraction(0))
        return sum((part.kept_cents for part in self.whole_round), Fraction(0)) / staked

    @property
    def spread(self) -> Distribution:
        """The net result of a round of the main game."""
        assert self.main.distribution is not None
        return self.main.distribution

    def compare(self, other: Par) -> Comparison:
        """This sheet and another side by side."""
        from houserules.analysis.par.compare import compare

        return compare(self, other)

    def as_json(self) -> dict[str, object]:
        from houserules.analysis.par.forms.json import par_json

        return par_json(self)

    def rows(self) -> list[dict[str, object]]:
        """One flat row per wager: exact figures as fractions, shown ones as floats."""
        return [_row("main", self.base, self.main), *(_row(s.id, s.column, s.result) for s in self.sides)]

    def to_pandas(self) -> Any:
        """The rows as a pandas table, where pandas is installed."""
        return pandas_table(self.rows())

    def _repr_html_(self) -> str:
        from houserules.analysis.par.forms.html import par_fragment

        return par_fragment(self)


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
