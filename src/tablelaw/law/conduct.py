"""Conduct: rule functions, one per paragraph, that decide a wager from the hands shown.

A rule takes a `Case` and returns a ruling, or None if its paragraph does not apply. Exactly one paragraph decides each
wager; if none or several apply, `RuleConflict` is raised.
"""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Protocol

from tablelaw.cards import Ranking
from tablelaw.cards.rankings.qualification_line import QUALIFIES
from tablelaw.errors import BadRulebook, BadRulebookFolder, RuleConflict, TablelawError
from tablelaw.law.cite import AS_WRITTEN, Cite
from tablelaw.law.notation import Notation
from tablelaw.law.odds import Odds, OddsKind, Payment
from tablelaw.law.paytables import Column
from tablelaw.plain_text import first_paragraph, short


class Outcome(Enum):
    WON = "won"
    LOST = "lost"
    PUSH = "push"
    RETURNED = "returned"
    VOID = "void"
    NOTHING = "nothing"
    """A bonus that rides on another wager and was not earned: no money changes hands."""


class Standing(Enum):
    """How the player's hand compares with the dealer's."""

    HIGHER = "higher"
    EQUAL = "equal"
    LOWER = "lower"


STANDINGS = (Standing.HIGHER, Standing.EQUAL, Standing.LOWER)
"""The order of standings in every table that has an axis for them."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a rule decides about a wager, before its paragraph is attached."""

    outcome: Outcome
    odds: Odds | None = None
    row: str = ""
    paid_under: Cite | None = None
    readings: tuple[str, ...] = ()

    def resting_on(self, reading: str) -> Ruling:
        """This ruling with one more reading that it rests on."""
        return replace(self, readings=tuple(dict.fromkeys((*self.readings, reading))))


@dataclass(frozen=True, slots=True)
class Verdict:
    """A ruling with the paragraph that decided it and, if odds were paid, the paragraph of the odds."""

    wager: str
    outcome: Outcome
    cite: Cite
    odds: Odds | None = None
    row: str = ""
    paid_under: Cite | None = None
    readings: tuple[str, ...] = ()
    """The readings that the verdict rests on, if the paragraph alone does not decide."""

    def payment(self, stake_cents: int, base_cents: int | None = None) -> Payment:
        """What the player is paid, including the stake, before a meter is read and before fractions of a cent are
        dropped.

        Odds multiply `base_cents`, which defaults to the stake; for a bonus without a stake it is the stake of the
        wager it belongs to. The house keeps the stake of a wager that wins a share of a meter; the share itself is not
        part of this payment.
        """
        stake = Fraction(stake_cents)
        if self.outcome is Outcome.LOST or self.pays_from_meter:
            return Payment(Fraction(0), Fraction(0))
        if self.outcome is not Outcome.WON or self.odds is None:
            return Payment(Fraction(0), stake)
        due = self.odds.payment(stake_cents if base_cents is None else base_cents)
        return due if stake else Payment(due.paid, stake)

    @property
    def pays_from_meter(self) -> bool:
        return self.outcome is Outcome.WON and self.odds is not None and self.odds.pays_from_meter


LOST = Ruling(Outcome.LOST)
PUSH = Ruling(Outcome.PUSH)
RETURNED = Ruling(Outcome.RETURNED)
NOTHING = Ruling(Outcome.NOTHING)


class CaseTerms(Protocol):
    """The operator's choices that a rule may look at."""

    @property
    def rulebook(self) -> str: ...

    def choice(self, name: str) -> str: ...

    def reading(self, name: str) -> str: ...

    def holds(self, when: str) -> bool: ...

    def column(self, paytable: str, stake_cents: int = 0) -> Column: ...

    def wagers_of(self, paytable: str) -> tuple[str, ...]: ...

    def ranking_of(self, hand: str) -> Ranking: ...


@dataclass(frozen=True, slots=True)
class Case:
    """Everything a rule may use to decide one wager of one seat: classes of hands and standing, but no cards."""

    wager: str
    terms: CaseTerms
    hands: Mapping[str, str] = field(default_factory=dict)
    standing: Standing | None = None
    acts: frozenset[str] = frozenset()
    """What the player did ("fold", "declare"), and "drawn" if the table game system drew the wager."""
    stake_cents: int = 100

    def hand(self, hand: str) -> str:
        """The class of a hand."""
        if hand not in self.hands:
            self.terms.ranking_of(hand)  # refuses a hand that the rulebook does not have
        return self.hands[hand]

    def at_least(self, hand: str, floor: str) -> bool:
        """Whether a hand is of class `floor` or higher."""
        held, ranking = self.hand(hand), self.terms.ranking_of(hand)
        try:
            ranking.members(floor)
        except KeyError:
            what = f"the ranking {ranking.name} has no class {floor!r}"
            raise BadRulebook(what, where=self.terms.rulebook, accepted=", ".join(ranking.classes)) from None
        return ranking.at_least(held, floor)

    def qualifies(self, hand: str) -> bool:
        """Whether a hand reaches its qualification line (`at_least`)."""
        return self.hand(hand) == QUALIFIES

    def did(self, act: str) -> bool:
        return act in self.acts

    @property
    def is_higher(self) -> bool:
        """Whether the player's hand outranks the dealer's."""
        return self.standing is Standing.HIGHER

    @property
    def is_equal(self) -> bool:
        return self.standing is Standing.EQUAL

    @property
    def is_lower(self) -> bool:
        return self.standing is Standing.LOWER

    def has_row(self, paytable: str, cls: str) -> bool:
        """Whether the paytable in force offers a payout for a class."""
        cell = self.terms.column(paytable, self.stake_cents).get(cls)
        return cell is not None and cell.odds.is_offered

    def pays(self, paytable: str, cls: str) -> Ruling:
        """The ruling for a winning class: the odds of the paytable in force, or a push if the paytable says so."""
        cell = self.terms.column(paytable, self.stake_cents).get(cls)
        if self.wager not in (listed := self.terms.wagers_of(paytable)):
            what = f"it is paid by the paytable {paytable}, which does not list it"
            accepted = f"wagers of the paytable with {self.wager} among them, not only {', '.join(listed)}"
            raise BadRulebook(what, where=self.terms.rulebook, accepted=accepted)
        if cell is None or not cell.odds.is_offered:
            raise RuleConflict(
                f"paytable {paytable} has no payout for {cls!r}",
                where=self.terms.rulebook,
                accepted="a class that the table contains",
            )
        outcome = Outcome.PUSH if cell.odds.kind is OddsKind.PUSH else Outcome.WON
        return Ruling(outcome, cell.odds, cell.row, cell.cite, cell.readings)


