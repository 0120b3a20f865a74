"""The dealing procedures of a rulebook, and what each deals at the start of a round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from tablelaw.law.rows import Dealing
from tablelaw.law.rulebook import Terms
from tablelaw.table.rules.cites import own_cite
from tablelaw.table.state import Slot

Deal = tuple[str, tuple[int, ...], frozenset[str]]
"""The key of a deal: a procedure, the seats that get cards, and the placed wagers that some steps depend on."""


@dataclass(frozen=True, slots=True)
class DealingRules:
    """Every dealing procedure by its id."""

    methods: Mapping[str, Dealing]
    face_down: frozenset[str]
    """Procedures that deal the board face down at the start and turn it up later, without burning any card."""
    stub_first: frozenset[str]
    """Procedures in which the stub is complete after the initial cards."""
    shoe_methods: frozenset[str]
    """Procedures that use an automated shoe, which can jam."""
    shoe_steps: Mapping[str, frozenset[int]]
    """The steps of each procedure whose cards the automated shoe dispenses."""
    deck_hours: Mapping[str, tuple[int, str]]
    """How many hours decks may be used under each dealing procedure, and the paragraph that sets the limit."""
    dealer_face_up: Mapping[str, tuple[bool, ...]]
    """For each procedure, whether each of the dealer's cards is dealt face up, in dealing order."""
    asked_wagers: Mapping[str, frozenset[str]]
    """The wagers that decide whether a step of a procedure is dealt, for each procedure."""
    _known: dict[Deal, tuple[Slot, ...]] = field(default_factory=dict, repr=False, compare=False)

    def initial_slots(self, method: str, seats: Iterable[int], wagered: Iterable[str]) -> tuple[Slot, ...]:
        """Every card of the initial deal, in the order of the procedure. Computed once for each kind of deal."""
        deal = (method, tuple(seats), self.asked_wagers[method].intersection(wagered))
        slots = self._known.get(deal)
        if slots is None:
            slots = self._known[deal] = tuple(_initial_slots(self.methods[method], deal[1], deal[2]))
        return slots


@lru_cache(maxsize=64)
def dealing_rules(terms: Terms) -> DealingRules:
    """The dealing procedures of a rulebook."""
    methods = terms.book.dealing
    shoe = frozenset(method for irregularity in terms.book.irregularities for method in irregularity.methods)
    return DealingRules(
        methods={method.id: method for method in methods},
        face_down=frozenset(method.id for method in methods if method.community == "revealed"),
        stub_first=frozenset(method.id for method in methods if method.stub == "after the initial cards"),
        shoe_methods=shoe,
        shoe_steps={method.id: _shoe_steps(method) if method.id in shoe else frozenset() for method in methods},
        deck_hours=_deck_hours(terms),
        dealer_face_up={method.id: _dealer_face_up(method) for method in methods},
        asked_wagers={method.id: frozenset(step.only_if for step in method.steps) for method in methods},
    )


def _shoe_steps(method: Dealing) -> frozenset[int]:
    return frozenset(number for number, step in enumerate(method.steps) if not step.from_hand)


def _dealer_face_up(method: Dealing) -> tuple[bool, ...]:
    dealt = [step for step in method.steps for _ in range(step.cards * step.times) if "dealer" in step.to]
    return tuple(step.face == "up" for step in dealt)


def _deck_hours(terms: Terms) -> dict[str, tuple[int, str]]:
    return {
        method: (duty.every_hours, own_cite(terms, duty.cite))
        for duty in terms.book.duties
        if duty.every_hours
        for method in duty.methods
    }


def _initial_slots(method: Dealing, seats: tuple[int, ...], staked: frozenset[str]) -> list[Slot]:
    slots: list[Slot] = []
    for number, step in enumerate(method.steps):
        if step.only_if and step.only_if not in staked:
            continue
        players = [f"seat {seat}" for seat in seats]
        places = [place for to in step.to for place in (players if to == "players" else (to,))]
        cite = str(step.cite.first)
        slots += [Slot(place, step.face, cite, number) for place in places for _ in range(step.cards)] * step.times
    return slots
