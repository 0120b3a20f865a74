"""Faults planted in a log: mistakes an engine, a cage or a thief could make. Each names the place where the verifier
must stop.

Every log is signed again afterwards, so only the law, the books and the commitments reveal the fault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.verifier.editable_log import EditableLog, Object


class Where(NamedTuple):
    """The entry, and the seat and wager if the fault concerns a wager."""

    seq: int
    seat: int = 0
    wager: str = ""


Fault = Callable[[EditableLog], Where]
FAULTS: dict[str, Fault] = {}


def fault(plant: Fault) -> Fault:
    FAULTS[plant.__name__.replace("_", " ")] = plant
    return plant


def at(entry: Object, line: Object) -> Where:
    return Where(entry["seq"], line["seat"], line["wager"])


# --- Paytables and payouts -----------------------------------------------------------------------------------


@fault
def a_cell_of_a_paytable_is_not_the_printed_one(editable: EditableLog) -> Where:
    entry, event = next(pair for pair in editable.events("TableInstalled") if "trips" in pair[1]["terms"]["paytables"])
    column = next(iter(event["terms"]["paytables"]["trips"]["columns"].values()))
    column[-1][1] = "4 to 1"
    return Where(entry["seq"])


@fault
def a_win_is_paid_by_another_cell_everywhere(editable: EditableLog) -> Where:
    """The line, transfer and odds agree with each other, but not with the paytable."""
    for entry, _, line in editable.lines(outcome="won", hand_pay=False):
        win = next((t for t in entry["transfers"] if (t["code"], t["cents"]) == ("win", line["paid"])), None)
        if win is not None and line["odds"].endswith(" to 1") and line["wager"] not in ("ante", "payout limit"):
            times = int(line["odds"].split()[0].replace(",", "")) + 1
            line["odds"], line["paid"] = f"{times:,} to 1", line["stake"] * times
            win["cents"] = line["paid"]
            return at(entry, line)
    raise AssertionError("no such win")


@fault
def a_line_is_paid_a_cent_more(editable: EditableLog) -> Where:
    entry, _, line = next(editable.lines(outcome="won", hand_pay=False))
    line["paid"] += 1
    return at(entry, line)


@fault
def a_lost_wager_goes_back(editable: EditableLog) -> Where:
    entry, _, line = next(editable.lines(outcome="lost"))
    line |= {"outcome": "returned", "returned": line["stake"], "kept": 0}
    collected = editable.transfer(entry, code="collected", cents=line["stake"])
    collected |= {"kind": "void", "code": "returned"}
    return at(entry, line)


@fault
def a_line_names_another_paragraph(editable: EditableLog) -> Where:
    entry, _, line = next(editable.lines(outcome="lost", wager="ante"))
    line["cite"] = "653a.11(n)"
    return at(entry, line)


@fault
def a_line_is_dropped(editable: EditableLog) -> Where:
    """The wager's stake stays reserved for good."""
    entry, event, line = next(found for found in editable.lines(outcome="lost") if len(found[1]["lines"]) > 1)
    event["lines"].remove(line)
    entry["transfers"].remove(editable.transfer(entry, code="collected", cents=line["stake"]))
    return Where(entry["seq"])


@fault
def two_lines_change_places(editable: EditableLog) -> Where:
    entry, event, line = next(found for found in editable.lines() if len(found[1]["lines"]) > 1)
    event["lines"][:2] = reversed(event["lines"][:2])
    return at(entry, line)


@fault
def two_seats_are_settled_in_the_wrong_order(editable: EditableLog) -> Where:
    """Seats are settled in the wrong direction, so a meter would pay the wrong player first."""
    for entry, event in editable.events("Settled"):
        later = [found for found in editable.events("Settled") if found[0]["stream"] == entry["stream"]]
        after = next((found for found in later if found[0]["number"] == entry["number"] + 1), None)
        if after is not None and event["done"] and after[1]["done"] and after[1]["seat"] < event["seat"]:
            for name in ("events", "transfers", "command"):
                entry[name], after[0][name] = after[0].get(name, []), entry.get(name, [])
            return Where(entry["seq"])
    raise AssertionError("no two seats settled one after the other")


@fault
def the_payout_limit_is_forgotten(editable: EditableLog) -> Where:
    entry, event, line = next(editable.lines(wager="payout limit"))
    event["lines"].remove(line)
    entry["transfers"].remove(editable.transfer(entry, code="payout limit"))
    return at(entry, line)


# --- Bonuses ---------------------------------------------------------------------------------------------------


@fault
def an_envy_bonus_is_not_paid(editable: EditableLog) -> Where:
    entry, event, line = next(editable.lines(wager="envy"))
    event["lines"].remove(line)
    return Where(entry["seq"])


