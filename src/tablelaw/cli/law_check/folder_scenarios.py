"""Plays the scenarios in a rulebook's folder, and compares each with the settlement that it expects; finds paragraphs
that name a test which is not there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tablelaw.errors import BadRulebook, TablelawError
from tablelaw.law.rulebook import Rulebook
from tablelaw.scenarios.scenario_cases import Case, read_cases, run_case

SCENARIOS = "scenarios.toml"


@dataclass(frozen=True, slots=True)
class ScenariosRun:
    """How many scenarios were played, how many of them failed, and every fault found."""

    played: int = 0
    failed: int = 0
    faults: tuple[BadRulebook, ...] = ()


def run_scenarios(book: Rulebook, folder: Path) -> ScenariosRun | None:
    """Plays every scenario of the folder; None if it has no file of scenarios."""
    file = folder / SCENARIOS
    if not file.is_file():
        return None
    try:
        cases = read_cases(file.read_text("utf-8-sig"), SCENARIOS)
    except (OSError, UnicodeDecodeError) as error:
        return ScenariosRun(
            faults=(BadRulebook(f"cannot be read: {error}", where=SCENARIOS, accepted="TOML in UTF-8"),)
        )
    except TablelawError as refusal:
        fault = BadRulebook(refusal.what, where=refusal.where, why=refusal.why, accepted=refusal.accepted)
        return ScenariosRun(faults=(fault,))
    found = [tuple(_faults_of(book, case)) for case in cases]
    wrong = tuple(fault for faults in found for fault in faults)
    return ScenariosRun(len(cases), sum(map(bool, found)), wrong + tuple(_not_shown(book, cases)))


def _faults_of(book: Rulebook, case: Case) -> Iterator[BadRulebook]:
    where = f"{SCENARIOS} ({case.raw.get('name') or 'a scenario without a name'})"
    if case.raw.get("rulebook") != book.id:
        what = f"a round of the rulebook {case.raw.get('rulebook')!r}"
        yield BadRulebook(what, where=where, accepted=f'rulebook = "{book.id}"')
        return
    accepted = "what the rules settle; otherwise correct the rule, or the line of the scenario"
    try:
        for difference in run_case(case).faults:
            yield BadRulebook(difference, where=where, accepted=accepted)
    except Exception as error:  # a rule of the folder may raise anything
        yield BadRulebook(f"it failed: {type(error).__name__}: {error}", where=where, accepted=accepted)


def _not_shown(book: Rulebook, cases: list[Case]) -> Iterator[BadRulebook]:
    """Paragraphs that name the file in `shown_by`, although none of its scenarios shows them."""
    shown = {str(cite) for case in cases for cite in _listed(case.raw.get("shows"))}
    for provision in book.provisions:
        if provision.shown_by == SCENARIOS and str(provision.cite) not in shown:
            what, where = f"no scenario shows {provision.cite}", f"provisions.toml ({provision.cite})"
            yield BadRulebook(what, where=where, accepted=f'a scenario with shows = ["{provision.cite}"]')


def missing_tests(book: Rulebook, folder: Path) -> Iterator[BadRulebook]:
    """Paragraphs whose `shown_by` names a file that is not in the folder."""
    for provision in book.provisions:
        named = provision.shown_by.partition("::")[0]
        if named and not (folder / named).is_file():
            what, where = f"shown_by: no file {named!r} in the folder", f"provisions.toml ({provision.cite})"
            accepted = f"{SCENARIOS} with a scenario that shows {provision.cite}, or a test at a path from the folder"
            yield BadRulebook(what, where=where, accepted=accepted)


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []
