"""Gaming days without a disagreement, and proof that together they cover everything.

`TABLELAW_DAYS` sets how many seeds are played from 1 on, at least 200. Without it, only as many of the first 200 are
played as are needed to cover everything, beginning with seeds known for that. `tablelaw gaming-day --seed N` plays a
failing seed again and prints its story.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence

import pytest

from tablelaw import rulebooks
from tablelaw.gaming_day.day import play_day
from tablelaw.gaming_day.report.summary import command_of
from tablelaw.gaming_day.script import SHORT_DAY, Shape
from tests.currencies import IN_DOLLARS, IN_EUROS

WITHIN = 200
"""Everything happens within this many days; fewer seeds could not show that it does."""
DAYS = max(WITHIN, int(os.environ.get("TABLELAW_DAYS", "0")))
ARE_ALL_PLAYED = "TABLELAW_DAYS" in os.environ
EVENTFUL = (159, 13, 42, 190, 22, 194, 162, 48, 31, 32, 60, 19, 137, 189, 133, 68, 70, 16, 90, 80, 154, 82)
"""Seeds whose days together covered everything when they were chosen; if the product has changed since, other seeds
follow.
"""
EVENTFUL_IN_EUROS = (107, 164, 98, 188, 31, 75, 4)
"""The same for days with the tables of a euro property."""
EVERY = 500
ANY_DAY = (
    *(
        "rounds",
        "rounds with real cards",
        "void rounds",
        "wagers",
        "decisions",
        "buy-ins",
        "cash-outs",
        "jams",
        "deck change",
        "idle spread",
    ),
    *("stub counted right", "stub counted wrong", "decks changed early", "recut ordered", "device repaired"),
    *("meter shares won", "jackpots", "divided shares", "hand-pays", "bonus drawn", "payout limit"),
    *("envy", "magic-card", "lucky-bonus", "link down", "wager refused, link down", "wager taken back"),
    *("correction", "meter adjusted", "fill", "credit", "drop count", "wrong drop count", "round inspected"),
    *("crash before", "crash after", "crash killed"),
    *("mistake: late wager", "mistake: wrong order", "mistake: wrong chip count", "mistake: missed wager"),
    *("mistake: wager beyond the limit", "mistake: dealer validates", "mistake: one approver"),
)


def irregularities(ids: Sequence[str]) -> set[str]:
    books = tuple(map(rulebooks.get, ids))
    return {f"irregularity: {book.id} {row.id}" for book in books for row in book.irregularities}


def procedures(ids: Sequence[str]) -> set[str]:
    return {f"procedure: {book.id} {row.id}" for book in map(rulebooks.get, ids) for row in book.dealing}


def seeds(eventful: Sequence[int]) -> list[int]:
    others = [seed for seed in range(1, DAYS + 1) if seed not in eventful]
    return list(range(1, DAYS + 1)) if ARE_ALL_PLAYED else [*eventful, *others]


def played(wanted: set[str], eventful: Sequence[int], shape: Shape = SHORT_DAY, more: str = "") -> Counter[str]:
    """Plays the days and counts what happened; fails at the first on which floor and auditor differ."""
    total: Counter[str] = Counter()
    for seed in seeds(eventful):
        if not ARE_ALL_PLAYED and total["days"] >= len(eventful) and wanted <= total.keys():
            break
        outcome = play_day(seed, shape)
        assert outcome.disagreement is None, f"{outcome.disagreement}; again: {command_of(outcome, more)}"
        total += outcome.counts
        total["days"] += 1
        if total["days"] % EVERY == 0:
            print(f"{total['days']:,} days, {total['rounds']:,} rounds, {total['orders']:,} orders", flush=True)
    return total


@pytest.fixture(scope="module")
def counts() -> Counter[str]:
    return played({*ANY_DAY} | irregularities(IN_DOLLARS) | procedures(IN_DOLLARS), EVENTFUL)


@pytest.fixture(scope="module")
def counts_in_euros() -> Counter[str]:
    wanted = irregularities(IN_EUROS) | procedures(IN_EUROS)
    more = "".join(f" --rulebook {book}" for book in IN_EUROS)
    return played(wanted, EVENTFUL_IN_EUROS, Shape(books=IN_EUROS), more)


def test_floor_and_auditor_agree_on_every_day(counts: Counter[str], counts_in_euros: Counter[str]) -> None:
    for currency, total in (("dollars", counts), ("euros", counts_in_euros)):
        shown = ", ".join(f"{total[name]:,} {name}" for name in ("rounds", "orders", "wagers", "checkpoints"))
        print(f"{total['days']:,} days in {currency}: {shown}; 0 disagreements")
        assert total["checkpoints"] > total["rounds"]


def test_every_irregularity_of_every_rulebook_happens(counts: Counter[str], counts_in_euros: Counter[str]) -> None:
    assert irregularities(IN_DOLLARS) - counts.keys() == set()
    assert irregularities(IN_EUROS) - counts_in_euros.keys() == set()


def test_every_dealing_procedure_of_every_rulebook_is_used(counts: Counter[str], counts_in_euros: Counter[str]) -> None:
    assert procedures(IN_DOLLARS) - counts.keys() == set()
    assert procedures(IN_EUROS) - counts_in_euros.keys() == set()


@pytest.mark.parametrize("book", IN_DOLLARS)
def test_every_rulebook_is_played(book: str, counts: Counter[str]) -> None:
    assert counts[f"rulebook: {book}"] >= counts["days"] // 4


@pytest.mark.parametrize("book", IN_EUROS)
def test_every_rulebook_in_euros_is_played(book: str, counts_in_euros: Counter[str]) -> None:
    assert counts_in_euros[f"rulebook: {book}"] >= counts_in_euros["days"] // 4


@pytest.mark.parametrize("name", ANY_DAY)
def test_it_happens(name: str, counts: Counter[str]) -> None:
    assert counts[name] > 0, f"not once in {counts['days']} days"
