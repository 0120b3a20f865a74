"""Decisions that a player made before the current one: parsed from text, and checked against the rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from tablelaw.analysis.options_and_outcomes import Option
from tablelaw.errors import WrongDecisions
from tablelaw.law.decisions import Decision, decisions_of, permits
from tablelaw.law.rows import Choice
from tablelaw.law.rulebook import Terms
from tablelaw.law.text_values import Multiple
from tablelaw.plain_text import short

ENDS = ("fold", "declare")
"""Actions after which a player makes no more decisions."""
_WORDS = re.compile(r"([a-z]+)(?:\s+([1-9]\d*(?:/[1-9]\d*)?)\s*x)?", re.IGNORECASE)


class Done(NamedTuple):
    """One earlier decision: the action, and what it wagered in Antes."""

    action: str
    times: Multiple = 0

    @property
    def name(self) -> str:
        return f"{self.action} {self.times}x" if self.times else self.action


Earlier = Sequence[Done]


def parse_earlier(text: str, terms: Terms | None = None) -> tuple[Done, ...]:
    """Parses earlier decisions in their order: "bet 1x, bet 1/2x", "pull". With terms, a refusal names what their game
    asks.
    """
    return tuple(_parse(part.strip(), terms) for part in text.split(",") if part.strip())


def _parse(text: str, terms: Terms | None) -> Done:
    match = _WORDS.fullmatch(text)
    if match is None:
        accepted = '"check", "bet 1x", "bet 1/2x", "pull" or "ride"'
        if terms is not None:
            accepted = "; ".join(f"{one.stage}: {_accepted(terms, one)}" for one in decisions_of(terms))
        accepted += ", separated by commas"
        raise WrongDecisions(short(text), where="earlier decisions", accepted=accepted)
    times = Fraction(match[2] or 0)
    return Done(match[1].lower(), int(times) if times.denominator == 1 else times)


def options_taken(terms: Terms, seen: int, earlier: Earlier) -> tuple[Option, ...]:
    """The earlier decisions as options with their wagers, when `seen` community cards are known.

    Refuses decisions that no player could have made.
    """
    return tuple(_options(terms, seen, earlier))


def _options(terms: Terms, seen: int, earlier: Earlier) -> Iterator[Option]:
    left, has_bet = list(earlier), False
    for decision in decisions_of(terms):
        if has_bet and not decision.asks_again:
            if decision.seen >= seen:
                raise _nothing_left(terms, decision)
            continue
        if decision.seen >= seen:
            break
        if not left:
            raise WrongDecisions("too few decisions", where=decision.stage, accepted=_accepted(terms, decision))
        option = _option(terms, decision, left.pop(0))
        has_bet |= bool(option.times)
        yield option
    if left:
        raise WrongDecisions(
            f"{short(left[0].name)} after the last decision", where=terms.book.id, accepted="the decisions so far"
        )


def _option(terms: Terms, decision: Decision, done: Done) -> Option:
    for choice in _choices(terms, decision):
        if choice.action == done.action and permits(terms, choice, done.times):
            return Option(done.action, choice.wager, done.times)
    raise WrongDecisions(short(done.name), where=decision.stage, accepted=_accepted(terms, decision))


def _choices(terms: Terms, decision: Decision) -> list[Choice]:
    """What a player who has not folded may have done at a decision."""
    stage = next(stage for stage in terms.book.stages if stage.id == decision.stage)
    return [choice for choice in stage.choices if terms.holds(choice.when) and choice.action not in ENDS]


def _accepted(terms: Terms, decision: Decision) -> str:
    actions = dict.fromkeys(choice.action for choice in _choices(terms, decision) if not choice.places)
    bets = [f"bet {times}x" for times in decision.bets]
    return " or ".join((*actions, *bets))


def _nothing_left(terms: Terms, decision: Decision) -> WrongDecisions:
    accepted = "no bet before it: only players who have not bet are asked"
    return WrongDecisions("a bet was made earlier", where=decision.stage, accepted=accepted)
