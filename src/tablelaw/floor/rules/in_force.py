"""Compares the rules a table was installed under, as recorded in the log, with the current rules.

A table keeps the rules it was installed with. If a later program or rulebook decides differently, the table reports
what differs and opens no new round. The round in progress is settled at the odds in the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import msgspec

from tablelaw.floor.events import RulesInForce, TableInstalled
from tablelaw.floor.handlers.installation import floor_table, terms_text
from tablelaw.floor.property import FloorTable
from tablelaw.law.odds import Odds
from tablelaw.law.paytables import Cell, Column, members_of
from tablelaw.law.rows import Paytable
from tablelaw.law.rulebook import Terms
from tablelaw.submission.rules_digest import Parts, digest_of, parts_of, verdict_part
from tablelaw.submission.submission import Submission
from tablelaw.table.engine import Engine
from tablelaw.version import __version__

SAME = ("minimum", "maximum", "payout_limit", "dealing", "shuffler", "decks", "seats", "positions_per_player")
"""Terms recorded in the log that a later program must derive from the submission in the same way."""


def rules_in_force(submission: Submission, edition: str) -> RulesInForce:
    """What the log records about the rules a table is installed under."""
    parts = _parts_at_hand(submission.terms)
    return RulesInForce(submission.book.id, edition, __version__, digest_of(parts), parts)


@lru_cache(maxsize=256)
def _parts_at_hand(terms: Terms) -> Parts:
    """The digests of the current rules, part by part. Cached, since terms never change."""
    return parts_of(terms)


@dataclass(frozen=True, slots=True)
class Compared:
    """A table's current rules compared with the rules at its installation."""

    engine: Engine
    differences: tuple[str, ...] = ()
    """What differs, one sentence per difference; empty if the table is played as before."""
    undecided: frozenset[str] = frozenset()
    """Wagers that the current rules would play or decide differently even with the odds in the log."""


def installed_table(event: TableInstalled) -> FloorTable:
    """Builds the table that an entry of the log installed, playing by the rules recorded in that entry."""
    table = floor_table(event.submission, event.physical)
    compared = compared_with_log(event.submission, event.physical, bytes(event.terms), event.rules)
    table.engine, table.differences, table.undecided = compared.engine, compared.differences, compared.undecided
    table.program = event.rules.program if event.rules else ""
    return table


@lru_cache(maxsize=256)
def compared_with_log(text: str, physical: bool, logged: bytes, rules: RulesInForce | None) -> Compared:
    """Builds the engine of a table, using the odds in the log wherever the current odds differ."""
    table = floor_table(text, physical)
    submission = table.engine.submission
    logged_terms = msgspec.json.decode(logged)
    shown = msgspec.json.decode(terms_text(submission, table.meters))
    cells = list(_other_cells(logged_terms, shown))
    engine = _by_the_log(submission, logged_terms, physical) if cells else table.engine
    differences = [*cells, *_other_terms(logged_terms, shown)]
    if rules is None:
        return Compared(engine, tuple(differences))
    then, now = rules.parts, _parts_at_hand(engine.submission.terms)
    other = [name for name in dict.fromkeys((*then, *now)) if then.get(name) != now.get(name)]
    differences += [_in_words(name, submission) for name in other]
    return Compared(engine, tuple(differences), _undecided(submission.terms.offered, other))


def _in_words(part: str, submission: Submission) -> str:
    """Describes a part of the rules that has changed since the table was installed."""
    kind, _, name = part.partition(" ")
    wagers = {wager.id: wager.name for wager in submission.book.wagers}
    what = {
        "verdicts": f"how {wagers.get(name, name)} is settled",
        "paytable": f"what paytable {name} pays, or under which paragraph",
        "ranking": f"how a hand is read by the ranking {name}",
    }.get(kind, f"the rulebook's {part}")
    return f"{what}: not the same as when the table was installed"


def _undecided(offered: frozenset[str], other: Sequence[str]) -> frozenset[str]:
    """Wagers whose verdicts differ, or all wagers if the play of a round or the ranking of a hand differs."""
    verdicts = {verdict_part(wager): wager for wager in offered}
    if all(part in verdicts for part in other):
        return frozenset(verdicts[part] for part in other)
    return offered


def agrees(logged: TableInstalled, made: TableInstalled) -> bool:
    """Whether the recorded terms are ones that a program could have written for this table.

    If the log names the current law, or no law, the terms must mean what the submission resolves to now.
    """
    rules = logged.rules
    if rules is not None and rules.digest != digest_of(rules.parts):
        return False
    is_same_law = rules is None or made.rules is None or rules.parts == made.rules.parts
    compared = compared_with_log(logged.submission, logged.physical, bytes(logged.terms), rules)
    return not is_same_law or not compared.differences


# --- Differences --------------------------------------------------------------------------------------------


def _other_cells(logged: Mapping[str, Any], shown: Mapping[str, Any]) -> Iterator[str]:
    """Describes the rows of paytables that pay differently from the log."""
    for name, table in logged["paytables"].items():
        columns = shown["paytables"].get(name, {}).get("columns", {})
        for column, rows in table["columns"].items():
            here = dict(columns.get(column, ()))
            then = dict(rows)
            for row in dict.fromkeys((*then, *here)):
                if then.get(row) != here.get(row):
                    pays, paid = here.get(row, "nothing"), then.get(row, "nothing")
                    yield f"{name}, {row}: {paid} in the log, {pays} now"


def _other_terms(logged: Mapping[str, Any], shown: Mapping[str, Any]) -> Iterator[str]:
    """Describes the other terms that differ: amounts, choices, readings, wagers and meters."""
    for name in SAME:
        if logged[name] != shown[name]:
            yield f"{name.replace('_', ' ')}: {logged[name]} in the log, {shown[name]} now"
    for part in ("choices", "readings"):
        for name in sorted(logged[part].keys() & shown[part].keys()):
            if logged[part][name] != shown[part][name]:
                yield f"{name}: {logged[part][name]} in the log, {shown[part][name]} now"
    for part in ("wagers", "meters"):
        if logged[part] != shown[part]:
            yield f"{part}: the figures in the log differ from the current ones"


# --- The odds in the log -----------------------------------------------------------------------------------


def _by_the_log(submission: Submission, logged: Mapping[str, Any], physical: bool) -> Engine:
    terms = submission.terms
    tables = dict(terms.tables)
    for name, table in logged["paytables"].items():
        for column, rows in table["columns"].items():
            if (name, column) in tables:
                tables[name, column] = _repriced(tables[name, column], terms.book.paytable(name), dict(rows))
    return Engine(replace(submission, terms=replace(terms, tables=tables)), physical)


def _repriced(column: Column, table: Paytable, rows: Mapping[str, str]) -> Column:
    """A paytable column with the rows in the log, each at the odds recorded there."""
    kept = {cls: replace(cell, odds=Odds.parse(rows[cell.row])) for cls, cell in column.items() if cell.row in rows}
    missing = rows.keys() - {cell.row for cell in kept.values()}
    members = members_of(table.ranking)
    return kept | {cls: Cell(Odds.parse(rows[row]), row, table.cite.first) for row in missing for cls in members(row)}
