"""What a player may do with the cards held, and the exact value of each action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tablelaw.analysis.notebook import pandas_table, table_html
from tablelaw.analysis.result import fraction_text
from tablelaw.analysis.symmetry.starting_hands import kind_of
from tablelaw.cards import Card
from tablelaw.law.text_values import Multiple


@dataclass(frozen=True, slots=True)
class Advice:
    """One legal action and its exact gain in Antes, including the opening wagers.

    `multiple` is what it wagers in Antes; 0 if it wagers nothing, or any amount above nothing.
    """

    action: str
    multiple: Multiple
    ev: Fraction
    discard: Card | None = None

    @property
    def name(self) -> str:
        """As a player would say it: "bet 4x", "fold", "bet 1x, discard 4s"."""
        wagered = f"{self.action} {self.multiple}x" if self.multiple else self.action
        return wagered if self.discard is None else f"{wagered}, discard {self.discard}"

    def as_json(self) -> dict[str, object]:
        times = times_json(self.multiple)
        shown: dict[str, object] = {"action": self.action, "times": times, "ev": fraction_text(self.ev)}
        return shown if self.discard is None else shown | {"discard": str(self.discard)}


def best_first(found: Iterable[Advice]) -> list[Advice]:
    """Sorts the best action first; ties keep their order."""
    return sorted(found, key=lambda one: -one.ev)


def chart_advice(chart: Mapping[str, Sequence[Fraction]], cards: Sequence[Card]) -> list[Advice]:
    """The actions with two cards before any others are seen, from a chart of the 169 kinds."""
    kind = kind_of(*cards)
    return best_first(Advice(*_action(name), row[kind]) for name, row in chart.items())


def times_json(times: Multiple) -> int | str:
    """A multiple as JSON: a whole number, or a fraction as text."""
    return str(times) if isinstance(times, Fraction) else times


def _action(name: str) -> tuple[str, Multiple]:
    """The name and multiple of an action: "bet 4x" is a bet of four; a fold or check wagers nothing."""
    action, _, times = name.partition(" ")
    multiple = Fraction(times.removesuffix("x") or 0)
    return action, int(multiple) if multiple.denominator == 1 else multiple


@dataclass(frozen=True, slots=True)
class Advised:
    """The answer to `advise`: every legal action, the best first; displays as a table in a notebook."""

    rulebook: str
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    actions: tuple[Advice, ...]
    earlier: str | None = None
    """The decisions made before, as they were given; None if they were not."""

    def __iter__(self) -> Iterator[Advice]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, place: int) -> Advice:
        return self.actions[place]

    @property
    def best(self) -> Advice:
        return self.actions[0]

    @property
    def title(self) -> str:
        """The cards held, those on the board, and what was decided before."""
        held, board = (" ".join(map(str, cards)) for cards in (self.cards, self.board))
        seen = f"{held} | {board}" if board else held
        return f"{seen}, after {self.earlier}" if self.earlier else seen

    def as_json(self) -> dict[str, object]:
        """The documented shape."""
        given = {} if self.earlier is None else {"earlier": self.earlier}
        return {
            "rulebook": self.rulebook,
            "cards": " ".join(map(str, self.cards)),
            "board": " ".join(map(str, self.board)),
            **given,
            "actions": [action.as_json() for action in self.actions],
        }

    def rows(self) -> list[dict[str, object]]:
        """One flat row per action, for tables: its gain, exact and rounded, and what it gives up against the best."""
        return [
            {
                "action": one.name,
                "ev": fraction_text(one.ev),
                "gain": float(one.ev),
                "cost": float(self.best.ev - one.ev),
            }
            for one in self.actions
        ]

    def to_pandas(self) -> Any:
        """The rows as a pandas table, if pandas is installed."""
        return pandas_table(self.rows())

    def _repr_html_(self) -> str:
        return table_html(self.rows(), f"{self.rulebook}: {self.title}")
