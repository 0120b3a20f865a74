"""Duties: what dealer and floor must do, due now, due at a time or in some rounds, or overdue."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from houserules.law.rows import Duty
from houserules.table.state import Table

if TYPE_CHECKING:
    from houserules.table.engine import Engine

DEVICE_WORDS = {
    "automated": frozenset({"automated shuffler"}),
    "counting": frozenset({"automated shuffler", "counting shuffler"}),
    "reshuffling": frozenset({"automated shuffler", "counting shuffler", "reshuffling shoe"}),
    "none": frozenset(),
}


class DutyDue(msgspec.Struct, frozen=True):
    """A duty of the table now. `when` is "now", "at", "in rounds" or "overdue"; `due` the second or the rounds left."""

    duty: str
    name: str
    who: str
    when: str
    cite: str
    says: str
    due: int = 0


def is_spared(duty: Duty, state: Table) -> bool:
    """Does a device at the table, or a preshuffled deck, make the duty needless?"""
    has = DEVICE_WORDS[state.shuffler]
    if state.decks and state.decks[state.deck].preshuffled:
        has = has | {"preshuffled"}
    return bool(has.intersection(duty.unless))


def stub_count_due(engine: Engine, state: Table) -> bool:
    """Must the stub be counted in this round at the latest?"""
    duty = engine.plan.duties["count-stub"]
    assert duty.every_rounds is not None
    return state.rounds_since_count + 1 >= duty.every_rounds and not is_spared(duty, state)
