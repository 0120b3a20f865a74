"""The questions people ask of the analysis: one interface for notebooks, command line and server."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houserules import rulebooks
from houserules.analysis.cache import kept
from houserules.analysis.discard_game import discard_advice
from houserules.analysis.flush_game import flush_advice
from houserules.analysis.holdem_advice import advice
from houserules.analysis.main_game import FLUSHES, every_main_game, main_choices, main_result, shape_of, terms_for
from houserules.analysis.result import Result, fraction_text
from houserules.analysis.side_wagers import side_results
from houserules.cards import Card, parse_cards
from houserules.errors import BadSubmission, WrongCardCount
from houserules.law.rulebook import Rulebook
from houserules.law.terms import Terms

Told = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The results of one rulebook; shows itself as a table in a notebook."""

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

    def as_json(self) -> dict[str, object]:
        return {"rulebook": self.rulebook, "results": [result.as_json() for result in self.results]}

    def rows(self) -> list[dict[str, object]]:
        """One flat row per result, for tables."""
        return [_row(result) for result in self.results]

    def to_pandas(self) -> Any:
        """The rows as a pandas table, where pandas is installed."""
        import pandas  # type: ignore[import-not-found, import-untyped, unused-ignore]

        return pandas.DataFrame(self.rows())

    def _repr_html_(self) -> str:
        rows = self.rows()
        head = "".join(f"<th>{name}</th>" for name in rows[0]) if rows else ""
        body = "".join("<tr>" + "".join(f"<td>{value}</td>" for value in row.values()) + "</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _row(result: Result) -> dict[str, object]:
    choices = ", ".join(f"{name}={value}" for name, value in result.choices.items())
    return {
        "rulebook": result.rulebook,
        "wager": result.wager,
        "choices": choices,
        "hold": f"{result.hold:.4%}",
        "ev": f"{result.ev.numerator}/{result.ev.denominator}",
        "per": result.unit,
    }


def analyze(rulebook_id: str, tell: Told | None = None, **choices: str) -> Analysis:
    """Every permitted choice of a rulebook, exactly; named choices are held fixed. `tell` hears what is solved."""
    book = rulebooks.get(rulebook_id)
    named = {name.replace("_", "-"): value for name, value in choices.items()}
    _refuse_unknown(book, named)
    mains = {name: value for name, value in named.items() if name in main_choices(book)}
    found = [main_of(terms, tell) for terms in every_main_game(book, mains)]
    different = {tuple(result.choices.items()): result for result in found}
    return Analysis(book.id, (*different.values(), *_sides(book, named)))


def _refuse_unknown(book: Rulebook, named: Mapping[str, str]) -> None:
    readings = {r.id: tuple(c.id for c in r.candidates) for r in book.readings if r.switch}
    permitted = {**book.permitted(), **readings}
    for name, value in named.items():
        if name not in permitted:
            raise BadSubmission(f"{book.id} leaves no choice named {name!r}", accepted=", ".join(permitted))
        if value not in permitted[name]:
            raise BadSubmission(f"{name} cannot be {value!r} in {book.id}", accepted=", ".join(permitted[name]))


def main_of(terms: Terms, tell: Told | None = None) -> Result:
    """The main game under these terms, worked out once and then kept."""
    question = main_question(terms)
    if tell is not None:
        tell(f"{terms.book.id} {question}")
    return kept(terms.book, question, lambda: main_result(terms))


def main_question(terms: Terms) -> str:
    """What a main game depends on: its choices, and odds granted above the printed ones where any are."""
    chosen = ", ".join(f"{name}={terms.value(name)}" for name in main_choices(terms.book))
    printed = terms.book.bind(terms.choices, terms.readings, terms.offered).tables
    cells = ((key, cls, cell) for key, column in terms.tables.items() for cls, cell in column.items())
    raised = [f" {key} {cls} {cell.odds}" for key, cls, cell in cells if printed[key][cls] != cell]
    return f"main game {chosen}" + "".join(raised)


def _sides(book: Rulebook, named: Mapping[str, str]) -> list[Result]:
    """Side wagers: every column, or only those that agree with the choices named."""
    if not named:
        return side_results(book)
    results = side_results(terms_for(book, named))
    return [r for r in results if all(r.choices.get(name, value) == value for name, value in named.items())]


@dataclass(frozen=True, slots=True)
class Action:
    """One legal action and its exact gain in Antes, the opening wagers included."""

    action: str
    multiple: int
    ev: Fraction
    discard: Card | None = None

    def as_json(self) -> dict[str, object]:
        shown: dict[str, object] = {"action": self.action, "times": self.multiple, "ev": fraction_text(self.ev)}
        return shown | {"discard": str(self.discard)} if self.discard is not None else shown


def advise(rulebook_id: str, cards: str, board: str = "", **choices: str) -> list[Action]:
    """The exact gain of every legal action with these cards, the best first."""
    book = rulebooks.get(rulebook_id)
    named = {name.replace("_", "-"): value for name, value in choices.items()}
    _refuse_unknown(book, named)
    terms, held = terms_for(book, named), parse_cards(cards)
    shape = shape_of(book)
    if shape == "hold'em":
        return [Action(a.action, a.multiple, a.ev) for a in advice(terms, held, parse_cards(board))]
    if board.strip():
        raise WrongCardCount(f"{book.game} is decided before any community card shows", accepted="no board")
    if shape == FLUSHES:
        return [Action(a.action, a.multiple, a.ev) for a in flush_advice(terms, held)]
    return [Action(a.action, a.multiple, a.ev, a.discard) for a in discard_advice(terms, held)]


def analyze_all(tell: Told | None = None) -> list[Analysis]:
    """The whole catalogue."""
    return [analyze(rulebook_id, tell) for rulebook_id in rulebooks.IDS]
