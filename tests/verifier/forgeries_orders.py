"""Forgeries of who gave an order, and of its result."""

from __future__ import annotations

from tests.verifier.editable_log import EditableLog, Object
from tests.verifier.forgeries import FORGERIES, Forgery, at_time, found, given_by, seq, told

MAY_NOT = {
    "FillTray": "player:ann",
    "CreditTray": "dealer:bob",
    "CountDrop": "dealer:bob",
    "InstallTable": "cashier:cy",
    "RemoveTable": "dealer:bob",
    "StartDay": "dealer:bob",
    "EndDay": "cashier:cy",
    "CutLink": "dealer:bob",
    "AdjustMeter": "cashier:cy",
    "CorrectTransfer": "dealer:bob",
    "InspectRound": "floor:ann",
    "ExportLog": "administrator:kim",
    "TakeSnapshot": "administrator:kim",
    "CashOut": "dealer:bob",
    "VerifyInspection": "dealer:bob",
    "CloseTable": "dealer:bob",
    "ChangeMethod": "dealer:bob",
    "Validate": "dealer:fay",
    "CompleteDocuments": "dealer:bob",
    "CloseBets": "floor:ann",
    "SettleSeat": "floor:ann",
    "ShowCards": "dealer:bob",
    "CountStub": "system",
    "TakeBackCard": "system",
    "OpenProperty": "floor:ann",
    "AdoptJurisdiction": "cashier:cy",
    "TakeBackDay": "dealer:bob",
    "BuyIn": "cashier:cy",
    "LoadAccount": "cashier:cy",
    "CloseAccount": "cashier:cy",
    "RestoreLink": "dealer:bob",
    "AssignDealer": "cashier:cy",
    "ServeSeat": "player:pat",
    "AskClosing": "dealer:bob",
    "AcknowledgeAlert": "dealer:bob",
    "ChangePerson": "floor:ann",
    "RecordRebuild": "floor:ann",
    "ReceiveDecks": "floor:ann",
    "InspectDecks": "floor:ann",
    "SpreadCards": "system",
    "WashCards": "floor:ann",
    "Shuffle": "player:ann",
    "CutDeck": "floor:ann",
    "OrderRecut": "dealer:bob",
    "ChangeDecks": "floor:ann",
    "MarkDevice": "system",
    "TakeSeat": "cashier:cy",
    "LeaveSeat": "system",
    "PlaceWager": "floor:ann",
    "WithdrawWager": "floor:ann",
    "CountChips": "floor:ann",
    "Deal": "device:shoe",
    "EnterCard": "floor:ann",
    "Act": "floor:ann",
    "TurnUp": "player:ann",
    "ReportSlip": "system",
    "ClearRound": "floor:ann",
}
"""For each order, a person who may not give it."""
SELDOM = frozenset(
    (
        *("AdoptJurisdiction", "TakeBackDay", "CloseAccount", "AssignDealer", "ServeSeat", "AskClosing"),
        *("AcknowledgeAlert", "ChangePerson", "RecordRebuild", "OrderRecut", "ChangeDecks", "LeaveSeat", "EndDay"),
        *("CreditTray", "CountDrop", "CashOut", "WithdrawWager"),
    )
)
"""Orders that are forged in the session of seldom orders."""


def forgery_of(kind: str, by: str) -> Forgery:
    def forge(editable: EditableLog) -> int:
        return given_by(editable.order(kind), by)

    return Forgery(forge, names="who gives the order", is_seldom=kind in SELDOM)


FORGERIES |= {f"the order {kind} comes from {by}": forgery_of(kind, by) for kind, by in MAY_NOT.items()}


@found("who gives the order")
def an_order_comes_from_nobody(editable: EditableLog) -> int:
    return given_by(editable.order("FillTray"), "floor: ")


@found("whose seat a player gives an order for")
def a_player_wagers_at_the_seat_of_another(editable: EditableLog) -> int:
    entry = next(e for e, event in editable.events("WagerPlaced") if e["by"].startswith("player:"))
    entry["by"] = "player:somebody else"
    return seq(entry)


@found("whom a player gives an order for")
def a_player_cashes_the_chips_of_another(editable: EditableLog) -> int:
    entry = editable.order("CashOut")
    entry["by"] = "player:somebody else"
    return seq(entry)


