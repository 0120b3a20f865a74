"""The errors that users can see. Each states what is wrong, where, why, and what would be accepted.

Each has a stable `code`, and its `law`: the paragraph that decides, or the reason there is none. docs/errors.md lists
them all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

Params = Mapping[str, int | str]
"""The facts of a refusal, keyed by name, for programs that write their own message: `reason`, `case`, sums in cents."""


class TablelawError(Exception):
    """A named refusal; `code` is stable and meant for programs, the other fields are for people."""

    cite: str = ""
    no_paragraph: str = "the input is at fault; no rule of play is involved"
    params: Params = MappingProxyType({})

    def __init__(self, what: str, *, where: str = "", why: str = "", accepted: str = "", typed: str = "") -> None:
        """`typed` is the command-line form of what would be accepted, such as "stub(...)"; pages do not show it."""
        self.what = what
        self.where = where
        self.why = why
        self.in_words = accepted
        self.typed = typed
        self.accepted = f"{accepted}: {typed}" if typed else accepted
        super().__init__(self.sentence())

    @property
    def code(self) -> str:
        return re.sub(r"(?<!^)(?=[A-Z])", "-", type(self).__name__).lower()

    @property
    def law(self) -> str:
        """The paragraph that decides, or the reason there is none."""
        return self.cite or f"no paragraph: {self.no_paragraph}"

    def sentence(self) -> str:
        """One line: where, what, why, and what would be accepted."""
        head = f"{self.where}: {self.what}" if self.where else self.what
        parts = [head]
        if self.why:
            parts.append(self.why)
        if self.accepted:
            parts.append(f"accepted: {self.accepted}")
        return "; ".join(parts)

    def as_dict(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "what": self.what,
            "where": self.where,
            "why": self.why,
            "accepted": self.accepted,
            "cite": self.cite,
            "law": self.law,
            "params": dict(self.params),
        }

    def for_pages(self) -> dict[str, Any]:
        """The refusal as pages get it: `as_dict` without the command-line form of what would be accepted."""
        return self.as_dict() | {"accepted": self.in_words}


class BadCard(TablelawError):
    """A card's text cannot be read."""


class DuplicateCard(TablelawError):
    """A card is named twice."""


class WrongCardCount(TablelawError):
    """A ranking was given too few or too many cards."""


class WrongDecisions(TablelawError):
    """The given decisions cannot lead to the decision in question."""


class BadCut(TablelawError):
    """The law does not allow this cut."""

    no_paragraph = "no regulation governs a deck by itself; a table cites its own regulation"


class BadAmount(TablelawError):
    """A sum of money cannot be read."""


class BadCite(TablelawError):
    """A reference to a paragraph cannot be read."""


class BadOdds(TablelawError):
    """Payout odds cannot be read."""


class BadRulebook(TablelawError):
    """A rulebook's data is incomplete or inconsistent."""

    no_paragraph = "the data is at fault, not the regulation"


class BadRulebookFolder(BadRulebook):
    """The folder of an external rulebook cannot be used; the error names the folder."""


class UnknownRulebook(TablelawError):
    """No rulebook has that id."""


class BadJurisdiction(TablelawError):
    """A jurisdiction's data is incomplete or inconsistent."""

    no_paragraph = "the data is at fault, not the law"


class UnknownJurisdiction(TablelawError):
    """No jurisdiction has that id or name."""

    no_paragraph = "a property's licence says which law it is under"


class UnknownParagraph(TablelawError):
    """The rulebook has no such paragraph."""


class UnknownReading(TablelawError):
    """The readings register has no such entry."""


class BadSubmission(TablelawError):
    """A Rules Submission cannot be read at all."""

    no_paragraph = "the submission cannot be read, or names something the rulebook does not have"


class BadNotation(TablelawError):
    """A line of table notation or a table's log cannot be read."""


class ImpossibleEvent(TablelawError):
    """A log contains an event that the table could not have produced."""

    no_paragraph = "the log contradicts itself; no rule of play is involved"

    def __init__(self, what: str, *, cite: str = "", where: str = "", why: str = "", accepted: str = "") -> None:
        self.cite = cite
        super().__init__(what, where=where, why=why, accepted=accepted)


class ImpossibleTable(TablelawError):
    """The line describes a table that no play can lead to."""

    no_paragraph = "the line contradicts itself; no rule of play is involved"


class BadFile(TablelawError):
    """A file cannot be read or written."""

    no_paragraph = "a matter of the file system"


class WrongUse(TablelawError):
    """A command was given arguments that it does not accept."""

    no_paragraph = "the command was used wrongly; no rule of play is involved"


class RuleConflict(TablelawError):
    """No paragraph decides a wager, or several do."""

    no_paragraph = "no paragraph decides the wager, or more than one does"
