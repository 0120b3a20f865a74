"""Verdicts given before: rules see classes of hands, never cards, so the same classes get the same verdict."""

from __future__ import annotations

from collections.abc import Mapping

from houserules.law.conduct import Case, Standing
from houserules.table.events import Line
from houserules.table.phases.hands import Hands
from houserules.table.phases.payout import blank_line
from houserules.table.registry import change
from houserules.table.rules import Plan

Question = tuple[str, Standing | None, frozenset[str], int]
"""A wager, the standing against the dealer, what the player did, and the stake (of its carrier, for a bonus)."""


class Verdicts:
    """Asks the rulebook once for each question and the classes its rules looked at, and remembers the line."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._given: dict[Question, _Given] = {}

    def line(self, question: Question, hands: Mapping[str, str]) -> Line:
        """The blank line of a wager; `hands` gives the class of any hand a rule asks for."""
        given = self._given.get(question)
        if given is None:
            given = self._given[question] = _Given()
        line = given.lines.get(tuple([hands[hand] for hand in given.looked_at])) or self._learn(question, hands, given)
        if self.plan.ranked_otherwise and isinstance(hands, Hands):
            return self._with_readings(question, hands, given.looked_at, line)
        return line

    def _with_readings(self, question: Question, hands: Hands, looked_at: tuple[str, ...], line: Line) -> Line:
        """The line with the readings that ranked its hands, where another candidate would have decided it otherwise."""
        found = []
        for hand in looked_at:
            reading, others = self.plan.ranked_otherwise.get(hand, ("", ()))
            classes = {other.classify(hands.cards(hand)) for other in others} - {hands[hand]}
            if any(self.decide(question, ReadOtherwise(hands, hand, cls)) != line for cls in classes):
                found.append(reading)
        return change(line, readings=(*line.readings, *found)) if found else line

    def _learn(self, question: Question, hands: Mapping[str, str], given: _Given) -> Line:
        """Asks the rules; a hand none of them looked at before makes the question finer from now on."""
        asked = _Asked(hands)
        line = self.decide(question, asked)
        given.looked_at = tuple(dict.fromkeys((*given.looked_at, *asked)))
        given.lines[tuple([hands[hand] for hand in given.looked_at])] = line
        return line

    def decide(self, question: Question, hands: Mapping[str, str]) -> Line:
        """The blank line the rules give, asked anew."""
        wager, standing, acts, stake = question
        verdict = self.plan.book.settle(Case(wager, self.plan.terms, hands, standing, acts, stake))
        staked = 0 if self.plan.wagers[wager].kind == "bonus" else stake
        return blank_line(verdict, staked, stake)


class ReadOtherwise(dict[str, str]):
    """Classes of hands, one of them ranked by another candidate of a reading."""

    def __init__(self, hands: Mapping[str, str], hand: str, cls: str) -> None:
        super().__init__({hand: cls})
        self._hands = hands

    def __missing__(self, hand: str) -> str:
        return self._hands[hand]


class _Given:
    """Lines given to one question, by the classes of the hands its rules looked at."""

    __slots__ = ("lines", "looked_at")

    def __init__(self) -> None:
        self.looked_at: tuple[str, ...] = ()
        self.lines: dict[tuple[str, ...], Line] = {}


class _Asked(dict[str, str]):
    """The classes that were asked for."""

    def __init__(self, hands: Mapping[str, str]) -> None:
        super().__init__()
        self._hands = hands

    def __missing__(self, hand: str) -> str:
        self[hand] = self._hands[hand]
        return self[hand]
