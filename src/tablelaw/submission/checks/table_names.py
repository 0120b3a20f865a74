"""Checks names of tables and meter links: they must be displayable, usable in addresses, and distinguishable
everywhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from tablelaw.submission.draft import Draft
from tablelaw.submission.findings import Finding, finding

LONGEST_TABLE_NAME = 40
JOINING = frozenset("-_. ")
RESERVED = {
    *("all", "any", "api", "audit", "dealer", "display", "floor", "health", "help", "house", "link", "lobby"),
    *(
        "new",
        "none",
        "property",
        "ready",
        "session",
        "sessions",
        "submission",
        "system",
        "table",
        "tables",
        "web",
        "ws",
    ),
}
"""Words with another meaning in addresses, on pages or in streams of the log."""
TABLE_NAMES_ACCEPTED = (
    f"1 to {LONGEST_TABLE_NAME} letters and digits, joined by single spaces, hyphens, dots or underscores, "
    "such as T-1; not a word the program uses itself, such as lobby"
)


def is_table_name(name: str) -> bool:
    """Whether a name begins and ends with a letter or digit, has no two joining characters in a row, is normalised and
    not reserved.
    """
    if not 0 < len(name) <= LONGEST_TABLE_NAME or unicodedata.normalize("NFKC", name) != name:
        return False
    if not all(part.isalnum() or part in JOINING for part in name) or not (name[0].isalnum() and name[-1].isalnum()):
        return False
    is_joined_once = not any(a in JOINING and b in JOINING for a, b in pairwise(name))
    return is_joined_once and name.casefold() not in RESERVED


def names_are_fit(draft: Draft) -> Iterator[Finding]:
    """Checks that the names of the table and of every meter link are valid."""
    table = draft.raw.get("table")
    if isinstance(table, str) and table.strip() and not is_table_name(table):
        yield finding("unfit-name", "table", f"a table cannot be called {shortened(table)}", TABLE_NAMES_ACCEPTED)
    for wager in draft.part("wagers"):
        link = draft.wager(wager).get("link")
        if isinstance(link, str) and not is_table_name(link):
            where = f"[wagers.{wager}]"
            yield finding("unfit-name", where, f"a link cannot be called {shortened(link)}", TABLE_NAMES_ACCEPTED)


def shortened(name: str) -> str:
    """Escapes and shortens a name so it is safe to repeat in a message."""
    return ascii(name if len(name) <= LONGEST_TABLE_NAME else f"{name[:LONGEST_TABLE_NAME]}...")
