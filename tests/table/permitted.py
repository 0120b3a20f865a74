"""A random permitted Rules Submission: options, paytables, readings, wagers, limits, links and raised odds."""

from __future__ import annotations

import tomllib
from typing import Any

from tablelaw import rulebooks
from tablelaw.amounts import money_text
from tablelaw.chance import Chance
from tablelaw.errors import BadSubmission
from tablelaw.gaming_day.world.random_submissions import PLAYED
from tablelaw.law.dates.editions import columns_in_force
from tablelaw.law.odds import Odds, OddsKind
from tablelaw.law.rulebook import Rulebook
from tablelaw.submission.draft import Draft, submitted_wagers
from tablelaw.submission.submission import Submission, accept
from tablelaw.submission.template import new_submission
from tests.currencies import in_its_currency
from tests.table.world import pick

Raw = dict[str, Any]


def random_submission(book_id: str, chance: Chance) -> Submission:
    """A random submission that passes its checks; tries drafts until one does, since some choices exclude each
    other.
    """
    book = rulebooks.get(book_id)
    while True:
        try:
            return accept(Draft(book, _draft(book, chance), book_id))
        except BadSubmission:
            continue


def _draft(book: Rulebook, chance: Chance) -> Raw:
    raw = tomllib.loads(new_submission(book, pick(chance, ["Bay", 'The "Q" \\ 1', "Ça_va"]), "T 1", True))
    raw["limits"] = _limits(book, chance)
    raw["procedure"] = _procedure(book, chance)
    raw["options"] = {option.id: pick(chance, option.permitted) for option in book.options}
    tables = [t for t in book.paytables if t.selected_by == "submission"]
    raw["paytables"] = {table.id: pick(chance, columns_in_force(table, PLAYED)) for table in tables}
    switches = [reading for reading in book.readings if reading.switch]
    raw["readings"] = {r.id: pick(chance, r.candidates).id for r in switches if chance.below(2)}
    for wager in submitted_wagers(book):
        _wager(raw["wagers"][wager.id], [money_text(m.cents) for m in wager.amounts], chance)
    raw["odds"] = _raised(book, chance)
    return raw


def _limits(book: Rulebook, chance: Chance) -> Raw:
    limits = {"minimum": pick(chance, ["$1", "$5", "$7.50"]), "maximum": pick(chance, ["$100", "$2,500"])}
    if book.limits and chance.below(2):
        limits["payout_limit"] = pick(chance, ["$50,000", "$75,000.25", "$1,000,000"])
    return in_its_currency(book, limits)


def _procedure(book: Rulebook, chance: Chance) -> Raw:
    decks = 1 + chance.below(2)
    shuffler = pick(chance, ["none", "automated", "counting", "reshuffling"])
    colours = [pick(chance, ["blue", "dark green"]), "red"][:decks]
    return {
        "dealing": pick(chance, book.dealing).id,
        "shuffler": shuffler,
        "decks": decks,
        "back_colours": colours,
        "seats": 1 + chance.below(int(book.fact("seats"))),
    }


def _wager(written: Raw, amounts: list[str], chance: Chance) -> None:
    written["offered"] = chance.below(4) > 0
    if amounts:
        written["amount"] = pick(chance, amounts)
    elif "amount" not in written and chance.below(3) == 0:
        written["minimum"], written["maximum"] = pick(chance, [("1", "25"), ("2.50", "40")])
    if "seed" in written:
        written["seed"], written["rate"] = pick(chance, [("$30,000", "20%"), ("$45,000.50", "12.375%")])
    if chance.below(2):
        written["link"] = pick(chance, ["house", "the big one"])


def _raised(book: Rulebook, chance: Chance) -> Raw:
    """Better odds for the first row of a table whose printed odds are a minimum."""
    raised = {}
    for table in book.paytables:
        if table.minimum and chance.below(2):
            best = max(Odds.parse(cell).amount for cell in table.rows[0][1:] if Odds.parse(cell).kind is OddsKind.TO)
            raised[table.id] = {table.rows[0][0]: f"{int(best) + 1:,} to 1"}
    return raised
