"""A draft: the operator's TOML as written, with its rulebook, before anything is checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from tablelaw import rulebooks
from tablelaw.bounded_text import parse_toml
from tablelaw.clock import read_day
from tablelaw.errors import BadSubmission, UnknownRulebook
from tablelaw.law.conditions import conditions
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Rulebook

TABLES = ("limits", "procedure", "options", "paytables", "wagers", "odds", "readings")
FILED = "filed"
"""The key for the day on which the submission is filed; older submissions do not have it."""
HEADINGS = ("rulebook", "property", "table", FILED)


@dataclass(frozen=True, slots=True)
class Draft:
    """What the operator wrote; `part` never fails: it returns a missing or malformed part as empty."""

    book: Rulebook
    raw: Mapping[str, Any]
    source: str

    @property
    def filed_on(self) -> date | None:
        """The day on which it is filed; None if there is no date or the date cannot be read."""
        return read_day(self.raw.get(FILED))

    def part(self, name: str) -> dict[str, Any]:
        value = self.raw.get(name, {})
        return value if isinstance(value, dict) else {}

    def wager(self, wager_id: str) -> dict[str, Any]:
        value = self.part("wagers").get(wager_id, {})
        return value if isinstance(value, dict) else {}

    def is_offered(self, wager: Wager) -> bool:
        """Whether a wager is offered: always, by the submission or with another wager; in each case only if its `when`
        holds.
        """
        if wager.when and not self.holds(wager.when):
            return False
        if wager.offered_with:
            return self.is_offered(self.book.wager(wager.offered_with))
        return wager.offered == "always" or self.wager(wager.id).get("offered") is True

    def choice(self, name: str) -> str:
        """An option or paytable column as written, or the rulebook's default."""
        for part in ("options", "paytables"):
            if name in self.part(part):
                return str(self.part(part)[name])
        return self.book.default_choices().get(name, "")

    def holds(self, when: str) -> bool:
        """Whether this draft makes the choices that a `when` names."""
        return all(self.choice(name) == value for name, value in conditions(when))


USUAL_SEATS = 6
SEATS_AT_LEAST = "seats-at-least"


def least_seats(book: Rulebook) -> int:
    """The fewest betting positions a table may have: one, unless the text requires more."""
    return int(book.fact(SEATS_AT_LEAST)) if book.row("facts", SEATS_AT_LEAST) else 1


def usual_seats(book: Rulebook) -> int:
    """The number of betting positions if a submission does not give one: six, or fewer if the law allows fewer."""
    return min(USUAL_SEATS, int(book.fact("seats")))


def submitted_wagers(book: Rulebook) -> tuple[Wager, ...]:
    """The wagers that a submission may offer or omit."""
    return tuple(w for w in book.wagers if w.offered == "if submitted" and not w.offered_with)


FILE = "a Rules Submission, such as `tablelaw submission new ID -o FILE` writes"


def read_draft(path: Path) -> Draft:
    """Reads a submission file; refuses a file that is not TOML or does not name a rulebook."""
    try:
        text = path.read_text("utf-8-sig")
    except IsADirectoryError:
        raise BadSubmission("is a folder", where=str(path), accepted=FILE) from None
    except OSError as error:
        raise BadSubmission(f"cannot be read: {error.strerror}", where=str(path), accepted=FILE) from None
    except UnicodeDecodeError:
        raise BadSubmission("is not UTF-8 text", where=str(path), accepted="a TOML file in UTF-8") from None
    return parse_draft(text, str(path))


def parse_draft(text: str, source: str = "submission") -> Draft:
    """Parses a submission; refuses text that is not TOML, exceeds a limit or does not name a rulebook."""
    try:
        raw = parse_toml(text, source)
    except tomllib.TOMLDecodeError as error:
        raise BadSubmission(f"not valid TOML: {error}", where=source, accepted="TOML, each key once") from None
    named = raw.get("rulebook")
    if not isinstance(named, str):
        raise BadSubmission(
            "no rulebook is named",
            where=source,
            accepted=f'rulebook = "{rulebooks.IDS[0]}" on a line of its own, at the top',
        )
    try:
        return Draft(rulebooks.get(named), raw, source)
    except UnknownRulebook as error:
        raise UnknownRulebook(error.what, where=source, why=error.why, accepted=error.accepted) from None
