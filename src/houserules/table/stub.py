"""The stub: counted at least once in some rounds unless a device counts the deck; racked otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houserules.law.rows import Duty
from houserules.table import commands, events
from houserules.table.refusals import Refused
from houserules.table.registry import change, evolves, handles
from houserules.table.state import Round, Table

if TYPE_CHECKING:
    from houserules.table.engine import Engine

DEVICE_WORDS = {
    "automated": frozenset({"automated shuffler"}),
    "counting": frozenset({"automated shuffler", "counting shuffler"}),
    "reshuffling": frozenset({"automated shuffler", "counting shuffler", "reshuffling shoe"}),
    "none": frozenset(),
}
"""The words duties use for the devices a submission names."""


def is_spared(duty: Duty, state: Table) -> bool:
    """Does a device at the table, or a preshuffled deck, make the duty needless?"""
    has = DEVICE_WORDS[state.shuffler]
    if state.decks and state.decks[state.deck].preshuffled:
        has = has | {"preshuffled"}
    return bool(has.intersection(duty.unless))


def stub_count_due(engine: Engine, state: Table) -> bool:
    """Must the stub be counted in this round at the latest?"""
    duty = engine.plan.duties["count-stub"]
    return state.rounds_since_count + 1 >= (duty.every_rounds or 1) and not is_spared(duty, state)


def all_cards_dealt(engine: Engine, state: Table, round_: Round) -> bool:
    """Has the last card of the round left the deck?"""
    if round_.phase in ("betting", "dealing"):
        return False
    if engine.plan.dealing[state.method].community != "dealt":
        return True
    return not any(entry.do in ("burn", "community") for entry in engine.plan.flow[round_.flow + 1 :])


def refuse_wrong_stub(engine: Engine, state: Table, round_: Round) -> None:
    """Nothing goes on until the dealer knows why the stub was wrong."""
    if round_.stub == "wrong" and not round_.voided_by:
        cite = engine.plan.duty_cite("explain-wrong-count", state.method)
        raise Refused("stub-count-wrong", cite=cite, accepted="the reason reported as an irregularity: slip(...)")


def refuse_uncounted(engine: Engine, state: Table, round_: Round) -> None:
    """In a round in which the stub must be counted, no wager is settled before the count."""
    refuse_wrong_stub(engine, state, round_)
    if not round_.stub and not round_.voided_by and stub_count_due(engine, state):
        raise Refused(
            "stub-count-due",
            cite=engine.plan.duty_cite("count-stub", state.method),
            accepted="the stub counted: stub(...)",
        )


@handles(commands.CountStub, "dealer", duty="count-stub")
def count_stub(engine: Engine, state: Table, command: commands.CountStub) -> list[events.Event]:
    """Once a round, after its last card; once a seat is settled the stub lies in the rack."""
    round_, cite = state.round, engine.plan.duty_cite("count-stub", state.method)
    if round_ is None or round_.stub or round_.voided_by or not all_cards_dealt(engine, state, round_):
        raise Refused("no-stub-to-count", cite=cite, accepted="once, after the last card and before the settlement")
    right = command.cards == engine.plan.deck_size - round_.dealt
    return [events.StubCounted(command.cards, right, cite=cite, by=command.by, at=command.at)]


@evolves(events.StubCounted)
def stub_counted(engine: Engine, state: Table, event: events.StubCounted) -> Table:
    assert state.round is not None
    after = change(state.round, stub="right" if event.right else "wrong")
    return change(state, events=state.events + 1, round=after, now=event.at)
