"""Forgeries of orders that are seldom given: days taken back, people, alerts, dealers, seats, exchanged decks."""

from __future__ import annotations

from collections.abc import Callable

from tests.verifier.editable_log import EditableLog, Object
from tests.verifier.forgeries import FORGERIES, Forge, Forgery, given_by, seq, told
from tests.verifier.forgeries import found as found_in_any


def found(names: str) -> Callable[[Forge], Forge]:
    return found_in_any(names, is_seldom=True)


def first(editable: EditableLog, kind: str, **told: object) -> Object:
    """The first entry with an event of this kind and these field values."""
    return next(
        entry for entry, event in editable.events(kind) if all(event.get(name) == value for name, value in told.items())
    )


# --- Gaming days -----------------------------------------------------------------------------------------------------


@found("a day taken back")
def a_day_is_taken_back_without_a_reason(editable: EditableLog) -> int:
    return told(editable.order("TakeBackDay"), reason=" ")


@found("nothing has happened")
def a_day_is_taken_back_in_which_people_played(editable: EditableLog) -> int:
    back, ended = editable.order("TakeBackDay"), first(editable, "DayEnded", reason="the count is at noon")
    day = ended["events"][0]["day"]
    ended["command"], ended["events"] = back["command"] | {"day": day}, [back["events"][0] | {"day": day}]
    return seq(ended)


@found("nothing has happened")
def a_day_is_resumed_in_which_chips_were_sold_since(editable: EditableLog) -> int:
    """Cash is counted between the end of the day and the order that resumes it."""
    resumed = first(editable, "DayResumed")
    credited = editable.insert(editable.order("CreditTray"), editable.entries[seq(resumed) - 2])
    assert credited["stream"] == resumed["stream"]
    credited["command"]["type"], credited["events"][0]["type"] = "FillTray", "TrayFilled"
    moved = credited["transfers"][0]
    moved |= {"debit": moved["credit"], "credit": moved["debit"], "code": "fill"}
    return seq(resumed)


@found("the day that is taken back")
def a_cancelled_day_is_said_to_be_resumed(editable: EditableLog) -> int:
    entry = first(editable, "DayTakenBack")
    entry["events"][0]["type"] = "DayResumed"
    return seq(entry)


@found("the day that is taken back")
def a_day_is_resumed_that_was_cancelled(editable: EditableLog) -> int:
    return told(first(editable, "DayResumed"), day="2026-11-14")


@found("a gaming day begun")
def the_cancelling_of_a_day_is_left_out(editable: EditableLog) -> int:
    editable.remove(first(editable, "DayTakenBack"))
    return seq(first(editable, "DayStarted", day="2026-11-15"))


@found("what the order TakeBackDay leads to")
def the_event_of_a_day_taken_back_is_left_out(editable: EditableLog) -> int:
    entry = editable.order("TakeBackDay")
    entry["events"] = []
    return seq(entry)


@found("reason of the event DayTakenBack")
def a_day_is_taken_back_for_another_reason_than_ordered(editable: EditableLog) -> int:
    entry = editable.order("TakeBackDay")
    entry["events"][0]["reason"] = "the wrong table"
    return seq(entry)


@found("paragraph of DayTakenBack")
def a_day_is_taken_back_under_another_paragraph(editable: EditableLog) -> int:
    entry = editable.order("TakeBackDay")
    entry["events"][0]["cite"] = "653a.2"
    return seq(entry)


@found("a day that ends with something open")
def a_day_ends_with_something_open_and_no_reason(editable: EditableLog) -> int:
    return told(first(editable, "DayEnded", reason="the count is at noon"), reason="")


@found("open_matters of the event DayEnded")
def what_is_open_is_left_out_of_the_event(editable: EditableLog) -> int:
    entry = first(editable, "DayEnded", reason="the count is at noon")
    del entry["events"][0]["open_matters"]
    return seq(entry)


@found("open_matters of the event DayEnded")
def what_is_open_is_left_out_of_the_order(editable: EditableLog) -> int:
    entry = first(editable, "DayEnded", reason="the count is at noon")
    del entry["command"]["open_matters"]
    return seq(entry)