@fault
def a_lucky_bonus_is_paid_for_another_position(editable: EditableLog) -> Where:
    """The draw is changed to a position where no one wagered."""
    seats = {event["table"]: event["terms"]["seats"] for _, event in editable.events("TableInstalled")}
    for entry, _, _ in editable.lines(wager="lucky-bonus"):
        table, number = entry["stream"].removeprefix("table "), entry["round"]
        played = [e for e in editable.entries if (e["stream"], e.get("round")) == (entry["stream"], number)]
        wagered = {v["seat"] for e in played for v in e["events"] if v["type"] == "WagerPlaced"}
        empty = [position for position in range(1, seats[table] + 1) if position not in wagered]
        if empty:
            drawn = next(v for e in played for v in e["events"] if v["type"] == "BonusDrawn")
            drawn["positions"] = empty[:1]
            return Where(next(e["seq"] for e in played if _has_lucky(e)))
    raise AssertionError("no such round")


def _has_lucky(entry: Object) -> bool:
    lines = [line for event in entry["events"] for line in event.get("lines", ())]
    return any(line["wager"] == "lucky-bonus" for line in lines)


# --- Irregularities ----------------------------------------------------------------------------------------------


@fault
def a_wager_of_a_void_round_is_kept(editable: EditableLog) -> Where:
    entry, _, line = next(editable.lines(outcome="void"))
    line |= {"returned": 0, "kept": line["stake"]}
    editable.transfer(entry, code="returned", cents=line["stake"]).update(kind="post", code="collected")
    return at(entry, line)


@fault
def a_harmless_irregularity_voids_a_round(editable: EditableLog) -> Where:
    entry, event = next(pair for pair in editable.events("SlipFound") if pair[1]["slip"] == "card-drawn-in-error")
    event["voids"] = True
    return Where(entry["seq"])


# --- Cards and decisions -------------------------------------------------------------------------------------------


@fault
def two_cards_of_a_sealed_deck_are_exchanged(editable: EditableLog) -> Where:
    """Swaps two cards along with their openings: both are in the deck, but at each other's positions."""
    for entry, event in editable.events("Dealt"):
        if len(entry.get("openings", ())) > 1 and len(event["cards"]) > 1:
            first, second = event["cards"][:2]
            first[1], second[1] = second[1], first[1]
            entry["openings"][:2] = reversed(entry["openings"][:2])
            return Where(entry["seq"])
    raise AssertionError("no two cards dealt at once")


@fault
def a_card_is_dealt_twice(editable: EditableLog) -> Where:
    by_table: dict[str, Object] = {}
    for entry, event in editable.events("Dealt"):
        earlier = by_table.setdefault(f"{entry['stream']} {entry['round']}", event)
        if earlier is not event:
            event["cards"][0][1] = earlier["cards"][0][1]
            return Where(entry["seq"])
    raise AssertionError("no second card")


@fault
def a_card_goes_to_another_place(editable: EditableLog) -> Where:
    entry, event = next(pair for pair in editable.events("Dealt") if pair[1]["cards"][0][0] == "dealer")
    event["cards"][0][0] = "seat 1"
    return Where(entry["seq"])


@fault
def the_root_of_a_deck_is_not_over_its_leaves(editable: EditableLog) -> Where:
    entry = next(entry for entry in editable.entries if "sealed" in entry)
    entry["sealed"]["root"] = entry["sealed"]["leaves"][0]
    return Where(entry["seq"])


@fault
def a_cut_is_one_card_deeper_than_it_was(editable: EditableLog) -> Where:
    """The first card of the next round is then not the card at that position."""
    cuts: dict[str, Object] = {}
    for entry in editable.entries:
        stream = entry["stream"]
        for event in entry.get("events", ()):
            if event["type"] == "DeckCut" and event["depth"] < 51:
                cuts[stream] = entry
            elif event["type"] == "Dealt" and stream in cuts and entry.get("openings"):
                for told in (cuts[stream]["command"], cuts[stream]["events"][0]):
                    told["depth"] += 1
                return Where(entry["seq"])
            elif event["type"] in ("Shuffled", "DecksReceived"):
                cuts.pop(stream, None)
    raise AssertionError("no sealed deck was cut")


@fault
def a_decision_is_for_an_unlawful_sum(editable: EditableLog) -> Where:
    entry, event = next(pair for pair in editable.events("Decided", "pa-653a") if pair[1]["cents"])
    event["cents"] = entry["command"]["cents"] = 5 * event["cents"]
    editable.transfer(entry, code="wager")["cents"] = event["cents"]
    return Where(entry["seq"], event["seat"], event["wager"])


