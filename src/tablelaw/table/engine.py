"""The engine: `legal`, `verify`, `apply` and `evolve`, pure functions of a state and their arguments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.persons import role_in_words, roles_in_words
from tablelaw.submission.submission import Submission
from tablelaw.table import commands, events
from tablelaw.table.command_wording import spoken
from tablelaw.table.legal import candidates
from tablelaw.table.phases import (
    clearing,
    closing_bets,
    dealing,
    deciding,
    decks,
    devices,
    irregularities,
    meters_and_draws,
    settling,
    stub,
    validating,
    wagering,
)
from tablelaw.table.refusals import Refused
from tablelaw.table.registry import DUTY_OF, EVOLUTIONS, HANDLERS
from tablelaw.table.rules import TableRules, table_rules
from tablelaw.table.state import Table

PARTS = (
    decks,
    devices,
    wagering,
    closing_bets,
    dealing,
    deciding,
    settling,
    validating,
    stub,
    meters_and_draws,
    clearing,
    irregularities,
)
"""The modules whose functions carry out commands and events; importing them registers the functions."""


class Engine:
    """A table under one Rules Submission. A `physical` table takes real cards; any other table has a virtual deck."""

    def __init__(self, submission: Submission, physical: bool = False) -> None:
        self.rules = table_rules(submission, physical)

    @classmethod
    def under(cls, rules: TableRules) -> Engine:
        """The engine of a table whose rules have already been derived."""
        engine = cls.__new__(cls)
        engine.rules = rules
        return engine

    def of_earlier_form(self, *, shares: bool = True, stub: bool = True) -> Engine:
        """This table, played by the rules that earlier logs were written under.

        Before `ShareFixed` existed, a share was computed when it was validated, and a wrong stub count did not need a
        recount.
        """
        return Engine.under(replace(self.rules, fixes_shares=not shares, confirms_stub=not stub))

    @property
    def submission(self) -> Submission:
        return self.rules.submission

    @property
    def physical(self) -> bool:
        return self.rules.physical

    def new(self) -> Table:
        """A closed table, before any deck arrives."""
        submission = self.rules.submission
        meters = {m.id: int(m.seed_cents * METER_UNITS_PER_CENT) for m in submission.meters}
        return Table(method=submission.dealing, shuffler=submission.shuffler, meters=meters)

    def apply(self, state: Table, command: commands.Command) -> list[events.Event]:
        """The events a command causes; raises `Refused` if it is not permitted."""
        roles, handler = HANDLERS[type(command)]
        if command.by not in roles and command.actor.role not in roles:
            why, cite = (
                f"the order ({spoken(command)}) came from {role_in_words(command.by)}",
                self.rules.cites.duty(DUTY_OF[type(command)]),
            )
            raise Refused("wrong-role", why=why, cite=cite, accepted=roles_in_words(roles))
        return handler(self.rules, state, command)

    def verify(self, state: Table, command: commands.Command) -> Refused | None:
        """Why a command would be refused, or None."""
        try:
            self.apply(state, command)
        except Refused as refusal:
            return refusal
        return None

    def legal(self, state: Table, at: int = 0) -> list[commands.Command]:
        """The commands that would be accepted now."""
        return [command for command in candidates(self.rules, state, at) if self.can(state, command)]

    def can(self, state: Table, command: commands.Command) -> bool:
        return self.verify(state, command) is None

    def evolve(self, state: Table, event: events.Event) -> Table:
        """The state after an event."""
        return EVOLUTIONS[type(event)](self.rules, state, event)

    def replay(self, happened: Iterable[events.Event], state: Table | None = None) -> Table:
        """The state after all events, starting from a closed table unless another state is given."""
        rules, table = self.rules, state or self.new()
        for event in happened:
            table = EVOLUTIONS[type(event)](rules, table, event)
        return table

    def step(self, state: Table, command: commands.Command) -> tuple[Table, list[events.Event]]:
        """Applies a command; returns the state after it and its events."""
        rules, happened = self.rules, self.apply(state, command)
        for event in happened:
            state = EVOLUTIONS[type(event)](rules, state, event)
        return state, happened
