"""The choices of each stage under the terms of one table."""

from __future__ import annotations

from typing import NamedTuple

from tablelaw.law.decisions import multiples
from tablelaw.law.rows import Choice, Stage
from tablelaw.law.rulebook import Terms
from tablelaw.law.text_values import Multiple
from tablelaw.table.rules.cites import own_cite


class StageChoice(NamedTuple):
    """A choice with its paragraph, and its minimum and maximum as multiples of the base wager."""

    choice: Choice
    cite: str
    least: Multiple = 0
    """The smallest multiple; 0 means any amount from one cent."""
    most: Multiple = 0

    def limits(self, base_cents: int) -> tuple[int, int]:
        """The minimum and maximum wager in cents. Both are 0 for a choice without a wager."""
        return (max(int(self.least * base_cents), 1), int(self.most * base_cents)) if self.choice.places else (0, 0)


def stage_choices(terms: Terms, stage: Stage) -> tuple[StageChoice, ...]:
    """The choices of a stage that are available under the terms."""
    held = [choice for choice in stage.choices if terms.holds(choice.when)]
    return tuple(StageChoice(choice, own_cite(terms, choice.cite), *_multiples(terms, choice)) for choice in held)


def _multiples(terms: Terms, choice: Choice) -> tuple[Multiple, Multiple]:
    """The minimum and maximum multiple of the base wager, which are equal if the multiple is fixed."""
    chosen = terms.reading(choice.reading) if choice.reading else ""
    if not choice.places:
        return 0, 0
    if chosen in choice.by_reading:
        return choice.by_reading[chosen]
    return min(multiples(terms, choice)), max(multiples(terms, choice))
