"""Paytables resolved: printed rows of hands and odds into one column of cells per permitted choice."""

from __future__ import annotations

from collections.abc import Callable

from houserules.cards import RANKINGS
from houserules.errors import BadOdds, BadRulebook
from houserules.law.odds import Odds
from houserules.law.rows import Paytable
from houserules.law.terms import Cell, Column

PLAIN_OUTCOMES = {
    "any winning hand": ("any winning hand",),
    "drawn bonus": ("magic card", "lucky bonus"),
}
"""Rows that no ranking of cards decides: even-money wagers, and what the table game system draws."""


def members_of(ranking: str) -> Callable[[str], tuple[str, ...]]:
    """How a ranking (or a plain outcome) turns a printed row into classes; unknown rows raise KeyError."""
    if ranking in PLAIN_OUTCOMES:
        return lambda name: ({name: (name,) for name in PLAIN_OUTCOMES[ranking]})[name]
    return RANKINGS[ranking].members


def rows_of(ranking: str) -> tuple[str, ...]:
    """The rows a paytable of this ranking may print."""
    if ranking in PLAIN_OUTCOMES:
        return PLAIN_OUTCOMES[ranking]
    known = RANKINGS[ranking]
    return (*known.classes, *known.groups)


def columns_of(table: Paytable) -> dict[str, Column]:
    """Every column of a paytable, class by class; refuses what does not fit, naming the row."""
    columns: dict[str, dict[str, Cell]] = {name: {} for name in table.columns}
    members = _members(table)
    for number, (hand, *cells) in enumerate(table.rows, 1):
        where = f"paytable {table.id}, row {number} ({hand})"
        if len(cells) != len(table.columns):
            raise BadRulebook(
                f"{len(cells)} odds for {len(table.columns)} columns",
                where=where,
                accepted=f"one for each of {', '.join(table.columns)}",
            )
        for cls in _classes(members, hand, table, where):
            for name, printed in zip(table.columns, cells, strict=True):
                if cls in columns[name]:
                    raise BadRulebook(
                        f"{cls!r} is paid by two rows", where=where, accepted="one row for each hand"
                    )
                columns[name][cls] = _cell(printed, hand, name, table, where)
    return dict(columns)


def _cell(printed: str, hand: str, column: str, table: Paytable, where: str) -> Cell:
    """A cell; "as royal flush" stands where the text prints none and the hand is paid as that row."""
    if not printed.startswith("as "):
        return Cell(_odds(printed, where), hand, table.cite.first)
    other = printed.removeprefix("as ")
    place = table.columns.index(column) + 1
    for row in table.rows:
        if row[0] == other:
            return Cell(_odds(row[place], where), other, table.cite.first)
    raise BadRulebook(
        f"no row {other!r} to be paid as", where=where, accepted=", ".join(row[0] for row in table.rows)
    )


def _members(table: Paytable) -> Callable[[str], tuple[str, ...]]:
    if table.ranking not in RANKINGS and table.ranking not in PLAIN_OUTCOMES:
        known = ", ".join([*RANKINGS, *PLAIN_OUTCOMES])
        raise BadRulebook(f"unknown ranking {table.ranking!r}", where=f"paytable {table.id}", accepted=known)
    return members_of(table.ranking)


def _classes(
    members: Callable[[str], tuple[str, ...]], hand: str, table: Paytable, where: str
) -> tuple[str, ...]:
    try:
        return members(hand)
    except KeyError:
        accepted = ", ".join(rows_of(table.ranking))
        raise BadRulebook(
            f"the ranking {table.ranking!r} has no hand {hand!r}", where=where, accepted=accepted
        ) from None


def _odds(printed: str, where: str) -> Odds:
    try:
        return Odds.parse(printed)
    except BadOdds as error:
        raise BadRulebook(error.what, where=where, accepted=error.accepted) from None