# --- Jurisdiction, people, alerts, rebuilt rows ----------------------------------------------------------------------


@found("approvers of the event JurisdictionAdopted")
def an_adoption_has_other_approvers_than_the_order(editable: EditableLog) -> int:
    entry = editable.order("AdoptJurisdiction")
    entry["events"][0]["approvers"] = ["somebody", "else"]
    return seq(entry)


@found("an adopted jurisdiction")
def an_adoption_has_no_reason(editable: EditableLog) -> int:
    return told(editable.order("AdoptJurisdiction"), reason=" ")


@found("reason of the event JurisdictionAdopted")
def the_approval_of_an_adoption_is_left_out_of_the_order(editable: EditableLog) -> int:
    entry = editable.order("AdoptJurisdiction")
    del entry["command"]["reason"], entry["command"]["approvers"]
    return seq(entry)


@found("the jurisdiction that was ordered")
def another_jurisdiction_is_adopted_than_ordered(editable: EditableLog) -> int:
    entry = editable.order("AdoptJurisdiction")
    entry["command"]["jurisdiction"] = "md"
    return seq(entry)


@found("paragraph of DayStarted")
def the_adoption_of_a_jurisdiction_is_of_another(editable: EditableLog) -> int:
    """The order and its event agree, but everything after them cites the law that was adopted."""
    entry = editable.order("AdoptJurisdiction")
    entry["command"]["jurisdiction"] = entry["events"][0]["jurisdiction"] = "ma"
    entry["events"][0] |= {"cite": "205 CMR 138.08", "time_zone": "America/New_York"}
    return seq(editable.order("StartDay"))


def staff(editable: EditableLog) -> Object:
    """The entry that changes a role, which two persons approve."""
    return first(editable, "PersonChanged", change="role changed")


@found("a change of who may sign in")
def a_role_is_changed_that_nobody_approved(editable: EditableLog) -> int:
    entry = staff(editable)
    del entry["command"]["approvers"]
    entry["events"][0]["approvers"] = []
    return seq(entry)


@found("approvers of the event PersonChanged")
def a_role_is_changed_by_other_approvers_than_the_order_names(editable: EditableLog) -> int:
    entry = staff(editable)
    entry["events"][0]["approvers"] = ["somebody", "else"]
    return seq(entry)


@found("approvers of the event PersonChanged")
def the_approvers_are_left_out_of_the_order(editable: EditableLog) -> int:
    entry = staff(editable)
    del entry["command"]["approvers"]
    return seq(entry)


@found("a change of who may sign in")
def staff_is_added_like_a_player(editable: EditableLog) -> int:
    return told(first(editable, "PersonChanged", change="added"), role="cashier")


@found("a change of who may sign in")
def a_password_is_reset_that_nobody_approved(editable: EditableLog) -> int:
    return told(first(editable, "PersonChanged", change="added"), change="password reset")


@found("a change of who may sign in")
def a_person_is_changed_in_a_way_nobody_knows(editable: EditableLog) -> int:
    return told(staff(editable), change="forgotten")


@found("person of the event PersonChanged")
def another_person_is_changed_than_ordered(editable: EditableLog) -> int:
    entry = staff(editable)
    entry["events"][0]["person"] = "eve"
    return seq(entry)


@found("paragraph of PersonChanged")
def a_person_is_changed_under_another_paragraph(editable: EditableLog) -> int:
    entry = staff(editable)
    entry["events"][0]["cite"] = "653a.2"
    return seq(entry)


@found("what the order ChangePerson leads to")
def the_event_of_a_changed_person_is_left_out(editable: EditableLog) -> int:
    entry = staff(editable)
    entry["events"] = []
    return seq(entry)


@found("an acknowledgement")
def an_alert_is_acknowledged_without_a_note(editable: EditableLog) -> int:
    return told(editable.order("AcknowledgeAlert"), note=" ")


