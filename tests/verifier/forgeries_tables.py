"""Forgeries of tables and their submissions, and of decks, seals and draws."""

from __future__ import annotations

from tests.verifier.editable_log import EditableLog, Object
from tests.verifier.forgeries import filed_again, found, installed, seq, told

# --- Submissions -----------------------------------------------------------------------------------------------------


@found("submission of the event TableInstalled")
def another_submission_was_installed_than_ordered(editable: EditableLog) -> int:
    entry = editable.order("InstallTable")
    entry["events"][0]["submission"] += "\n# approved"
    return seq(entry)


@found("minimum of the table")
def the_minimum_filed_is_another(editable: EditableLog) -> int:
    entry, _ = installed(editable, "pa-653a")
    text = entry["command"]["submission"]
    minimum = text.partition('"minimum" = ')[2].partition("\n")[0]
    return filed_again(entry, f'"minimum" = {minimum}', '"minimum" = "$1"')


@found("payout_limit of the table")
def the_payout_limit_is_higher_than_filed(editable: EditableLog) -> int:
    entry, terms = installed(editable, "pa-677a")
    terms["payout_limit"] = (terms["payout_limit"] or 10**9) + 100
    return seq(entry)


@found("payout limit")
def the_mandatory_payout_limit_is_dropped(editable: EditableLog) -> int:
    entry, terms = installed(editable, "md-thb")
    terms["payout_limit"] = None
    return seq(entry)


@found("reading")
def a_reading_is_another_than_filed(editable: EditableLog) -> int:
    entry, terms = installed(editable, "pa-653a")
    name = "exposed-card-and-silent-wagers"
    terms["readings"][name] = {"returned": "settled", "settled": "returned"}[terms["readings"][name]]
    return seq(entry)


@found("choices of the table")
def a_choice_is_another_than_filed(editable: EditableLog) -> int:
    entry, terms = installed(editable, "pa-647a")
    choice = terms["choices"]["ante-pays-from"]
    terms["choices"]["ante-pays-from"] = {"straight": "flush", "flush": "straight"}[choice]
    return seq(entry)


@found("seats of the table")
def a_table_has_more_seats_than_filed(editable: EditableLog) -> int:
    entry, terms = installed(editable, "pa-678a", lambda terms: terms["seats"] < 6)
    terms["seats"] += 1
    return seq(entry)


@found("dealing of the table")
def a_table_deals_otherwise_than_filed(editable: EditableLog) -> int:
    entry, terms = installed(editable, "pa-653a", lambda terms: terms["dealing"] == "automated-shoe")
    terms["dealing"] = "manual-shoe"
    return seq(entry)


@found("terms of the wager ante")
def a_wager_may_be_larger_than_filed(editable: EditableLog) -> int:
    entry, terms = installed(editable, "pa-653a")
    terms["wagers"]["ante"]["maximum"] *= 2
    return seq(entry)


@found("wagers of the table")
def a_wager_is_offered_that_was_not_filed(editable: EditableLog) -> int:
    for entry, event in editable.events("TableInstalled"):
        terms = event["terms"]
        missing = [wager for wager in OPTIONAL[terms["rulebook"]] if wager not in terms["wagers"]]
        if missing:
            terms["wagers"][missing[0]] = dict(terms["wagers"]["ante"])
            return seq(entry)
    raise AssertionError("every table offers everything")


OPTIONAL = {
    "pa-647a": ("texas-bonus", "six-card"),
    "md-thb": ("texas-bonus",),
    "pa-653a": ("bad-beat", "six-card"),
    "pa-677a": ("pocket-bonus", "trips-plus"),
    "pa-678a": ("flush-bonus", "straight-flush-bonus"),
    "ma-colorado": ("bonus",),
    "fr-trois-cartes": ("bonus", "pair-plus"),
    "fr-stud": ("bonus",),
    "fr-ultimate": ("trips",),
    "fr-holdem": ("bonus",),
}


@found("terms of the wager")
def a_wager_is_not_linked_as_filed(editable: EditableLog) -> int:
    entry, terms = installed(editable, "pa-653a", lambda t: bool(t["wagers"].get("progressive", {}).get("link")))
    terms["wagers"]["progressive"]["link"] = ""
    return seq(entry)


