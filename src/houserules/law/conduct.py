"""Conduct: rule functions, one per paragraph, that decide a wager from the hands shown.

A rule is handed a `Case` and answers with a ruling, or with None when its paragraph does not speak.
Exactly one paragraph decides each wager: two that both speak, or none, is a `RuleConflict`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from houserules.errors import RuleConflict
from houserules.law.cite import Cite
from houserules.law.odds import Odds, OddsKind
from houserules.law.terms import Terms


class Outcome(Enum):
    WON = "won"
    LOST = "lost"
    PUSH = "push"
    RETURNED = "returned"
    VOID = "void"
    NOTHING = "nothing"
    """A bonus that rides on another wager and was not earned: no money either way."""


class Standing(Enum):
    """The player's hand against the dealer's."""

    HIGHER = "higher"
    EQUAL = "equal"
    LOWER = "lower"


STANDINGS = (Standing.HIGHER, Standing.EQUAL, Standing.LOWER)
"""The order of every table that has an axis of standings."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a rule says of a wager, before its paragraph is attached."""

    outcome: Outcome
    odds: Odds | None = None
    row: str = ""
    paid_under: Cite | None = None
    readings: tuple[str, ...] = ()

    def resting_on(self, reading: str) -> Ruling:
        """The same ruling, naming a reading without which it would be another."""
        return replace(self, readings=tuple(dict.fromkeys((*self.readings, reading))))


@dataclass(frozen=True, slots=True)
class Verdict:
    """A ruling with the paragraph that decided it, and the paragraph of the odds where odds were paid."""

    wager: str
    outcome: Outcome
    cite: Cite
    odds: Odds | None = None
    row: str = ""
    paid_under: Cite | None = None
    readings: tuple[str, ...] = ()
    """The readings it rests on, where the paragraph by itself does not say all."""


LOST = Ruling(Outcome.LOST)
PUSH = Ruling(Outcome.PUSH)
RETURNED = Ruling(Outcome.RETURNED)
NOTHING = Ruling(Outcome.NOTHING)


@dataclass(frozen=True, slots=True)
class Case:
    """Everything a rule may look at to decide one wager of one seat. No cards: classes and standing."""

    wager: str
    terms: Terms
    hands: Mapping[str, str] = field(default_factory=dict)
    standing: Standing | None = None
    acts: frozenset[str] = frozenset()
    """What the player did ("fold", "declare"), and "drawn" where the table game system's draw fell on the wager."""
    stake_cents: int = 100

    def hand(self, hand: str) -> str:
        """The class of a hand."""
        return self.hands[hand]

    def at_least(self, hand: str, floor: str) -> bool:
        """Is a hand of the floor's class or higher?"""
        return self.terms.book.ranking_of(hand, self.terms).at_least(self.hands[hand], floor)

    def did(self, act: str) -> bool:
        return act in self.acts

    @property
    def is_higher(self) -> bool:
        """The player's hand outranks the dealer's."""
        return self.standing is Standing.HIGHER

    @property
    def is_equal(self) -> bool:
        return self.standing is Standing.EQUAL

    @property
    def is_lower(self) -> bool:
        return self.standing is Standing.LOWER

    def has_row(self, paytable: str, cls: str) -> bool:
        """Does the paytable in force offer a payout for a class?"""
        cell = self.terms.column(paytable, self.stake_cents).get(cls)
        return cell is not None and cell.odds.is_offered

    def pays(self, paytable: str, cls: str) -> Ruling:
        """The ruling of the paytable in force for a class that wins: its odds, or a push if it prints one."""
        cell = self.terms.column(paytable, self.stake_cents).get(cls)
        if cell is None or not cell.odds.is_offered:
            raise RuleConflict(
                f"paytable {paytable} has no payout for {cls!r}",
                where=self.terms.book.id,
                accepted="a class the table prints",
            )
        outcome = Outcome.PUSH if cell.odds.kind is OddsKind.PUSH else Outcome.WON
        return Ruling(outcome, cell.odds, cell.row, cell.cite, cell.readings)


RuleFunction = Callable[[Case], Ruling | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule function with its paragraph and the wagers it may decide."""

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
        return (self.decide.__doc__ or "").strip().splitlines()[0]

    def __call__(self, case: Case) -> Verdict | None:
        if case.wager not in self.wagers or not case.terms.holds(self.when):
            return None
        ruling = self.decide(case)
        if ruling is None:
            return None
        readings = (*((self.reading,) if self.reading else ()), *ruling.readings)
        return Verdict(case.wager, ruling.outcome, self.cite, ruling.odds, ruling.row, ruling.paid_under, readings)


def rule(cite: str, *wagers: str, when: str = "", reading: str = "") -> Callable[[RuleFunction], Rule]:
    """Marks a function as one paragraph's rule for the named wagers, perhaps only under one choice or reading."""

    def mark(decide: RuleFunction) -> Rule:
        return Rule(Cite.parse(cite), wagers, when, decide, reading)

    return mark


def only_verdict(rules: Iterable[Rule], case: Case) -> Verdict:
    """The verdict of the one rule that speaks to the case."""
    verdicts = [verdict for rule_ in rules if (verdict := rule_(case)) is not None]
    if len(verdicts) == 1:
        return verdicts[0]
    spoke = ", ".join(str(verdict.cite) for verdict in verdicts) or "no paragraph"
    raise RuleConflict(
        f"{spoke} decides the wager {case.wager}",
        where=case.terms.book.id,
        why=f"hands {dict(case.hands)}, standing {case.standing}, acts {sorted(case.acts)}",
        accepted="exactly one paragraph",
    )