@found("who verifies the inspection")
def the_inspector_verifies_in_another_spelling(editable: EditableLog) -> int:
    inspected = editable.order("InspectDecks")
    entry = next(e for e in editable.stream(inspected) if e["command"]["type"] == "VerifyInspection")
    return given_by(entry, f"floor: {inspected['by'].partition(':')[2].upper()}\u200b")


@found("who deals the table")
def a_dealer_of_no_table_announces_no_more_bets(editable: EditableLog) -> int:
    return given_by(with_dealer(editable, "BetsClosed", "dealer:")[0], "dealer:rae")


@found("for whom a dealer acts")
def a_dealer_wagers_for_a_player_who_has_a_device(editable: EditableLog) -> int:
    entry, dealer = with_dealer(editable, "WagerPlaced", "player:")
    return given_by(entry, f"dealer:{dealer}")


def with_dealer(editable: EditableLog, event: str, by: str) -> tuple[Object, str]:
    """An entry with this event and giver at a table assigned to a dealer, and that dealer's name."""
    dealers: dict[str, str] = {}
    for entry in editable.entries:
        for happened in entry["events"]:
            if happened["type"] == "DealerAssigned":
                dealers[f"table {happened['table']}"] = happened["dealer"]
            elif happened["type"] == event and entry["by"].startswith(by) and dealers.get(entry["stream"]):
                return entry, dealers[entry["stream"]]
    raise AssertionError("no table is assigned to a dealer")


# --- Command against events ------------------------------------------------------------------------------------------

OTHERWISE: dict[str, tuple[str, object]] = {
    "BuyIn": ("cents", 1),
    "LoadAccount": ("player", "somebody else"),
    "FillTray": ("cents", 1),
    "CreditTray": ("table", "elsewhere"),
    "CountDrop": ("cents", 1),
    "StartDay": ("day", "2026-11-14"),
    "RemoveTable": ("table", "elsewhere"),
    "CutLink": ("link", "elsewhere"),
    "TakeSeat": ("player", "somebody else"),
    "PlaceWager": ("cents", 1),
    "WithdrawWager": ("wager", "nothing"),
    "ReceiveDecks": ("backs", ["green"]),
    "Shuffle": ("how", "by itself"),
    "CutDeck": ("depth", 11),
    "MarkDevice": ("device", "table"),
    "ChangeMethod": ("dealing", "by chance"),
    "CountChips": ("number", 0),
    "Act": ("action", "think"),
    "EnterCard": ("card", "2c"),
    "Validate": ("wager", "ante"),
    "CompleteDocuments": ("seat", 9),
    "CountStub": ("cards", 1),
    "ReportSlip": ("slip", "no irregularity"),
    "InspectRound": ("round", 2),
    "ExportLog": ("size", 1),
    "AdjustMeter": ("reason", "another"),
    "InstallTable": ("submission", "another"),
    "OpenProperty": ("public_key", "0" * 64),
    "AdoptJurisdiction": ("reason", "another"),
    "EndDay": ("reason", "nothing is open"),
    "TakeBackDay": ("day", "2026-11-13"),
    "CashOut": ("player", "somebody else"),
    "CloseAccount": ("player", "somebody else"),
    "RestoreLink": ("link", "elsewhere"),
    "CorrectTransfer": ("reason", "another"),
    "AssignDealer": ("dealer", "rae"),
    "ServeSeat": ("seat", 2),
    "AskClosing": ("table", "elsewhere"),
    "AcknowledgeAlert": ("note", "nothing was seen"),
    "ChangePerson": ("role", "administrator"),
    "RecordRebuild": ("entries", 0),
    "TakeSnapshot": ("seq", 1),
    "ChangeDecks": ("backs", ["green"]),
    "LeaveSeat": ("seat", 9),
}
"""For each order, a field in which it could differ from its event."""


def told_otherwise(kind: str, name: str, value: object) -> Forgery:
    def forge(editable: EditableLog) -> int:
        entry = next(e for e in editable.entries if e["command"]["type"] == kind and e["command"].get(name) != value)
        entry["command"][name] = value
        return seq(entry)

    names = {"EnterCard": "the card entered", "TakeSeat": "player"}.get(kind, name)
    return Forgery(forge, names=names, is_seldom=kind in SELDOM)