@fault
def a_wager_is_accepted_after_no_more_bets(editable: EditableLog) -> Where:
    """An optional wager that feeds no meter is swapped with the announcement that follows it."""
    for entry, _ in editable.events("BetsClosed"):
        before = next(e for e in editable.stream(entry) if e["number"] == entry["number"] - 1)
        wager = before["command"].get("wager")
        if before["command"]["type"] == "PlaceWager" and wager in ("trips", "texas-bonus", "pocket-bonus", "bonus"):
            editable.exchange(before, entry)
            return Where(entry["seq"], entry["command"]["seat"], wager)
    raise AssertionError("no such wager")


# --- Meters --------------------------------------------------------------------------------------------------------


@fault
def a_meter_counts_one_unit_more(editable: EditableLog) -> Where:
    entry, change = next((e, c) for e in editable.entries for c in e.get("meters", ()) if c["kind"] == "counted")
    change["units"] += 1
    return Where(entry["seq"], change["seat"], change["wager"])


@fault
def a_meter_is_read_one_unit_too_high_when_it_pays(editable: EditableLog) -> Where:
    entry, _, line = next(editable.lines(hand_pay=True))
    line["meter_before"] += 1
    return at(entry, line)


@fault
def a_table_is_told_a_wrong_reading(editable: EditableLog) -> Where:
    entry, event = next(editable.events("MetersRead"))
    event["readings"][0][1] -= 1
    return Where(entry["seq"])


@fault
def a_share_of_a_meter_goes_to_the_players_chips(editable: EditableLog) -> Where:
    entry = next(entry for entry, event in editable.events("ShareFixed") if event["line"]["paid"])
    staked = (t for e in editable.stream(entry) for t in e.get("transfers", ()) if t["code"] == "wager")
    editable.transfer(entry, code="share")["credit"] = next(staked)["debit"]
    return Where(entry["seq"])


@fault
def a_share_is_fixed_at_another_figure_than_the_meter_shows(editable: EditableLog) -> Where:
    entry, event = next(editable.events("ShareFixed"))
    event["line"]["paid"] += 1
    return at(entry, event["line"])


@fault
def a_share_is_paid_at_another_figure_than_was_fixed(editable: EditableLog) -> Where:
    entry, _, line = next(editable.lines(hand_pay=True))
    line["paid"] += 1
    return at(entry, line)


@fault
def a_share_is_fixed_under_another_paragraph(editable: EditableLog) -> Where:
    entry, event = next(editable.events("ShareFixed"))
    event["cite"] = event["cite"].replace("(d)(4)", "(d)(3)")
    return Where(entry["seq"])


@fault
def a_later_share_is_not_fixed_at_its_turn(editable: EditableLog) -> Where:
    """The share stays on the meter until it is validated, as in earlier logs, although this log has already fixed
    others.
    """
    entry, fixed = list(editable.events("ShareFixed"))[-1]
    entry["events"].remove(fixed)
    entry["meters"] = []
    entry["transfers"] = [t for t in entry["transfers"] if "/meter" not in t["id"]]
    return Where(entry["seq"])


@fault
def a_win_of_a_meter_is_not_validated(editable: EditableLog) -> Where:
    """The dealer settles a win that a floorperson should have validated."""
    entry, _, line = next(found for found in editable.lines(hand_pay=True) if found[2]["paid"])
    entry["by"] = "dealer:bob"
    entry["command"] = {"type": "SettleSeat", "by": "dealer:bob", "at": entry["at"]}
    entry["events"] = [event for event in entry["events"] if event["type"] != "Validated"]
    for event in entry["events"]:
        event["by"] = "system" if event["type"] == "MetersRead" else "dealer:bob"
    return at(entry, line)


def validated_by(name: str, entry: Object) -> Where:
    entry["by"] = entry["command"]["by"] = f"floor:{name}"
    for event in entry["events"]:
        event["by"] = "system" if event["type"] == "MetersRead" else entry["by"]
    return Where(entry["seq"])


@fault
def the_player_paid_validates_as_a_floorperson(editable: EditableLog) -> Where:
    entry, _, line = next(found for found in editable.lines(hand_pay=True) if found[2]["paid"])
    seated = [e for e in editable.entries[: entry["seq"]] if e["stream"] == entry["stream"]]
    taken = [v for e in seated for v in e.get("events", ()) if v["type"] == "SeatTaken" and v["seat"] == line["seat"]]
    return validated_by(taken[-1]["player"].upper(), entry)


@fault
def a_relief_dealer_who_dealt_validates_as_a_floorperson(editable: EditableLog) -> Where:
    entry, _, _ = next(found for found in editable.lines(hand_pay=True) if found[2]["paid"])
    rounds = [e for e in editable.entries if (e["stream"], e.get("round")) == (entry["stream"], entry["round"])]
    dealt = next(e for e in rounds if e["events"][0]["type"] == "Dealt")
    dealt["by"] = dealt["command"]["by"] = dealt["events"][0]["by"] = "dealer:rae"
    return validated_by("Rae", entry)
