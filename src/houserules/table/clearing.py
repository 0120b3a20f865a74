"""Meters and draws passed in from outside, the stub, and the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houserules.table import commands, events
from houserules.table.refusals import Refused
from houserules.table.registry import change, evolves, handles
from houserules.table.state import Round, Table

if TYPE_CHECKING:
    from houserules.table.engine import Engine


@handles(commands.ReadMeters, "system")
def read_meters(engine: Engine, state: Table, command: commands.ReadMeters) -> list[events.Event]:
    for meter, units in command.readings:
        if meter not in engine.plan.meters or units < 0:
            raise Refused(
                "no-meter",
                why=f"{meter} = {units}",
                accepted=", ".join(engine.plan.meters) or "no meters here",
            )
    cite = str(next((m.cite.first for m in engine.plan.book.meters), ""))
    return [events.MetersRead(command.readings, cite=cite, by=command.by, at=command.at)]


@evolves(events.MetersRead)
def meters_read(engine: Engine, state: Table, event: events.MetersRead) -> Table:
    return change(state, events=state.events + 1, meters={**state.meters, **dict(event.readings)}, now=event.at)


@handles(commands.DrawBonus, "system")
def draw_bonus(engine: Engine, state: Table, command: commands.DrawBonus) -> list[events.Event]:
    drawn = [wager for wager in engine.plan.bonuses if not wager.hand]
    if not drawn:
        raise Refused("nothing-drawn-here", accepted="a submission that offers a drawn bonus")
    round_ = state.round
    if round_ is None or round_.phase in ("betting", "settling", "done"):
        raise Refused("no-round", accepted="after no more bets, before settlement")
    cite = str(drawn[0].cite.first)
    return [events.BonusDrawn(command.cards, command.positions, cite=cite, by=command.by, at=command.at)]


@evolves(events.BonusDrawn)
def bonus_drawn(engine: Engine, state: Table, event: events.BonusDrawn) -> Table:
    assert state.round is not None
    after = change(state.round, drawn_cards=event.cards, drawn_positions=event.positions)
    return change(state, events=state.events + 1, round=after, now=event.at)


# --- The stub ------------------------------------------------------------------------------------


def all_cards_dealt(engine: Engine, state: Table, round_: Round) -> bool:
    """Has the last card of the round left the deck?"""
    if round_.phase not in ("revealing", "deciding", "showdown", "settling"):
        return False
    if engine.plan.dealing[state.method].community != "dealt":
        return True
    return not any(entry.do in ("burn", "community") for entry in engine.plan.flow[round_.flow + 1 :])


@handles(commands.CountStub, "dealer")
def count_stub(engine: Engine, state: Table, command: commands.CountStub) -> list[events.Event]:
    round_ = state.round
    if round_ is None or round_.stub or round_.voided_by or not all_cards_dealt(engine, state, round_):
        raise Refused("no-stub-to-count", accepted="once a round, after its last card and before settlement ends")
    right = command.cards == engine.plan.deck_size - round_.dealt
    cite = engine.plan.duty_cite("count-stub")
    return [events.StubCounted(command.cards, right, cite=cite, by=command.by, at=command.at)]


@evolves(events.StubCounted)
def stub_counted(engine: Engine, state: Table, event: events.StubCounted) -> Table:
    assert state.round is not None
    after = change(state.round, stub="right" if event.right else "wrong")
    return change(state, events=state.events + 1, round=after, now=event.at)


# --- The end --------------------------------------------------------------------------------------


@handles(commands.ClearRound, "dealer", "system")
def clear_round(engine: Engine, state: Table, command: commands.ClearRound) -> list[events.Event]:
    round_ = state.round
    if round_ is None:
        raise Refused("no-round", accepted="a settled round")
    if round_.phase != "done":
        raise Refused("not-cleared-yet", why=f"the round is {round_.phase}", accepted="every seat settled")
    if round_.hand_pays:
        why = engine.plan.duty_cite("keep-cards-until-documented")
        raise Refused("documents-due", why=why, accepted=f"CompleteDocuments {round_.hand_pays[0]}")
    cite = engine.plan.duty_cite("clear-for-reconstruction")
    removed = bool(round_.voided_by) and engine.plan.slips[round_.voided_by].cards == "deck removed"
    status = "removed" if removed else "used"
    return [events.RoundCleared(round_.number, status, cite=cite, by=command.by, at=command.at)]


@evolves(events.RoundCleared)
def round_cleared(engine: Engine, state: Table, event: events.RoundCleared) -> Table:
    round_ = state.round
    assert round_ is not None
    deck = change(state.decks[state.deck], status=event.status, cards=())
    decks = (*state.decks[: state.deck], deck, *state.decks[state.deck + 1 :])
    following = (state.deck + 1) % len(decks) if state.shuffler != "none" else state.deck
    return change(
        state,
        events=state.events + 1,
        round=None,
        rounds=state.rounds + 1,
        rounds_since_count=0 if round_.stub == "right" else state.rounds_since_count + 1,
        decks=decks,
        deck=following,
        now=event.at,
    )
