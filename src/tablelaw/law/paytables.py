"""Turns printed paytables into columns of cells: one column for each permitted choice, one cell for each class of
hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from tablelaw.cards import RANKINGS
from tablelaw.errors import BadOdds, BadRulebook
from tablelaw.law.cite import Cite
from tablelaw.law.conditions import conditions
from tablelaw.law.odds import Odds
from tablelaw.law.rows import Paytable


@dataclass(frozen=True, slots=True)
class Cell:
    """The odds paid for one class of hand, the printed row they come from, and its paragraph."""

    odds: Odds
    row: str
    cite: Cite
    readings: tuple[str, ...] = ()
    """The readings that the cell rests on, if the text itself does not state these odds."""


Column = Mapping[str, Cell]
"""Maps classes of hand to cells, for one column of a paytable."""
PLAIN_OUTCOMES = {
    "any winning hand": ("any winning hand",),
    "drawn bonus": ("magic card", "lucky bonus"),
}
"""Rows that do not depend on a ranking of hands: even-money wagers and draws of the table game system."""
SIMILAR = 0.8
"""How similar a misspelled row is to the row that was meant, from 0 to 1."""


def members_of(ranking: str) -> Callable[[str], tuple[str, ...]]:
    """Returns the function that turns a printed row into classes of a ranking (or outcomes); it raises KeyError for
    unknown rows.
    """
    if ranking in PLAIN_OUTCOMES:
        return lambda name: ({name: (name,) for name in PLAIN_OUTCOMES[ranking]})[name]
    return RANKINGS[ranking].members


def rows_of(ranking: str) -> tuple[str, ...]:
    """The rows that a paytable of this ranking may have."""
    if ranking in PLAIN_OUTCOMES:
        return PLAIN_OUTCOMES[ranking]
    known = RANKINGS[ranking]
    return (*known.classes, *known.groups)


def never(_when: str) -> bool:
    return False


def columns_of(table: Paytable, holds: Callable[[str], bool] = never) -> dict[str, Column]:
    """Every column of a paytable, class by class; `holds` decides which replaced rows apply."""
    return {name: _column(table, name, holds) for name in table.columns}


def paytable_faults(table: Paytable) -> list[BadRulebook]:
    """The refusals of all rows of a paytable, each once: as printed, and with every replaced row."""
    found: dict[str, BadRulebook] = {}
    for holds in (never, lambda when: True):
        for name in table.columns:
            column: dict[str, Cell] = {}
            for number in range(len(table.rows)):
                try:
                    column |= _cells(table, name, number, holds, column)
                except BadRulebook as fault:
                    found.setdefault(str(fault), fault)
    return list(found.values())


def _column(table: Paytable, name: str, holds: Callable[[str], bool]) -> Column:
    column: dict[str, Cell] = {}
    for number in range(len(table.rows)):
        column |= _cells(table, name, number, holds, column)
    return column


def _cells(
    table: Paytable, column: str, number: int, holds: Callable[[str], bool], above: Mapping[str, Cell]
) -> dict[str, Cell]:
    """The cells of one row, class by class; refuses a class that a row above pays."""
    row = table.rows[number]
    where = f"paytable {table.id}, row {number + 1} ({row[0]})"
    _require_full_row(table, row, where)
    hand, printed, readings = _in_force(table, column, row, holds)
    classes = _classes(_members(table), hand, table, where) if printed else ()
    if paid := [cls for cls in classes if cls in above]:
        raise BadRulebook(f"two rows pay {paid[0]!r}", where=where, accepted="one row for each hand")
    return {cls: _cell(printed, hand, column, table, where, readings) for cls in classes}


def _require_full_row(table: Paytable, row: tuple[str, ...], where: str) -> None:
    if len(row) != len(table.columns) + 1:
        raise BadRulebook(
            f"{len(row) - 1} odds for {len(table.columns)} columns",
            where=where,
            accepted=f"one for each of {', '.join(table.columns)}",
        )


Row = tuple[str, str, tuple[str, ...]]
"""A hand, its odds, and the readings that replaced the printed ones."""


def _in_force(table: Paytable, column: str, row: tuple[str, ...], holds: Callable[[str], bool]) -> Row:
    """The hand and odds of a row as printed or replaced; the odds are empty if the column has none."""
    hand, printed = row[0], row[table.columns.index(column) + 1]
    for other in table.replaced:
        if (other.column, other.row) == (column, hand) and holds(other.when):
            return other.becomes or hand, other.odds or printed, tuple(name for name, _ in conditions(other.when))
    return hand, printed, ()


def _cell(printed: str, hand: str, column: str, table: Paytable, where: str, readings: tuple[str, ...] = ()) -> Cell:
    """The cell of a row; "as royal flush" means that the text gives no odds and the hand is paid like that row."""
    cite = table.column_cites.get(column, table.cite).first
    if not printed.startswith("as "):
        return Cell(_odds(printed, where), hand, cite, readings)
    other = printed.removeprefix("as ")
    place = table.columns.index(column) + 1
    for row in table.rows:
        if row[0] == other:
            named = (table.paid_as,) if table.paid_as else ()
            return Cell(_odds(row[place], where), other, cite, (*named, *readings))
    raise BadRulebook(
        f"there is no row {other!r} for it to be paid like",
        where=where,
        accepted=", ".join(row[0] for row in table.rows),
    )


def _members(table: Paytable) -> Callable[[str], tuple[str, ...]]:
    if table.ranking not in RANKINGS and table.ranking not in PLAIN_OUTCOMES:
        known = ", ".join([*RANKINGS, *PLAIN_OUTCOMES])
        raise BadRulebook(f"unknown ranking {table.ranking!r}", where=f"paytable {table.id}", accepted=known)
    return members_of(table.ranking)


def _classes(members: Callable[[str], tuple[str, ...]], hand: str, table: Paytable, where: str) -> tuple[str, ...]:
    try:
        return members(hand)
    except KeyError:
        what, accepted = f"the ranking {table.ranking!r} has no hand {hand!r}", ", ".join(rows_of(table.ranking))
        raise BadRulebook(what, where=where, why=hint_for(table.ranking, hand), accepted=accepted) from None


def hint_for(ranking: str, hand: str) -> str:
    """What was probably meant by a row that a ranking does not have: a row of another ranking, or another spelling."""
    having = [name for name in RANKINGS if not {"/", ","}.intersection(name) and _has_row(name, hand)]
    if having:
        return f"the ranking {' or '.join(map(repr, having))} has it"
    rows = {_plain(row): row for row in rows_of(ranking)}
    near = get_close_matches(_plain(hand), rows, 1, SIMILAR)
    return f"did you mean {rows[near[0]]!r}?" if near else ""


def _plain(row: str) -> str:
    return row.casefold().replace("-", " ")


def _has_row(ranking: str, hand: str) -> bool:
    try:
        return bool(members_of(ranking)(hand))
    except KeyError:
        return False


def _odds(printed: str, where: str) -> Odds:
    try:
        return Odds.parse(printed)
    except BadOdds as error:
        raise BadRulebook(error.what, where=where, accepted=error.accepted) from None
