"""Forgeries of transfers, corrections, adjustments, meters and hand-pays."""

from __future__ import annotations

from tests.verifier.editable_log import EditableLog, Object
from tests.verifier.forgeries import FORGERIES, Forgery, found, given_by, seq

# --- Approvers -------------------------------------------------------------------------------------------------------

ONE_PERSON = {
    "letters of another case": ["cho", "CHO"],
    "blanks around the name": ["cho", "  cho "],
    "two blanks within the name": ["cho lee", "cho  lee"],
    "wide letters": ["cho", "\uff43\uff48\uff4f"],
    "a letter that is not seen": ["cho", "ch\u200bo"],
    "two roles": ["floor:cho", "cashier:cho"],
    "a capital of two letters": ["strasse", "stra\u00dfe"],
    "one name alone": ["cho"],
    "a name that is empty": ["cho", " "],
}


def approved(entry: Object, approvers: list[str], reason: str = "") -> int:
    """Changes the approvers everywhere in the entry."""
    for part in (entry["command"], *entry["events"], *entry.get("transfers", ()), *entry.get("meters", ())):
        if "approvers" in part:
            part["approvers"] = approvers
            part |= {"reason": reason} if reason else {}
    return seq(entry)


def by_one_person(kind: str, approvers: list[str]) -> Forgery:
    def forge(editable: EditableLog) -> int:
        return approved(
            next(e for e in editable.entries if e["command"]["type"] == kind and e["command"].get("approvers")),
            approvers,
        )

    return Forgery(forge, names="two different persons", is_seldom=kind in SELDOM)


SELDOM = ("AdoptJurisdiction", "ChangePerson", "TakeBackDay")


FORGERIES |= {
    f"{kind} is approved by one person in {how}": by_one_person(kind, approvers)
    for kind in ("CorrectTransfer", "AdjustMeter", *SELDOM)
    for how, approvers in ONE_PERSON.items()
}


@found("people other than its maker")
def the_maker_of_a_transfer_approves_its_correction(editable: EditableLog) -> int:
    entry = editable.order("CorrectTransfer")
    named = entry["command"]["transfer"]
    made = next(e for e in editable.entries for transfer in e.get("transfers", ()) if transfer["id"] == named)
    return approved(entry, ["cho", f" {made['by'].partition(':')[2].upper()}"])


@found("a correction")
def a_correction_has_no_reason(editable: EditableLog) -> int:
    entry = editable.order("CorrectTransfer")
    for part in (entry["command"], entry["events"][0], *entry["transfers"]):
        part["reason"] = "  "
    return seq(entry)


@found("approvers of the correction")
def a_correction_has_other_approvers_than_the_order(editable: EditableLog) -> int:
    entry = editable.order("CorrectTransfer")
    entry["transfers"][0]["approvers"] = ["somebody", "else"]
    return seq(entry)


# --- The amounts of corrections --------------------------------------------------------------------------------------


def corrected(entry: Object, wrong: Object, cents: int) -> int:
    """Redirects the correction to another transfer alone, with another amount."""
    entry["command"] |= {"transfer": wrong["id"], "cents": cents, "together": False}
    entry["events"][0]["transfer"] = wrong["id"]
    back = entry["transfers"][0] | {"corrects": wrong["id"], "cents": cents}
    entry["transfers"] = [back | {"debit": wrong["credit"], "credit": wrong["debit"]}]
    return seq(entry)


def a_fill(editable: EditableLog) -> Object:
    transfer: Object = editable.entries[1]["transfers"][0]
    assert transfer["code"] == "fill"
    return transfer


def corrections(editable: EditableLog) -> list[Object]:
    return [entry for entry, _ in editable.events("Corrected")]


@found("that corrections move back")
def a_correction_moves_back_more_than_was_moved(editable: EditableLog) -> int:
    wrong = next(e for e in editable.entries if e["command"]["type"] == "FillTray")["transfers"][0]
    entry = next(e for e in corrections(editable) if seq(e) > 200)
    if not any(t["id"] == wrong["id"] for e in editable.entries[: seq(entry)] for t in e.get("transfers", ())):
        wrong = a_fill(editable)
    return corrected(entry, wrong, wrong["cents"] + 1)


