"""Rows about a table's layout and signs, and about the text itself: readings and provisions."""

from __future__ import annotations

from typing import Literal

from tablelaw.law.cite import Cite
from tablelaw.law.rows.base import Part, Row
from tablelaw.law.text_values import Cites


class Area(Row, frozen=True, kw_only=True):
    """A part of the layout that the regulation requires, for each player or once for the table."""

    name: str
    per: Literal["player", "table"]
    wager: str = ""
    place: str = ""
    offered_with: str = ""
    note: str = ""


class Inscription(Row, frozen=True, kw_only=True):
    """Words that the layout or a sign must show in addition to the odds; `{…}` is filled from the submission."""

    text: str
    when: str = ""
    wager: str = ""
    limit: str = ""


class Candidate(Part, frozen=True, kw_only=True):
    id: str
    reading: str
    effect: str


class Reading(Part, frozen=True, kw_only=True):
    """A doubtful passage: what it may mean, which meaning is used here, and why."""

    id: str
    title: str
    cites: Cites
    doubt: str
    candidates: tuple[Candidate, ...]
    chosen: str
    why: str
    evidence: str
    switch: bool
    unshown: str = ""
    """Why no test case can show the chosen meaning; empty if one can."""


class Provision(Part, frozen=True, kw_only=True):
    """One paragraph of the regulation and how it is covered, in exactly one of the five ways."""

    cite: Cite
    says: str
    implemented: str = ""
    shown_by: str = ""
    data: str = ""
    duty: str = ""
    not_executable: str = ""
    planned: Literal["", "table", "cage", "floor", "server"] = ""
    note: str = ""

    @property
    def kind(self) -> str:
        kinds = [k for k in PROVISION_KINDS if getattr(self, k)]
        return kinds[0] if len(kinds) == 1 else ""


PROVISION_KINDS = ("implemented", "data", "duty", "not_executable", "planned")


class Presentation(Part, frozen=True, kw_only=True):
    """How the game is presented to people; this is not part of the rules or their digests.

    A rulebook that is only analysed does not need it.
    """

    about: str = ""
    """A description of the game in two or three sentences, for someone who has never seen it."""
    table_prefix: str = ""
    """The prefix of its tables' names, such as "ABC" in "ABC-1"; without one, the id in capitals."""
    featured: bool = False
    """Whether the game comes first in lists; the demo also deals it with real cards."""
