"""What seen cards are worth at an analyst's table: what may be asked, the answer with its plot, and exercises."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from tablelaw.server.workers.process import Tell
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import Submission, accept


class OfferedItem(msgspec.Struct, frozen=True):
    """One item that may be seen, in its text form and in words."""

    item: str
    says: str


class OfferedPlace(msgspec.Struct, frozen=True):
    """The items of one place, of which one may be chosen."""

    place: str
    items: tuple[OfferedItem, ...]


class ExposureForm(msgspec.Struct, frozen=True):
    """What may be asked about seen cards in a game; the Ante is the smallest that the table takes."""

    places: tuple[OfferedPlace, ...]
    decisions: tuple[str, ...]
    ante_cents: int


def exposure_form(text: str) -> bytes:
    """The items that a solver supports, by place, with the names of the decisions from which they may be known."""
    from tablelaw.analysis.protection.offered_items import offered_items, words_of
    from tablelaw.law.structure import structure_of

    submission = accept(parse_draft(text))
    structure = structure_of(submission.terms)
    by_place = groupby(offered_items(submission.terms), key=lambda item: item.place)
    places = tuple(
        OfferedPlace(place, tuple(OfferedItem(item.text, words_of(item, structure)) for item in items))
        for place, items in by_place
    )
    decisions = tuple(decision.stage for decision in structure.decisions)
    return msgspec.json.encode(ExposureForm(places, decisions, _ante_cents(submission)))


def _ante_cents(submission: Submission) -> int:
    """The smallest amount of the first opening wager."""
    opening = next(wager for wager in submission.book.wagers if wager.kind == "opening")
    return submission.wagers[opening.id].minimum_cents


def exposed(text: str, seen: Sequence[str], tell: Tell) -> bytes:
    """The exposure of a submission's main game as JSON, with a plot of how rounds are played."""
    from tablelaw.analysis.par.forms.plots import play_svg
    from tablelaw.analysis.protection.api import protect_terms

    found = protect_terms(accept(parse_draft(text)).terms, seen, tell)
    return msgspec.json.encode(found.as_json() | {"picture": play_svg(found)})


LONGEST_SEED = 40


def practised(text: str, seen: Sequence[str], seed: str, marks: Sequence[int] | None, tell: Tell) -> bytes:
    """The rounds of an exercise without their answers, or the answers to somebody's marks."""
    from tablelaw.analysis.protection.exercises.exercise import BadExercise, exercise_of

    if len(seed) > LONGEST_SEED:
        raise BadExercise(f"a seed of {len(seed)} characters", where="seed", accepted=f"up to {LONGEST_SEED}")
    found = exercise_of(accept(parse_draft(text)).terms, seen, seed, tell=tell)
    return msgspec.json.encode(found.as_dict() if marks is None else found.marked(marks).as_dict())
