"""Gaming days without a disagreement, and the proof that among them everything happened.

`HOUSERULES_DAYS` says how many seeds are played from 1 on, if more than usual. A seed that fails is played again, and
its story told, by `houserules gaming-day --seed N`.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from houserules import rulebooks
from houserules.gaming_day.day import play_day
from houserules.gaming_day.summary import command_of

FEWEST = 200
"""In so many days everything happens; fewer could not show that."""
DAYS = max(FEWEST, int(os.environ.get("HOUSERULES_DAYS", "0")))
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


@pytest.fixture(scope="module")
def counts() -> Counter[str]:
    """All days played and counted; the first on which floor and auditor differ fails."""
    total: Counter[str] = Counter()
    for seed in range(1, DAYS + 1):
        outcome = play_day(seed)
        assert outcome.disagreement is None, f"{outcome.disagreement}; again: {command_of(outcome)}"
        total += outcome.counts
        if seed % EVERY == 0:
            print(f"{seed:,} days, {total['rounds']:,} rounds, {total['orders']:,} orders", flush=True)
    return total


def test_floor_and_auditor_agree_on_every_day(counts: Counter[str]) -> None:
    shown = ", ".join(f"{counts[name]:,} {name}" for name in ("rounds", "orders", "wagers", "checkpoints"))
    print(f"seeds 1 to {DAYS:,}: {shown}; 0 disagreements")
    assert counts["checkpoints"] > counts["rounds"]


def test_every_irregularity_of_every_rulebook_happens(counts: Counter[str]) -> None:
    books = rulebooks.all_rulebooks()
    missing = [
        f"{book.id} {row.id}"
        for book in books
        for row in book.irregularities
        if not counts[f"irregularity: {book.id} {row.id}"]
    ]
    assert not missing


def test_every_dealing_procedure_of_every_rulebook_is_used(counts: Counter[str]) -> None:
    missing = [
        f"{book.id} {row.id}"
        for book in rulebooks.all_rulebooks()
        for row in book.dealing
        if not counts[f"procedure: {book.id} {row.id}"]
    ]
    assert not missing


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_every_rulebook_is_played(book: str, counts: Counter[str]) -> None:
    assert counts[f"rulebook: {book}"] >= DAYS // 4


@pytest.mark.parametrize("name", ANY_DAY)
def test_it_happens(name: str, counts: Counter[str]) -> None:
    assert counts[name] > 0, f"not once in {DAYS} days"
