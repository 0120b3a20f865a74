"""Forgeries of readings: on lines, in the terms of a table, and in its submission."""

from __future__ import annotations

from tests.verifier.editable_log import EditableLog, Object
from tests.verifier.forgeries import found, installed, seq, told

# --- Lines -----------------------------------------------------------------------------------------------------------


def resting(editable: EditableLog, rests: bool = True) -> tuple[Object, Object]:
    """The first line that rests on a reading (or, if `rests` is false, on none), with its entry."""
    return next((entry, line) for entry, _, line in editable.lines() if bool(line.get("readings")) == rests)


@found("readings the settlement rests on")
def a_line_does_not_name_its_reading(editable: EditableLog) -> int:
    entry, line = resting(editable)
    del line["readings"]
    return seq(entry)


@found("readings the settlement rests on")
def a_line_names_a_reading_it_does_not_rest_on(editable: EditableLog) -> int:
    name = resting(editable)[1]["readings"][0]
    entry, line = resting(editable, rests=False)
    line["readings"] = [name]
    return seq(entry)


@found("readings the settlement rests on")
def a_line_names_a_reading_that_does_not_exist(editable: EditableLog) -> int:
    entry, line = resting(editable)
    line["readings"] = ["house-always-wins"]
    return seq(entry)


@found("readings the settlement rests on")
def a_line_names_a_reading_of_another_rulebook(editable: EditableLog) -> int:
    entry, line = resting(editable)
    others = {"fold-and-bonus", "fold-and-optional-wagers"} - set(line["readings"])
    line["readings"] = [*line["readings"], min(others)]
    return seq(entry)


@found("readings the settlement rests on")
def a_line_names_its_reading_twice(editable: EditableLog) -> int:
    entry, line = resting(editable)
    line["readings"] *= 2
    return seq(entry)


# --- Terms and submissions -------------------------------------------------------------------------------------------


@found("reading dealer-share-split, as it was filed")
def a_share_is_divided_otherwise_than_filed(editable: EditableLog) -> int:
    entry, terms = installed(editable, "pa-653a")
    name = "dealer-share-split"
    terms["readings"][name] = {"by-person": "by-wager", "by-wager": "by-person"}[terms["readings"][name]]
    return seq(entry)


@found("reading dealer-share-split, as it was filed")
def a_reading_that_may_be_chosen_is_dropped(editable: EditableLog) -> int:
    entry, terms = installed(editable, "pa-653a")
    del terms["readings"]["dealer-share-split"]
    return seq(entry)


@found("reading limit-is-winnings, which no submission chooses")
def a_reading_that_nobody_chooses_is_another(editable: EditableLog) -> int:
    entry, terms = installed(editable, "pa-653a")
    terms["readings"]["limit-is-winnings"] = "stakes-included"
    return seq(entry)


def filing(entry: Object, terms: Object, name: str, candidate: str) -> int:
    """Files a candidate in the submission and changes the terms to match."""
    terms["readings"][name] = candidate
    text = entry["command"]["submission"].replace('["readings"]', "[readings]")
    head = "[readings]\n"
    text = (
        text.replace(head, f'{head}{name} = "{candidate}"\n', 1)
        if head in text
        else f'{text}\n{head}{name} = "{candidate}"\n'
    )
    return told(entry, submission=text)


@found("reading limit-is-winnings, as it was filed")
def a_submission_chooses_a_reading_that_is_not_its_own(editable: EditableLog) -> int:
    entry, terms = installed(editable, "pa-677a")
    return filing(entry, terms, "limit-is-winnings", "net-of-losses")


@found("as it was filed")
def a_submission_chooses_a_candidate_that_does_not_exist(editable: EditableLog) -> int:
    entry, terms = installed(editable, "pa-678a", lambda terms: terms["readings"]["minimum-raise"] == "from-one-ante")
    return filing(entry, terms, "low-ace", "wrap-around")


@found("the rules in force of a table")
def a_later_table_names_no_rules(editable: EditableLog) -> int:
    entries = [entry for entry, _ in editable.events("TableInstalled")]
    del entries[-1]["events"][0]["rules"]
    return seq(entries[-1])
