"""What a player may do with the cards held, and the exact value of each action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from tablelaw.analysis.notebook import bars, pandas_table, table_html, table_text, titled
from tablelaw.analysis.result import fraction_text
from tablelaw.analysis.symmetry.starting_hands import kind_of
from tablelaw.cards import Card
from tablelaw.law.text_values import Multiple

FOLD = "fold"


class Chances(NamedTuple):
    """How often a hand that is played to the end wins, ties and loses.

    Against a dealer, the hands are compared; against a paytable, what counts is the total gain of the player's wagers.
    """

    win: Fraction
    tie: Fraction
    lose: Fraction


def chances_of(won: int, tied: int, lost: int) -> Chances:
    """Chances from counts of equally likely deals."""
    deals = won + tied + lost
    return Chances(*(Fraction(count, deals) for count in (won, tied, lost)))


def chances_by_gain(gains: Iterable[Fraction], deals: Iterable[int]) -> Chances:
    """Chances from the gain in each case and the number of deals that lead to it."""
    counts = Counter[int]()
    for gain, count in zip(gains, deals, strict=True):
        counts[(gain > 0) - (gain < 0)] += count
    return chances_of(counts[1], counts[0], counts[-1])


@dataclass(frozen=True, slots=True)
class Advice:
    """One legal action and its exact gain in Antes, including the opening wagers.

    `multiple` is the amount wagered in Antes; 0 if the action wagers nothing, or may wager any positive amount.
    """

    action: str
    multiple: Multiple
    ev: Fraction
    discard: Card | None = None
    chances: Chances | None = field(default=None, compare=False)
    """How the hand ends if it is played to the end after this action; None for an action that gives it up."""

    @property
    def name(self) -> str:
        """The action as a player would say it: "bet 4x", "fold", "bet 1x, discard 4s"."""
        wagered = f"{self.action} {self.multiple}x" if self.multiple else self.action
        return wagered if self.discard is None else f"{wagered}, discard {self.discard}"

    def as_json(self) -> dict[str, object]:
        times = times_json(self.multiple)
        shown: dict[str, object] = {"action": self.action, "times": times, "ev": fraction_text(self.ev)}
        return shown if self.discard is None else shown | {"discard": str(self.discard)}


def best_first(found: Iterable[Advice]) -> list[Advice]:
    """Sorts actions by gain, best first; equally good actions keep their order."""
    return sorted(found, key=lambda one: -one.ev)


def with_chances(found: Iterable[Advice], chances: Chances) -> list[Advice]:
    """The same advice with the chances of a hand for every action that does not give it up."""
    return [one if one.action == FOLD else replace(one, chances=chances) for one in found]


def chart_advice(chart: Mapping[str, Sequence[Fraction]], cards: Sequence[Card]) -> list[Advice]:
    """Every action with two cards before the flop, valued from a chart of the 169 kinds."""
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


@dataclass(frozen=True, slots=True, repr=False)
class Advised:
    """The answer to `advise`: every legal action, best first; displays as a table in a notebook."""

    rulebook: str
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    actions: tuple[Advice, ...]
    earlier: str | None = None
    """The earlier decisions as the caller gave them; None if the caller gave none."""
    not_the_law: str = ""
    """What was changed, if the rulebook is not the regulation."""
    assumed: str = ""
    """The earlier decisions that are assumed because the caller gave none; empty if there were none to make."""
    assumed_as: str = ""
    """Which decisions these are: "best play", or "the least bets"."""

    def __repr__(self) -> str:
        rows = [row | {"gain": f"{row['gain']:+.6f}", "cost": f"{row['cost']:.6f}"} for row in self.rows()]
        return table_text(rows, self._heading())

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
        """Names the player's cards, the board, and any earlier decisions."""
        held, board = (" ".join(map(str, cards)) for cards in (self.cards, self.board))
        seen = f"{held} | {board}" if board else held
        if self.assumed:
            return f"{seen}, after {self.assumed} ({self.assumed_as})"
        return f"{seen}, after {self.earlier}" if self.earlier else seen

    def as_json(self) -> dict[str, object]:
        """The answer as JSON, in the documented shape."""
        given = {} if self.earlier is None else {"earlier": self.earlier}
        given |= {"not_the_law": self.not_the_law} if self.not_the_law else {}
        return {
            "rulebook": self.rulebook,
            "cards": " ".join(map(str, self.cards)),
            "board": " ".join(map(str, self.board)),
            **given,
            "actions": [action.as_json() for action in self.actions],
        }

    def rows(self) -> list[dict[str, object]]:
        """One flat row per action, for tables: its gain, exact and rounded, and how much worse than the best action it
        is.
        """
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

    def plot(self) -> Any:
        """The gain of every action as a matplotlib figure, if matplotlib is installed."""
        return bars({one.name: float(one.ev) for one in self.actions}, self._heading())

    def _heading(self) -> str:
        return titled(f"{self.rulebook}: {self.title}", self.not_the_law)

    def _repr_html_(self) -> str:
        return table_html(self.rows(), self._heading())
