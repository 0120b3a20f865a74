"""The end of a round: its cards are collected, and its deck counts as used."""

from __future__ import annotations

from tablelaw.table import commands, events
from tablelaw.table.phases.decks import MACHINES
from tablelaw.table.phases.stub import require_counted_stub
from tablelaw.table.phases.validating import documents_cite
from tablelaw.table.refusals import Refused
from tablelaw.table.registry import evolves, handles
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Table, change


@handles(commands.ClearRound, duty="clear-for-reconstruction")
def clear_round(rules: TableRules, state: Table, command: commands.ClearRound) -> list[events.Event]:
    round_, cite = state.round, rules.flow.clear_cite
    if round_ is None:
        raise Refused("no-round", cite=cite, accepted="a settled round")
    if round_.phase != "done":
        raise Refused(
            "not-cleared-yet", why=f"the round is {round_.phase}", cite=cite, accepted="settle every seat first"
        )
    if round_.hand_pays:
        seat = round_.hand_pays[0]
        why, kept = f"seat {seat}", documents_cite(rules, round_, seat)
        raise Refused(
            "documents-due",
            why=why,
            cite=kept,
            accepted="a floorperson completes the documents",
            typed=f"documents({seat})",
        )
    require_counted_stub(rules, state, round_)
    removed = bool(round_.voided_by) and rules.irregularities[round_.voided_by].cards == "deck removed"
    status = "removed" if removed else "used"
    return [events.RoundCleared(round_.number, status, cite=cite, by=command.by, at=command.at)]


@evolves(events.RoundCleared)
def round_cleared(rules: TableRules, state: Table, event: events.RoundCleared) -> Table:
    """Marks the deck as used. If two decks alternate, the other deck is next."""
    round_, number = state.round, state.deck
    assert round_ is not None
    deck = change(state.decks[number], status=event.status, cards=(), preshuffled=False, cut=False)
    following = (number + 1) % len(state.decks) if state.shuffler in MACHINES else number
    return change(
        state,
        events=state.events + 1,
        round=None,
        rounds=state.rounds + 1,
        rounds_since_count=0 if round_.stub in ("right", "wrong", "confirmed") else state.rounds_since_count + 1,
        decks=(*state.decks[:number], deck, *state.decks[number + 1 :]),
        deck=following,
        now=event.at,
    )