@found("alert of the event AlertAcknowledged")
def another_alert_is_acknowledged_than_ordered(editable: EditableLog) -> int:
    entry = first(editable, "AlertAcknowledged", alert="entry 3")
    entry["events"][0]["alert"] = "entry 2"
    return seq(entry)


@found("alert of the event AlertAcknowledged")
def the_seen_cards_of_another_player_are_acknowledged(editable: EditableLog) -> int:
    entry = first(editable, "AlertAcknowledged", alert="seen-cards pat")
    entry["events"][0]["alert"] = "seen-cards ann"
    return seq(entry)


@found("the entry of an alert")
def an_alert_is_acknowledged_before_its_entry(editable: EditableLog) -> int:
    entry = first(editable, "AlertAcknowledged", alert="entry 3")
    return told(entry, alert=f"entry {seq(entry)}")


@found("says of the event AlertAcknowledged")
def the_words_of_an_alert_are_left_out_of_the_order(editable: EditableLog) -> int:
    entry = editable.order("AcknowledgeAlert")
    del entry["command"]["says"]
    return seq(entry)


@found("what the order AcknowledgeAlert leads to")
def the_event_of_an_acknowledgement_is_left_out(editable: EditableLog) -> int:
    entry = editable.order("AcknowledgeAlert")
    entry["events"] = []
    return seq(entry)


@found("rows made anew")
def rows_are_rebuilt_without_a_reason(editable: EditableLog) -> int:
    return told(editable.order("RecordRebuild"), reason="")


@found("rows made anew")
def no_row_was_rebuilt(editable: EditableLog) -> int:
    return told(editable.order("RecordRebuild"), entries=0, transfers=0, accounts=0)


@found("entries made anew")
def more_entries_were_rebuilt_than_there_are(editable: EditableLog) -> int:
    entry = editable.order("RecordRebuild")
    return told(entry, entries=seq(entry))


# --- Dealers, seats, closing -----------------------------------------------------------------------------------------


@found("a table that a dealer takes")
def a_dealer_assigns_another(editable: EditableLog) -> int:
    return given_by(editable.order("AssignDealer"), "dealer:rae")


@found("a table that a dealer takes")
def a_dealer_takes_the_table_of_another(editable: EditableLog) -> int:
    assigned = editable.order("AssignDealer")
    taken = editable.insert(assigned, assigned)
    told(taken, dealer="rae")
    return given_by(taken, "dealer:rae")


@found("who deals the table")
def a_table_is_assigned_to_another_dealer_than_deals_it(editable: EditableLog) -> int:
    entry = editable.order("AssignDealer")
    told(entry, dealer="rae")
    stream = f"table {entry['command']['table']}"
    dealt = (e for e in editable.entries if e["stream"] == stream or e["command"].get("table") == stream[6:])
    return seq(next(e for e in dealt if e["by"] == "dealer:bob"))


@found("paragraph of DealerAssigned")
def a_dealer_is_assigned_under_another_paragraph(editable: EditableLog) -> int:
    entry = editable.order("AssignDealer")
    entry["events"][0]["cite"] = "653a.2"
    return seq(entry)


@found("who deals the table")
def a_dealer_sells_chips_at_the_table_of_another(editable: EditableLog) -> int:
    return given_by(editable.order("BuyIn"), "dealer:rae")


@found("who deals the table")
def a_dealer_loads_the_account_of_a_player_of_another(editable: EditableLog) -> int:
    return given_by(editable.order("LoadAccount"), "dealer:rae")


@found("who deals the table")
def a_dealer_closes_the_account_of_a_player_of_another(editable: EditableLog) -> int:
    return given_by(editable.order("CloseAccount"), "dealer:rae")


@found("who deals the table")
def a_dealer_acts_for_a_player_at_a_table_that_nobody_deals(editable: EditableLog) -> int:
    """Once a log assigns dealers, no other dealer may act for players."""
    seated = [e for e, event in editable.events("SeatTaken") if event["player"] == "pat"][-1]
    gone = [e for e, _ in editable.events("DealerAssigned") if e["seq"] < seated["seq"]][-1]
    editable.remove(gone)
    return given_by(seated, "dealer:bob")


