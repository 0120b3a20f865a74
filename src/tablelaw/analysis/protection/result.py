"""What seen cards are worth: the value with them, the gain over honest play, and what it means for the house."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tablelaw.analysis.notebook import pandas_table, spread, table_html
from tablelaw.analysis.result import Distribution, fraction_text, fraction_texts
from tablelaw.analysis.result_files import Form
from tablelaw.law.changed_odds import NOT_THE_LAW


@dataclass(frozen=True, slots=True)
class Change:
    """A starting hand whose first decision changes with what is seen."""

    hand: str
    honest: str
    """The action of best honest play; `informed` is the action taken instead."""
    informed: str
    weight: Fraction
    """The share of all rounds in which the hand is held and played this way instead."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """The main game for a player who plays best with seen cards, per Ante, beside best honest play."""

    rulebook: str
    choices: Mapping[str, str]
    information: str
    """The text form of what is seen; empty for nothing."""
    value: Fraction
    """The player's gain per round in Antes; `honest` is the gain without seen cards."""
    honest: Fraction
    distribution: Distribution | None = None
    """The net result of a round; None if only its value is known."""
    wager: Fraction | None = None
    """What is staked in a round on average, in Antes."""
    actions: Mapping[str, Fraction] = field(default_factory=dict)
    """How often rounds are played in each way, by the names that the main game's result uses."""
    honest_actions: Mapping[str, Fraction] = field(default_factory=dict)
    changed: tuple[Change, ...] = ()
    is_simulated: bool = False
    interval: tuple[Fraction, Fraction] | None = None
    """The confidence interval of a simulated value; None if the value is exact."""
    method: str = ""
    notes: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)

    def __repr__(self) -> str:
        return f"<Exposure {self.title}: the player's edge is {float(self.value):.4%} of each ante, not {self._honest}>"

    @property
    def title(self) -> str:
        """The rulebook, what is seen of it, and what marks the figure: simulated, or odds that are not the law's."""
        marks = [*(["simulated"] if self.is_simulated else []), *(note for note in self.notes if NOT_THE_LAW in note)]
        return "; ".join([f"{self.rulebook}, {self.information or 'nothing'} seen", *marks])

    @property
    def _honest(self) -> str:
        return f"{float(self.honest):.4%}"

    def rows(self) -> list[dict[str, object]]:
        """One flat row for each way to play: how often honest and informed play take it."""
        ways = dict.fromkeys((*self.honest_actions, *self.actions))
        return [
            {"way": way, "honest": _share(self.honest_actions, way), "seen": _share(self.actions, way)} for way in ways
        ]

    def to_pandas(self) -> Any:
        """The rows as a pandas table, if pandas is installed."""
        return pandas_table(self.rows())

    def plot(self) -> Any:
        """The distribution with the seen cards as a matplotlib figure, if matplotlib is installed."""
        counts = {} if self.distribution is None else self.distribution.counts
        total = 1 if self.distribution is None else self.distribution.total
        return spread({net: Fraction(count, total) for net, count in counts.items()}, self.title, "ante")

    def _repr_html_(self) -> str:
        figures = {"edge": f"{float(self.value):.4%}", "honest": self._honest, "value": fraction_text(self.value)}
        return table_html([figures | {"gain": fraction_text(self.gain)}], self.title)

    @property
    def gain(self) -> Fraction:
        """What the seen cards are worth per round, in Antes."""
        return self.value - self.honest

    @property
    def element_of_risk(self) -> Fraction | None:
        """The player's gain per unit of everything staked."""
        return self.value / self.wager if self.wager else None

    @property
    def standard_deviation(self) -> float | None:
        return None if self.distribution is None else self.distribution.standard_deviation

    @property
    def hit_frequency(self) -> Fraction | None:
        return None if self.distribution is None else self.distribution.frequency("won")

    @property
    def n0(self) -> Fraction | None:
        """Rounds until the expected gain equals one standard deviation; None for an even game."""
        return None if self.distribution is None else self.distribution.n0

    @property
    def break_even_share(self) -> Fraction | None:
        """The share of rounds in which the cards may be seen before the house loses; None if it never does."""
        if self.value <= 0:
            return None
        return max(-self.honest, Fraction(0)) / self.gain if self.gain else Fraction(0)

    def loss_per_hour(self, ante: Fraction, rounds: Fraction) -> Fraction:
        """What the house loses per hour to one such player, in the unit of `ante`; below zero if it still wins."""
        return self.value * ante * rounds

    def as_json(self) -> dict[str, object]:
        """The result as JSON, in the documented shape: exact figures as NUM/DEN, with floats only beside them."""
        shown: dict[str, object] = {
            "rulebook": self.rulebook,
            "choices": dict(self.choices),
            "seen": self.information,
            "value": fraction_text(self.value),
            "honest": fraction_text(self.honest),
            "gain": fraction_text(self.gain),
            "edge": float(self.value),
            "is_simulated": self.is_simulated,
        }
        if self.interval is not None:
            shown["interval"] = [fraction_text(end) for end in self.interval]
        return shown | self._figures() | {"method": self.method, "notes": list(self.notes), "seconds": self.seconds}

    def _figures(self) -> dict[str, object]:
        shown: dict[str, object] = {}
        if self.wager is not None and self.element_of_risk is not None:
            shown["wager"] = fraction_text(self.wager)
            shown["element_of_risk"] = float(self.element_of_risk)
        if self.distribution is not None and self.hit_frequency is not None:
            shown["standard_deviation"] = self.standard_deviation
            shown["hit_frequency"] = float(self.hit_frequency)
            shown["n0"] = None if self.n0 is None else float(self.n0)
            shown["distribution"] = _shares(self.distribution)
        if self.break_even_share is not None:
            shown["break_even_share"] = float(self.break_even_share)
        return shown | {
            "actions": fraction_texts(self.actions),
            "honest_actions": fraction_texts(self.honest_actions),
            "changed": [_plain_change(change) for change in self.changed],
        }