@found("column of paytable")
def another_column_is_paid_than_chosen(editable: EditableLog) -> int:
    entry, terms = installed(editable, "pa-653a")
    columns = terms["paytables"]["blind"]["columns"]
    name = next(iter(columns))
    columns["B" if name == "A" else "A"] = columns.pop(name)
    return seq(entry)


@found("casino of the table")
def a_submission_is_of_another_property(editable: EditableLog) -> int:
    entry, _ = installed(editable, "md-thb")
    return filed_again(entry, "Keystone Casino", "Liberty Casino")


@found("property and table of the terms")
def a_table_is_of_another_property(editable: EditableLog) -> int:
    entry, terms = installed(editable, "md-thb")
    terms["casino"] = "Liberty Casino"
    return filed_again(entry, "Keystone Casino", "Liberty Casino")


@found("property and table of the terms")
def a_table_has_another_name_than_its_terms(editable: EditableLog) -> int:
    entry, terms = installed(editable, "md-thb")
    terms["table"] += " 2"
    return seq(entry)


@found("physical of the event")
def a_table_is_installed_with_real_cards_it_was_not_ordered_with(editable: EditableLog) -> int:
    entry = editable.order("InstallTable")
    entry["events"][0]["physical"] = not entry["events"][0]["physical"]
    return seq(entry)


@found("version of the game")
def one_table_plays_another_version(editable: EditableLog) -> int:
    """The text, the choice and the paytables agree with each other, but not with the other tables of the game."""
    first = installed(editable, "ma-colorado")[0]
    entry, terms = installed(editable, "ma-colorado", lambda terms: terms is not first["events"][0]["terms"])
    old = terms["choices"]["version"]
    new = {"required": "permissible", "permissible": "required"}[old]
    terms["choices"]["version"] = new
    for table in terms["paytables"].values():
        (rows,) = table["columns"].values()
        table["columns"] = {new: rows}
    printed = PRINTED_BET[new]
    bet = dict(terms["paytables"]["bet"]["columns"][new])
    terms["paytables"]["bet"]["columns"][new] = [[row, printed.get(row, odds)] for row, odds in bet.items()]
    text = entry["command"]["submission"].partition('["odds"]')[0]
    told(entry, submission=text)
    return filed_again(entry, f'"version" = "{old}"', f'"version" = "{new}"')


PRINTED_BET = {
    "required": {"four-of-a-kind": "40 to 1", "full house": "11 to 1"},
    "permissible": {"four-of-a-kind": "25 to 1", "full house": "10 to 1"},
}


@found("a table removed")
def a_table_leaves_the_floor_while_it_is_open(editable: EditableLog) -> int:
    removed = editable.order("RemoveTable")
    name = removed["command"]["table"]
    closed = [e for e in editable.entries[: seq(removed)] if e["stream"] == f"table {name}"][-1]
    assert closed["command"]["type"] == "CloseTable"
    editable.remove(closed)
    return seq(removed)


@found("a table")
def a_tray_is_filled_where_no_table_is(editable: EditableLog) -> int:
    entry = editable.order("FillTray")
    entry["transfers"][0]["credit"] = "tray:elsewhere"
    return told(entry, table="elsewhere")


# --- Decks, seals, draws ---------------------------------------------------------------------------------------------


def sealed(editable: EditableLog) -> Object:
    return next(entry for entry in editable.entries if "sealed" in entry)


@found("a shuffle")
def a_seal_is_dropped(editable: EditableLog) -> int:
    entry = sealed(editable)
    del entry["sealed"]
    return seq(entry)


@found("a commitment to real cards")
def a_table_with_seals_is_said_to_have_real_cards(editable: EditableLog) -> int:
    entry = sealed(editable)
    name = entry["stream"].removeprefix("table ")
    for order, event in editable.events("TableInstalled"):
        if event["table"] == name:
            told(order, physical=True)
    return seq(entry)


@found("a commitment to a deck")
def a_deck_is_sealed_like_another(editable: EditableLog) -> int:
    entries = [entry for entry in editable.entries if "sealed" in entry]
    entries[1]["sealed"] = entries[0]["sealed"]
    return seq(entries[1])


