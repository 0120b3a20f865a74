"""The progressive meters of a property: what each shows, its reserve, its pending contributions, and its changes.

A wager's contribution is pending until its round is complete, so voiding a round never lowers a displayed meter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Self

from msgspec.structs import replace

from tablelaw.cage.meters.change_effects import changed_by
from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.meters.state import MeterState, contribution, figures_of, meter_name
from tablelaw.cage.refusals import MeterRefused
from tablelaw.submission.submission import MeterTerms

__all__ = ["MeterState", "Meters", "Step", "contribution"]


class Step(NamedTuple):
    """A change, with the meter before and after it."""

    before: MeterState
    change: MeterChange
    after: MeterState


class Meters(Mapping[str, MeterState]):
    """The meters of a property by name; they change only through a `MeterChange`, which may be refused."""

    def __init__(self, states: Iterable[MeterState] = ()) -> None:
        self._states = {state.id: state for state in states}
        self._changed: set[str] = set()

    def __getitem__(self, meter: str) -> MeterState:
        return self._states[meter]

    def __iter__(self) -> Iterator[str]:
        return iter(self._states)

    def __len__(self) -> int:
        return len(self._states)

    def copy(self) -> Self:
        """Returns an independent copy of the meters, including the record of which have changed."""
        copied = type(self)(self._states.values())
        copied._changed = set(self._changed)
        return copied

    # --- Tables that feed them -----------------------------------------------------------------------

    def connect(self, table: str, terms: MeterTerms, cite: str) -> str:
        """Connects a table to its own or a shared meter; the meter's parameters may change only if no other table feeds
        it.
        """
        name, figures = meter_name(terms, table), figures_of(terms)
        state = self._states.get(name)
        if state is None:
            state = MeterState(id=name, cite=cite, link=terms.link, **figures)
        others = [other for other in state.tables if other != table]
        if others and any(getattr(state, part) != value for part, value in figures.items()):
            why, accepted = (
                f"{name}, fed by {', '.join(others)}",
                ("the seed, reseed and shares that the meter already has"),
            )
            raise MeterRefused("other-terms", why=why, accepted=accepted, where=f"table {table}")
        tables = state.tables if table in state.tables else (*state.tables, table)
        self._put(replace(state, tables=tables, cite=cite, **figures))
        return name

    def disconnect(self, table: str) -> None:
        """Disconnects a table; its meters keep what they show."""
        for state in list(self._states.values()):
            if table in state.tables:
                left = tuple(other for other in state.tables if other != table)
                self._put(replace(state, tables=left))

    # --- Changes -------------------------------------------------------------------------------------

    def after_each(self, changes: Iterable[MeterChange]) -> list[Step]:
        """Computes each change with the meter before and after it, and refuses a change that is not possible; nothing
        is stored yet.
        """
        drafts: dict[str, MeterState] = {}
        steps: list[Step] = []
        for change in changes:
            before = drafts.get(change.meter) or self._states.get(change.meter)
            after = drafts[change.meter] = changed_by(before, change)
            steps.append(Step(before or after, change, after))
        return steps

    def keep(self, steps: Iterable[Step]) -> None:
        """Stores the results of `after_each`."""
        for step in steps:
            self._put(step.after)

    def apply(self, change: MeterChange) -> MeterState:
        """Makes and stores one change."""
        self.keep(self.after_each((change,)))
        return self._states[change.meter]

    def refuse(self, changes: Iterable[MeterChange]) -> MeterRefused | None:
        try:
            self.after_each(changes)
        except MeterRefused as refusal:
            return refusal
        return None

    # --- Persistence ---------------------------------------------------------------------------------

    def changed(self) -> dict[str, MeterState]:
        """The meters that have changed since the last call."""
        moved = {name: self._states[name] for name in sorted(self._changed)}
        self._changed.clear()
        return moved

    def snapshot(self) -> tuple[MeterState, ...]:
        return tuple(self._states.values())

    def _put(self, state: MeterState) -> None:
        self._states[state.id] = state
        self._changed.add(state.id)
