"""The scenario files show everything that can be settled: computed from the engine's lines, and what lacks is named."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from houserules import rulebooks
from houserules.law.cite import Cite, Notation
from houserules.law.rulebook import Rulebook
from tests.table.evidence import (
    Fact,
    choices_to_show,
    folds_to_show,
    limits_to_show,
    rows_to_show,
    rules_to_show,
    slips_to_show,
)
from tests.table.test_scenarios import CASES, played

SETTLEMENT_SECTIONS = {
    Notation.PENNSYLVANIA: ("11", "12", "13"),
    Notation.MARYLAND: ("11", "12", "13"),
    Notation.MASSACHUSETTS: ("10", "11", "12", "13", "14"),
}
"""The sections on rounds, payouts and irregularities in each regulation's numbering."""

CANNOT_HAPPEN: dict[tuple[str, Fact], str] = {
    ("ma-colorado", Fact("slip", "wrong-declaration: bet lost")): "who declares has placed no Bet",
}
"""What no round can show, and why."""

KINDS = {
    "row": rows_to_show,
    "rule": rules_to_show,
    "fold": folds_to_show,
    "slip": slips_to_show,
    "choice": choices_to_show,
    "limit": limits_to_show,
}


@cache
def shown() -> dict[str, frozenset[Fact]]:
    """What the scenarios of each rulebook show."""
    found: dict[str, set[Fact]] = {book_id: set() for book_id in rulebooks.IDS}
    for number, case in enumerate(CASES):
        found[str(case.raw["rulebook"])].update(played(number)[1])
    return {book_id: frozenset(facts) for book_id, facts in found.items()}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_fact_is_shown(book_id: str, kind: str) -> None:
    book = rulebooks.get(book_id)
    wanted = list(dict.fromkeys(KINDS[kind](book)))
    missing = [fact.name for fact in wanted if fact not in shown()[book_id] and (book_id, fact) not in CANNOT_HAPPEN]
    assert not missing, "\n".join([f"{book_id}: {len(missing)} of {len(wanted)} not shown ({kind})", *missing])


def settlement_paragraphs(book: Rulebook) -> Iterator[Cite]:
    """Paragraphs of the settlement sections that code or data carry out; the felt's areas are not settled."""
    for provision in book.provisions:
        section = provision.cite.section.rpartition(".")[2]
        carried = provision.kind in ("implemented", "data") and not provision.data.startswith("layout.")
        if section in SETTLEMENT_SECTIONS[book.notation] and carried:
            yield provision.cite


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_paragraph_about_settlement_is_shown(book_id: str) -> None:
    book = rulebooks.get(book_id)
    seen = [Cite.parse(fact.name, book.notation) for fact in shown()[book_id] if fact.kind == "paragraph"]
    missing = [str(cite) for cite in settlement_paragraphs(book) if not any(cite.contains(other) for other in seen)]
    assert not missing, "\n".join([f"{book_id}: paragraphs not shown", *missing])


@pytest.mark.parametrize(("book_id", "fact"), CANNOT_HAPPEN)
def test_what_cannot_happen_is_a_fact_and_never_happens(book_id: str, fact: Fact) -> None:
    assert fact in KINDS[fact.kind](rulebooks.get(book_id))
    assert fact not in shown()[book_id]
