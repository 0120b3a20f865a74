"""Scenario files: rounds that a dealer can read, each settled by the real engine and compared line by line.

Together they show everything that can be settled; this is computed from the engine's lines, and a gap is reported by
name.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from tablelaw import rulebooks
from tablelaw.law.cite import Cite
from tablelaw.law.rulebook import Rulebook
from tablelaw.scenarios.play import Settlement
from tablelaw.table.events import Line
from tests.table.scenario_cases import CASES, results_of
from tests.table.shown_by_scenarios import (
    Fact,
    choices_to_show,
    facts_of,
    folds_to_show,
    irregularities_to_show,
    limits_to_show,
    rows_to_show,
    rules_to_show,
)

SETTLEMENT_SECTIONS = {
    "pennsylvania": ("11", "12", "13"),
    "maryland": ("11", "12", "13"),
    "massachusetts": ("10", "11", "12", "13", "14"),
    "french": ("Art. 55-16", "Art. 55-17", "Art. 55-18-1", "Art. 55-20", "Art. 55-21"),
}
"""The sections on rounds, payouts and irregularities in each regulation's numbering."""
NOT_SETTLED = ("layout.", "rulebook.")
"""Paragraphs about areas of the felt and facts of the table, which no round settles."""

CANNOT_HAPPEN: dict[tuple[str, Fact], str] = {
    ("ma-colorado", Fact("slip", "wrong-declaration: bet lost")): "who declares has placed no Bet",
}
"""What no round can show, and why."""

KINDS = {
    "row": rows_to_show,
    "rule": rules_to_show,
    "fold": folds_to_show,
    "slip": irregularities_to_show,
    "choice": choices_to_show,
    "limit": limits_to_show,
}


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_scenario_is_settled_as_it_says(book_id: str) -> None:
    faulty = [result for result in results_of(book_id) if result.faults]
    told = [f"{result.case.source}: {result.case.title}\n" + "\n".join(result.faults) for result in faulty]
    assert not told, f"{len(told)} scenarios:\n" + "\n\n".join(told)


def test_every_scenario_is_played() -> None:
    assert len(CASES) > 1_900
    assert sum(len(results_of(book_id)) for book_id in rulebooks.IDS) == len(CASES)


@cache
def shown(book_id: str) -> frozenset[Fact]:
    """What the scenarios of a rulebook show."""
    return frozenset(fact for result in results_of(book_id) for fact in facts_of(result))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_fact_is_shown(book_id: str, kind: str) -> None:
    book = rulebooks.get(book_id)
    wanted = list(dict.fromkeys(KINDS[kind](book)))
    missing = [fact.name for fact in wanted if fact not in shown(book_id) and (book_id, fact) not in CANNOT_HAPPEN]
    assert not missing, "\n".join([f"{book_id}: {len(missing)} of {len(wanted)} not shown ({kind})", *missing])


def settlement_paragraphs(book: Rulebook) -> Iterator[Cite]:
    """Paragraphs of the settlement sections that code or data implement; the felt and facts are not settled."""
    for provision in book.provisions:
        section = provision.cite.section.rpartition("a.")[2]
        carried = provision.kind in ("implemented", "data") and not provision.data.startswith(NOT_SETTLED)
        if section in SETTLEMENT_SECTIONS[book.notation.name] and carried:
            yield provision.cite


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_paragraph_about_settlement_is_shown(book_id: str) -> None:
    book = rulebooks.get(book_id)
    seen = [Cite.parse(fact.name, book.notation) for fact in shown(book_id) if fact.kind == "paragraph"]
    missing = [str(cite) for cite in settlement_paragraphs(book) if not any(cite.contains(other) for other in seen)]
    assert not missing, "\n".join([f"{book_id}: paragraphs not shown", *missing])


@pytest.mark.parametrize(("book_id", "fact"), CANNOT_HAPPEN)
def test_what_cannot_happen_is_a_fact_and_never_happens(book_id: str, fact: Fact) -> None:
    assert fact in KINDS[fact.kind](rulebooks.get(book_id))
    assert fact not in shown(book_id)


# --- The readings a line rests on ---------------------------------------------------------------------


def settled(book_id: str) -> Iterator[Settlement]:
    return (result.settlement for result in results_of(book_id) if result.settlement is not None)


def named_by(book: Rulebook) -> dict[str, set[str]]:
    """Readings on which a fold, a void or a rule rests when it ends a wager, each with those wagers."""
    found: dict[str, set[str]] = {}
    staked = {wager.id for wager in book.wagers if wager.kind != "bonus"}
    for wager in book.wagers:
        if wager.on_fold.reading and wager.id in staked:
            found.setdefault(wager.on_fold.reading, set()).add(wager.id)
    for rule in book.rules:
        if rule.reading:
            found.setdefault(rule.reading, set()).update(rule.wagers)
    for irregularity in book.irregularities:
        for effect in irregularity.effects:
            if effect.reading and effect.effect in ("returned", "lost") and irregularity.moment != "at a declaration":
                wagers = staked if "all" in effect.wagers else staked.intersection(effect.wagers)
                found.setdefault(effect.reading, set()).update(wagers)
    return found


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_reading_that_ends_a_wager_is_named_on_a_line(book_id: str) -> None:
    shown = {name for done in settled(book_id) for line in done.lines for name in line.readings}
    assert named_by(rulebooks.get(book_id)).keys() <= shown


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_reading_on_a_line_is_in_the_register(book_id: str) -> None:
    known = {reading.id for reading in rulebooks.get(book_id).readings}
    for done in settled(book_id):
        for line in done.lines:
            assert known.issuperset(line.readings)
            assert len(set(line.readings)) == len(line.readings)


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_a_folded_or_void_line_names_the_reading_it_rests_on(book_id: str) -> None:
    for done in settled(book_id):
        for line in done.lines:
            expected = expected_reading(done, line)
            assert not expected or expected in line.readings, (done.scenario.name, line)


def expected_reading(done: Settlement, line: Line) -> str:
    """The reading that the data names for the line: that of the void's effect, or of the player's own fold."""
    rules, wager = done.engine.rules, done.engine.rules.wagers.get(line.wager)
    if wager is None:
        return ""
    if done.round.voided_by:
        return rules.effects[done.round.voided_by][line.wager].reading
    folded = "fold" in done.round.seats[line.seat].actions and "left" not in done.round.seats[line.seat].actions
    return wager.on_fold.reading if folded else ""