@found("whom a player gives an order for")
def a_player_closes_the_account_of_another(editable: EditableLog) -> int:
    entry = editable.order("CloseAccount")
    entry["by"] = "player:somebody else"
    return seq(entry)


@found("all that")
def an_account_is_not_paid_out_to_zero(editable: EditableLog) -> int:
    entry = editable.order("CloseAccount")
    for part in (entry["events"][0], entry["transfers"][0]):
        part["cents"] -= 1
    return seq(entry)


@found("who records it")
def the_dealer_of_another_table_records_that_a_player_has_no_device(editable: EditableLog) -> int:
    return given_by(editable.order("ServeSeat"), "dealer:rae")


@found("who sits there")
def a_player_is_served_who_does_not_sit_there(editable: EditableLog) -> int:
    return told(editable.order("ServeSeat"), player="somebody else")


@found("who sits there")
def an_empty_seat_is_served(editable: EditableLog) -> int:
    return told(editable.order("ServeSeat"), seat=9)


@found("for whom a dealer acts")
def the_record_that_a_player_has_no_device_is_left_out(editable: EditableLog) -> int:
    acted = next(e for e, _ in editable.events("Decided") if e["by"] == "dealer:bob")
    gone = editable.entries[seq(acted) - 2]
    assert gone["command"]["type"] == "ServeSeat"
    editable.remove(gone)
    return seq(acted)


@found("what the order ServeSeat leads to")
def the_event_of_a_served_seat_is_left_out(editable: EditableLog) -> int:
    entry = editable.order("ServeSeat")
    entry["events"] = []
    return seq(entry)


@found("a seat left")
def a_player_leaves_with_wagers_on_the_table(editable: EditableLog) -> int:
    left = editable.order("LeaveSeat")
    placed = next(e for e in editable.stream(left) if e["command"]["type"] == "PlaceWager")
    return seq(editable.insert(left, placed))


@found("a seat left")
def a_player_leaves_an_empty_seat(editable: EditableLog) -> int:
    return told(editable.order("LeaveSeat"), seat=9)


@found("whose seat a player gives an order for")
def a_player_leaves_for_another(editable: EditableLog) -> int:
    entry = editable.order("LeaveSeat")
    entry["by"] = "player:somebody else"
    for part in (entry["command"], entry["events"][0]):
        part["by"] = "player:1"
    return seq(entry)


@found("player of the event SeatTaken")
def the_player_who_is_seated_is_left_out_of_the_order(editable: EditableLog) -> int:
    entry = editable.order("TakeSeat")
    del entry["command"]["player"]
    return seq(entry)


@found("who has asked")
def another_floorperson_asked_to_close_than_gave_the_order(editable: EditableLog) -> int:
    entry = editable.order("AskClosing")
    entry["events"][0]["floorperson"] = "somebody else"
    return seq(entry)


@found("who has asked")
def a_withdrawn_request_to_close_stands(editable: EditableLog) -> int:
    entry = first(editable, "ClosingAsked", floorperson="")
    del entry["command"]["is_taken_back"]
    return seq(entry)


@found("a table that can be asked to close")
def a_request_to_close_is_withdrawn_that_nobody_made(editable: EditableLog) -> int:
    editable.remove(editable.order("AskClosing"))
    return seq(first(editable, "ClosingAsked", floorperson=""))


@found("a table that can be asked to close")
def a_table_without_decks_is_asked_to_close(editable: EditableLog) -> int:
    """The request comes before its decks are received."""
    asked, assigned = editable.order("AskClosing"), editable.order("AssignDealer")
    table = assigned["command"]["table"]
    assigned["command"] = asked["command"] | {"table": table}
    assigned["events"] = [asked["events"][0] | {"table": table}]
    return given_by(assigned, asked["by"])


# --- Decks -----------------------------------------------------------------------------------------------------------


