"""The steps of a round after the initial cards, under the terms of one table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from tablelaw.law.rows import Flow
from tablelaw.law.rulebook import Terms
from tablelaw.table.rules.cites import own_cite
from tablelaw.table.state import Slot


@dataclass(frozen=True, slots=True)
class FlowRules:
    """The steps in order; `cites` and `slots` have an entry for each step."""

    steps: tuple[Flow, ...]
    cites: tuple[str, ...]
    slots: tuple[tuple[Slot, ...], ...]
    settle_at: int
    """The number of the step that settles."""
    settle_cite: str
    clear_cite: str
    decide_cite: str
    turn_up_cite: str


@lru_cache(maxsize=64)
def flow_rules(terms: Terms) -> FlowRules:
    """The rulebook's steps that apply under the terms."""
    steps = tuple(step for step in terms.book.flow if terms.holds(step.when))
    cites = tuple(own_cite(terms, step.cite) for step in steps)
    first = {step.do: place for place, step in reversed(list(enumerate(steps)))}
    return FlowRules(
        steps=steps,
        cites=cites,
        slots=tuple(map(_slots, steps)),
        settle_at=first["settle"],
        settle_cite=cites[first["settle"]],
        clear_cite=cites[-1],
        decide_cite=cites[first["decide"]] if "decide" in first else "",
        turn_up_cite=cites[first["turn up dealer"]] if "turn up dealer" in first else "",
    )


def bought_slots(rules: FlowRules, place: int, buyers: Iterable[tuple[int, int]]) -> tuple[Slot, ...]:
    """The face-up cards of a step that deals bought cards. `buyers` is (seat, cards) in dealing order."""
    cite = str(rules.steps[place].cite.first)
    return tuple(Slot(f"seat {seat}", "up", cite) for seat, cards in buyers for _ in range(cards))


def _slots(step: Flow) -> tuple[Slot, ...]:
    """The cards of a burn, or of a step that deals community cards face up."""
    if step.do not in ("burn", "community"):
        return ()
    place, face = ("burn", "down") if step.do == "burn" else ("community", "up")
    return (Slot(place, face, str(step.cite.first)),) * step.cards