FORGERIES |= {
    f"the order {kind} has another {name} than its event": told_otherwise(kind, name, value)
    for kind, (name, value) in OTHERWISE.items()
    if kind != "TakeSeat"
}


# --- Mistyped cards --------------------------------------------------------------------------------------------------


@found("the card taken back, as it was entered")
def another_card_is_taken_back_than_was_entered(editable: EditableLog) -> int:
    entry, event = next(editable.events("CardTakenBack"))
    event["card"] = "2c" if event["card"] != "2c" else "2d"
    return seq(entry)


@found("the card taken back, as it was entered")
def a_card_is_taken_back_from_another_place(editable: EditableLog) -> int:
    entry, event = next(editable.events("CardTakenBack"))
    event["place"] = "burn" if event["place"] != "burn" else "dealer"
    return seq(entry)


@found("a card taken back")
def a_card_is_taken_back_after_the_next_one(editable: EditableLog) -> int:
    """After a correction, the card before it is also taken back, in place of the next card."""
    for entry, _ in editable.events("CardTakenBack"):
        stream = editable.stream(entry)
        number = stream.index(entry)
        earlier, later = stream[number - 2], stream[number + 1]
        if [e["command"]["type"] for e in (earlier, later)] == ["EnterCard", "EnterCard"]:
            [[place, card, face]] = earlier["events"][0]["cards"]
            kept = {name: later["command"][name] for name in ("by", "at")}
            later["command"] = {"type": "TakeBackCard", **kept}
            cite = earlier["events"][0]["cite"]
            later["events"] = [
                {"type": "CardTakenBack", "place": place, "card": card, "face": face, "cite": cite, **kept}
            ]
            return seq(later)
    raise AssertionError("no correction between two cards")


@found("a card taken back")
def a_card_of_a_sealed_deck_is_taken_back(editable: EditableLog) -> int:
    """At a table with virtual cards no cards are entered, so none can be mistyped."""
    dealt = next(e for e, _ in editable.events("Dealt") if e.get("openings"))
    stream = editable.stream(dealt)
    later = stream[stream.index(dealt) + 1]
    place, card, face = dealt["events"][0]["cards"][-1]
    later["command"] = {"type": "TakeBackCard", "by": dealt["by"], "at": later["at"]}
    event = {"type": "CardTakenBack", "place": place, "card": card, "face": face, "cite": dealt["events"][0]["cite"]}
    later["events"] = [{**event, "by": dealt["by"], "at": later["at"]}]
    later["by"] = dealt["by"]
    for left in ("openings", "transfers", "meters", "sealed"):
        later.pop(left, None)
    return seq(later)


@found("player")
def a_dealer_seats_another_player_than_the_event_tells(editable: EditableLog) -> int:
    entry = next(e for e, _ in editable.events("SeatTaken") if e["by"].startswith("dealer:"))
    entry["command"]["player"] = "somebody else"
    return seq(entry)


@found("giver of the command")
def a_command_has_another_giver_than_its_entry(editable: EditableLog) -> int:
    entry = editable.order("CloseBets")
    entry["command"]["by"] = "dealer:rae"
    return seq(entry)


@found("giver of the event")
def an_event_has_another_giver_than_its_entry(editable: EditableLog) -> int:
    entry = editable.order("CloseBets")
    entry["events"][0]["by"] = "dealer:rae"
    return seq(entry)


@found("what the order SettleSeat leads to")
def an_order_comes_to_something_else(editable: EditableLog) -> int:
    entry = editable.order("SettleSeat")
    entry["events"] = editable.order("TurnUp")["events"]
    return seq(entry)


@found("what the order CloseBets leads to")
def the_event_of_an_order_is_left_out(editable: EditableLog) -> int:
    entry = editable.order("CloseBets")
    entry["events"] = []
    return seq(entry)


@found("what the order TakeSeat leads to")
def an_order_comes_to_one_event_more(editable: EditableLog) -> int:
    entry = editable.order("TakeSeat")
    entry["events"].append({**entry["events"][0], "seat": entry["events"][0]["seat"] + 1})
    return seq(entry)


@found("status of the decks after the order InspectDecks")
def an_inspection_verifies_itself(editable: EditableLog) -> int:
    entry = editable.order("InspectDecks")
    entry["events"][0]["status"] = "verified"
    return seq(entry)


