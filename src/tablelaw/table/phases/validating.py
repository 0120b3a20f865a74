"""Validation by a floorperson, and the documents for payouts that are not made from the tray."""

from __future__ import annotations

from tablelaw.persons import Actor
from tablelaw.table import commands, events
from tablelaw.table.phases.decks import require_other_person
from tablelaw.table.phases.settling import settle
from tablelaw.table.refusals import Refused
from tablelaw.table.registry import evolves, handles
from tablelaw.table.round.flow import dealers_of
from tablelaw.table.round.meter_lines import readings_after
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, Table, change


@evolves(events.ShareFixed)
def share_fixed(rules: TableRules, state: Table, event: events.ShareFixed) -> Table:
    """Takes the share from its meter. Whatever other tables add from now on goes to the next winner."""
    assert state.round is not None
    round_ = change(state.round, shares=(*state.round.shares, event.line))
    meters = {**state.meters, **readings_after((event.line,))}
    return change(state, events=state.events + 1, round=round_, meters=meters, now=event.at)


@evolves(events.ValidationAsked)
def validation_asked(rules: TableRules, state: Table, event: events.ValidationAsked) -> Table:
    assert state.round is not None
    waiting = (*state.round.waiting, (event.seat, event.wager))
    return change(state, events=state.events + 1, round=change(state.round, waiting=waiting), now=event.at)


@handles(commands.Validate, duty="validate-progressive")
def validate(rules: TableRules, state: Table, command: commands.Validate) -> list[events.Event]:
    """Validates a payout, then continues the seat's settlement.

    The floorperson must not be the player or anyone who dealt in the round.
    """
    round_ = state.round
    if round_ is None or (command.seat, command.wager) not in round_.waiting:
        why, cite = f"{command.wager} at seat {command.seat}", rules.settlement.validation_cite(command.wager)
        raise Refused("nothing-to-validate", why=why, cite=cite, accepted="a payout that is waiting")
    cite = rules.settlement.validation_cites[command.wager]
    require_other_person(command, _concerned(round_, command.seat), cite)
    event = events.Validated(command.seat, command.wager, cite=cite, by=command.by, at=command.at)
    after = validated(rules, state, event)
    return [event, *settle(rules, after, command.seat, command, command.wager)]


def _concerned(round_: Round, seat: int) -> list[tuple[Actor, str]]:
    """The people who may not validate a seat's payout, and why."""
    dealers = [(dealer, "dealt or settled in this round") for dealer in dealers_of(round_)]
    return [(Actor("player", round_.seats[seat].player), "is the player who is paid"), *dealers]


@evolves(events.Validated)
def validated(rules: TableRules, state: Table, event: events.Validated) -> Table:
    round_ = state.round
    assert round_ is not None
    payout = (event.seat, event.wager)
    waiting = tuple(waits for waits in round_.waiting if waits != payout)
    after = change(round_, waiting=waiting, validated=(*round_.validated, payout))
    return change(state, events=state.events + 1, round=after, now=event.at)


@handles(commands.CompleteDocuments, duty="keep-cards-until-documented")
def complete_documents(rules: TableRules, state: Table, command: commands.CompleteDocuments) -> list[events.Event]:
    if state.round is None or command.seat not in state.round.hand_pays:
        why, cite = f"seat {command.seat}", rules.cites.duty("keep-cards-until-documented")
        raise Refused("no-documents-due", why=why, cite=cite, accepted="a seat that won a share of a meter")
    cite = documents_cite(rules, state.round, command.seat)
    return [events.DocumentsCompleted(command.seat, cite=cite, by=command.by, at=command.at)]


def documents_cite(rules: TableRules, round_: Round, seat: int) -> str:
    """The paragraphs that keep a seat's cards on the table, one for each kind of waiting payout."""
    won = [line.wager for line in round_.lines if line.seat == seat and line.hand_pay]
    return ", ".join(dict.fromkeys(rules.settlement.document_cites[wager] for wager in won))


@evolves(events.DocumentsCompleted)
def documents_completed(rules: TableRules, state: Table, event: events.DocumentsCompleted) -> Table:
    round_ = state.round
    assert round_ is not None
    left = tuple(seat for seat in round_.hand_pays if seat != event.seat)
    seat = round_.seats[event.seat]
    seats = {**round_.seats, event.seat: change(seat, racked=seat.status == "settled")}
    return change(state, events=state.events + 1, round=change(round_, hand_pays=left, seats=seats), now=event.at)
