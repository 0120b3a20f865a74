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
├── BadJurisdiction      a jurisdiction's data does not hold together
├── UnknownJurisdiction  no jurisdiction of that id or name
├── UnknownParagraph     the rulebook has no such paragraph
├── UnknownReading       the readings register has no such entry
├── LawNotAtHand         the text in force on a day was not read here (in law.editions)
├── NotInForce           a section or a choice is law on other days (in law.editions)
├── BadSubmission        a Rules Submission that cannot be read at all
├── OutOfBounds          a text that is larger or deeper than needed, each bound under a name (in bounded_text)
├── BadNotation          a line or log of a table that cannot be read
├── ImpossibleEvent      a log that tells of something the table would not have done
├── ImpossibleTable      a line of a table that cannot stand so
├── BadScenario          a scenario that cannot be played as written (in table.scenario)
├── NotThisGame          a solver was asked about a game of another shape (in analysis.game_shape)
├── NotPlayedHere        a kernel was asked to play a game of another shape (in simulation.holdem_tables)
├── BadSeat              a simulated seat the table would not take (in simulation.seating)
├── BadSeed              a seed or block no stream has (in simulation.streams)
├── MissingPackage       something optional is not installed (in analysis.notebook)
├── BadStudy             a study that cannot be carried out as written (in studies.study)
├── BadSeat              a simulated seat the table would not take (in simulation.seating)
├── BadCheckpoint        a checkpoint that cannot be read, or is of another run (in simulation.checkpoints)
├── BadCluster           a cluster that cannot be reached, or has another version (in studies.works)
├── TooLarge             a net result too large to be added up exactly (in simulation.tallies)
├── BadFile              a file that cannot be read or written
├── WrongUse             a command given what it does not take
├── Refused              a command the table does not carry out, each under a name of its own (in table.refusals)
└── RuleConflict         two paragraphs, or none, decide the same wager

Each has a stable `code`, and its `law`: the paragraph that decides, or why none does.
"""

from __future__ import annotations

import re


class HouserulesError(Exception):
    """A named refusal; `code` is stable and meant for programs, the rest for people."""

    cite: str = ""
    no_paragraph: str = "the input is at fault, no rule of play"

    def __init__(self, what: str, *, where: str = "", why: str = "", accepted: str = "") -> None:
        self.what = what
        self.where = where
        self.why = why
        self.accepted = accepted
        super().__init__(self.sentence())

    @property
    def code(self) -> str:
        return re.sub(r"(?<!^)(?=[A-Z])", "-", type(self).__name__).lower()

    @property
    def law(self) -> str:
        """The paragraph that decides, or why none does."""
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

    def as_dict(self) -> dict[str, str]:
        return {
            "code": self.code,
            "what": self.what,
            "where": self.where,
            "why": self.why,
            "accepted": self.accepted,
            "cite": self.cite,
            "law": self.law,
        }


class BadCard(HouserulesError):
    pass


class DuplicateCard(HouserulesError):
    pass


class WrongCardCount(HouserulesError):
    pass


class BadCut(HouserulesError):
    no_paragraph = "the deck knows no regulation; a table cites its own"


class BadAmount(HouserulesError):
    pass


class BadCite(HouserulesError):
    pass


class BadOdds(HouserulesError):
    pass


class BadRulebook(HouserulesError):
    no_paragraph = "the data is at fault, not the regulation"


class UnknownRulebook(HouserulesError):
    pass


class BadJurisdiction(HouserulesError):
    no_paragraph = "the data is at fault, not the law"


class UnknownJurisdiction(HouserulesError):
    no_paragraph = "which law a property is under is told by its licence"


class UnknownParagraph(HouserulesError):
    pass


class UnknownReading(HouserulesError):
    pass


class BadSubmission(HouserulesError):
    no_paragraph = "what was submitted cannot be read, or names what the rulebook does not have"


class BadNotation(HouserulesError):
    pass


class ImpossibleEvent(HouserulesError):
    """A log is believed only as far as the table would have done what it tells."""

    no_paragraph = "the log disagrees with itself, no rule of play forbids it"

    def __init__(self, what: str, *, cite: str = "", where: str = "", why: str = "", accepted: str = "") -> None:
        self.cite = cite
        super().__init__(what, where=where, why=why, accepted=accepted)


class ImpossibleTable(HouserulesError):
    no_paragraph = "the line disagrees with itself, no rule of play forbids it"


class BadFile(HouserulesError):
    no_paragraph = "a matter of the file system"


class WrongUse(HouserulesError):
    no_paragraph = "how the command is used, no rule of play"


class RuleConflict(HouserulesError):
    no_paragraph = "none decides, or more than one"
