"""The value of your own strategy: exact if the game can be counted with it, otherwise simulated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from tablelaw import rulebooks
from tablelaw.analysis.board_with_dealer.solver import BoardWithDealer
from tablelaw.analysis.main_choices import terms_for
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.notebook import bars, pandas_table, spread, table_html, titled
from tablelaw.analysis.own_strategies import BadStrategy, Decide, Spot, TellsSuitsApart
from tablelaw.analysis.result import Distribution, fraction_text
from tablelaw.analysis.solver import MAIN
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.errors import WrongCardCount
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.law.structure import INITIAL, PLAYER, structure_of
from tablelaw.library.simulations import simulate
from tablelaw.plain_text import short

ELSE = "else"
EXACT, SIMULATED = "exact", "simulated"
TELLS_SUITS_APART = "the strategy tells suits apart"
TOO_LONG = "the game has too many different hands to ask a function about each"


@dataclass(frozen=True, repr=False)
class StrategyValue:
    """What a strategy gains per Ante in the main game, and how that was found."""

    rulebook: str
    terms: Terms
    ev: Fraction | float
    """A fraction if it is exact; an estimate if it was simulated."""
    kind: str
    """"exact" or "simulated"."""
    method: str
    margin: float = 0.0
    """Half the 95% confidence interval of a simulated figure; 0 if it is exact."""
    distribution: Distribution | None = None
    not_the_law: str = ""

    @property
    def is_exact(self) -> bool:
        return self.kind == EXACT

    @property
    def hold(self) -> float:
        """What the house keeps per Ante, for display."""
        return float(-self.ev)

    @cached_property
    def best(self) -> Fraction:
        """What best play gains per Ante; it is solved when it is first asked for."""
        return main_of(self.terms).ev

    @property
    def cost(self) -> float:
        """How much worse than best play the strategy is, per Ante."""
        return float(self.best - Fraction(self.ev))

    def rows(self) -> list[dict[str, object]]:
        """One row: the figure, how it was found, and its margin."""
        ev = fraction_text(self.ev) if isinstance(self.ev, Fraction) else self.ev
        return [
            {"rulebook": self.rulebook, "hold": self.hold, "ev": ev, "found": self.kind}
            | {"margin": self.margin, "method": self.method}
        ]

    def as_json(self) -> dict[str, object]:
        return self.rows()[0] | ({"not_the_law": self.not_the_law} if self.not_the_law else {})

    def to_pandas(self) -> Any:
        """The row as a pandas table, if pandas is installed."""
        return pandas_table(self.rows())

    def plot(self) -> Any:
        """A matplotlib figure: the distribution of an exact result, or the gain beside that of best play."""
        if self.distribution is None:
            return bars({"your strategy": float(self.ev), "best play": float(self.best)}, self._title())
        counts, total = self.distribution.counts, self.distribution.total
        return spread({net: Fraction(count, total) for net, count in counts.items()}, self._title(), "ante")

    def _title(self) -> str:
        return titled(f"{self.rulebook}, your strategy, {self.kind}: {self.method}", self.not_the_law)

    def __repr__(self) -> str:
        margin = "" if self.is_exact else f" ±{self.margin:.4%}"
        return f"<StrategyValue {self._title()}: the house keeps {self.hold:.4%}{margin} of each ante>"

    def _repr_html_(self) -> str:
        return table_html([row | {"hold": f"{self.hold:.4%}"} for row in self.rows()], self._title())


def value(
    of: str | Rulebook, strategy: Decide | Mapping[str, Any], rounds: int = 100_000, seed: int = 1, **choices: str
) -> StrategyValue:
    """Values a strategy: a function that is asked at each decision and returns one of `spot.options`, or a table.

    A table gives the option for each class of hand, and "else". In games of two cards and a board, it has the keys
    `bets`, `folds`, `after_flop`, `after_turn` and `outs`. If the value cannot be counted, `rounds` are simulated.
    """
    book = rulebooks.get(of)
    terms = terms_for(book, {**dict(book.chosen), **book.named_choices(choices)})
    if isinstance(strategy, Mapping) and solver_of(terms).family == BoardWithDealer.family:
        return _counted(terms, _by_rules(terms, strategy), "how all deals end under the rules of the table")
    decide = _by_class(terms, strategy) if isinstance(strategy, Mapping) else _function(strategy, book.id)
    try:
        found = solver_of(terms).own_strategy(terms, decide)
        why = TOO_LONG
    except TellsSuitsApart:
        found, why = None, TELLS_SUITS_APART
    if found is not None:
        return _counted(terms, found, "asked about every suit-distinct hand, four times with the suits renamed")
    return _simulated(terms, decide, why, rounds, seed)


def _function(strategy: object, where: str) -> Decide:
    if not callable(strategy):
        accepted = "a function of a spot that returns one of its options, or a table"
        raise BadStrategy(f"a strategy {short(strategy)}", where=where, accepted=accepted)
    return strategy


def _counted(terms: Terms, found: Distribution, method: str) -> StrategyValue:
    book = terms.book
    return StrategyValue(book.id, terms, found.mean, EXACT, method, 0.0, found, book.not_the_law)


def _simulated(terms: Terms, decide: Decide, why: str, rounds: int, seed: int) -> StrategyValue:
    book, choices = terms.book, {**terms.choices, **_switched(terms)}
    chosen = book.with_choice({name: value for name, value in choices.items() if name in _named(book)})
    row = simulate(chosen, rounds, seed, strategy=decide).of(MAIN)
    ev, low, high = -_number(row["hold"]), _number(row["hold_from"]), _number(row["hold_to"])
    method = f"{rounds:,} rounds from seed {seed}, because {why}"
    return StrategyValue(book.id, terms, ev, SIMULATED, method, (high - low) / 2, None, book.not_the_law)


def _switched(terms: Terms) -> dict[str, str]:
    return {reading.id: terms.reading(reading.id) for reading in terms.book.readings if reading.switch}


def _named(book: Rulebook) -> set[str]:
    tables = {table.id for table in book.paytables if table.selected_by == "submission" and len(table.columns) > 1}
    return tables | {option.id for option in book.options} | {r.id for r in book.readings if r.switch}


def _number(value: object) -> float:
    assert isinstance(value, float)
    return value


# --- Tables ---------------------------------------------------------------------------------------------


def _by_class(terms: Terms, table: Mapping[str, Any]) -> Decide:
    """A function that looks the class of a hand up in a table."""
    hands = structure_of(terms).hands
    ranking = hands[INITIAL if INITIAL in hands else PLAYER].ranking
    for name in table:
        if name != ELSE and name not in ranking.classes:
            accepted = ", ".join((*ranking.classes, ELSE))
            raise BadStrategy(f"no class of hand {short(name)}", where=terms.book.id, accepted=accepted)

    def decide(spot: Spot) -> str:
        cls = _class_of(terms, ranking.classify, spot)
        if cls not in table and ELSE not in table:
            raise BadStrategy(f"no option for {cls}", where=terms.book.id, accepted=f'a row {cls!r} or "{ELSE}"')
        return str(table.get(cls, table.get(ELSE)))

    return decide


def _class_of(terms: Terms, classify: Any, spot: Spot) -> str:
    try:
        return str(classify(spot.cards))
    except WrongCardCount as error:
        accepted = "a function of a spot, because hands are not complete at every decision"
        raise BadStrategy("a table by class of hand", where=terms.book.id, why=error.what, accepted=accepted) from None


def _by_rules(terms: Terms, table: Mapping[str, Any]) -> Distribution:
    from tablelaw.analysis.board_with_dealer.own_strategies import spread_of_table

    return spread_of_table(terms, table)
