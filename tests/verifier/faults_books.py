"""Faults planted in a log's names, figures and books; each returns the place where the verifier must stop."""

from __future__ import annotations

from tests.verifier.editable_log import EditableLog, Object
from tests.verifier.faults import Where, fault

# --- Names and figures ---------------------------------------------------------------------------------------------


def installed(editable: EditableLog, *, again: bool) -> tuple[Object, Object, Object]:
    """The entry, event and meter of a table that feeds a linked meter: the first such table, or a later one if
    `again`.
    """
    seen: set[str] = set()
    for entry, event in editable.events("TableInstalled"):
        for meter in event["terms"]["meters"]:
            if meter["link"] and (meter["id"] in seen) is again:
                return entry, event, meter
            seen.add(meter["id"])
    raise AssertionError("no such table")


@fault
def a_table_comes_to_a_meter_with_other_figures(editable: EditableLog) -> Where:
    entry, _, meter = installed(editable, again=True)
    meter["reseed"] = str(int(meter["reseed"]) + 100)
    return Where(entry["seq"])


@fault
def a_link_is_named_like_a_table(editable: EditableLog) -> Where:
    entry, event, meter = installed(editable, again=False)
    meter["link"], meter["id"] = event["table"], f"{event['table']}/{meter['meter']}"
    return Where(entry["seq"])


@fault
def a_meter_does_not_bear_the_name_of_its_link(editable: EditableLog) -> Where:
    entry, _, meter = installed(editable, again=False)
    meter["id"] = f"elsewhere/{meter['meter']}"
    return Where(entry["seq"])


@fault
def an_order_has_the_id_of_an_earlier_one(editable: EditableLog) -> Where:
    entry, earlier = editable.entries[60], editable.entries[20]
    entry["id"] = earlier["id"]
    return Where(entry["seq"])


# --- The books -----------------------------------------------------------------------------------------------------


@fault
def a_cent_too_much_leaves_the_tray(editable: EditableLog) -> Where:
    entry = next(e for e in editable.entries if any(t["code"] == "win" for t in e.get("transfers", ())))
    editable.transfer(entry, code="win")["cents"] += 1
    return Where(entry["seq"])


@fault
def a_buy_in_is_set_right_by_one_leg_only(editable: EditableLog) -> Where:
    entry = next(e for e in editable.entries if e["command"].get("together") and len(e["transfers"]) == 2)
    del entry["transfers"][1]
    return Where(entry["seq"])


@fault
def a_buy_in_goes_to_another_player(editable: EditableLog) -> Where:
    entry, _ = next(editable.events("ChipsBought"))
    entry["transfers"][1]["credit"] = "chips:somebody else"
    return Where(entry["seq"])


@fault
def a_drop_is_counted_short_without_saying_so(editable: EditableLog) -> Where:
    entry, event = next(pair for pair in editable.events("DropCounted") if pair[1]["expected_cents"] > 100)
    event["expected_cents"] -= 100
    return Where(entry["seq"])


@fault
def a_correction_has_one_approver(editable: EditableLog) -> Where:
    entry, _ = next(editable.events("Corrected"))
    entry["transfers"][0]["approvers"] = ["ann", "ann"]
    return Where(entry["seq"])


@fault
def an_entry_is_taken_out(editable: EditableLog) -> Where:
    """All later entries are renumbered, as if a buy-in had never happened."""
    gone, _ = next(editable.events("ChipsBought"))
    editable.entries.remove(gone)
    for entry in editable.entries:
        entry["seq"] -= entry["seq"] > gone["seq"]
        is_later = entry["stream"] == "floor" and entry["number"] > gone["number"]
        entry["number"] -= is_later
        for transfer in entry.get("transfers", ()) if is_later else ():
            transfer["id"] = f"floor:{entry['number']}/{transfer['id'].rpartition('/')[2]}"
    return Where(0)


@fault
def an_order_is_carried_out_twice(editable: EditableLog) -> Where:
    editable.entries[80]["id"] = editable.entries[40]["id"]
    return Where(81)
