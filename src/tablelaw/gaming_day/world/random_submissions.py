"""Random Rules Submissions from everything that a rulebook permits: procedures, options, paytables, readings, wagers,
odds.

Each rulebook has a fixed number of variants, so that days share the tables that are costly to prepare.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from copy import deepcopy
from datetime import date
from functools import cache
from itertools import count
from typing import Any

from tablelaw import jurisdictions, rulebooks
from tablelaw.amounts import money_text
from tablelaw.errors import BadSubmission
from tablelaw.gaming_day.streams import Draws, Streams
from tablelaw.law.dates.editions import columns_in_force
from tablelaw.law.odds import Odds, OddsKind
from tablelaw.law.rulebook import Rulebook
from tablelaw.money_format import DOLLARS
from tablelaw.submission.draft import least_seats, parse_draft, submitted_wagers
from tablelaw.submission.submission import Submission, accept
from tablelaw.submission.template import new_submission

PROPERTY = "Gaming Day"
PLAYED = date(2026, 11, 15)
"""The date on which every simulated property opens: submissions choose among what is law then."""
JURISDICTION = "pa"
"""The property's jurisdiction if the currency of its tables allows it; the tables themselves may belong to others."""
VARIANTS = 12
PATIENCE = 400
"""After this many drafts that do not pass, limits and procedure are the rulebook's own, because a law may tie them
together.
"""
DOLLARS_CODE = "USD"
SHUFFLERS = ("none", "automated", "counting", "reshuffling")
FAR_RANGE = 20
"""An option with more values than this is chosen from the first few, because draws that are never hit show nothing."""
Raw = dict[str, Any]


@cache
def submission_text(book_id: str, variant: int, table: str, link: str) -> str:
    """Writes one permitted submission; drafts are tried until one passes, since some choices exclude each other."""
    book = rulebooks.get(book_id)
    draws = Streams("submissions").named(book_id, variant)
    for attempt in count(1):
        raw = _draft(book, draws, variant, table, link)
        if attempt > PATIENCE:
            raw |= {part: deepcopy(_everything_offered(book)[part]) for part in ("limits", "procedure")}
        text = toml_text(raw)
        try:
            submission_of(text)
        except BadSubmission:
            if attempt == 2 * PATIENCE:
                raise
            continue
        return text
    raise AssertionError("a count has no end")


def jurisdiction_for(books: Iterable[str]) -> str:
    """The jurisdiction of a property with tables of these rulebooks: Pennsylvania, unless they use a different
    currency.
    """
    asked = {jurisdictions.find_currency(rulebooks.get(book)) for book in books} - {None}
    fits = [one.id for one in jurisdictions.all_jurisdictions() if asked <= {one.currency}]
    return JURISDICTION if JURISDICTION in fits or not fits else fits[0]


@cache
def submission_of(text: str) -> Submission:
    """Reads a submission as played; cached, since many days use the same ones."""
    return accept(parse_draft(text))


def _draft(book: Rulebook, draws: Draws, variant: int, table: str, link: str) -> Raw:
    raw = {**deepcopy(_everything_offered(book)), "table": table}
    raw["limits"] = _limits(book, draws)
    raw["procedure"] = _procedure(book, draws, variant)
    raw["options"] = {option.id: _value(draws, option.permitted) for option in book.options}
    tables = [t for t in book.paytables if t.selected_by == "submission"]
    raw["paytables"] = {t.id: draws.pick(columns_in_force(t, PLAYED)) for t in tables}
    switches = [reading for reading in book.readings if reading.switch]
    raw["readings"] = {r.id: draws.pick(r.candidates).id for r in switches if draws.one_in(2)}
    for wager in submitted_wagers(book):
        _wager(raw["wagers"][wager.id], [money_text(m.cents) for m in wager.amounts], draws)
        if link and any(wager.id in meter.wagers for meter in book.meters):
            raw["wagers"][wager.id]["link"] = f"{link} {book.id} {wager.id}"
    raw["odds"] = _raised(book, draws)
    return _in_currency(book, raw)