@found("decks received")
def decks_are_exchanged_for_none(editable: EditableLog) -> int:
    entry = editable.order("ReceiveDecks")
    entry["command"]["type"] = "ChangeDecks"
    return seq(entry)


@found("decks received")
def decks_are_received_where_decks_are(editable: EditableLog) -> int:
    entry = editable.order("ChangeDecks")
    entry["command"]["type"] = "ReceiveDecks"
    return seq(entry)


@found("decks of different colours")
def two_decks_are_brought_in_exchange_for_one(editable: EditableLog) -> int:
    return told(editable.order("ChangeDecks"), backs=["red", "blue"])


@found("preshuffled of the event DecksReceived")
def a_deck_comes_preshuffled_that_was_not_ordered_so(editable: EditableLog) -> int:
    entry = editable.order("ChangeDecks")
    del entry["command"]["preshuffled"]
    entry["events"][0]["preshuffled"] = True
    return seq(entry)


@found("a deck to be cut again")
def a_deck_is_cut_again_after_cards_are_dealt(editable: EditableLog) -> int:
    recut = editable.order("OrderRecut")
    dealt = next(e for e in editable.stream(recut) if e["events"][0]["type"] == "Dealt")
    return seq(editable.insert(recut, dealt))


@found("a deck shuffled, cut")
def the_cut_that_was_ordered_again_is_left_out(editable: EditableLog) -> int:
    recut = editable.order("OrderRecut")
    editable.remove(next(e for e in editable.stream(recut)[recut["number"] :] if e["command"]["type"] == "CutDeck"))
    return seq(next(e for e in editable.stream(recut) if e["command"]["type"] == "CloseBets"))


@found("what the order OrderRecut leads to")
def the_event_of_a_deck_cut_again_is_left_out(editable: EditableLog) -> int:
    entry = editable.order("OrderRecut")
    entry["events"] = []
    return seq(entry)


@found("what follows the irregularity")
def a_deck_that_a_device_miscounted_stays(editable: EditableLog) -> int:
    entry = first(editable, "DeckRemoved")
    entry["events"] = [event for event in entry["events"] if event["type"] != "DeckRemoved"]
    return seq(entry)


@found("a board dealt on")
def a_board_is_dealt_on_without_a_void(editable: EditableLog) -> int:
    entry, event = next(editable.events("SlipFound"))
    event["board"] = True
    return seq(entry)


@found("a device out of order")
def a_device_works_again_that_never_failed(editable: EditableLog) -> int:
    entry, event = next(editable.events("DeviceMarked"))
    entry["command"]["works"], event["how"] = True, "works again"
    return seq(entry)


@found("a device out of order")
def a_device_fails_that_has_failed(editable: EditableLog) -> int:
    entry, event = next(pair for pair in editable.events("DeviceMarked") if pair[1]["how"] == "works again")
    entry["command"]["works"], event["how"] = False, "covered"
    return seq(entry)


@found_in_any("a board dealt on for wagers that are settled")
def a_board_is_dealt_on_for_nobody(editable: EditableLog) -> int:
    entry, event = next(pair for pair in editable.events("SlipFound") if pair[1]["voids"] and not pair[1]["board"])
    event["board"] = True
    return seq(entry)


# --- Rounds and money ------------------------------------------------------------------------------------------------


@found("a wager withdrawn")
def a_wager_is_withdrawn_after_no_more_bets(editable: EditableLog) -> int:
    withdrawn = editable.order("WithdrawWager")
    closed = next(e for e in editable.stream(withdrawn) if e["command"]["type"] == "CloseBets")
    return seq(editable.insert(withdrawn, closed))


@found("cents of the event Decided")
def the_sum_of_a_decision_is_left_out_of_the_order(editable: EditableLog) -> int:
    entry = next(e for e, event in editable.events("Decided") if event["cents"])
    del entry["command"]["cents"]
    return seq(entry)


@found("cards that go to the discard rack")
def cards_in_play_go_to_the_discard_rack(editable: EditableLog) -> int:
    entry, event = next((e, event) for e, event in editable.events("Decided") if event["action"] != "fold")
    event["racked"] = True
    return seq(entry)


