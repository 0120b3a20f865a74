"""Results of the exact analysis: fractions, and the figures that a lab or an operator derives from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from typing import Any

from tablelaw.analysis.board_with_dealer.endings import Ends
from tablelaw.analysis.notebook import pandas_table, spread, table_html
from tablelaw.law.changed_odds import NOT_THE_LAW


@dataclass(frozen=True, slots=True, repr=False)
class Distribution:
    """The exact distribution of a round's net result in Antes (or units of the wager): value -> number of deals."""

    counts: Mapping[Fraction, int]

    def __repr__(self) -> str:
        return (
            f"<Distribution of {self.total:,} deals over {len(self.counts)} net results, mean {float(self.mean):.6f}>"
        )

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> Fraction:
        return sum((value * count for value, count in self.counts.items()), Fraction(0)) / self.total

    @property
    def variance(self) -> Fraction:
        square = sum((value * value * count for value, count in self.counts.items()), Fraction(0)) / self.total
        return square - self.mean**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation for display: the square root of the exact variance, to fifteen digits."""
        scaled = self.variance * 10**30
        return isqrt(scaled.numerator // scaled.denominator) / 10**15

    def frequency(self, wanted: str) -> Fraction:
        """How often the round is "won", "lost" or "even"."""
        sign = {"won": 1, "even": 0, "lost": -1}[wanted]
        return Fraction(sum(n for value, n in self.counts.items() if (value > 0) - (value < 0) == sign), self.total)

    @property
    def n0(self) -> Fraction | None:
        """Rounds until the expected loss (or gain) equals one standard deviation; None for an even game."""
        return self.variance / self.mean**2 if self.mean else None


@dataclass(frozen=True, slots=True)
class Strategy:
    """A rule that a person can remember, and what it costs compared with best play."""

    name: str
    ev: Fraction
    cost: Fraction
    says: str = ""

    def as_json(self) -> dict[str, object]:
        exact = {"ev": fraction_text(self.ev), "cost": fraction_text(self.cost)}
        return {"name": self.name, "says": self.says, **exact, "hold": float(-self.ev)}


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a wager under one strategy, and the expected share of each meter."""

    ev: Fraction
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    staked: Fraction | None = None
    """The stake in Antes, if it affects how both wagers are played together."""

    def as_json(self) -> dict[str, object]:
        shown: dict[str, object] = {"ev": fraction_text(self.ev), "hold": float(-self.ev)}
        if self.staked is not None:
            shown["staked"] = fraction_text(self.staked)
        return shown | ({"meters": fraction_texts(self.meters)} if self.meters else {})


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """One wager, or the main game, under one set of choices. `ev` is the player's gain per unit."""

    rulebook: str
    wager: str
    choices: Mapping[str, str]
    unit: str
    ev: Fraction
    seconds: float = 0.0
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    """The expected share of each meter won: how much `ev` grows when the meter rises by one unit staked."""
    seeds: Mapping[str, Fraction] = field(default_factory=dict)
    """The amount of each meter for which `ev` is given, in units staked."""
    distribution: Distribution | None = None
    average_wager: Fraction | None = None
    actions: Mapping[str, Fraction] = field(default_factory=dict)
    chart: Mapping[str, tuple[Fraction, ...]] = field(default_factory=dict)
    """For the two-card games: each action's gain before the flop for the 169 kinds of pair (see `starting_hands`)."""
    method: str = ""
    notes: tuple[str, ...] = ()
    play: str = ""
    """For a wager that depends on the decisions of the main game: the strategy under which its figures are valid."""
    plays: Mapping[str, Value] = field(default_factory=dict)
    """The same wager under other strategies."""
    strategies: tuple[Strategy, ...] = ()
    by_others: Mapping[int, Fraction] = field(default_factory=dict)
    """For a bonus paid for other players' hands: its value by the number of those players."""
    ends: Ends | None = field(default=None, compare=False, repr=False)
    """For the two-card games: how all deals end under best play."""

    def __repr__(self) -> str:
        kept = f"the house keeps {self.hold:.4%} of each {self.unit}"
        return f"<Result {'; '.join([f'{self.title}: {kept}', *self._marks()])}>"

    @property
    def title(self) -> str:
        """The rulebook, the wager and its choices."""
        chosen = ", ".join(f"{name}={value}" for name, value in self.choices.items())
        return f"{self.rulebook}, {self.wager}" + (f" ({chosen})" if chosen else "")

    def rows(self) -> list[dict[str, object]]:
        """One flat row for each net result, with its exact chance; empty if the distribution is not known."""
        return [
            {"net": fraction_text(value), "chance": fraction_text(chance), "rounded": float(chance)}
            for value, chance in self._chances().items()
        ]

    def to_pandas(self) -> Any:
        """The rows as a pandas table, if pandas is installed."""
        return pandas_table(self.rows())

    def plot(self) -> Any:
        """The distribution as a matplotlib figure, if matplotlib is installed."""
        return spread(self._chances(), "; ".join((self.title, *self._marks())), self.unit)

    def _chances(self) -> dict[Fraction, Fraction]:
        if self.distribution is None:
            return {}
        total = self.distribution.total
        return {value: Fraction(count, total) for value, count in sorted(self.distribution.counts.items())}

    def _marks(self) -> list[str]:
        return [note for note in self.notes if NOT_THE_LAW in note]

    def _repr_html_(self) -> str:
        shown = {"wager": self.title, "hold": f"{self.hold:.4%}", "ev": fraction_text(self.ev), "per": self.unit}
        return table_html([shown | {"notes": " ".join(self.notes)}], self.title)

    @property
    def hold(self) -> float:
        """What the house keeps per unit, for display."""
        return float(-self.ev)

    @property
    def element_of_risk(self) -> Fraction | None:
        """The loss per unit of everything staked."""
        return -self.ev / self.average_wager if self.average_wager else None

    @property
    def break_even(self) -> dict[str, Fraction]:
        """The amount of a meter, in units staked, at which the wager is even while the other meters are at their
        seeds.
        """
        return {name: self.seeds[name] - self.ev / share for name, share in self.meters.items()}

    def as_json(self) -> dict[str, object]:
        """The result as JSON, in the documented shape: exact figures as NUM/DEN, with floats only in addition."""
        shown: dict[str, object] = {
            "wager": self.wager,
            "choices": dict(self.choices),
            "unit": self.unit,
            "ev": fraction_text(self.ev),
            "hold": self.hold,
            "seconds": self.seconds,
        }
        if self.meters:
            shown["meters"] = fraction_texts(self.meters)
            shown["seeds"] = fraction_texts({name: self.seeds[name] for name in self.meters})
            shown["break_even"] = fraction_texts(self.break_even)
        if self.by_others:
            shown["by_others"] = {str(others): fraction_text(ev) for others, ev in self.by_others.items()}
        if self.play:
            shown["play"] = self.play
            shown["plays"] = {name: value.as_json() for name, value in self.plays.items()}
        return shown | self._figures() | {"method": self.method, "notes": list(self.notes)}

    def _figures(self) -> dict[str, object]:
        """The figures of a round beyond the expectation, as far as they are known."""
        shown: dict[str, object] = {}
        if self.average_wager is not None:
            risk = self.element_of_risk
            shown["average_wager"] = fraction_text(self.average_wager)
            shown["element_of_risk"] = float(risk) if risk is not None else None
        if self.distribution is not None:
            shown |= _spread(self.distribution)
        if self.actions:
            shown["actions"] = fraction_texts(self.actions)
        if self.strategies:
            shown["strategies"] = [strategy.as_json() for strategy in self.strategies]
        return shown


def _spread(distribution: Distribution) -> dict[str, object]:
    rows = sorted(distribution.counts.items())
    return {
        "standard_deviation": distribution.standard_deviation,
        "hit_frequency": float(distribution.frequency("won")),
        "n0": float(distribution.n0) if distribution.n0 is not None else None,
        "distribution": {
            fraction_text(value): fraction_text(Fraction(count, distribution.total)) for value, count in rows
        },
    }


def fraction_text(value: Fraction) -> str:
    """NUM/DEN in lowest terms, always with the denominator."""
    return f"{value.numerator}/{value.denominator}"


def fraction_texts(values: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: fraction_text(value) for name, value in values.items()}