@found("what a deck is sealed with")
def a_seal_stands_where_nothing_is_shuffled(editable: EditableLog) -> int:
    entry = editable.order("TakeSeat", after=seq(sealed(editable)))
    entry["sealed"] = sealed(editable)["sealed"]
    return seq(entry)


@found("the salt that opens")
def an_opening_is_dropped(editable: EditableLog) -> int:
    entry = next(entry for entry in editable.entries if entry.get("openings"))
    entry["openings"].pop()
    return seq(entry)


@found("openings without a card")
def an_opening_is_added(editable: EditableLog) -> int:
    entry = next(entry for entry in editable.entries if entry.get("openings"))
    entry["openings"].append(entry["openings"][0])
    return seq(entry)


@found("a deck shuffled, cut")
def a_cut_is_left_out(editable: EditableLog) -> int:
    gone = next(e for e, _ in editable.events("DeckCut") if "ClearRound" not in kinds_before_closing(editable, e))
    editable.remove(gone)
    return seq(next(e for e in editable.stream(gone)[gone["number"] - 1 :] if e["command"]["type"] == "CloseBets"))


def kinds_before_closing(editable: EditableLog, entry: Object) -> list[str]:
    """The table's orders between an entry and the next "no more bets"."""
    kinds = [e["command"]["type"] for e in editable.stream(entry)[entry["number"] :]]
    return kinds[: kinds.index("CloseBets")] if "CloseBets" in kinds else ["ClearRound"]


@found("the stub counted")
def a_count_of_the_stub_is_left_out(editable: EditableLog) -> int:
    """The count is due in the fifth round since the last count; the next seat to be settled reveals that it is
    missing.
    """
    since: dict[str, int] = {}
    for entry in editable.entries:
        for event in entry["events"]:
            since[entry["stream"]] = since.get(entry["stream"], 0) + (event["type"] == "RoundCleared")
            if event["type"] == "StubCounted" and event["right"] and since[entry["stream"]] == 4:
                editable.remove(entry)
                later = editable.stream(entry)[entry["number"] - 1 :]
                return seq(next(e for e in later if e["command"]["type"] in ("SettleSeat", "ClearRound")))
            if event["type"] in ("StubCounted", "DecksReceived"):
                since[entry["stream"]] = -(event["type"] == "StubCounted")
    raise AssertionError("no count that was due")


@found("a draw")
def a_bonus_is_drawn_that_nobody_wagered_on(editable: EditableLog) -> int:
    drawn = next(event for _, event in editable.events("BonusDrawn"))
    entry = next(e for e, _ in editable.events("BetsClosed", "pa-677a"))
    closed = entry["events"][0]
    cite = closed["cite"].partition(".")[0] + ".1(Magic Card bonus)"
    entry["events"].append({**drawn, "at": entry["at"], "cite": cite})
    return seq(entry)


@found("a draw")
def two_cards_are_drawn(editable: EditableLog) -> int:
    entry, event = next(pair for pair in editable.events("BonusDrawn") if pair[1]["cards"])
    event["cards"] = ["2c", "3c"]
    return seq(entry)


@found("a position drawn")
def a_position_is_drawn_that_the_table_has_not(editable: EditableLog) -> int:
    entry, event = next(pair for pair in editable.events("BonusDrawn") if pair[1]["positions"])
    event["positions"] = [9]
    return seq(entry)


@found("")
def a_draw_that_paid_is_dropped(editable: EditableLog) -> int:
    """The contradiction is at the first entry that pays a win from the draw."""
    paid = next(e for e, _, line in editable.lines() if line["wager"] in ("magic-card", "lucky-bonus"))
    played = [e for e in editable.entries if (e["stream"], e.get("round")) == (paid["stream"], paid["round"])]
    closed = next(e for e in played if len(e["events"]) > 1 and e["events"][1]["type"] == "BonusDrawn")
    del closed["events"][1]
    return seq(paid)


@found("a commitment to the order of the cards")
def a_deck_is_shuffled_in_the_open(editable: EditableLog) -> int:
    """The deck is neither sealed nor made of real cards."""
    entry = [entry for entry in editable.entries if "sealed" in entry][3]
    del entry["sealed"]
    return seq(entry)
