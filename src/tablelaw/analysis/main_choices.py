"""The main game of a rulebook: its wagers, and the choices it depends on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import product

from tablelaw import rulebooks
from tablelaw.analysis.cache import kept
from tablelaw.analysis.payoffs import against_the_dealer, better_odds
from tablelaw.analysis.result import Result
from tablelaw.law.conditions import conditions
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.law.structure import OTHER, structure_of
from tablelaw.law.text_values import Multiple

Told = Callable[[str], None]
"""A function that is called with what is being solved."""


def kept_main(terms: Terms, solve: Callable[[Terms], Result], tell: Told | None = None) -> Result:
    """The main game under these terms, solved once and then cached; `tell` is called only if it must be solved."""
    asked, question = for_main_game(terms), main_question(terms)

    def solved() -> Result:
        if tell is not None:
            tell(f"{terms.book.id}, {question}")
        return solve(asked)

    return under_id_of(terms, kept(asked.book, question, solved))


def for_main_game(terms: Terms) -> Terms:
    """The regulation's terms if no changed odds pay a wager of the main game, so that it is not solved again."""
    return as_law(terms, {wager.id for wager in (*main_wagers(terms.book), *main_bonuses(terms.book))})


def as_law(terms: Terms, wagers: Collection[str]) -> Terms:
    """The same terms of the regulation if no changed odds pay these wagers; otherwise the terms themselves.

    Only for rulebooks of the package: a rule of another folder may pay a wager by a table that does not name it.
    """
    law = terms.book.law
    if law is None or law.id not in rulebooks.IDS or terms.book.concerns(wagers, terms.choices) or better_odds(terms):
        return terms
    return law.bind(terms.choices, terms.readings, terms.offered)


def under_id_of(terms: Terms, result: Result) -> Result:
    """A result under the id of the rulebook that was asked about, even if the regulation's own figures answer it."""
    return result if result.rulebook == terms.book.id else replace(result, rulebook=terms.book.id)


def main_question(terms: Terms) -> str:
    """Names a main game for the cache by what it depends on: its choices, and any odds granted above the printed
    ones.
    """
    chosen = ", ".join(f"{name}={terms.value(name)}" for name in main_choices(terms.book))
    return f"main game {chosen}{better_odds(terms)}"


# --- The choices a main game depends on -----------------------------------------------------------


def main_wagers(book: Rulebook) -> tuple[Wager, ...]:
    return tuple(wager for wager in book.wagers if wager.kind in ("opening", "decision", "price"))


@lru_cache(maxsize=32)
def main_bonuses(book: Rulebook) -> tuple[Wager, ...]:
    """The bonuses that belong to the main game: those that ride on a wager of the main game and are paid for a player's
    own hand.
    """
    main = {wager.id for wager in main_wagers(book)}
    cards = {hand.id: hand.cards for hand in book.hands}
    return tuple(
        wager
        for wager in book.wagers
        if wager.kind == "bonus" and wager.hand and main.issuperset(wager.rides_on) and OTHER not in cards[wager.hand]
    )


def carriers_of_bonuses(book: Rulebook) -> dict[str, tuple[str, ...]]:
    """The bonuses that belong to the main game, each with the wagers it rides on."""
    return {bonus.id: bonus.rides_on for bonus in main_bonuses(book)}


def stakes_of_bonuses(bonuses: Mapping[str, tuple[str, ...]], staked: Mapping[str, Multiple]) -> dict[str, Multiple]:
    """The amount that each bonus is paid on: the sum of the stakes of the wagers it rides on, since it is paid for each
    of them.
    """
    sums = {bonus: sum(staked.get(on, 0) for on in carriers) for bonus, carriers in bonuses.items()}
    return {bonus: times for bonus, times in sums.items() if times}


def is_beside_main_game(book: Rulebook, wager: Wager) -> bool:
    """Whether a wager is a side wager, or a bonus that does not belong to the main game."""
    return wager.kind in ("optional", "bonus") and wager not in main_bonuses(book)


def choices_of(terms: Terms) -> dict[str, str]:
    """The chosen value of everything that the main game depends on."""
    return {name: terms.value(name) for name in main_choices(terms.book)}


@lru_cache(maxsize=32)
def main_choices(book: Rulebook) -> Mapping[str, tuple[str, ...]]:
    """Every option, paytable and switchable reading the main game depends on, with its permitted values."""
    named = set(_named(book))
    return {name: values for name, values in _switches(book).items() if name in named}


def _switches(book: Rulebook) -> dict[str, tuple[str, ...]]:
    words = {option.id: option.values for option in book.options if option.values}
    tables = {t.id: t.columns for t in book.paytables if t.selected_by == "submission" and len(t.columns) > 1}
    readings = {r.id: tuple(c.id for c in r.candidates) for r in book.readings if r.switch}
    return words | tables | readings


def _named(book: Rulebook) -> Iterator[str]:
    """Names the choices that rows of the main game mention, and the options that change what it pays."""
    main = {wager.id for wager in (*main_wagers(book), *main_bonuses(book))}
    for table in book.paytables:
        if main.intersection(table.wagers):
            yield table.id
            yield from (name for other in table.replaced for name, _ in conditions(other.when))
    for stage in book.stages:
        yield from (name for name, _ in conditions(stage.when))
        yield from (choice.reading for choice in stage.choices if choice.reading)
    hands = {wager.hand for wager in main_wagers(book)} | {stage.hand for stage in book.stages}
    yield from (hand.reading for hand in book.hands if hand.id in hands and hand.reading)
    yield from _heeded(book)


def _heeded(book: Rulebook) -> Iterator[str]:
    """Options that change what a wager of the main game pays although no row names them."""
    structure = structure_of(book.terms())
    if not (structure.compares and structure.board):
        return
    for option in book.options:
        asked = [_payoffs(terms_for(book, {option.id: value})) for value in option.values]
        if any(table != asked[0] for table in asked):
            yield option.id


def _payoffs(terms: Terms) -> list[object]:
    return [against_the_dealer(terms, wager.id) for wager in main_wagers(terms.book)]


def terms_for(book: Rulebook, choices: Mapping[str, str]) -> Terms:
    """The terms of a rulebook with these options, paytables and readings chosen."""
    readings = {name: value for name, value in choices.items() if any(r.id == name for r in book.readings)}
    rest = {name: value for name, value in choices.items() if name not in readings}
    return book.terms_of(rest, readings)


def every_main_game(book: Rulebook, fixed: Mapping[str, str] | None = None) -> list[Terms]:
    """Terms for every permitted combination of what the main game depends on; `fixed` choices are not varied."""
    varied = {name: values for name, values in main_choices(book).items() if name not in (fixed or {})}
    return [
        terms_for(book, {**dict(zip(varied, chosen, strict=True)), **(fixed or {})})
        for chosen in product(*varied.values())
    ]
