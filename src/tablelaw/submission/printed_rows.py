"""Compares the rows that a paytable prints with what the rules of conduct pay, because a sign prints only the rows.

A row must be paid in some case. If it is paid to a class of hand, it must not also lose for hands of that class because
of a second hand read from the same cards, such as a line that tells pairs apart: no sign shows that line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tablelaw.cards import RANKINGS
from tablelaw.law.conduct import Outcome, Verdict
from tablelaw.law.paytables import Cell
from tablelaw.law.rows import Paytable
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import structure_of
from tablelaw.submission.rule_sweep import Swept, are_of_the_same_cards, decided

PAID = frozenset({Outcome.WON, Outcome.PUSH})


@dataclass(frozen=True, slots=True)
class Unpaid:
    """A printed row that is never paid to a wager or, if there is a `case`, is not paid in that case."""

    wager: str
    paytable: str
    cell: Cell
    hand: str = ""
    cls: str = ""
    case: Swept | None = None


def unpaid_rows(terms: Terms, wagers: Iterable[str] = ()) -> Iterator[Unpaid]:
    """Yields rows of the paytables in force that the rules do not pay as printed; for all wagers if none are named."""
    for wager in sorted(terms.offered.intersection(wagers or terms.offered)):
        tables = [table for table in terms.book.paytables_of(wager) if table.ranking in RANKINGS]
        cases = list(decided(terms, wager)) if tables else []
        for table in tables:
            for stake in dict.fromkeys(case.stake_cents for case in cases):
                yield from _unpaid(terms, table, wager, [case for case in cases if case.stake_cents == stake])


def _unpaid(terms: Terms, table: Paytable, wager: str, cases: list[Swept]) -> Iterator[Unpaid]:
    column = terms.column(table.id, cases[0].stake_cents)
    paid = {cls: [case for case in cases if _pays(case, cell)] for cls, cell in column.items() if cell.odds.is_offered}
    rows = {column[cls].row for cls, found in paid.items() if found}
    for row in dict.fromkeys(column[cls].row for cls in paid):
        if row not in rows:
            yield Unpaid(wager, table.id, next(cell for cell in column.values() if cell.row == row))
    for cls, found in paid.items():
        contradiction = next(
            ((hand, case) for one in found for hand, case in _refused(terms, table, cls, one, cases)), None
        )
        if contradiction is not None:
            yield Unpaid(wager, table.id, column[cls], contradiction[0], cls, contradiction[1])


def _pays(case: Swept, cell: Cell) -> bool:
    said = case.said
    return isinstance(said, Verdict) and (said.row, said.odds, said.paid_under) == (cell.row, cell.odds, cell.cite)


def _refused(terms: Terms, table: Paytable, cls: str, paid: Swept, cases: list[Swept]) -> Iterator[tuple[str, Swept]]:
    """Yields the hand of this class that a case pays, with each case of the same class that is not paid and differs
    only in another hand read from the same cards.
    """
    hands = structure_of(terms).hands
    for hand in (name for name, found in paid.hands.items() if found == cls):
        if hands[hand].ranking is not RANKINGS[table.ranking]:
            continue
        others = {name for name in hands if hands[name].places == hands[hand].places}
        for case in cases:
            assert isinstance(case.said, Verdict)
            if case.said.outcome in PAID or case.hands.get(hand, cls) != cls:
                continue
            if _differ_only_in(others, paid, case) and are_of_the_same_cards(terms, {**case.hands, hand: cls}):
                yield hand, case


def _differ_only_in(hands: set[str], one: Swept, other: Swept) -> bool:
    """Whether two cases agree in standing, acts and all hands but these."""
    differing = {name for name, cls in one.hands.items() if other.hands.get(name, cls) != cls}
    opposed = any(f"not {act}" in other.acts for act in one.acts) or any(f"not {act}" in one.acts for act in other.acts)
    return one.standing == other.standing and not opposed and differing <= hands
