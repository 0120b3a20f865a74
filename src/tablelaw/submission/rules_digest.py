"""Digests of the rules of a table: the parsed rows of the law, and every verdict its rules can give.

Names, explanations and the form of the code are excluded, so better wording or a moved function does not change a
digest. A changed cell, paragraph, stage or rule changes the digest of its part.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from itertools import combinations_with_replacement
from typing import Any

from tablelaw.cards import RANKINGS, Card, Ranking, own_digest
from tablelaw.errors import RuleConflict
from tablelaw.law.conduct import Verdict
from tablelaw.law.paragraph_lookup import plain
from tablelaw.law.rows import Irregularity, Meter, Row, Wager
from tablelaw.law.rulebook import Terms
from tablelaw.submission.rule_sweep import sweep

ROWS = ("facts", "limits", "wagers", "hands", "stages", "flow", "settlement", "rankings", "dealing", "irregularities")
"""The sections of a rulebook that decide a round; the others give instructions or explanations."""
WORDS = frozenset({"says", "name", "short", "title", "asks", "readings", "reading"})
"""Fields that only inform the reader: explanations, and the readings that a row rests on."""
SAMPLE = 150
"""The number of pseudo-random hands sampled for each size above three, in addition to those at class boundaries."""
DIGITS = 16

Parts = dict[str, str]


def parts_of(terms: Terms) -> Parts:
    """The digest of each part of the rules of a table under these terms."""
    book = terms.book
    parts = row_parts(terms, ROWS)
    parts["meters"] = _digest([_row(row, terms) for row in book.meters if terms.offered.intersection(row.wagers)])
    for table in book.paytables:
        if terms.offered.intersection(table.wagers):
            parts[f"paytable {table.id}"] = _digest(_columns(terms, table.id))
    for wager in sorted(terms.offered):
        parts[verdict_part(wager)] = _digest(sorted(map(list, verdicts(terms, wager))))
    whole = [hand for hand in book.hands if hand.at_least is None]  # a qualification line is part of its hand's row
    lines = {hand.ranking for hand in book.hands if hand.at_least is not None and own_digest(hand.ranking)}
    for ranking in sorted(lines | {book.ranking_of(hand.id, terms).name for hand in whole}):
        parts[f"ranking {ranking}"] = ranking_digest(ranking)
    return parts


def row_parts(terms: Terms, sections: Iterable[str]) -> Parts:
    """The digest of the rows of each section that hold under these terms."""
    return {section: _digest(list(_rows(terms, section))) for section in sections}


def verdict_part(wager: str) -> str:
    return f"verdicts {wager}"


def digest_of(parts: Mapping[str, str]) -> str:
    """A single digest of all parts."""
    return sha256(_canonical(dict(parts))).hexdigest()


def _digest(value: object) -> str:
    return sha256(_canonical(value)).hexdigest()[:DIGITS]


def _canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


# --- Rows ------------------------------------------------------------------------------------------------


def _rows(terms: Terms, section: str) -> Iterator[Any]:
    """The rows of a section that hold under the terms; for wagers, only those offered."""
    for row in terms.book.rows(section):
        is_offered = section != "wagers" or row.id in terms.offered
        if is_offered and terms.holds(getattr(row, "when", "")):
            yield _row(row, terms)


def _row(row: Row, terms: Terms) -> Any:
    """A row as it takes effect: with its readings applied, and without purely informative fields."""
    shown = _decided(plain(row), terms)
    if isinstance(row, Meter):
        return {**shown, "name": row.name}  # distinguishes several such rows
    if isinstance(row, Wager):
        return {**shown, "on_fold": [terms.book.fold_effect(row, terms), str(row.on_fold.cite)]}
    if isinstance(row, Irregularity):
        effects = {wager: terms.book.effect_on(row, wager, terms) for wager in sorted(terms.offered)}
        return {**shown, "effects": {wager: [e.effect, str(e.cite)] for wager, e in effects.items()}}
    return shown


def _decided(value: Any, terms: Terms) -> Any:
    """A row without wording or empty fields, so adding a field to the program does not change old digests."""
    if isinstance(value, list | tuple):
        return [_decided(part, terms) for part in value]
    if not isinstance(value, dict):
        return value
    if value.get("by_reading"):
        value = {**value, "by_reading": value["by_reading"].get(terms.reading(value["reading"]))}
    for name in ("counts", "cut_first"):
        if name in value:
            value = {**value, name: [part for when, part in value[name].items() if terms.holds(when)]}
    kept = {name: _decided(part, terms) for name, part in value.items() if name not in WORDS}
    return {name: part for name, part in kept.items() if part not in ("", None, [], {}, False)}


def _columns(terms: Terms, paytable: str) -> Any:
    """The column in force, or all columns if the sum wagered selects one."""
    table = terms.book.paytable(paytable)
    by_stake = table.selected_by == "stake"
    names = table.columns if by_stake else (terms.book.column_name(paytable, terms.choices, 0),)
    return {
        name: [[cls, cell.odds.printed, cell.row, str(cell.cite)] for cls, cell in terms.tables[paytable, name].items()]
        for name in names
    }


# --- Verdicts --------------------------------------------------------------------------------------------

Line = tuple[str, ...]


def verdicts(terms: Terms, wager: str) -> Iterator[Line]:
    """Every case that the rules of a wager distinguish, with its verdict."""
    for case in sweep(terms, wager):
        if isinstance(case.said, RuleConflict):
            continue  # these hands cannot occur together, so they are never settled
        told = ", ".join(f"{hand} {cls}" for hand, cls in sorted(case.hands.items()))
        standing = case.standing.value if case.standing else ""
        yield (str(case.stake_cents), standing, told, ", ".join(sorted(case.acts)), *_said(case.said))


def _said(verdict: Verdict) -> Line:
    odds = verdict.odds.printed if verdict.odds else ""
    under = str(verdict.paid_under or "")
    return (verdict.outcome.value, str(verdict.cite), odds, verdict.row, under)


# --- Rankings --------------------------------------------------------------------------------------------


def ranking_digest(name: str) -> str:
    """A digest of a ranking's classes, and of how it classifies and orders a fixed sample of hands; for a rulebook's
    own ranking, also of where qualification lines would run.
    """
    return _digest_of_ranking(RANKINGS[name])


@lru_cache(maxsize=64)
def _digest_of_ranking(ranking: Ranking) -> str:
    hands = [hand for size in ranking.sizes for hand in _sample(size)]
    strength = ranking.strength
    order = sorted(range(len(hands)), key=[strength(hand) for hand in hands].__getitem__) if strength else []
    said = [list(ranking.classes), [ranking.classify(hand) for hand in hands], order]
    return _digest([*said, _lines(ranking, hands)] if own_digest(ranking.name) else said)


def _lines(ranking: Ranking, hands: list[tuple[Card, ...]]) -> list[int]:
    """How many sampled hands are below the lowest hand of each class, and of each class with each rank."""
    if ranking.strength is None or ranking.least is None:
        return []
    strengths = sorted(map(ranking.strength, hands))
    lines = [(), *((rank,) for rank in range(2, 15))]
    return [bisect_left(strengths, ranking.least(cls, ranks)) for cls in ranking.classes for ranks in lines]


def _sample(size: int) -> Iterator[tuple[Card, ...]]:
    """A sample of hands: all patterns of up to three cards; for more cards, hands at class boundaries and pseudo-random
    hands.
    """
    if size <= 3:
        yield from _patterns(size)
        return
    draw = _drawing(size)
    for core in (*_cores(size), *((),) * SAMPLE):
        left = [card for card in range(52) if card not in core]
        drawn = [left.pop(next(draw) % len(left)) for _ in range(size - len(core))]
        yield tuple(map(Card, (*core, *drawn)))


def _patterns(size: int) -> Iterator[tuple[Card, ...]]:
    """Every combination of ranks, in different suits and, where possible, in one suit."""
    for ranks in combinations_with_replacement(range(13), size):
        yield tuple(Card(4 * rank + suit) for suit, rank in enumerate(ranks))
        if len(set(ranks)) == size:
            yield tuple(Card(4 * rank) for rank in ranks)


def _cores(size: int) -> Iterator[tuple[int, ...]]:
    """The cards that put a hand at the boundary of a class; the remaining cards are pseudo-random."""
    for length in range(3, size + 1):
        for low in range(-1, 14 - length):
            ranks = [rank % 13 for rank in range(low, low + length)]
            yield from (tuple(4 * rank + suit for rank in ranks) for suit in range(4))
            yield tuple(4 * rank + n % 4 for n, rank in enumerate(ranks))
        yield tuple(4 * rank + 1 for rank in range(0, 2 * length, 2) if rank < 13)
    for first in range(13):
        other = (first + 5) % 13
        for many, more in ((2, 0), (3, 0), (4, 0), (2, 2), (3, 2)):
            yield (*(4 * first + suit for suit in range(many)), *(4 * other + suit for suit in range(more)))


def _drawing(seed: int) -> Iterator[int]:
    """Pseudo-random numbers that are the same on every machine."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 33
