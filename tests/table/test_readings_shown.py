"""Every reading that is implemented changes some round: another candidate gives a scenario another result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from tablelaw import rulebooks
from tablelaw.errors import TablelawError
from tablelaw.law.conditions import conditions
from tablelaw.law.rows import Reading
from tablelaw.law.rulebook import Rulebook
from tablelaw.scenarios.format import read_scenario
from tablelaw.scenarios.play import settle
from tablelaw.scenarios.scenario_cases import EXPECTATIONS, Case, line_text
from tablelaw.table.events import Line
from tests.table.scenario_cases import CASES

# --- Which readings are carried out ------------------------------------------------------------------


def carried_out(book: Rulebook) -> dict[str, set[str]]:
    """The readings that data or rules use, each with the candidates that can be distinguished."""
    found: dict[str, set[str]] = {}
    for name, candidate in _asked_for(book):
        found.setdefault(name, set()).add(candidate)
    return found


def _asked_for(book: Rulebook) -> Iterator[tuple[str, str]]:
    for hand in book.hands:
        yield from ((hand.reading, candidate) for candidate in hand.by_reading)
    for choice in (choice for stage in book.stages for choice in stage.choices):
        yield from ((choice.reading, candidate) for candidate in choice.by_reading)
    for table in book.paytables:
        named = {name for row in table.replaced for name, _ in conditions(row.when) if _is_reading(book, name)}
        yield from ((name, candidate.id) for name in named for candidate in book.reading(name).candidates)
    for limit in book.limits:
        yield from (pair for when in (*limit.counts, *limit.cut_first) for pair in conditions(when))
    effects = [effect.reading for irregularity in book.irregularities for effect in irregularity.effects]
    for name in [*effects, *(w.on_fold.reading for w in book.wagers), *(w.divided_by for w in book.wagers)]:
        if name and (book.reading(name).switch or name in {w.divided_by for w in book.wagers}):
            yield from ((name, candidate.id) for candidate in book.reading(name).candidates)
    for name in {rule.reading for rule in book.rules if rule.reading}:
        yield from ((name, candidate.id) for candidate in book.reading(name).candidates)


def _is_reading(book: Rulebook, name: str) -> bool:
    return any(reading.id == name for reading in book.readings)


ALTERNATIVES = [
    (book_id, name, candidate)
    for book_id in rulebooks.IDS
    for name, candidates in carried_out(rulebooks.get(book_id)).items()
    for candidate in sorted(candidates - {rulebooks.get(book_id).reading(name).chosen})
]


# --- Another candidate in force ----------------------------------------------------------------------


def with_reading(book: Rulebook, name: str, candidate: str) -> Rulebook:
    readings = [_chosen(r, candidate) if r.id == name else r for r in book.readings]
    return replace(book, readings=tuple(readings))


def _chosen(reading: Reading, candidate: str) -> Reading:
    return msgspec.structs.replace(reading, chosen=candidate)


def outcome_of(raw: Mapping[str, Any]) -> list[str]:
    """The lines with their notes, or the refusal."""
    try:
        done = settle(read_scenario(raw, "scenario", EXPECTATIONS))
    except TablelawError as refusal:
        return [refusal.sentence()]
    return [f"{line_text(done, line)} {line.note}" for line in done.lines]


def choosing(raw: Mapping[str, Any], name: str, candidate: str) -> Mapping[str, Any]:
    """The scenario under a submission that switches the reading."""
    return {**raw, "choices": {**raw.get("choices", {}), name: candidate}}


def cases_of(book: Rulebook, name: str) -> list[Case]:
    """The scenarios of a rulebook, with those on the reading's paragraphs first."""
    cites = {str(cite) for cite in book.reading(name).cites}
    own = [case for case in CASES if case.raw["rulebook"] == book.id]
    return sorted(own, key=lambda case: cites.isdisjoint(map(str, case.raw.get("shows", []))))


@pytest.mark.parametrize(("book_id", "name", "candidate"), ALTERNATIVES)
def test_an_alternative_changes_a_scenario(
    book_id: str, name: str, candidate: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = rulebooks.get(book_id)
    reading, other = book.reading(name), with_reading(book, name, candidate)
    for case in cases_of(book, name):
        monkeypatch.undo()
        before = outcome_of(choosing(case.raw, name, reading.chosen))
        if not reading.switch:
            monkeypatch.setattr(rulebooks, "get", lambda _: other)
        if outcome_of(choosing(case.raw, name, candidate)) != before:
            return
    pytest.fail(f"no scenario of {book_id} would come out otherwise with {name} = {candidate}")


# --- The register itself -----------------------------------------------------------------------------


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_a_switchable_reading_is_carried_out_in_every_candidate(book_id: str) -> None:
    book, found = rulebooks.get(book_id), carried_out(rulebooks.get(book_id))
    for reading in (reading for reading in book.readings if reading.switch):
        others = {candidate.id for candidate in reading.candidates} - {reading.chosen}
        assert others <= found.get(reading.id, set()), f"{reading.id}: nothing carries out {others}"


def test_the_readings_on_payout_limits_and_shares_are_carried_out() -> None:
    named = {
        "pa-647a": {"limit-order", "limit-is-winnings", "dealer-share-split"},
        "md-thb": {"limit-order", "limit-is-winnings"},
        "pa-653a": {"limit-is-winnings", "dealer-share-split"},
        "pa-677a": {"limit-is-winnings"},
        "ma-colorado": {"payout-limit-share", "payout-limit-scope", "wrong-declaration-and-other-wagers"},
    }
    for book_id, names in named.items():
        assert names <= carried_out(rulebooks.get(book_id)).keys()


# --- The line that rests on it -----------------------------------------------------------------------


def lines_of(raw: Mapping[str, Any]) -> dict[tuple[int, str, str], Line] | None:
    """The lines of a scenario by seat, wager and purpose; empty if it is refused."""
    try:
        done = settle(read_scenario(raw, "scenario", EXPECTATIONS))
    except TablelawError:
        return None
    return {(line.seat, line.wager, line.note if not line.stake else ""): line for line in done.lines}


def money_of(line: Line) -> tuple[object, ...]:
    return line.outcome, line.paid, line.returned, line.kept


@pytest.mark.parametrize(("book_id", "name", "candidate"), ALTERNATIVES)
def test_a_line_that_an_alternative_would_settle_otherwise_names_the_reading(
    book_id: str, name: str, candidate: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds whichever candidate is in force."""
    book = rulebooks.get(book_id)
    reading, other = book.reading(name), with_reading(book, name, candidate)
    cites = {str(cite) for cite in reading.cites}
    for case in cases_of(book, name):
        if cites.isdisjoint(map(str, case.raw.get("shows", []))):
            break
        monkeypatch.undo()
        before = lines_of(choosing(case.raw, name, reading.chosen))
        if not reading.switch:
            monkeypatch.setattr(rulebooks, "get", lambda _: other)
        after = lines_of(choosing(case.raw, name, candidate))
        if before is None or after is None or before.keys() != after.keys():
            continue
        for key, line in before.items():
            if money_of(line) != money_of(after[key]):
                assert name in line.readings, f"{case.raw['name']}: {line}"
                assert name in after[key].readings, f"{case.raw['name']}: {after[key]}"
