"""Forgeries that contradict nothing in the log: only a head kept elsewhere reveals them, as the verifier states."""

from __future__ import annotations

from tests.verifier.editable_log import EditableLog, Object
from tests.verifier.forgeries import at_time, given_by, not_to_be_found, seq


@not_to_be_found("cut-tail")
def the_end_of_the_log_is_cut_off(editable: EditableLog) -> int:
    del editable.entries[-50:]
    return len(editable.entries)


@not_to_be_found("written-anew")
def the_whole_log_is_later(editable: EditableLog) -> int:
    at_time(editable, editable.entries[0], 3600)
    return 1


@not_to_be_found("invented-order")
def an_order_is_left_out_with_all_that_follows(editable: EditableLog) -> int:
    gone = editable.order("InspectRound")
    editable.remove(gone)
    return seq(gone)


@not_to_be_found("invented-order")
def an_order_is_invented(editable: EditableLog) -> int:
    looked = editable.order("InspectRound")
    return seq(editable.insert(looked, looked))


@not_to_be_found("names-and-times")
def an_order_has_another_id(editable: EditableLog) -> int:
    editable.entries[100]["id"] += " again"
    return 101


@not_to_be_found("names-and-times")
def another_floorperson_closed_a_table(editable: EditableLog) -> int:
    return given_by(editable.order("CloseTable"), "floor:somebody else")


@not_to_be_found("names-and-times")
def a_correction_has_another_reason(editable: EditableLog) -> int:
    entry = editable.order("CorrectTransfer")
    for part in (entry["command"], *entry["events"], *entry["transfers"]):
        part["reason"] = "counted thrice"
    return seq(entry)


@not_to_be_found("order-of-tables")
def entries_of_two_tables_change_places_within_a_second(editable: EditableLog) -> int:
    for place in range(100, len(editable.entries) - 1):
        one, other = editable.entries[place : place + 2]
        if one["at"] == other["at"] and one["stream"] != other["stream"] and not is_money(one) and not is_money(other):
            one["seq"], other["seq"] = other["seq"], one["seq"]
            editable.entries[place : place + 2] = [other, one]
            return seq(other)
    raise AssertionError("no such entries")


def is_money(entry: Object) -> bool:
    return entry["stream"] == "floor" or bool(entry.get("meters") or entry.get("transfers"))


@not_to_be_found("chance")
def a_draw_that_paid_nobody_is_dropped(editable: EditableLog) -> int:
    paid = {
        (entry["stream"], entry["round"])
        for entry, _, line in editable.lines()
        if line["wager"] in ("magic-card", "lucky-bonus")
    }
    entry = next(e for e, _ in editable.events("BonusDrawn") if (e["stream"], e["round"]) not in paid)
    del entry["events"][1]
    return seq(entry)


@not_to_be_found("real-cards")
def a_burned_card_is_another(editable: EditableLog) -> int:
    """With real cards, replaces a card that is not seen again in the round with one that never left the shoe."""
    for entry, event in editable.events("Dealt"):
        if event["cards"][0][0] == "burn" and not entry.get("openings"):
            played = [e for e in editable.entries if (e["stream"], e.get("round")) == (entry["stream"], entry["round"])]
            out = {card for e in played for v in e["events"] if v["type"] == "Dealt" for _, card, _ in v["cards"]}
            aside = {card for e in played for v in e["events"] if v["type"] == "CardSetAside" for card in v["card"]}
            other = next(rank + suit for rank in "23456" for suit in "cdhs" if rank + suit not in out | aside)
            entry["command"]["card"] = event["cards"][0][1] = other
            return seq(entry)
    raise AssertionError("no burned card")