@found("that corrections move back")
def two_corrections_move_back_more_than_was_moved(editable: EditableLog) -> int:
    """Each correction moves back half of a fill plus one cent."""
    first, second = corrections(editable)[:2]
    wrong = a_fill(editable)
    corrected(first, wrong, wrong["cents"] // 2 + 1)
    return corrected(second, wrong, wrong["cents"] // 2 + 1)


@found("one that moved cents")
def a_correction_is_of_a_wager_that_only_waits(editable: EditableLog) -> int:
    entry = corrections(editable)[-1]
    wager = next(t for e in editable.entries for t in e.get("transfers", ()) if t.get("kind") == "pending")
    return corrected(entry, wager, 1)


@found("the transfer that is corrected")
def a_correction_is_of_nothing(editable: EditableLog) -> int:
    entry = editable.order("CorrectTransfer")
    return corrected(entry, a_fill(editable) | {"id": "floor:2/7"}, 1)


# --- Codes, accounts, paragraphs, ids --------------------------------------------------------------------------------


@found("accounts of credit")
def a_fill_is_called_a_credit(editable: EditableLog) -> int:
    entry = editable.order("FillTray")
    entry["transfers"][0]["code"] = "credit"
    return seq(entry)


@found("a transfer")
def a_win_is_called_undone(editable: EditableLog) -> int:
    entry = next(e for e in editable.entries if any(t["code"] == "win" for t in e.get("transfers", ())))
    editable.transfer(entry, code="win")["code"] = "undone"
    return seq(entry)


@found("what it is for")
def a_transfer_is_for_nothing_known(editable: EditableLog) -> int:
    entry = editable.order("FillTray")
    entry["transfers"][0]["code"] = "gift"
    return seq(entry)


def with_paragraph(code: str) -> Forgery:
    def forge(editable: EditableLog) -> int:
        entry = next(e for e in editable.entries if any(t["code"] == code for t in e.get("transfers", ())))
        editable.transfer(entry, code=code)["cite"] = "653a.1"
        return seq(entry)

    return Forgery(forge, names="")


FORGERIES |= {
    f"a transfer for {code} names another paragraph": with_paragraph(code)
    for code in ("buy-in", "fill", "load", "wager", "collected", "returned", "win", "seed", "contribution", "share")
}


@found("paragraph of TrayFilled")
def a_happening_names_another_paragraph(editable: EditableLog) -> int:
    entry = editable.order("FillTray")
    entry["events"][0]["cite"] = entry["transfers"][0]["cite"] = "653a.2"
    return seq(entry)


@found("paragraph of the event Dealt")
def a_card_is_dealt_under_another_regulation(editable: EditableLog) -> int:
    entry, event = next(editable.events("Dealt", "pa-653a"))
    event["cite"] = event["cite"].replace("653a", "647a")
    return seq(entry)


@found("paragraph of the event Shuffled")
def a_deck_is_shuffled_under_a_section_on_payouts(editable: EditableLog) -> int:
    entry, event = next(editable.events("Shuffled", "pa-677a"))
    event["cite"] = "677a.12(b)"
    return seq(entry)


@found("a transfer")
def one_transfer_becomes_two(editable: EditableLog) -> int:
    entry = editable.order("FillTray")
    whole = entry["transfers"][0]
    first, second = whole | {"cents": 1}, whole | {"cents": whole["cents"] - 1, "id": whole["id"][:-1] + "1"}
    entry["transfers"] = [first, second]
    return seq(entry)


@found("id of a transfer")
def a_transfer_has_the_id_of_another_place(editable: EditableLog) -> int:
    entry = editable.order("FillTray")
    entry["transfers"][0]["id"] = entry["transfers"][0]["id"][:-1] + "5"
    return seq(entry)


@found("a transfer")
def two_wagers_of_a_player_end_each_other(editable: EditableLog) -> int:
    """Both wagers have the same amount but different paragraphs: the books balance, but each settles the other
    wager.
    """
    for entry in editable.entries:
        ended = [transfer for transfer in entry.get("transfers", ()) if transfer.get("pending")]
        for one in ended:
            for other in ended:
                alike = all(one[name] == other[name] for name in ("debit", "credit", "cents", "code"))
                if alike and one["cite"] != other["cite"]:
                    one["pending"], other["pending"] = other["pending"], one["pending"]
                    return seq(entry)
    raise AssertionError("no such wagers")


@found("what chips")
def a_player_spends_more_than_there_is(editable: EditableLog) -> int:
    entry = editable.order("LoadAccount")
    cents = 10**12
    for part in (entry["command"], entry["events"][0], entry["transfers"][0]):
        part["cents"] = cents
    return seq(entry)


@found("all that")
def a_player_is_not_paid_everything(editable: EditableLog) -> int:
    entry = editable.order("CashOut")
    for part in (entry["events"][0], entry["transfers"][0]):
        part["cents"] -= 1
    return seq(entry)


@found("cents above 0")
def a_fill_is_larger_than_any_sum(editable: EditableLog) -> int:
    entry = editable.order("FillTray")
    for part in (entry["command"], entry["events"][0], entry["transfers"][0]):
        part["cents"] = 10**13 + 1
    return seq(entry)


# --- Meters and hand-pays --------------------------------------------------------------------------------------------


@found("on meter")
def the_contribution_of_a_wager_is_left_out(editable: EditableLog) -> int:
    entry = next(e for e in editable.entries if any(c["kind"] == "staked" for c in e.get("meters", ())))
    entry["meters"] = entry["meters"][1:]
    return seq(entry)


@found("on meter")
def a_contribution_goes_to_another_round(editable: EditableLog) -> int:
    entry = next(e for e in editable.entries if any(c["kind"] == "counted" for c in e.get("meters", ())))
    entry["meters"][0]["round"] += 1
    return seq(entry)


@found("on meter")
def a_change_of_a_meter_names_another_paragraph(editable: EditableLog) -> int:
    entry = next(e for e in editable.entries if any(c["kind"] == "staked" for c in e.get("meters", ())))
    entry["meters"][0]["cite"] = "653a.1"
    return seq(entry)


@found("on meter")
def a_meter_changes_without_a_cause(editable: EditableLog) -> int:
    adjusted, entry = editable.order("AdjustMeter"), editable.order("FillTray")
    entry["meters"] = [adjusted["meters"][0] | {"units": -10_000}]
    return seq(entry)


@found("on meter")
def an_adjustment_changes_two_meters(editable: EditableLog) -> int:
    entry = editable.order("AdjustMeter")
    entry["meters"].append(dict(entry["meters"][0]))
    return seq(entry)


@found("what an adjusted meter shows")
def an_adjustment_leaves_less_than_nothing(editable: EditableLog) -> int:
    entry = editable.order("AdjustMeter")
    entry["command"]["units"] = entry["meters"][0]["units"] = -(10**14)
    return seq(entry)


def a_hand_pay(editable: EditableLog) -> Object:
    """The entry that completes the documents of a hand-pay."""
    return editable.order("CompleteDocuments")


@found("seats whose hand-pay has no documents")
def a_hand_pay_is_never_paid(editable: EditableLog) -> int:
    gone = a_hand_pay(editable)
    editable.remove(gone)
    return seq(next(e for e in editable.stream(gone)[gone["number"] - 1 :] if e["command"]["type"] == "ClearRound"))


@found("documents")
def a_hand_pay_is_paid_twice(editable: EditableLog) -> int:
    paid = a_hand_pay(editable)
    return seq(editable.insert(paid, paid))


@found("validat")
def a_wager_is_validated_that_need_not_be(editable: EditableLog) -> int:
    entry = next(e for e, _ in editable.events("ValidationAsked"))
    event = next(event for event in entry["events"] if event["type"] == "ValidationAsked")
    event["wager"] = "ante"
    return seq(entry)


@found("who validates")
def the_dealer_validates_in_wide_letters(editable: EditableLog) -> int:
    return given_by(editable.order("Validate"), "floor:\uff22\uff2f\uff22")
