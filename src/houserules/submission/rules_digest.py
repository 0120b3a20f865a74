"""What a table is played by, as digests of meaning: the law's rows as parsed, and every verdict its rules can give.

Names, explanations and the code's own form are left out, so that a better word or a moved function changes nothing. A
changed cell, paragraph, stage or rule changes the digest of its part.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

from houserules.amounts import parse_money
from houserules.cards import RANKINGS, Card
from houserules.errors import RuleConflict
from houserules.law.conduct import STANDINGS, Case, Standing, Verdict
from houserules.law.lookup import plain
from houserules.law.rows import Irregularity, Meter, Row, Wager
from houserules.law.terms import Terms

ROWS = ("facts", "limits", "wagers", "hands", "stages", "flow", "settlement", "rankings", "dealing", "irregularities")
"""The sections of a rulebook that decide how a round goes. The others tell people what to do or explain."""
WORDS = frozenset({"says", "name", "title", "asks", "readings", "reading"})
"""What a row tells its reader: explanations, and which doubts it rests on."""
SAMPLE = 150
"""Hands of each size that a ranking's digest is made of."""
DIGITS = 16

Parts = dict[str, str]


def parts_of(terms: Terms) -> Parts:
    """The digest of each part of the rules that a table under these terms is played by."""
    book = terms.book
    parts: Parts = {section: _digest(list(_rows(terms, section))) for section in ROWS}
    parts["meters"] = _digest([_row(row, terms) for row in book.meters if terms.offered.intersection(row.wagers)])
    for table in book.paytables:
        if terms.offered.intersection(table.wagers):
            parts[f"paytable {table.id}"] = _digest(_columns(terms, table.id))
    for wager in sorted(terms.offered):
        parts[verdict_part(wager)] = _digest(sorted(map(list, verdicts(terms, wager))))
    for ranking in sorted({book.ranking_of(hand.id, terms).name for hand in book.hands}):
        parts[f"ranking {ranking}"] = ranking_digest(ranking)
    return parts


def verdict_part(wager: str) -> str:
    return f"verdicts {wager}"


def digest_of(parts: Mapping[str, str]) -> str:
    """One digest of all parts."""
    return sha256(_canonical(dict(parts))).hexdigest()


def _digest(value: object) -> str:
    return sha256(_canonical(value)).hexdigest()[:DIGITS]


def _canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


# --- Rows ------------------------------------------------------------------------------------------------


def _rows(terms: Terms, section: str) -> Iterator[Any]:
    """The rows of a section that hold under the terms; of wagers, those offered."""
    for row in terms.book.rows(section):
        is_offered = section != "wagers" or row.id in terms.offered
        if is_offered and terms.holds(getattr(row, "when", "")):
            yield _row(row, terms)


def _row(row: Row, terms: Terms) -> Any:
    """A row as it is carried out: what a reading decides is decided, and what it only tells is left out."""
    shown = _decided(plain(row), terms)
    if isinstance(row, Meter):
        return {**shown, "name": row.name}  # which of several it is
    if isinstance(row, Wager):
        return {**shown, "on_fold": [terms.book.fold_effect(row, terms), str(row.on_fold.cite)]}
    if isinstance(row, Irregularity):
        effects = {wager: terms.book.effect_on(row, wager, terms) for wager in sorted(terms.offered)}
        return {**shown, "effects": {wager: [e.effect, str(e.cite)] for wager, e in effects.items()}}
    return shown


def _decided(value: Any, terms: Terms) -> Any:
    """A row without words, and without fields that hold nothing: a new field moves no old digest."""
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
    """The column in force; all of them where the sum wagered says which."""
    table = terms.book.paytable(paytable)
    by_stake = table.selected_by == "stake"
    names = table.columns if by_stake else (terms.book.column_name(paytable, terms.choices, 0),)
    return {
        name: [[cls, cell.odds.printed, cell.row, str(cell.cite)] for cls, cell in terms.tables[paytable, name].items()]
        for name in names
    }


# --- Verdicts --------------------------------------------------------------------------------------------

Line = tuple[str, ...]


class _NotTold(Exception):
    """A rule asked for something that the case does not say yet, and may be any of `answers`."""

    def __init__(self, kind: str, name: str) -> None:
        self.kind, self.name = kind, name


class _Hands(dict[str, str]):
    def __missing__(self, hand: str) -> str:
        raise _NotTold("hand", hand)


class _Acts(frozenset[str]):
    """What the player did ("fold"), and what the player did not do ("not fold"): all that was asked so far."""

    def __contains__(self, act: object) -> bool:
        if super().__contains__(act):
            return True
        if super().__contains__(f"not {act}"):
            return False
        raise _NotTold("act", str(act))


def verdicts(terms: Terms, wager: str) -> Iterator[Line]:
    """Every case that the rules of a wager tell apart, with what they say of it."""
    for stake in _stakes(terms, wager):
        for standing in (None, *STANDINGS):
            yield from _cases(terms, wager, stake, standing, _Hands(), _Acts())


def _stakes(terms: Terms, wager: str) -> list[int]:
    """Sums that choose a column of their own; one is enough for wagers whose odds do not hang on the sum."""
    tables = [table for table in terms.book.paytables_of(wager) if table.selected_by == "stake"]
    return sorted({parse_money(column) for table in tables for column in table.columns}) or [100]


def _cases(
    terms: Terms, wager: str, stake: int, standing: Standing | None, hands: _Hands, acts: _Acts
) -> Iterator[Line]:
    """Asks the rules; where they look at something not told, once for each answer it may have."""
    try:
        said = _said(terms.book.settle(Case(wager, terms, hands, standing, acts, stake)))
    except RuleConflict:
        return  # hands that cannot lie so against each other: no settlement asks
    except _NotTold as asked:
        if asked.kind == "act":
            for answer in (asked.name, f"not {asked.name}"):
                yield from _cases(terms, wager, stake, standing, hands, _Acts({*acts, answer}))
            return
        for cls in terms.book.ranking_of(asked.name, terms).classes:
            yield from _cases(terms, wager, stake, standing, _Hands({**hands, asked.name: cls}), acts)
        return
    told = ", ".join(f"{hand} {cls}" for hand, cls in sorted(hands.items()))
    yield (str(stake), standing.value if standing else "", told, ", ".join(sorted(acts)), *said)


def _said(verdict: Verdict) -> Line:
    odds = verdict.odds.printed if verdict.odds else ""
    under = str(verdict.paid_under or "")
    return (verdict.outcome.value, str(verdict.cite), odds, verdict.row, under)


# --- Rankings --------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def ranking_digest(name: str) -> str:
    """The classes of a ranking, and how it reads and orders a fixed sample of hands."""
    ranking = RANKINGS[name]
    hands = [hand for size in ranking.sizes for hand in _sample(size)]
    strength = ranking.strength
    order = sorted(range(len(hands)), key=[strength(hand) for hand in hands].__getitem__) if strength else []
    return _digest([list(ranking.classes), [ranking.classify(hand) for hand in hands], order])


def _sample(size: int) -> Iterator[tuple[Card, ...]]:
    """Hands drawn by a fixed rule, half of them of one suit, so that rare classes occur."""
    state = size
    for n in range(SAMPLE):
        pack, drawn = list(range(52) if n % 2 else range(n // 2 % 4, 52, 4)), []
        for _ in range(size):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            drawn.append(Card(pack.pop((state >> 33) % len(pack))))
        yield tuple(drawn)
