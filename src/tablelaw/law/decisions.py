"""The decisions of a round by stage: the number of community cards seen, and what the player may do."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from tablelaw.law.rows import BUY, Choice, Stage
from tablelaw.law.rulebook import Terms
from tablelaw.law.text_values import Multiple

ONCE = "players still deciding"
"""A stage that asks only players who have not bet."""
BETTORS = "players who bet"
"""A stage that asks players who bet at the stage that its row names."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision of one stage: the number of community cards seen, and the multiples of the Ante that may be bet (the
    least and the most, if any amount in a range is allowed).
    """

    stage: str
    seen: int
    can_check: bool
    can_fold: bool
    bets: tuple[Multiple, ...]
    once: bool
    """Whether a player bets only once in a round, at this stage or another; otherwise the bets of several stages add
    up.
    """
    asks_again: bool = True
    """Whether players who have already bet are asked too."""
    pulls: tuple[str, ...] = ()
    """The wagers that a player may take back."""
    after: str = ""
    """The stage at which a player must have bet to be asked; empty if there is no such condition."""

    def is_asked(self, bet_at: Collection[str]) -> bool:
        """Whether a player who has not folded and has bet at these stages is asked."""
        return self.after in bet_at if self.after else self.asks_again or not bet_at

    @property
    def actions(self) -> tuple[tuple[str, Multiple], ...]:
        """The possible actions with the multiple that each stakes: fold, then check, then bets from smallest to
        largest.
        """
        quits = (("fold", 0),) if self.can_fold else ()
        waits = (("check", 0),) if self.can_check else ()
        return (*quits, *waits, *(("bet", times) for times in self.bets))


def decisions_of(terms: Terms) -> tuple[Decision, ...]:
    """The decisions in the order of the round."""
    stages = {stage.id: stage for stage in terms.book.stages}
    seen, found = 0, []
    for entry in terms.book.flow:
        if not terms.holds(entry.when):
            continue
        if entry.do == "community":
            seen += entry.cards
        elif entry.do == "decide":
            found.append(_decision(terms, stages[entry.stage], seen, stages))
    return tuple(found)


def _decision(terms: Terms, stage: Stage, seen: int, stages: dict[str, Stage]) -> Decision:
    choices = [choice for choice in stage.choices if terms.holds(choice.when)]
    actions = {choice.action for choice in choices}
    betting = [choice for choice in choices if choice.places and choice.action != BUY]
    bets = sorted({times for choice in betting for times in multiples(terms, choice)})
    once = any(other.asks == ONCE for other in stages.values())
    pulls = tuple(dict.fromkeys(choice.pulls for choice in choices if choice.pulls))
    return Decision(
        stage.id,
        seen,
        can_check="check" in actions,
        can_fold="fold" in actions,
        bets=tuple(bets),
        once=once,
        asks_again=stage.asks != ONCE,
        pulls=pulls,
        after=stage.after if stage.asks == BETTORS else "",
    )


def multiples(terms: Terms, choice: Choice) -> tuple[Multiple, ...]:
    """The multiples worth analysing: all of them if they are fixed, or both ends of a range, since values are linear in
    the bet.
    """
    chosen = terms.reading(choice.reading) if choice.reading else ""
    if chosen in choice.by_reading:
        return choice.by_reading[chosen]
    if choice.up_to is not None:
        return 1, choice.up_to
    return tuple(choice.times if choice.part is None else (_part_of(times, choice.part) for times in choice.times))


def permits(terms: Terms, choice: Choice, times: Multiple) -> bool:
    """Whether a choice may wager this many times the base wager; a choice without a wager permits only 0."""
    if not choice.places:
        return times == 0
    named = multiples(terms, choice)
    return times in named if choice.times else times > 0 and min(named) <= times <= max(named)


def parts_of(stages: Iterable[Stage]) -> int:
    """The number of equal parts, in whole cents, that the first opening wager must divide into for every bet to be
    possible.
    """
    return lcm(*(choice.part or 1 for stage in stages for choice in stage.choices))


def _part_of(times: int, part: int) -> Multiple:
    share = Fraction(times, part)
    return int(share) if share.denominator == 1 else share
