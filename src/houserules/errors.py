"""Refusals: every error a user can meet says what, where, why and what would be accepted.

HouserulesError
├── BadCard              a card's text cannot be read
├── DuplicateCard        one card named twice
├── WrongCardCount       a ranking was given too few or too many cards
├── BadCut               a cut the law does not allow
├── BadAmount            a sum of money that cannot be read
├── BadCite              a paragraph reference that cannot be read
├── BadOdds              payout odds that cannot be read
├── BadRulebook          a rulebook's data does not hold together
├── UnknownRulebook      no rulebook of that id
├── UnknownParagraph     the rulebook has no such paragraph
├── UnknownReading       the readings register has no such entry
├── BadSubmission        a Rules Submission that cannot be read at all
├── BadNotation          a line or log of a table that cannot be read
├── BadScenario          a scenario that cannot be played as written (in table.scenario)
└── RuleConflict         two paragraphs, or none, decide the same wager
"""

from __future__ import annotations

import re


class HouserulesError(Exception):
    """A named refusal; `code` is stable and meant for programs, the rest for people."""

    def __init__(self, what: str, *, where: str = "", why: str = "", accepted: str = "") -> None:
        self.what = what
        self.where = where
        self.why = why
        self.accepted = accepted
        super().__init__(self.sentence())

    @property
    def code(self) -> str:
        return re.sub(r"(?<!^)(?=[A-Z])", "-", type(self).__name__).lower()

    def sentence(self) -> str:
        """One line: where, what, why, and what would be accepted."""
        head = f"{self.where}: {self.what}" if self.where else self.what
        parts = [head]
        if self.why:
            parts.append(self.why)
        if self.accepted:
            parts.append(f"accepted: {self.accepted}")
        return "; ".join(parts)

    def as_dict(self) -> dict[str, str]:
        return {
            "code": self.code,
            "what": self.what,
            "where": self.where,
            "why": self.why,
            "accepted": self.accepted,
        }


class BadCard(HouserulesError):
    pass


class DuplicateCard(HouserulesError):
    pass


class WrongCardCount(HouserulesError):
    pass


class BadCut(HouserulesError):
    pass


class BadAmount(HouserulesError):
    pass


class BadCite(HouserulesError):
    pass


class BadOdds(HouserulesError):
    pass


class BadRulebook(HouserulesError):
    pass


class UnknownRulebook(HouserulesError):
    pass


class UnknownParagraph(HouserulesError):
    pass


class UnknownReading(HouserulesError):
    pass


class BadSubmission(HouserulesError):
    pass


class BadNotation(HouserulesError):
    pass


class RuleConflict(HouserulesError):
    pass
