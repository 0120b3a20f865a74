"""Forgeries of an entry's form and number, and of the order of entries."""

from __future__ import annotations

from tests.verifier.editable_log import EditableLog, Object
from tests.verifier.forgeries import found, seq


def line_entry(editable: EditableLog) -> tuple[Object, Object]:
    entry, _, line = next(editable.lines())
    return entry, line


# --- Keys, blanks, numbers -------------------------------------------------------------------------------------------


@found("canonical form of the entry")
def a_key_stands_twice(editable: EditableLog) -> int:
    """A reader that takes the first of two keys sees a different giver than a reader that takes the last."""
    entry = editable.order("BuyIn")
    editable.rewritten[seq(entry)] = lambda body: body.replace(b'"by":', b'"by":"player:nobody","by":', 1)
    return seq(entry)


@found("canonical form of the entry")
def a_key_stands_twice_in_a_line(editable: EditableLog) -> int:
    entry, _ = line_entry(editable)
    editable.rewritten[seq(entry)] = lambda body: body.replace(b'"paid":', b'"paid":1,"paid":', 1)
    return seq(entry)


@found("canonical form of the entry")
def a_blank_stands_in_an_entry(editable: EditableLog) -> int:
    editable.rewritten[20] = lambda body: body.replace(b",", b", ", 1)
    return 20


@found("canonical form of the entry")
def a_letter_is_written_as_its_number(editable: EditableLog) -> int:
    entry = editable.order("TakeSeat")
    editable.rewritten[seq(entry)] = lambda body: body.replace(b'"stream":"t', b'"stream":"\\u0074', 1)
    return seq(entry)


@found("cents of a transfer")
def a_sum_is_not_a_whole_number(editable: EditableLog) -> int:
    entry = editable.order("BuyIn")
    cents = entry["transfers"][0]["cents"]
    entry["transfers"][0]["cents"] = float(cents)
    return seq(entry)


@found("seat of SeatTaken")
def a_seat_is_true(editable: EditableLog) -> int:
    entry = next(e for e, event in editable.events("SeatTaken") if event["seat"] == 1)
    entry["events"][0]["seat"] = True
    return seq(entry)


@found("fields of an entry")
def an_entry_has_an_unknown_field(editable: EditableLog) -> int:
    editable.entries[30]["remark"] = "approved"
    return 31


@found("fields of ChipsBought")
def an_event_has_an_unknown_field(editable: EditableLog) -> int:
    entry = editable.order("BuyIn")
    entry["events"][0]["rebate_cents"] = 100
    return seq(entry)


@found("fields of BuyIn")
def a_command_has_an_unknown_field(editable: EditableLog) -> int:
    entry = editable.order("BuyIn")
    entry["command"]["credit"] = True
    return seq(entry)


@found("fields of a line")
def a_line_has_an_unknown_field(editable: EditableLog) -> int:
    entry, line = line_entry(editable)
    line["tip"] = 100
    return seq(entry)


@found("fields of a transfer")
def a_transfer_has_an_unknown_field(editable: EditableLog) -> int:
    entry = editable.order("BuyIn")
    entry["transfers"][0]["currency"] = "EUR"
    return seq(entry)


@found("fields of a change of a meter")
def a_change_of_a_meter_has_an_unknown_field(editable: EditableLog) -> int:
    entry = next(e for e in editable.entries if e.get("meters"))
    entry["meters"][0]["hidden"] = 1
    return seq(entry)


@found("fields of a sealed deck")
def a_seal_has_an_unknown_field(editable: EditableLog) -> int:
    entry = next(e for e in editable.entries if "sealed" in e)
    entry["sealed"]["order"] = "known"
    return seq(entry)


@found("fields of the terms of a wager")
def the_terms_of_a_wager_have_an_unknown_field(editable: EditableLog) -> int:
    entry, event = next(editable.events("TableInstalled"))
    event["terms"]["wagers"]["ante"]["rebate"] = "10%"
    return seq(entry)


@found("fields of SeatTaken")
def an_event_lacks_a_field(editable: EditableLog) -> int:
    entry = editable.order("TakeSeat")
    del entry["events"][0]["player"]
    return seq(entry)


@found("an event")
def an_event_is_of_no_known_kind(editable: EditableLog) -> int:
    entry = editable.order("TakeSeat")
    entry["events"][0]["type"] = "SeatGiven"
    return seq(entry)


@found("a command")
def a_command_is_of_no_known_kind(editable: EditableLog) -> int:
    entry = editable.order("FillTray")
    entry["command"]["type"] = "Withdraw"
    return seq(entry)


# --- Numbers and order -----------------------------------------------------------------------------------------------


@found("number of the entry")
def the_number_of_an_entry_is_left_out(editable: EditableLog) -> int:
    for entry in editable.entries[70:]:
        entry["seq"] += 1
    return 71


@found("number in stream")
def the_number_in_a_stream_is_left_out(editable: EditableLog) -> int:
    entry = editable.entries[70]
    entry["number"] += 1
    return seq(entry)


@found("stream of an entry")
def an_entry_stands_in_no_stream(editable: EditableLog) -> int:
    entry = editable.order("FillTray")
    entry["stream"] = "cage"
    return seq(entry)


@found("a table")
def an_entry_is_of_a_table_that_is_not_there(editable: EditableLog) -> int:
    entry = editable.order("TakeSeat")
    entry["stream"], entry["number"] = "table elsewhere", 1
    return seq(entry)


@found("")
def an_entry_is_put_to_another_table(editable: EditableLog) -> int:
    """The entry's number in the stream reveals it, or the regulation that the entry cites."""
    entry = editable.order("InspectDecks")
    other = next(e for e in editable.entries[seq(entry) :] if e["command"]["type"] == "InspectDecks")
    assert entry["stream"] != other["stream"]
    entry["stream"], other["stream"] = other["stream"], entry["stream"]
    return seq(entry) if entry["number"] != other["number"] else seq(other)


@found("time of the entry")
def the_time_goes_back(editable: EditableLog) -> int:
    entry = editable.order("InspectDecks")
    entry["at"] = entry["command"]["at"] = entry["events"][0]["at"] = editable.entries[seq(entry) - 2]["at"] - 1
    return seq(entry)


@found("time of the entry")
def entries_of_two_tables_change_places(editable: EditableLog) -> int:
    """Both entries are renumbered, so the first is now later than the second."""
    for place in range(100, len(editable.entries) - 1):
        one, other = editable.entries[place : place + 2]
        streams = {one["stream"], other["stream"]}
        if one["at"] < other["at"] and "floor" not in streams and len(streams) == 2:
            one["seq"], other["seq"] = other["seq"], one["seq"]
            editable.entries[place : place + 2] = [other, one]
            return seq(one)
    raise AssertionError("no such entries")


@found("time of the command")
def a_command_was_given_at_another_time(editable: EditableLog) -> int:
    entry = editable.order("PlaceWager")
    entry["command"]["at"] -= 60
    return seq(entry)


@found("time of the event")
def an_event_happened_at_another_time(editable: EditableLog) -> int:
    entry = editable.order("PlaceWager")
    entry["events"][0]["at"] -= 60
    return seq(entry)


@found("id of the order")
def two_orders_have_one_id(editable: EditableLog) -> int:
    editable.entries[90]["id"] = editable.entries[45]["id"]
    return 91
