"""The public questions of the analysis: one interface for notebooks, the command line and the server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablelaw import rulebooks
from tablelaw.analysis.advice import Advised
from tablelaw.analysis.earlier_decisions import parse_earlier
from tablelaw.analysis.main_choices import Told, every_main_game, terms_for
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.notebook import pandas_table, table_html
from tablelaw.analysis.result import Result, fraction_text
from tablelaw.analysis.side_wagers.catalogue import hanging_results
from tablelaw.analysis.side_wagers.values import side_results
from tablelaw.analysis.solver import Seen
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.analysis.strategies import strategies_of
from tablelaw.cards import parse_cards
from tablelaw.errors import BadSubmission
from tablelaw.law.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Analysis:
    """The results of one rulebook; displays as a table in a notebook."""

    rulebook: str
    results: tuple[Result, ...]

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    @property
    def main(self) -> Result:
        """The first result of the main game."""
        return next(result for result in self.results if result.wager == "main")

    def of(self, wager: str) -> tuple[Result, ...]:
        """The results of one wager; "main" is the main game."""
        return tuple(result for result in self.results if result.wager == wager)

    def as_json(self) -> dict[str, object]:
        """The results as JSON, in the documented shape."""
        return {"rulebook": self.rulebook, "results": [result.as_json() for result in self.results]}

    def rows(self) -> list[dict[str, object]]:
        """One flat row per result, for tables."""
        return [_row(result) for result in self.results]

    def to_pandas(self) -> Any:
        """The rows as a pandas table, if pandas is installed."""
        return pandas_table(self.rows())

    def _repr_html_(self) -> str:
        shown = [row | {"hold": f"{row['hold']:.4%}"} for row in self.rows()]
        return table_html(shown, f"{self.rulebook}: what the house keeps")


def _row(result: Result) -> dict[str, object]:
    return {
        "rulebook": result.rulebook,
        "wager": result.wager,
        "choices": ", ".join(f"{name}={value}" for name, value in result.choices.items()),
        "hold": result.hold,
        "ev": fraction_text(result.ev),
        "per": result.unit,
        "play": result.play,
    }


# --- analyze ------------------------------------------------------------------------------------------


def analyze(of: str | Rulebook, tell: Told | None = None, /, **choices: str) -> Analysis:
    """Solves a rulebook exactly under every permitted choice; choices given by name are held fixed. `tell` is called
    with what is being solved.
    """
    book = rulebooks.get(of) if isinstance(of, str) else of
    named = _named(book, choices)
    every = [(terms, main_of(terms, tell)) for terms in every_main_game(book, named)]
    games = list({tuple(main.choices.items()): (terms, main) for terms, main in every}.values())
    mains = [replace(main, strategies=strategies_of(terms, main.ev, tell)) for terms, main in games]
    found = side_results(book, named) + hanging_results(games, tell)
    order = [wager.id for wager in book.wagers]
    beside = sorted(_agreeing(book, found, named), key=lambda result: order.index(result.wager))
    return Analysis(book.id, (*mains, *beside))


def _named(book: Rulebook, choices: Mapping[str, str]) -> dict[str, str]:
    """Choices by their names in the submission file; refuses any that the rulebook does not leave open."""
    named = {name.replace("_", "-"): value for name, value in choices.items()}
    permitted = {**book.permitted(), **{r.id: tuple(c.id for c in r.candidates) for r in book.readings if r.switch}}
    for name, value in named.items():
        if name not in permitted:
            raise BadSubmission(f"{book.id} has no choice named {name!r}", accepted=", ".join(permitted))
        if value not in permitted[name]:
            raise BadSubmission(f"{name} cannot be {value!r} in {book.id}", accepted=", ".join(permitted[name]))
    return named


def _agreeing(book: Rulebook, results: list[Result], named: Mapping[str, str]) -> list[Result]:
    """The results that agree with the named choices; a wager that a choice does not affect keeps all its results.

    A result names a reading only if it is not the default.
    """
    bearing = {(result.wager, name) for result in results for name in result.choices}
    chosen = {reading.id: reading.chosen for reading in book.readings}
    return [
        result
        for result in results
        if all(
            result.choices.get(name, chosen.get(name, "")) == value
            for name, value in named.items()
            if (result.wager, name) in bearing
        )
    ]


def analyze_all(tell: Told | None = None) -> list[Analysis]:
    """Analyses every rulebook."""
    return [analyze(rulebook_id, tell) for rulebook_id in rulebooks.IDS]


# --- advise ------------------------------------------------------------------------------------------


def advise(
    rulebook_id: str, cards: str, board: str = "", tell: Told | None = None, earlier: str | None = None, **choices: str
) -> Advised:
    """The exact gain of every legal action with these cards, the best first.

    `earlier` are the decisions made before, such as "bet 1x, bet 3x"; None if they are not known.
    """
    book = rulebooks.get(rulebook_id)
    terms = terms_for(book, _named(book, choices))
    held, seen = tuple(parse_cards(cards)), tuple(parse_cards(board))
    done = None if earlier is None else parse_earlier(earlier)
    return Advised(book.id, held, seen, tuple(solver_of(terms).advise(terms, Seen(held, seen, done), tell)), earlier)
