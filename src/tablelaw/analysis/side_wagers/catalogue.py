"""Every wager that depends on main-game play, in every permitted column, under every main game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import product
from time import perf_counter

from tablelaw.analysis.cache import kept
from tablelaw.analysis.main_choices import Told, for_main_game, is_beside_main_game, main_question, under_id_of
from tablelaw.analysis.result import Result
from tablelaw.analysis.side_wagers.under_main_play import hanging
from tablelaw.analysis.side_wagers.values import (
    choices_for,
    is_lost_by_a_fold,
    is_side_wager,
    side_result,
    stakes_of,
    terms_for_each,
)
from tablelaw.analysis.solver_choice import patient
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Terms

Games = Sequence[tuple[Terms, Result]]
Under = list[tuple[Result, Result]]
"""Results of main games, each with a wager's result under it."""


def hanging_results(games: Games, tell: Told | None = None, only: Collection[str] | None = None) -> list[Result]:
    """One result for each wager that depends on main-game play, permitted column, option and reading, under each main
    game. If wagers are named, only their results are returned.
    """
    found: dict[tuple[str, tuple[tuple[str, str], ...]], Under] = {}
    for terms, main in games:
        for result in _beside(terms, main, tell, only):
            found.setdefault((result.wager, tuple(result.choices.items())), []).append((main, result))
    return [result for under in found.values() for result in _told_apart(under, len(games))]


def hangs(terms: Terms, wager: Wager) -> bool:
    """Whether a wager is a side wager whose value depends on how the main game is played."""
    is_offered = wager.id in terms.offered and terms.holds(wager.when)
    beside = is_offered and is_beside_main_game(terms.book, wager)
    return beside and (not is_side_wager(wager, terms) or is_lost_by_a_fold(terms, wager))


def _beside(terms: Terms, main: Result, tell: Told | None, only: Collection[str] | None) -> Iterator[Result]:
    for wager in terms.book.wagers:
        if only is not None and wager.id not in only:
            continue
        for chosen, stake in product(terms_for_each(terms, wager, switching=True), stakes_of(terms.book, wager)):
            if hangs(chosen, wager):
                if (told := patient(terms, tell)) is not None:
                    told(f"{terms.book.id}, {wager.name} alongside the {main_question(terms)}")
                yield _kept(chosen, wager, stake, main)


def _kept(terms: Terms, wager: Wager, stake_cents: int, main: Result) -> Result:
    choices = choices_for(terms, wager, stake_cents)
    asked = terms if terms.book.concerns((wager.id,), terms.choices) else for_main_game(terms)

    def answer() -> Result:
        started = perf_counter()
        plain = side_result(asked, wager.id, stake_cents=stake_cents) if is_side_wager(wager, asked) else None
        found = hanging(asked, wager, main, plain).result
        return replace(found, choices=choices, seconds=perf_counter() - started)

    return under_id_of(terms, kept(asked.book, f"{wager.id} {choices} beside {main_question(terms)}", answer))


def _told_apart(under: Under, games: int) -> list[Result]:
    """Adds the choices of its main game to each result; keeps only one if all main games give the same result."""
    results = [result for _, result in under]
    if len(under) == games > 1 and all(_figures(result) == _figures(results[0]) for result in results):
        return results[:1]
    return [replace(result, choices={**result.choices, **main.choices}) for main, result in under]


def _figures(result: Result) -> tuple[object, ...]:
    return result.ev, result.meters, result.plays, result.distribution
