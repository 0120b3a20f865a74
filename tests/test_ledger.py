"""The provisions ledger accounts for every paragraph, and every name in it exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tablelaw import rulebooks
from tablelaw.law.cite import Cite
from tablelaw.law.rows import Provision
from tablelaw.law.rulebook import Rulebook
from tests.ledger_claims import resolve

ROOT = Path(__file__).parents[1]
BOOKS = rulebooks.all_rulebooks()


def printed_paragraphs(book: Rulebook) -> list[str]:
    """The paragraphs of the regulation, listed from its text by tools/paragraphs.py."""
    path = Path(rulebooks.__file__).parent / book.id.replace("-", "_") / "paragraphs.txt"
    lines = [line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return [line.rpartition(" ")[0] for line in lines]


def missing_paragraphs(book: Rulebook, provisions: tuple[Provision, ...]) -> set[str]:
    return set(printed_paragraphs(book)) - {str(provision.cite) for provision in provisions}


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_the_ledger_lists_exactly_the_printed_paragraphs_in_order(book: Rulebook) -> None:
    assert [str(provision.cite) for provision in book.provisions] == printed_paragraphs(book)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_a_removed_paragraph_is_noticed(book: Rulebook) -> None:
    for n in range(len(book.provisions)):
        without = book.provisions[:n] + book.provisions[n + 1 :]
        assert missing_paragraphs(book, without) == {str(book.provisions[n].cite)}


@cache
def functions_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


IMPLEMENTED = [(book, p) for book in BOOKS for p in book.provisions if p.implemented]


@pytest.mark.parametrize(
    ("book", "provision"),
    IMPLEMENTED,
    ids=lambda value: getattr(value, "id", str(getattr(value, "cite", ""))),
)
def test_named_code_and_named_test_exist(book: Rulebook, provision: Provision) -> None:
    assert callable(resolve(provision.implemented))
    path, _, name = provision.shown_by.partition("::")
    assert re.fullmatch(r"tests/[\w/]+\.py", path)
    assert name in functions_in(path), f"{path} has no test {name}"


def test_a_name_that_does_not_exist_is_noticed() -> None:
    with pytest.raises(AttributeError):
        resolve("tablelaw.cards.deck.Deck.no_such_thing")
    with pytest.raises(ModuleNotFoundError):
        resolve("no_such_package.at_all")


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_every_rule_is_named_by_the_ledger(book: Rulebook) -> None:
    """A rule that no paragraph claims would be an invented law."""
    listed = {provision.cite for provision in book.provisions}
    for rule in book.rules:
        assert rule.cite in listed, f"{rule.name} rests on {rule.cite}"


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_paraphrases_are_short_and_our_own(book: Rulebook) -> None:
    for provision in book.provisions:
        assert 3 <= len(provision.says.split()) <= 60, f"{provision.cite}: {provision.says}"


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_planned_entries_say_what_remains(book: Rulebook) -> None:
    for provision in book.provisions:
        if provision.planned:
            assert provision.note, f"{book.id} {provision.cite} is planned without a note"


def test_cites_in_readings_lead_somewhere() -> None:
    for book in BOOKS:
        cites = [p.cite for p in book.provisions]
        for reading in book.readings:
            for cite in reading.cites:
                assert any(cite.contains(c) for c in cites), f"{book.id} {reading.id}: {cite}"
                assert isinstance(cite, Cite)