@found("physical of the event TableInstalled")
def real_cards_are_left_out_of_the_order(editable: EditableLog) -> int:
    entry = first(editable, "TableInstalled", physical=True)
    del entry["command"]["physical"]
    return seq(entry)


@found("public_key of the event PropertyOpened")
def the_key_is_left_out_of_the_order(editable: EditableLog) -> int:
    entry = editable.order("OpenProperty")
    del entry["command"]["public_key"]
    return seq(entry)


@found_in_any("a wrong declaration")
def a_wrong_declaration_is_kept_silent(editable: EditableLog) -> int:
    entry, _ = next(pair for pair in editable.events("SlipFound") if pair[1]["slip"] == "wrong-declaration")
    entry["events"] = [event for event in entry["events"] if event["type"] != "SlipFound"]
    return seq(entry)


@found("the dealer's cards")
def the_dealer_turns_up_other_cards(editable: EditableLog) -> int:
    entry, event = next(editable.events("DealerTurnedUp"))
    event["cards"].reverse()
    return seq(entry)


@found_in_any("cards turned up")
def other_cards_of_the_board_are_turned_up(editable: EditableLog) -> int:
    entry, event = next(editable.events("Revealed"))
    event["cards"].reverse()
    return seq(entry)


def given_by_the_table(kind: str) -> Forgery:
    """An order that the floor gives only within other orders stands on its own."""

    def forge(editable: EditableLog) -> int:
        entry = editable.order("TurnUp")
        entry["command"]["type"] = kind
        return seq(entry)

    return Forgery(forge, names="a command", is_seldom=True)


FORGERIES |= {f"the order {kind} stands on its own": given_by_the_table(kind) for kind in ("ReadMeters", "DrawBonus")}


@found("meters read")
def a_meter_is_not_read(editable: EditableLog) -> int:
    entry, event = next(editable.events("MetersRead"))
    event["readings"].pop()
    return seq(entry)


@found("meters read")
def a_meter_is_read_twice(editable: EditableLog) -> int:
    entry, event = next(editable.events("MetersRead"))
    event["readings"].append(event["readings"][0])
    return seq(entry)


@found("reading of")
def a_meter_is_read_wrongly(editable: EditableLog) -> int:
    entry, event = next(editable.events("MetersRead"))
    event["readings"][0][1] += 1
    return seq(entry)


@found("should hold")
def a_drop_box_should_hold_less(editable: EditableLog) -> int:
    entry = editable.order("CountDrop")
    entry["events"][0]["expected_cents"] -= 5
    return seq(entry)


@found("cents moved on")
def nobody_bears_what_a_drop_box_lacks(editable: EditableLog) -> int:
    entry = editable.order("CountDrop")
    entry["transfers"].pop()
    return seq(entry)


@found("its reason and approvers")
def a_fill_has_a_reason_that_nobody_gave(editable: EditableLog) -> int:
    entry = editable.order("FillTray")
    entry["transfers"][0]["reason"] = "a gift"
    return seq(entry)


@found("its reason and approvers")
def a_cash_out_has_approvers_whom_nobody_asked(editable: EditableLog) -> int:
    entry = editable.order("CashOut")
    entry["transfers"][0]["approvers"] = ["ann", "kim"]
    return seq(entry)


@found("its reason and approvers")
def a_change_of_a_meter_has_a_reason_that_nobody_gave(editable: EditableLog) -> int:
    entry = next(e for e in editable.entries if any(c["kind"] == "counted" for c in e.get("meters", ())))
    entry["meters"][0]["reason"] = "a test"
    return seq(entry)


@found("what it ends")
def the_transfer_of_a_meter_is_said_to_end_a_wager(editable: EditableLog) -> int:
    entry = next(e for e in editable.entries if any("/meter" in t["id"] for t in e.get("transfers", ())))
    entry["transfers"][-1]["pending"] = "floor:1/0"
    return seq(entry)
