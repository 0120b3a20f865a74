"""What comes next at a table, in words that anyone may read because they do not depend on any face-down card."""

from __future__ import annotations

from tablelaw.floor.read_model import TableView
from tablelaw.floor.rules.frozen_tables import undecided_wagers, what_remains, why_no_round
from tablelaw.persons import player_at
from tablelaw.table.phases.closing_bets import device_wagers
from tablelaw.table.phases.decks import is_under_way
from tablelaw.table.phases.stub import all_cards_dealt, stub_count_due
from tablelaw.table.reading.sentences import place_name
from tablelaw.table.round.flow import next_seat, next_to_act, stage_of
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, Table
from tablelaw.views.messages import WireNext

OPENING = {
    "received": ("dealer", "Inspect the decks, front and back."),
    "inspected": ("floor", "Verify the dealer's inspection."),
    "verified": ("dealer", "Spread the cards face up for the first player."),
    "spread": ("player", "The first player looks at the spread cards."),
    "idle": ("player", "The first player looks at the spread cards."),
    "seen": ("dealer", "Turn the cards over, wash and stack them."),
    "stacked": ("dealer", "Shuffle the deck."),
    "used": ("dealer", "Shuffle the deck."),
    "shuffled": ("dealer", "Offer the cut."),
    "removed": ("dealer", "Bring new decks to the table."),
    "ready": ("player", "Place your wagers."),
}


def next_step(table: TableView, sees_places: bool) -> WireNext:
    """Who acts next, and what they do. Only staff and devices see where the next card goes."""
    rules, state = table.engine.rules, table.state
    if (ending := _without_new_rounds(table)) is not None:
        return ending
    if not state.decks:
        return _told(rules, "dealer", "The table is closed. A dealer opens it with decks.", "inspect-decks")
    if state.round is None or state.round.phase == "betting":
        status = state.decks[state.deck].status
        if status == "ready" and state.round is not None:
            return _told(rules, "dealer", "Place your wagers before the dealer calls no more bets.", "no-more-bets")
        who, says = OPENING.get(status, ("dealer", "Prepare the deck."))
        return _told(rules, who, says, "shuffle")
    return _in_round(rules, state, state.round, sees_places)


def _without_new_rounds(table: TableView) -> WireNext | None:
    """What is left to do at a table whose rules are no longer current; None if its round simply continues."""
    is_stopped = bool(undecided_wagers(table))
    if not table.differences or (is_under_way(table.state) and not is_stopped):
        return None
    who = "floor" if is_stopped or table.state.round is None else "dealer"
    return WireNext(who=who, says=f"{why_no_round(table)} {what_remains(table)}", cite="")


def _told(rules: TableRules, who: str, says: str, duty: str) -> WireNext:
    return WireNext(who=who, says=says, cite=rules.cites.duty(duty))


def _in_round(rules: TableRules, state: Table, round_: Round, sees_places: bool) -> WireNext:
    if (count := _count(rules, state, round_)) is not None:
        return count
    if round_.phase == "dealing":
        return _dealing(rules, state, round_, sees_places)
    if round_.phase == "deciding":
        stage = stage_of(rules, round_)
        seat = next_to_act(rules, round_, stage)
        assert seat is not None
        cite = rules.cites.first(stage.cite)
        says = f"{state.players.get(seat, f'Seat {seat}')} is deciding."
        return WireNext(who=str(player_at(seat)), says=says, cite=cite)
    if round_.phase == "settling":
        return _settling(rules, round_)
    return _shown(rules, round_)


def _shown(rules: TableRules, round_: Round) -> WireNext:
    """Names the step that turns up cards or, when the round is over, the step that collects them."""
    says = {
        "revealing": "Turn up the next community cards.",
        "showdown": "Turn up the dealer's cards.",
        "done": "Collect the cards; the round is over.",
    }[round_.phase]
    if round_.phase == "done" and round_.hand_pays:
        seat = round_.hand_pays[0]
        wagers = [line.wager for line in round_.lines if line.seat == seat and line.hand_pay]
        says = f"The cards of seat {seat} stay until the documents are complete."
        return WireNext(who="floor", says=says, cite=rules.settlement.document_cites[wagers[0]])
    cite = rules.flow.clear_cite if round_.phase == "done" else rules.flow.cites[round_.flow]
    return WireNext(who="dealer", says=says, cite=cite)


def _dealing(rules: TableRules, state: Table, round_: Round, sees_places: bool) -> WireNext:
    slot = round_.queue[0] if round_.queue else None
    if slot is None:
        return WireNext(who="dealer", says="Deal.", cite="")
    place, face = (slot.place, slot.face) if sees_places else ("", "")
    says = f"Deal the next card: {place_name(slot.place)}." if sees_places else "The dealer deals."
    return WireNext(who="dealer", says=says, cite=slot.cite, place=place, face=face)


def _count(rules: TableRules, state: Table, round_: Round) -> WireNext | None:
    """Names a count of chips or of the stub that must come first, or a recount of a wrong stub count."""
    if round_.phase == "dealing":
        if round_.flow < 0 and not round_.chips_counted and device_wagers(rules, round_):
            return _told(rules, "dealer", "Count the progressive chips before the first card.", COUNT_CHIPS)
        return None
    if round_.voided_by:
        return None
    if round_.stub == "wrong":
        return _told(rules, "floor", "The stub count is wrong. A floorperson counts it again.", "explain-wrong-count")
    if round_.stub == "confirmed":
        says = "The stub was counted again and is still wrong. Find the reason, and report it under Irregularities."
        return _told(rules, "dealer", says, "explain-wrong-count")
    is_due = round_.phase == "settling" and not round_.waiting and not round_.stub and stub_count_due(rules, state)
    if is_due and all_cards_dealt(rules, state, round_):
        return _told(rules, "dealer", "Count the stub before any wager is settled.", "count-stub")
    return None


COUNT_CHIPS = "count-progressive-chips"


def _settling(rules: TableRules, round_: Round) -> WireNext:
    if round_.waiting:
        seat, wager = round_.waiting[0]
        says = f"A floorperson validates what seat {seat} won on {rules.wagers[wager].name}."
        return WireNext(who="floor", says=says, cite=rules.settlement.validation_cites[wager])
    seat = next_seat(round_) or 0
    if round_.voided_by:
        return _void(rules, round_, seat)
    says = f"Settle seat {seat}: the next from the dealer's right."
    return WireNext(who="dealer", says=says, cite=rules.flow.settle_cite)


def _void(rules: TableRules, round_: Round, number: int) -> WireNext:
    """Names the next seat of a void round, in which only wagers that the paragraph still settles can win."""
    irregularity = rules.irregularities[round_.voided_by]
    does = "give the wagers back" if is_given_back(rules, round_) else "settle each wager as the paragraph says"
    says = f"The round is void. Seat {number}: {does}."
    return WireNext(who="dealer", says=says, cite=str(irregularity.cite.first))


def is_given_back(rules: TableRules, round_: Round) -> bool:
    """Whether all wagers of the next seat are returned because the round is void."""
    number = next_seat(round_)
    if not round_.voided_by or number is None:
        return False
    effects = rules.effects[round_.voided_by]
    return all(effects[wager].effect == "returned" for wager in round_.seats[number].wagers)
