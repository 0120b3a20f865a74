"""What tables and links of meters may be called: names that can be shown, addressed and told apart everywhere."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from houserules.submission.draft import Draft
from houserules.submission.findings import Finding, finding

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
"""Words that addresses, pages and streams of the log use for something else."""
TABLE_NAMES_ACCEPTED = (
    f"1 to {LONGEST_TABLE_NAME} letters and digits, joined by single blanks, hyphens, dots or underscores, as UTH-1; "
    "none of the words the program uses itself, as lobby"
)


def is_table_name(name: str) -> bool:
    """Letters and digits at both ends, never two joining characters in a row, in one spelling only."""
    if not 0 < len(name) <= LONGEST_TABLE_NAME or unicodedata.normalize("NFKC", name) != name:
        return False
    if not all(part.isalnum() or part in JOINING for part in name) or not (name[0].isalnum() and name[-1].isalnum()):
        return False
    is_joined_once = not any(a in JOINING and b in JOINING for a, b in pairwise(name))
    return is_joined_once and name.casefold() not in RESERVED


def names_are_fit(draft: Draft) -> Iterator[Finding]:
    """Of the table, and of every link of a meter."""
    table = draft.raw.get("table")
    if isinstance(table, str) and table.strip() and not is_table_name(table):
        yield finding("unfit-name", "table", f"a table cannot be called {shortened(table)}", TABLE_NAMES_ACCEPTED)
    for wager in draft.part("wagers"):
        link = draft.wager(wager).get("link")
        if isinstance(link, str) and not is_table_name(link):
            where = f"[wagers.{wager}]"
            yield finding("unfit-name", where, f"a link cannot be called {shortened(link)}", TABLE_NAMES_ACCEPTED)


def shortened(name: str) -> str:
    """A name as it may be repeated in a message, whatever is in it."""
    return ascii(name if len(name) <= LONGEST_TABLE_NAME else f"{name[:LONGEST_TABLE_NAME]}...")