RuleFunction = Callable[[Case], Ruling | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule function with its paragraph and the wagers it can decide."""

    cite: Cite
    wagers: tuple[str, ...]
    when: str
    decide: RuleFunction
    reading: str = ""

    @property
    def name(self) -> str:
        return self.decide.__name__

    @property
    def says(self) -> str:
        return first_paragraph(self.decide.__doc__)

    def read_in(self, notation: Notation) -> Rule:
        """This rule with its cite parsed in the notation of its rulebook."""
        return replace(self, cite=Cite.parse(str(self.cite), notation))

    def __call__(self, case: Case) -> Verdict | None:
        if case.wager not in self.wagers or not case.terms.holds(self.when):
            return None
        ruling = self._ruling(case)
        if ruling is None:
            return None
        readings = (*((self.reading,) if self.reading else ()), *ruling.readings)
        return Verdict(case.wager, ruling.outcome, self.cite, ruling.odds, ruling.row, ruling.paid_under, readings)

    def _ruling(self, case: Case) -> Ruling | None:
        """What the function says. A mistake in it is refused with its line, as one of the folder, whose errors a server
        keeps to itself.
        """
        try:
            said: object = self.decide(case)
        except RuleConflict:
            raise
        except Exception as error:
            if isinstance(error, BadRulebook) and error.where != case.terms.rulebook:
                raise  # a reader refuses what the rule asks; of a name that does not exist only the rulebook is known
            raise self._refusal(case, error) from error
        if said is not None and not isinstance(said, Ruling):
            what = f"the wager {case.wager}: it returns {short(said)}"
            accepted = "a ruling (LOST, PUSH, RETURNED, NOTHING or case.pays(...)), or None"
            raise BadRulebookFolder(what, where=self._place(None), accepted=accepted)
        return said

    def _refusal(self, case: Case, error: Exception) -> BadRulebookFolder:
        if isinstance(error, TablelawError):
            what, accepted = error.what, error.accepted
        else:
            what, accepted = f"{type(error).__name__}: {error}", "a function that decides the case, or returns None"
        if isinstance(error, NameError) and error.name in PUBLIC:
            accepted = f"from tablelaw.law.conduct import {error.name}"
        return BadRulebookFolder(f"the wager {case.wager}: {what}", where=self._place(error), accepted=accepted)

    def _place(self, error: Exception | None) -> str:
        """The file, the line and the rule in which an error arose; the first line of the function if none is known."""
        code = inspect.unwrap(self.decide).__code__
        lines = traceback.extract_tb(error.__traceback__ if error else None)
        line = next((one.lineno for one in reversed(lines) if one.filename == code.co_filename), code.co_firstlineno)
        return f"{Path(code.co_filename).name}, line {line}, rule {self.cite} ({self.name})"


PUBLIC = frozenset(("LOST", "NOTHING", "PUSH", "RETURNED", "Case", "Outcome", "Ruling", "Standing", "rule"))
"""The names that a module of rules may import from here."""


def rule(cite: str, *wagers: str, when: str = "", reading: str = "") -> Callable[[RuleFunction], Rule]:
    """Marks a function as the rule of a paragraph for some wagers, optionally only under a choice or reading.

    The loader parses the cite, because only the rulebook determines its notation.
    """

    def mark(decide: RuleFunction) -> Rule:
        return Rule(Cite(AS_WRITTEN, cite), wagers, when, decide, reading)

    return mark


def only_verdict(rules: Iterable[Rule], case: Case) -> Verdict:
    """Returns the verdict of the one rule that applies to the case."""
    verdicts = [verdict for rule_ in rules if (verdict := rule_(case)) is not None]
    if len(verdicts) == 1:
        return verdicts[0]
    spoke = ", ".join(str(verdict.cite) for verdict in verdicts) or "no paragraph"
    raise RuleConflict(
        f"{spoke} decides the wager {case.wager}",
        where=case.terms.rulebook,
        why=f"hands {dict(case.hands)}, standing {case.standing}, acts {sorted(case.acts)}",
        accepted="exactly one paragraph",
    )
