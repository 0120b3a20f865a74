"""What is not checked: changes that no program can find in a log alone, and what this verifier leaves to others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Limit(NamedTuple):
    """One thing that is not found or not checked, and the reason."""

    id: str
    what: str
    why: str


NOT_TO_BE_FOUND = (
    Limit(
        "cut-tail",
        "entries cut off at the end of the log",
        "a log may end after any entry, and whoever has the property's key can sign the shorter one",
    ),
    Limit(
        "written-anew",
        "a log rewritten and signed again, in whole or in part, that is consistent",
        "the key signs whatever it is given; only a head kept elsewhere shows that there was another log",
    ),
    Limit(
        "invented-order",
        "an order that nobody gave, or one left out, with all its consequences made consistent",
        "only the log records an order; the giver or a receipt has to contradict it",
    ),
    Limit(
        "names-and-times",
        "a person, an order's id, a time or a reason replaced by another possible one",
        "nothing else records who it was, or at which second between the entries before and after",
    ),
    Limit(
        "order-of-tables",
        "entries of different tables that are swapped within one second and share no account or meter",
        "only the number of the entry says which came first",
    ),
    Limit(
        "chance",
        "another possible shuffle, cut or bonus draw, sealed before it was dealt",
        "randomness leaves no trace; only what players saw, or many rounds together, can contradict it",
    ),
    Limit(
        "real-cards",
        "cards that somebody entered at a table with real cards in place of those that were dealt",
        "there is no commitment to real cards; the table's video recording has to show them",
    ),
)
"""Changes that no program can find in a log alone."""

LEFT_TO_OTHERS = (
    Limit(
        "unknown-rules",
        "what the rules of a table decide, if this verifier does not know them: hands, decisions, irregularities, and"
        " which row of the paytable a hand has",
        "rulebooks may be written by anybody; the report names each such table with the digest of its rules, and the"
        " exit code is 3",
    ),
    Limit(
        "right-readings",
        "whether a reading of a doubtful paragraph is the right one",
        (
            "the reading in force is taken from the log; the verifier checks only that it is one of the known "
            "candidates, and that every line follows it"
        ),
    ),
    Limit(
        "approved-terms",
        "whether a Rules Submission was approved, and whether its table limits, seats, decks, shuffler and dealing"
        " procedure are permitted",
        "they are checked only against what was filed; paytables, meters and the payout limit are checked against the"
        " regulation as well",
    ),
    Limit(
        "rules-in-force",
        "the edition and the program that a table names, and what the parts of its rules in force say",
        (
            "the log has only their digests; the verifier checks that these belong together, and works out the "
            "editions in the report from the gaming day"
        ),
    ),
    Limit(
        "reported-irregularities",
        "whether an irregularity or a broken device that was reported was really there",
        "the log has only the report; its timing, its paragraph and its consequences are checked",
    ),
    Limit(
        "persons",
        "whether a person exists, signed in, and held the licence of the role named in the log",
        (
            "the log has names and roles; the verifier checks which roles may give an order, and that two people are "
            "different"
        ),
    ),
    Limit(
        "calendar",
        (
            "whether the name of a gaming day is the date on which it was played, and whether the time in a signed "
            "head is right"
        ),
        "only the order of gaming days and entries is checked, not the clock",
    ),
    Limit(
        "close-paragraphs",
        "which subparagraph an event names within a section about such events",
        "the section is checked; a line of a settlement names its own paragraph, which may be more or less specific",
    ),
    Limit(
        "words",
        "what notes, reasons, the words of alerts, the marks on broken devices and the documents of a hand-pay say",
        "the verifier checks only that such texts are present where they are required",
    ),
    Limit(
        "meter-readings",
        "whether the meters were read before a decision or a settlement",
        "a reading repeats what the meters show; those in the log are checked, and so is every line that rests on one",
    ),
    Limit(
        "orders-without-effect",
        "parts of an order that lead to nothing, such as which side of the spread cards was up",
        "no event, card or sum follows from them",
    ),
    Limit(
        "early-orders",
        "whether the adoption of a jurisdiction was approved if the log names no approvers, and whether a table that"
        " was asked to close took wagers for another round",
        "earlier logs name only the giver, and took such wagers",
    ),
    Limit(
        "snapshots",
        "what the property's snapshots hold",
        "they are not part of an export; the log has only their digests",
    ),
)
"""What could be checked with more than the log and the regulations, and is not checked here."""
NO_PROGRAM = "Neither this nor any other program can find these in a log alone:"


def limit_lines(limits: Iterable[Limit]) -> list[str]:
    return [f"- {limit.what}: {limit.why}." for limit in limits]


def not_checked_text() -> str:
    """Lists everything that agreeing with a log does not prove."""
    lines = [NO_PROGRAM, *limit_lines(NOT_TO_BE_FOUND), "", "Not checked by this verifier, and left to others:"]
    return "\n".join([*lines, *limit_lines(LEFT_TO_OTHERS)])