@found("what follows the irregularity")
def a_card_found_face_up_is_not_set_aside(editable: EditableLog) -> int:
    entry, _ = next(editable.events("CardSetAside"))
    entry["events"] = [event for event in entry["events"] if event["type"] != "CardSetAside"]
    return seq(entry)


# --- Days, snapshots, inspections ------------------------------------------------------------------------------------


@found("a gaming day begun")
def a_gaming_day_begins_before_the_last(editable: EditableLog) -> int:
    entry = next(e for e, event in editable.events("DayStarted") if event["day"] == "2026-11-16")
    return told(entry, day="2026-11-15")


@found("a gaming day begun")
def two_gaming_days_overlap(editable: EditableLog) -> int:
    editable.remove(editable.order("EndDay"))
    return seq(next(e for e, event in editable.events("DayStarted") if event["day"] == "2026-11-16"))


@found("the gaming day that ends")
def another_day_ends_than_began(editable: EditableLog) -> int:
    entry = editable.order("EndDay")
    entry["events"][0]["day"] = "2026-11-14"
    return seq(entry)


@found("a gaming day begun first")
def wagers_are_taken_outside_of_a_gaming_day(editable: EditableLog) -> int:
    editable.remove(editable.order("StartDay"))
    return min(seq(editable.order("BuyIn")), seq(editable.order("PlaceWager")))


@found("digest of a snapshot")
def the_digest_of_a_snapshot_is_none(editable: EditableLog) -> int:
    return told(editable.order("TakeSnapshot"), digest="0" * 63)


@found("entries of a snapshot")
def a_snapshot_is_of_other_entries(editable: EditableLog) -> int:
    entry = editable.order("TakeSnapshot")
    return told(entry, seq=seq(entry) - 2)


@found("entries copied")
def more_entries_were_copied_than_there_are(editable: EditableLog) -> int:
    entry = editable.order("ExportLog")
    return told(entry, size=seq(entry))


@found("a table looked at")
def a_round_is_looked_at_where_no_table_was(editable: EditableLog) -> int:
    return told(editable.order("InspectRound"), table="elsewhere")


@found("the link")
def a_link_is_restored_that_was_not_cut(editable: EditableLog) -> int:
    cut = editable.order("CutLink")
    link = cut["command"]["link"]
    editable.remove(cut)
    restored = [e for e, event in editable.events("LinkRestored") if event["link"] == link]
    return seq(restored[0])


@found("the first order of a log")
def the_property_is_never_opened(editable: EditableLog) -> int:
    editable.remove(editable.entries[0])
    return 1


@found("decks in use")
def decks_are_in_use_for_too_long(editable: EditableLog) -> int:
    """Nine hours pass before bets are closed, and everything afterwards is nine hours later."""
    entry = editable.order("CloseBets", "pa-")
    at_time(editable, entry, 9 * 3600)
    return seq(entry)


# --- The opening of a table ------------------------------------------------------------------------------------------

LEFT_OUT = {
    "InspectDecks": ("VerifyInspection", "decks verified"),
    "VerifyInspection": ("SpreadCards", "decks spread"),
    "SpreadCards": ("ShowCards", "decks seen"),
    "ShowCards": ("WashCards", "decks stacked"),
    "WashCards": ("Shuffle", "a deck shuffled"),
    "ReceiveDecks": ("InspectDecks", "a deck"),
}
"""For each order of the opening: the order that cannot follow if it is omitted, and what the verifier then reports."""


def left_out(kind: str, following: str, names: str) -> Forgery:
    def forge(editable: EditableLog) -> int:
        gone = next(e for e in editable.entries if e["command"]["type"] == kind and is_followed(editable, e, following))
        editable.remove(gone)
        return seq(
            next(
                e for e in editable.stream(gone) if e["number"] >= gone["number"] and e["command"]["type"] == following
            )
        )

    return Forgery(forge, names=names)


def is_followed(editable: EditableLog, entry: Object, following: str) -> bool:
    """Whether the entry is followed directly by the order that needs it, ignoring players who take seats."""
    later = [e["command"]["type"] for e in editable.stream(entry) if e["number"] > entry["number"]]
    return next((kind for kind in later if kind != "TakeSeat"), "") == following


FORGERIES |= {f"the order {kind} is left out": left_out(kind, *row) for kind, row in LEFT_OUT.items()}
