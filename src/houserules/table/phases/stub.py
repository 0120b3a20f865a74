"""The stub: counted at least once in some rounds unless a device counts the deck; racked otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houserules.law.rows import Duty
from houserules.table import commands, events
from houserules.table.phases.decks import refuse_same_person
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


WRONG, CONFIRMED = "wrong", "confirmed"
"""A count of the stub that does not fit, and one that a floorperson's recount has confirmed."""


def is_stub_wrong(round_: Round) -> bool:
    """Does the round wait until a wrong count of its stub is cleared up?"""
    return round_.stub in (WRONG, CONFIRMED) and not round_.voided_by


def waits_for_recount(state: Table) -> bool:
    """Must a floorperson count the stub again?"""
    return state.round is not None and state.round.stub == WRONG and not state.round.voided_by


def refuse_wrong_stub(engine: Engine, state: Table, round_: Round) -> None:
    """Nothing goes on until a floorperson has counted again, and the dealer knows why the stub is wrong if it is."""
    if is_stub_wrong(round_):
        cite = engine.plan.duty_cite("explain-wrong-count", state.method)
        confirmed = "the reason reported as an irregularity: slip(...)"
        accepted = confirmed if round_.stub == CONFIRMED else "a floorperson's recount: stub(...)"
        raise Refused("stub-count-wrong", cite=cite, accepted=accepted)


def refuse_uncounted(engine: Engine, state: Table, round_: Round) -> None:
    """In a round in which the stub must be counted, no wager is settled before the count."""
    refuse_wrong_stub(engine, state, round_)
    if not round_.stub and not round_.voided_by and stub_count_due(engine, state):
        raise Refused(
            "stub-count-due",
            cite=engine.plan.duty_cite("count-stub", state.method),
            accepted="the stub counted: stub(...)",
        )


@handles(commands.CountStub, "dealer", "floor", duty="count-stub")
def count_stub(engine: Engine, state: Table, command: commands.CountStub) -> list[events.Event]:
    """Once a round, after its last card; once a seat is settled the stub lies in the rack.

    A count that does not fit is repeated by a floorperson before it has any consequence: it may be mistyped.
    """
    round_, cite = state.round, engine.plan.duty_cite("count-stub", state.method)
    is_over = round_ is None or round_.stub not in ("", WRONG) or round_.voided_by
    if round_ is None or is_over or not all_cards_dealt(engine, state, round_):
        accepted = "once, after the last card and before the settlement; again by a floorperson if it was wrong"
        raise Refused("no-stub-to-count", cite=cite, accepted=accepted)
    _refuse_other_counter(round_, command, cite)
    right = command.cards == engine.plan.deck_size - round_.dealt
    return [events.StubCounted(command.cards, right, cite=cite, by=command.by, at=command.at)]


def _refuse_other_counter(round_: Round, command: commands.CountStub, cite: str) -> None:
    """The dealer counts; a floorperson who did not deal in the round counts again."""
    counter = "floor" if round_.stub == WRONG else "dealer"
    if command.role != counter:
        why = "the count was wrong" if counter == "floor" else "it is the first count of the stub"
        accepted = "a floorperson's recount" if counter == "floor" else "dealer"
        raise Refused("wrong-role", why=why, cite=cite, accepted=accepted)
    if counter == "floor":
        refuse_same_person(command, [(by, "dealt in this round") for by in (round_.dealer, *round_.dealers)], cite)


@evolves(events.StubCounted)
def stub_counted(engine: Engine, state: Table, event: events.StubCounted) -> Table:
    assert state.round is not None
    again = state.round.stub == WRONG
    after = change(state.round, stub="right" if event.right else CONFIRMED if again else WRONG)
    return change(state, events=state.events + 1, round=after, now=event.at)
