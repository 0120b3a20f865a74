"""Functions on the rows of a rulebook that the tests of several rulebooks need."""

from __future__ import annotations

from collections import defaultdict

from tablelaw import rulebooks
from tablelaw.law.rows import Dealing, Duty, Irregularity
from tablelaw.law.rulebook import Rulebook

SEEN_CARD = ("one-card-face-up", "exposed-card-drawn-in-error")
"""Irregularities in which one card is exposed too soon; a second one in the round becomes another irregularity."""
SEEN_IN_THE_DEAL = ("one-card-face-up", "cards-face-up", "card-drawn-in-error", "exposed-card-drawn-in-error")
OF_THE_DECK = {
    "during a shuffle": ["shuffler-jam", "device-counts-wrong"],
    "at the stub count": ["stub-wrong-misdealt", "stub-wrong-misdealt-not-52", "stub-wrong-not-misdealt"],
}
INSPECTION = ("inspect-decks", "verify-inspection")
SHUFFLES = ("shuffle-before-play", "shuffle")
SHUFFLES_DUE = [("before play", ("preshuffled",)), ("round settled", ())]
"""When a preshuffled deck must be shuffled: not at first, but after every round."""


def books_with(section: str, *row_ids: str) -> list[str]:
    """The rulebooks of the package that have these rows: not every text has every irregularity or device."""
    return [book.id for book in rulebooks.all_rulebooks() if all(book.row(section, row_id) for row_id in row_ids)]


def duty(book: Rulebook, duty_id: str) -> Duty:
    return next(row for row in book.duties if row.id == duty_id)


def due(book: Rulebook, duty_id: str) -> tuple[str, tuple[str, ...]]:
    """What triggers a duty, and what makes it unnecessary."""
    return duty(book, duty_id).on, duty(book, duty_id).unless


def irregularity(book: Rulebook, irregularity_id: str) -> Irregularity:
    return next(row for row in book.irregularities if row.id == irregularity_id)


def moments(book: Rulebook) -> dict[str, list[str]]:
    """The irregularities of each moment, in the order of the data."""
    found: dict[str, list[str]] = defaultdict(list)
    for row in book.irregularities:
        found[row.moment].append(row.id)
    return dict(found)


def seen_again(book: Rulebook) -> dict[str, tuple[str, ...]]:
    """What an irregularity becomes if it is the second of its kind in one round."""
    return {row.id: row.again for row in book.irregularities if row.again}


def dealing(book: Rulebook, method: str) -> Dealing:
    return next(row for row in book.dealing if row.id == method)


def places_dealt(method: Dealing, seats: int) -> list[str]:
    """The place of each initial card, in the order of the deal; players are given by number."""
    places: list[str] = []
    for step in method.steps:
        for _ in range(step.times):
            for to in step.to:
                targets = [str(seat) for seat in range(1, seats + 1)] if to == "players" else [to]
                places += [target for target in targets for _ in range(step.cards)]
    return places
