"""Verdicts: what the rulebook decides about a wager, computed once per combination of hands, and the resulting line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from tablelaw.cards import Card
from tablelaw.law.conduct import Case, Standing, Verdict
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.table.events import Line
from tablelaw.table.state import change

Question = tuple[str, Standing | None, frozenset[str], int]
"""A wager, the standing against the dealer, the player's acts, and the stake. For a bonus, the stake is that of the
wager it rides on.
"""


class Classes(Protocol):
    """The class of each hand."""

    def __getitem__(self, hand: str, /) -> str: ...


class HeldHands(Classes, Protocol):
    """The class of each hand, and the cards it is made from."""

    def cards(self, hand: str) -> tuple[Card, ...]: ...


def blank_line(verdict: Verdict, stake: int, base: int) -> Line:
    """The line for a verdict, before it is assigned to a seat and before a meter is read.

    `base` is the sum that odds apply to: the stake or, for a bonus, the stake of the wager it rides on.
    """
    payment, odds = verdict.payment(stake, base), verdict.odds
    returned = int(payment.returned)
    return Line(
        seat=0,
        wager=verdict.wager,
        stake=stake,
        outcome=verdict.outcome.value,
        cite=str(verdict.cite),
        odds=odds.printed if odds else "",
        row=verdict.row,
        paid=int(payment.paid),
        returned=returned,
        kept=stake - returned,
        paid_under=str(verdict.paid_under) if verdict.paid_under else "",
        hand_pay=verdict.pays_from_meter,
        readings=verdict.readings,
    )


class Verdicts:
    """Caches the rulebook's verdicts.

    The rules run once for each question and combination of the classes they look at.
    """

    def __init__(self, book: Rulebook, terms: Terms) -> None:
        self.book, self.terms = book, terms
        self._bonuses = frozenset(wager.id for wager in book.wagers if wager.kind == "bonus")
        self._ranked_otherwise = book.ranked_otherwise(terms)
        """Hands whose ranking depends on a reading, each with the reading and the rankings of its other candidates."""
        self._given: dict[Question, _Given] = {}

    def line(self, question: Question, hands: HeldHands) -> Line:
        """The blank line of a wager. `hands` supplies the class of any hand that a rule looks at."""
        given = self._given.get(question)
        if given is None:
            given = self._given[question] = _Given()
        line = given.lines.get(tuple([hands[hand] for hand in given.looked_at])) or self._learn(question, hands, given)
        if self._ranked_otherwise:
            return self._with_readings(question, hands, given.looked_at, line)
        return line

    def _with_readings(self, question: Question, hands: HeldHands, looked_at: tuple[str, ...], line: Line) -> Line:
        """The line with the readings that ranked its hands added, where another candidate would have changed the
        result.
        """
        found = []
        for hand in looked_at:
            reading, others = self._ranked_otherwise.get(hand, ("", ()))
            classes = {other.classify(hands.cards(hand)) for other in others} - {hands[hand]}
            if any(self.decide(question, ReadOtherwise(hands, hand, cls)) != line for cls in classes):
                found.append(reading)
        return change(line, readings=(*line.readings, *found)) if found else line

    def _learn(self, question: Question, hands: Classes, given: _Given) -> Line:
        """Calls the rules. A hand that they had not looked at before becomes part of the cache key."""
        asked = _Asked(hands)
        line = self.decide(question, asked)
        given.looked_at = tuple(dict.fromkeys((*given.looked_at, *asked)))
        given.lines[tuple([hands[hand] for hand in given.looked_at])] = line
        return line

    def decide(self, question: Question, hands: Mapping[str, str]) -> Line:
        """The blank line that the rules produce, without the cache."""
        wager, standing, acts, stake = question
        verdict = self.book.settle(Case(wager, self.terms, hands, standing, acts, stake))
        return blank_line(verdict, 0 if wager in self._bonuses else stake, stake)


class ReadOtherwise(dict[str, str]):
    """Classes of hands, with one hand ranked under another candidate of a reading."""

    def __init__(self, hands: Classes, hand: str, cls: str) -> None:
        super().__init__({hand: cls})
        self._hands = hands

    def __missing__(self, hand: str) -> str:
        return self._hands[hand]


class _Given:
    """The lines for one question, keyed by the classes of the hands that its rules looked at."""

    __slots__ = ("lines", "looked_at")

    def __init__(self) -> None:
        self.looked_at: tuple[str, ...] = ()
        self.lines: dict[tuple[str, ...], Line] = {}


class _Asked(dict[str, str]):
    """Records which classes a rule looks at."""

    def __init__(self, hands: Classes) -> None:
        super().__init__()
        self._hands = hands

    def __missing__(self, hand: str) -> str:
        self[hand] = self._hands[hand]
        return self[hand]