def _in_currency(book: Rulebook, raw: Raw) -> Raw:
    """Rewrites sums in dollars in the rulebook's own currency."""
    written = jurisdictions.money_format_for(book)

    def changed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: changed(one) for key, one in value.items()}
        if isinstance(value, str) and value.startswith("$"):
            cents = DOLLARS.find_cents(value)
            return value if cents is None else written.typed(cents)
        return value

    return raw if jurisdictions.find_currency(book) in (None, DOLLARS_CODE) else changed(raw)


@cache
def _everything_offered(book: Rulebook) -> Raw:
    """The rulebook's own submission with every wager offered; the name of the table is inserted later."""
    return tomllib.loads(new_submission(book, PROPERTY, offer_all=True))


def _value(draws: Draws, permitted: tuple[str, ...]) -> str | int:
    value = draws.pick(permitted[:3] if len(permitted) > FAR_RANGE else permitted)
    return int(value) if value.isdigit() else value


def _limits(book: Rulebook, draws: Draws) -> Raw:
    limits = {"minimum": draws.pick(["$1", "$5", "$7.50", "$25"]), "maximum": draws.pick(["$100", "$500"])}
    if book.limits and book.limits[0].kind == "operator may set" and draws.one_in(2):
        limits["payout_limit"] = draws.pick(["$50,000", "$75,000.25"])
        if book.limits[0].approved_by and limits["payout_limit"] != "$50,000":
            limits["payout_limit_approval"] = "letter of 5 March"
    return limits


def _procedure(book: Rulebook, draws: Draws, variant: int) -> Raw:
    """Chooses the procedure: procedures take turns from variant to variant, and device options are tried until they
    fit.
    """
    decks = draws.between(1, 2)
    return {
        "dealing": book.dealing[variant % len(book.dealing)].id,
        "shuffler": draws.pick(SHUFFLERS),
        "decks": decks,
        "back_colours": [draws.pick(["blue", "dark green"]), "red"][:decks],
        "seats": draws.between(max(3, least_seats(book)), int(book.fact("seats"))),
    }


def _wager(written: Raw, amounts: list[str], draws: Draws) -> None:
    written["offered"] = not draws.one_in(5)
    if amounts:
        written["amount"] = draws.pick(amounts)
    elif "amount" not in written and draws.one_in(3):
        written["minimum"], written["maximum"] = draws.pick([("$1", "$25"), ("$2.50", "$40")])
    if "seed" in written:
        written["seed"], written["rate"] = draws.pick([("$30,000", "20%"), ("$45,000.50", "12.375%")])


def _raised(book: Rulebook, draws: Draws) -> Raw:
    """Gives the first row of some tables better odds, if their printed odds are a minimum."""
    raised = {}
    for table in book.paytables:
        if table.minimum and draws.one_in(2):
            best = max(Odds.parse(cell).amount for cell in table.rows[0][1:] if Odds.parse(cell).kind is OddsKind.TO)
            raised[table.id] = {table.rows[0][0]: f"{int(best) + 1:,} to 1"}
    return raised


# --- As text -------------------------------------------------------------------------------------------------


def toml_text(raw: Raw) -> str:
    """Writes plain TOML: values first, then a table for each group."""
    lines = [f"{_key(name)} = {_written(value)}" for name, value in raw.items() if not isinstance(value, dict)]
    return "\n".join([*lines, *_groups(raw, ())]) + "\n"


def _groups(raw: Raw, path: tuple[str, ...]) -> list[str]:
    lines: list[str] = []
    for name, group in raw.items():
        if isinstance(group, dict):
            here = (*path, name)
            lines.append(f"[{'.'.join(map(_key, here))}]")
            lines += [f"{_key(key)} = {_written(value)}" for key, value in group.items() if not isinstance(value, dict)]
            lines += _groups(group, here)
    return lines


def _key(name: str) -> str:
    return f'"{name}"'


def _written(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)
