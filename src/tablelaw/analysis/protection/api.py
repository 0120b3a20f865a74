"""The public question of game protection: what seen cards are worth in a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tablelaw import rulebooks
from tablelaw.analysis.cache import kept_as
from tablelaw.analysis.main_choices import Told, choices_of, main_question, terms_for
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.protection.information import Information, parse_information, require_possible
from tablelaw.analysis.protection.result import EXPOSURE, Exposure
from tablelaw.analysis.protection.solver import solver_of
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.law.structure import structure_of


def protect(of: str | Rulebook, seen: Iterable[str] = (), tell: Told | None = None, **choices: str) -> Exposure:
    """The main game for a player who sees hidden cards and plays best with them, beside best honest play.

    `seen` are items such as "dealer:1"; `tell` is called with what is being solved.
    """
    book = rulebooks.get(of)
    return protect_terms(terms_for(book, {**dict(book.chosen), **book.named_choices(choices)}), seen, tell)


def protect_terms(terms: Terms, seen: Iterable[str], tell: Told | None = None) -> Exposure:
    """What seen cards are worth in a game whose choices are already made."""
    information, book = possible_information(terms, seen), terms.book
    found = exposure_of(terms, information, tell)
    return replace(found, notes=(*found.notes, f"This is {book.not_the_law}.")) if book.changes else found


def possible_information(terms: Terms, seen: Iterable[str]) -> Information:
    """Parses what is seen; refuses cards that the game does not have and, before anything is solved, what no solver
    supports.
    """
    information = parse_information(seen)
    require_possible(information, structure_of(terms), terms.book.game)
    if information.items:
        solver_of(terms, information)
    return information


def exposure_of(terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
    """What seen cards are worth, for terms and information that are known to fit; solved once and then cached."""
    if not information.items:
        return _honest(terms, tell)
    solver = solver_of(terms, information)
    question = f"exposure, seen {information.text}, {main_question(terms)}"

    def solved() -> Exposure:
        if tell is not None:
            tell(f"{terms.book.id}, {question}")
        return solver.solve(terms, information, tell)

    return kept_as(EXPOSURE, terms.book, question, solved)


def _honest(terms: Terms, tell: Told | None) -> Exposure:
    """The main game for a player who sees nothing."""
    main = main_of(terms, tell)
    return Exposure(
        rulebook=main.rulebook,
        choices=choices_of(terms),
        information="",
        value=main.ev,
        honest=main.ev,
        distribution=main.distribution,
        wager=main.average_wager,
        actions=main.actions,
        honest_actions=main.actions,
        method=main.method,
        seconds=main.seconds,
    )