def _share(actions: Mapping[str, Fraction], way: str) -> float:
    return float(actions.get(way, Fraction(0)))


def _shares(distribution: Distribution) -> dict[str, str]:
    rows = sorted(distribution.counts.items())
    return {fraction_text(value): fraction_text(Fraction(count, distribution.total)) for value, count in rows}


# --- The cache ----------------------------------------------------------------------------------------------


def _plain_change(change: Change) -> dict[str, str]:
    exact = fraction_text(change.weight)
    return {"hand": change.hand, "honest": change.honest, "informed": change.informed, "weight": exact}


def _plain(found: Exposure) -> dict[str, Any]:
    spread = found.distribution
    return {
        "rulebook": found.rulebook,
        "choices": dict(found.choices),
        "information": found.information,
        "value": fraction_text(found.value),
        "honest": fraction_text(found.honest),
        "distribution": None if spread is None else {fraction_text(value): n for value, n in spread.counts.items()},
        "wager": None if found.wager is None else fraction_text(found.wager),
        "actions": fraction_texts(found.actions),
        "honest_actions": fraction_texts(found.honest_actions),
        "changed": [_plain_change(change) for change in found.changed],
        "is_simulated": found.is_simulated,
        "interval": None if found.interval is None else [fraction_text(end) for end in found.interval],
        "method": found.method,
        "notes": list(found.notes),
        "seconds": found.seconds,
    }


def _exposure(kept: dict[str, Any]) -> Exposure:
    spread, wager, interval = kept["distribution"], kept["wager"], kept["interval"]
    read = {
        "value": Fraction(kept["value"]),
        "honest": Fraction(kept["honest"]),
        "distribution": None if spread is None else Distribution({Fraction(v): n for v, n in spread.items()}),
        "wager": None if wager is None else Fraction(wager),
        "actions": {name: Fraction(share) for name, share in kept["actions"].items()},
        "honest_actions": {name: Fraction(share) for name, share in kept["honest_actions"].items()},
        "changed": tuple(Change(**{**row, "weight": Fraction(row["weight"])}) for row in kept["changed"]),
        "interval": None if interval is None else (Fraction(interval[0]), Fraction(interval[1])),
        "notes": tuple(kept["notes"]),
    }
    return Exposure(**{**kept, **read})


EXPOSURE: Form[Exposure] = Form(_plain, _exposure)
