"""The digest of a table's rules changes with their meaning, and with nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec
import pytest

from tablelaw import rulebooks
from tablelaw.amounts import parse_money
from tablelaw.cards import RANKINGS, Card
from tablelaw.law.conditions import conditions
from tablelaw.law.conduct import Case, Rule, Ruling
from tablelaw.law.rows import Paytable
from tablelaw.law.rulebook import Rulebook
from tablelaw.submission import rules_digest
from tablelaw.submission.rules_digest import Parts, parts_of, ranking_digest, verdict_part, verdicts

BOOK = "pa-653a"


def parts(book: Rulebook) -> Parts:
    return parts_of(book.terms())


def moved(book: Rulebook, changed: Rulebook) -> set[str]:
    before, after = parts(book), parts(changed)
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def with_paytable(book: Rulebook, table_id: str, row: str, column: str, odds: str) -> Rulebook:
    def cell(table: Paytable) -> Paytable:
        place = table.columns.index(column) + 1
        rows = [(*r[:place], odds, *r[place + 1 :]) if r[0] == row else r for r in table.rows]
        return msgspec.structs.replace(table, rows=tuple(rows))

    tables = tuple(cell(table) if table.id == table_id else table for table in book.paytables)
    return replace(book, paytables=tables)


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_the_digest_is_the_same_each_time(book_id: str) -> None:
    book = rulebooks.get(book_id)
    assert parts(book) == parts(replace(book))


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_words_move_nothing(book_id: str) -> None:
    book = rulebooks.get(book_id)
    wagers = tuple(msgspec.structs.replace(w, name=f"The {w.name}", says="Otherwise said.") for w in book.wagers)
    facts = tuple(msgspec.structs.replace(fact, says="Otherwise said.") for fact in book.facts)
    tables = tuple(msgspec.structs.replace(table, title="Another title") for table in book.paytables)
    assert not moved(book, replace(book, wagers=wagers, facts=facts, paytables=tables, readings=book.readings))


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_a_rule_written_otherwise_moves_nothing(book_id: str) -> None:
    """The rule has another function, name and docstring but the same meaning."""
    book = rulebooks.get(book_id)

    def rewritten(rule: Rule) -> Rule:
        def other_name(case: Case) -> Ruling | None:
            """The same rule under another name."""
            return rule.decide(case)

        return replace(rule, decide=other_name)

    assert not moved(book, replace(book, rules=tuple(map(rewritten, reversed(book.rules)))))


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_changed_cell_in_force_moves_its_paytable(book_id: str) -> None:
    book = rulebooks.get(book_id)
    terms = book.terms()
    for table in book.paytables:
        if table.selected_by == "stake" or not set(table.wagers) & terms.offered:
            continue
        column = book.column_name(table.id, terms.choices, 0)
        row = next(r for r in table.rows if r[table.columns.index(column) + 1])
        changed = with_paytable(book, table.id, row[0], column, "77 to 1")
        assert f"paytable {table.id}" in moved(book, changed), table.id


def test_a_cell_of_a_column_not_in_force_moves_nothing() -> None:
    """A table depends only on the column that its submission names."""
    book = rulebooks.get(BOOK)
    assert book.terms().choice("trips") == "A"
    assert not moved(book, with_paytable(book, "trips", "flush", "B", "77 to 1"))
    assert moved(book, with_paytable(book, "trips", "flush", "A", "77 to 1")) == {"paytable trips", "verdicts trips"}


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_removed_rule_moves_its_verdicts(book_id: str) -> None:
    """A rule that depends on a choice is examined under that choice."""
    book = rulebooks.get(book_id)
    for gone in book.rules:
        chosen = dict(part.strip().split("=") for part in gone.when.split(",") if part)
        readings = {name: value for name, value in chosen.items() if any(r.id == name for r in book.readings)}
        choices = {name: value for name, value in chosen.items() if name not in readings}
        left = replace(book, rules=tuple(rule for rule in book.rules if rule is not gone))
        before = parts_of(book.terms_of(choices, readings))
        after = parts_of(left.terms_of(choices, readings))
        assert any(before[verdict_part(w)] != after[verdict_part(w)] for w in gone.wagers), gone.name


def test_a_corrected_paragraph_moves_the_verdicts_it_decides() -> None:
    book = rulebooks.get(BOOK)
    first = book.rules[0]
    other = replace(first, cite=book.rules[1].cite)
    assert moved(book, replace(book, rules=(other, *book.rules[1:]))) == {verdict_part(w) for w in first.wagers}


def test_a_changed_stage_moves_the_stages_alone() -> None:
    book = rulebooks.get(BOOK)
    stage = book.stages[0]
    choices = tuple(msgspec.structs.replace(c, times=(9,)) if c.times else c for c in stage.choices)
    assert moved(book, replace(book, stages=(msgspec.structs.replace(stage, choices=choices), *book.stages[1:]))) == {
        "stages"
    }


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_the_sweep_reaches_every_outcome_of_a_wager(book_id: str) -> None:
    """The sweep covers every result of a settlement: every row of the paytables in force is paid in some case."""
    terms = rulebooks.get(book_id).terms()
    for table in terms.book.paytables:
        paid = {line[7] for wager in table.wagers for line in verdicts(terms, wager)}
        rows = {cell.row for cell in terms.printed_rows(table.id, _stake(table))}
        assert rows <= paid, (table.id, rows - paid)


def _stake(table: Paytable) -> int:
    return parse_money(table.columns[0]) if table.selected_by == "stake" else 0


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_switched_reading_that_a_row_carries_out_moves_it(book_id: str) -> None:
    """Putting another candidate in force makes another rule; a reading that a row only names changes nothing."""
    book = rulebooks.get(book_id)
    limits = {
        name for limit in book.limits for when in (*limit.counts, *limit.cut_first) for name, _ in conditions(when)
    }
    folds = {w.on_fold.reading for w in book.wagers if w.on_fold.reading and book.reading(w.on_fold.reading).switch}
    for name in limits | folds:
        moving = [c.id for c in book.reading(name).candidates if parts_of(book.terms({name: c.id})) != parts(book)]
        assert moving, name


def test_a_reading_named_beside_a_row_moves_nothing() -> None:
    """Explaining a row by a reading does not make it another rule."""
    book = rulebooks.get(BOOK)
    facts = tuple(msgspec.structs.replace(fact, readings=(book.readings[0].id,)) for fact in book.facts)
    rules = tuple(replace(rule, reading=book.readings[0].id) for rule in book.rules)
    assert not moved(book, replace(book, facts=facts, rules=rules))


def test_no_two_rankings_have_one_digest() -> None:
    digests = {name: ranking_digest(name) for name in RANKINGS}
    assert len(set(digests.values())) == len(RANKINGS), digests


@pytest.mark.parametrize("name", RANKINGS)
def test_every_class_of_a_ranking_is_in_its_sample(name: str) -> None:
    ranking = RANKINGS[name]
    found = {ranking.classify(hand) for size in ranking.sizes for hand in rules_digest._sample(size)}
    assert set(ranking.classes) - {"ace-ace (dealer and player)"} == found, "that one takes two hands"


def _is_wheel(hand: Sequence[Card]) -> bool:
    return {14, 2, 3, 4, 5} <= {card.rank for card in hand}


def test_a_wheel_that_is_no_straight_any_more_moves_the_ranking(monkeypatch: pytest.MonkeyPatch) -> None:
    """One boundary of one class changes, which only a few hands in a hundred reach."""
    before = ranking_digest("five-card")
    ranking = RANKINGS["five-card"]

    def changed(hand: Sequence[Card]) -> str:
        found = ranking.classify(hand)
        return "high card" if found == "straight" and _is_wheel(hand) else found

    monkeypatch.setattr(rules_digest, "RANKINGS", {"five-card": replace(ranking, classify=changed)})
    assert ranking_digest("five-card") != before
