"""The public interface of the analysis, shared by notebooks, the command line and the server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablelaw import rulebooks
from tablelaw.analysis.advice import Advised
from tablelaw.analysis.earlier_decisions import parse_earlier
from tablelaw.analysis.main_choices import Told, every_main_game, is_beside_main_game, terms_for
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.notebook import bars, pandas_table, table_html, table_text, titled
from tablelaw.analysis.result import Result, fraction_text
from tablelaw.analysis.side_wagers.catalogue import hanging_results, hangs
from tablelaw.analysis.side_wagers.values import side_results, terms_for_each
from tablelaw.analysis.solver import Seen
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.analysis.strategies import strategies_of
from tablelaw.cards import parse_cards
from tablelaw.errors import BadSubmission
from tablelaw.law.conditions import conditions
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.plain_text import short

MAIN = "main"


@dataclass(frozen=True, slots=True, repr=False)
class Analysis:
    """The results of one rulebook; displays as a table in a notebook."""

    rulebook: str
    results: tuple[Result, ...]
    not_the_law: str = ""
    """What was changed, if the rulebook is not the regulation."""

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def __repr__(self) -> str:
        return table_text(self._shown(), self._title())

    @property
    def main(self) -> Result:
        """The first result of the main game."""
        found = self.of(MAIN)
        if not found:
            accepted = f'"{MAIN}" among the wagers, or no wagers named'
            raise BadSubmission("the main game was not asked about", where=self.rulebook, accepted=accepted)
        return found[0]

    def of(self, wager: str) -> tuple[Result, ...]:
        """The results of one wager; "main" is the main game."""
        return tuple(result for result in self.results if result.wager == wager)

    def as_json(self) -> dict[str, object]:
        """The results as JSON, in the documented shape."""
        mark = {"not_the_law": self.not_the_law} if self.not_the_law else {}
        return {"rulebook": self.rulebook, **mark, "results": [result.as_json() for result in self.results]}

    def rows(self) -> list[dict[str, object]]:
        """One flat row per result, for tables."""
        return [_row(result) for result in self.results]

    def to_pandas(self) -> Any:
        """The rows as a pandas table, if pandas is installed."""
        return pandas_table(self.rows())

    def plot(self) -> Any:
        """The house edge of every result as a matplotlib figure, if matplotlib is installed."""
        return bars({_name(result): result.hold for result in self.results}, self._title(), as_percent=True)

    def _title(self) -> str:
        return titled(f"{self.rulebook}: what the house keeps", self.not_the_law)

    def _shown(self) -> list[dict[str, object]]:
        return [row | {"hold": f"{row['hold']:.4%}"} for row in self.rows()]

    def _repr_html_(self) -> str:
        return table_html(self._shown(), self._title())


def _row(result: Result) -> dict[str, object]:
    return {
        "rulebook": result.rulebook,
        "wager": result.wager,
        "choices": _choices(result),
        "hold": result.hold,
        "ev": fraction_text(result.ev),
        "per": result.unit,
        "play": result.play,
    }


def _choices(result: Result) -> str:
    return ", ".join(f"{name}={value}" for name, value in result.choices.items())


def _name(result: Result) -> str:
    return f"{result.wager} {_choices(result)}".rstrip()


# --- analyze ------------------------------------------------------------------------------------------


def analyze(
    of: str | Rulebook, tell: Told | None = None, /, *, wagers: Iterable[str] | None = None, **choices: str
) -> Analysis:
    """Solves a rulebook exactly under every permitted choice; choices given by name are held fixed. If `wagers` are
    named, only these are counted; "main" is the main game. `tell` is called with what is being solved.
    """
    book = rulebooks.get(of)
    named = {**dict(book.chosen), **book.named_choices(choices)}
    only = None if wagers is None else _only(book, wagers)
    games = _games(book, named, only, tell)
    is_main_asked = only is None or MAIN in only
    mains = [replace(main, strategies=strategies_of(terms, main.ev, tell)) for terms, main in games if is_main_asked]
    found = side_results(book, named, only) + hanging_results(games, tell, only)
    order = [wager.id for wager in book.wagers]
    beside = sorted(_agreeing(book, found, named), key=lambda result: order.index(result.wager))
    return Analysis(book.id, tuple(_marked(book, result) for result in (*mains, *beside)), book.not_the_law)


def _only(book: Rulebook, wagers: Iterable[str]) -> frozenset[str]:
    """The wagers asked for; refuses one that has no result of its own."""
    known = [MAIN, *(wager.id for wager in book.wagers if is_beside_main_game(book, wager))]
    asked = (wagers,) if isinstance(wagers, str) else tuple(wagers)
    for wager in asked:
        if wager not in known:
            is_part = any(row.id == wager for row in book.wagers)
            why = "it is part of the main game" if is_part else ""
            raise BadSubmission(f"no result of {short(wager)}", where=book.id, why=why, accepted=", ".join(known))
    return frozenset(asked)


def _games(
    book: Rulebook, named: Mapping[str, str], only: frozenset[str] | None, tell: Told | None
) -> list[tuple[Terms, Result]]:
    """The main games under every permitted choice; none if no result asked for depends on them."""
    if only is not None and MAIN not in only and not _any_hangs(book, named, only):
        return []
    every = [(terms, main_of(terms, tell)) for terms in every_main_game(book, named)]
    return list({tuple(main.choices.items()): (terms, main) for terms, main in every}.values())


def _any_hangs(book: Rulebook, named: Mapping[str, str], only: frozenset[str]) -> bool:
    """Whether one of these wagers depends on the play of the main game under some choice that is not held fixed."""
    rows = [book.wager(wager) for wager in only]
    return any(
        hangs(chosen, row)
        for row in rows
        for terms in every_main_game(book, {**named, **dict(conditions(row.when))})
        for chosen in terms_for_each(terms, row, switching=True)
        if all(chosen.value(name) == value for name, value in named.items())
    )


def _marked(book: Rulebook, result: Result) -> Result:
    return replace(result, notes=(*result.notes, f"This is {book.not_the_law}.")) if book.changes else result


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
    of: str | Rulebook,
    cards: str,
    board: str = "",
    tell: Told | None = None,
    earlier: str | None = None,
    **choices: str,
) -> Advised:
    """The exact gain of every legal action with these cards, best first.

    `earlier` lists the decisions already made, such as "bet 1x, bet 3x"; None if they are not known.
    """
    book = rulebooks.get(of)
    terms = terms_for(book, book.named_choices(choices))
    held, seen = tuple(parse_cards(cards)), tuple(parse_cards(board))
    done = None if earlier is None else parse_earlier(earlier, terms)
    found = tuple(solver_of(terms).advise(terms, Seen(held, seen, done), tell))
    assumed, which = ("", "") if done is not None else solver_of(terms).assumed(terms, Seen(held, seen))
    return Advised(book.id, held, seen, found, earlier, book.not_the_law, assumed, which)
