"""The exact values of wagers that win shares of meters: linear in the meters, and in the long run independent of them.

Everything is per unit staked. A wager's value is `fixed + sum(coefficient * meter)`, where a meter is its amount
divided by the stake. The increments of a wager enter the meter after its round, so they are not part of its own value.

In the long run a meter pays out what goes in: its rates from each stake and, after each win of the whole meter, the
reseed, which the house provides. So the return is `fixed rows + rates + (frequency of a whole win) * reseed`, whatever
the meters show; the first seed is paid only once and does not count towards any rate. A reserve counts as a rate: it
opens the next meter. A win of part of a meter leaves the rest on it and reseeds nothing. If two wagers feed one meter,
this is their combined return.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tablelaw.analysis.side_wagers.outcomes import DOLLAR, Outcomes, outcomes_of
from tablelaw.errors import BadSubmission
from tablelaw.law.rows import Meter, Wager
from tablelaw.law.rulebook import Terms
from tablelaw.submission.submission import Submission


@dataclass(frozen=True, slots=True)
class MeterFigures:
    """A meter's figures per unit staked; a rate of None is left to the operator and unknown here."""

    name: str
    seed: Fraction
    reseed: Fraction
    primary: Fraction | None
    reserve: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class LongRun:
    """Where a stake goes in the long run: back to players by fixed rows, the meters' growth and reseeding, or to the
    house.
    """

    fixed_return: Fraction
    growth: Fraction
    reseeding: Fraction

    @property
    def hold(self) -> Fraction:
        return 1 - self.fixed_return - self.growth - self.reseeding


@dataclass(frozen=True, slots=True)
class Progressive:
    """A meter wager under one column, and the meters that pay it.

    `sharers` wagers divide a share won on their common hand; fixed rows are paid to each in full.
    """

    wager: str
    outcomes: Outcomes
    meters: Mapping[str, MeterFigures]
    sharers: int = 1

    @property
    def fixed(self) -> Fraction:
        """The expected gain with every meter at zero."""
        return self.outcomes.fixed

    @property
    def coefficients(self) -> dict[str, Fraction]:
        return {name: share / self.sharers for name, share in self.outcomes.coefficients.items()}

    def emptied(self, meter: str) -> Fraction:
        """How often a meter is won in full, per wager made on it."""
        return self.outcomes.emptied(meter) / self.sharers

    def ev(self, **amounts: Fraction | int) -> Fraction:
        """The expected gain with some meters at given amounts per unit staked and the others at their seeds."""
        shown = {name: meter.seed for name, meter in self.meters.items()} | amounts
        return self.fixed + sum((share * shown[name] for name, share in self.coefficients.items()), Fraction(0))

    def break_even(self, meter: str) -> Fraction:
        """The amount of a meter, per unit staked, at which the wager is even while the others are at their seeds."""
        return -self.ev(**{meter: 0}) / self.coefficients[meter]

    def rate(self, meter: str) -> Fraction:
        """The part of each stake that goes to a meter, directly and through its reserve."""
        figures = self.meters[meter]
        if figures.primary is None:
            raise BadSubmission(f"the rate of the {self.wager} meter is left to the operator", accepted="a filed rate")
        return figures.primary + figures.reserve

    def average(self, meter: str) -> Fraction:
        """The average amount of a meter, per unit staked, when one of many wagers like this is settled."""
        grows = self.rate(meter) + self.emptied(meter) * self.meters[meter].reseed
        return grows / self.coefficients[meter]

    @property
    def reseeding(self) -> Fraction:
        """What the house puts back into emptied meters, per unit staked."""
        return sum((self.emptied(name) * meter.reseed for name, meter in self.meters.items()), Fraction(0))

    def long_run(self, growth: Fraction | None = None) -> LongRun:
        """The long run at the meters' own rates; where the operator files the rates, at an assumed sum of them."""
        grows = sum((self.rate(name) for name in self.meters), Fraction(0)) if growth is None else growth
        return LongRun(1 + self.fixed, grows, self.reseeding)

    def growth_for(self, hold: Fraction) -> Fraction:
        """The sum of rates at which the long-run house edge has this value."""
        return self.long_run(Fraction(0)).hold - hold


def progressive(terms: Terms, wager: str, sharers: int = 1) -> Progressive:
    """A meter wager at the seeds and rates of the law; if the operator files the seed, at the smallest permitted one,
    for $1.
    """
    row = terms.book.wager(wager)
    meters: dict[str, MeterFigures] = {meter.name: _figures(meter) for meter in meters_in_force(terms, row)}
    return _with_meters(terms, row, meters, sharers)


def progressive_filed(submission: Submission, wager: str, sharers: int = 1) -> Progressive:
    """A meter wager at the seeds, rates and stake of a submission."""
    staked = stake_filed(submission, wager)
    meters: dict[str, MeterFigures] = {
        meter.name: MeterFigures(
            meter.name, meter.seed_cents / staked, meter.reseed_cents / staked, meter.primary, meter.reserve
        )
        for meter in submission.meters
        if wager in meter.wagers
    }
    return _with_meters(submission.terms, submission.book.wager(wager), meters, sharers)


def stake_filed(submission: Submission, wager: str) -> int:
    """The amount that a submission fixes for a wager, in cents; one dollar if the player chooses it."""
    return (submission.wagers[wager].amounts_cents or (DOLLAR,))[0]


def seeds_filed(submission: Submission, wager: str) -> dict[str, Fraction]:
    """What each meter of a wager starts with at this table, per unit staked."""
    staked = stake_filed(submission, wager)
    return {meter.name: meter.seed_cents / staked for meter in submission.meters if wager in meter.wagers}


def _with_meters(terms: Terms, wager: Wager, meters: Mapping[str, MeterFigures], sharers: int) -> Progressive:
    if not meters:
        raise BadSubmission(f"{wager.id} wins no share of a meter", where=terms.book.id, accepted="a meter wager")
    if sharers > 1 and not wager.divided:
        raise BadSubmission(f"a share won with {wager.id} is not divided", where=terms.book.id, accepted="1 sharer")
    return Progressive(wager.id, outcomes_of(terms, wager), meters, sharers)


# --- The law's meters ---------------------------------------------------------------------------


def meters_in_force(terms: Terms, wager: Wager) -> tuple[Meter, ...]:
    """The meters of a wager under the column chosen."""
    columns = {terms.choices.get(table.id, "") for table in terms.book.paytables_of(wager.id)}
    return tuple(m for m in terms.book.meters if wager.id in m.wagers and columns.intersection(m.columns))


def seeds_of(terms: Terms, wager: Wager) -> dict[str, Fraction]:
    """What each meter starts with, per unit staked."""
    return {meter.name: _figures(meter).seed for meter in meters_in_force(terms, wager)}


def _figures(meter: Meter) -> MeterFigures:
    least = Fraction(meter.seed_at_least.cents if meter.seed_at_least else 0, DOLLAR)
    return MeterFigures(
        meter.name,
        meter.seed.cents_for(1) if meter.seed else least,
        meter.reseed.cents_for(1) if meter.reseed else least,
        meter.primary.share if meter.primary else None,
        meter.reserve.share if meter.reserve else Fraction(0),
    )
