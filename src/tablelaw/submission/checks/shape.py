"""Checks that a Rules Submission has every required part and no unknown ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tablelaw import jurisdictions
from tablelaw.amounts import parse_money, parse_percent
from tablelaw.errors import BadAmount
from tablelaw.law.dates.editions import columns_offered
from tablelaw.law.rows import Wager
from tablelaw.money_format import WRITTEN
from tablelaw.printed_money import printed
from tablelaw.submission.checks.approvals import PAYOUT_LIMIT_APPROVAL
from tablelaw.submission.draft import FILED, HEADINGS, TABLES, Draft, least_seats, submitted_wagers
from tablelaw.submission.findings import Finding, finding, one_of

LIMIT_KEYS = ("minimum", "maximum", "payout_limit")
APPROVALS = (PAYOUT_LIMIT_APPROVAL,)
PROCEDURE_KEYS = ("dealing", "shuffler", "decks", "back_colours", "seats")
WAGER_KEYS = ("offered", "amount", "minimum", "maximum", "link", "seed", "reseed", "rate")
SHUFFLERS = ("none", "automated", "counting", "reshuffling")
POSITIONS = "positions-per-player"


def headings_are_there(draft: Draft) -> Iterator[Finding]:
    for name in ("property", "table"):
        value = draft.raw.get(name)
        if not isinstance(value, str) or not value.strip():
            yield finding("missing-heading", name, "is missing or empty", f'{name} = "..." at the top of the file')


def the_day_is_readable(draft: Draft) -> Iterator[Finding]:
    if FILED in draft.raw and draft.filed_on is None:
        what = f"{FILED} = {draft.raw[FILED]!r} is not a date"
        yield finding("unreadable-date", FILED, what, f'{FILED} = "2025-06-30", or leave the line out')


def keys_are_known(draft: Draft) -> Iterator[Finding]:
    yield from _unknown("the file", draft.raw, (*HEADINGS, *TABLES))
    for name in TABLES:
        if name in draft.raw and not isinstance(draft.raw[name], dict):
            yield finding("not-a-table", name, "is a single value", f"a table: [{name}] and its keys below")
    yield from _unknown("[limits]", draft.part("limits"), (*LIMIT_KEYS, *APPROVALS))
    yield from _unknown("[procedure]", draft.part("procedure"), PROCEDURE_KEYS)


def _unknown(where: str, table: Iterable[str], accepted: Iterable[str]) -> Iterator[Finding]:
    known = list(accepted)
    for key in table:
        if key not in known:
            yield finding("unknown-key", where, f"key {key!r} is unknown", "one of " + ", ".join(known))


def wagers_are_known(draft: Draft) -> Iterator[Finding]:
    submitted = {wager.id: wager for wager in submitted_wagers(draft.book)}
    for name, written in draft.part("wagers").items():
        where = f"[wagers.{name}]"
        wager = next((w for w in draft.book.wagers if w.id == name), None)
        if wager is None:
            known = ", ".join(w.id for w in draft.book.wagers)
            yield finding(
                "wager-not-in-regulation",
                where,
                f"{draft.book.regulation} has no wager {name!r}",
                f"one of {known}",
                draft.book.wagers[0].cite,
            )
        elif not isinstance(written, dict):
            yield finding(
                "not-a-table",
                where,
                "is a single value",
                f"a table: {where} with offered = true or false",
                wager.cite,
            )
        else:
            yield from _unknown(where, written, WAGER_KEYS)
            yield from _offered(where, written, wager, name in submitted)


def _offered(where: str, written: dict[str, Any], wager: Wager, is_submitted: bool) -> Iterator[Finding]:
    if "offered" not in written:
        if is_submitted:
            yield finding(
                "offered-not-said",
                where,
                "does not say whether it is offered",
                "offered = true or offered = false",
                wager.cite,
            )
    elif not isinstance(written["offered"], bool):
        yield finding(
            "offered-not-said",
            where,
            f"offered is {written['offered']!r}",
            "offered = true or offered = false",
            wager.cite,
        )
    elif not is_submitted and not written["offered"]:
        yield finding(
            "wager-always-offered",
            where,
            f"{wager.name} is part of the game and cannot be left out",
            "leave the line out",
            wager.cite,
        )


def money_is_readable(draft: Draft) -> Iterator[Finding]:
    limits = draft.part("limits")
    for key in ("minimum", "maximum"):
        if key not in limits:
            yield finding("missing-limit", "[limits]", f"{key} is missing", f'{key} = "{printed(500)}"')
    for where, table, keys in _money_places(draft):
        for key in keys:
            if key in table and _cents(table[key]) is None:
                yield finding(
                    "unreadable-amount",
                    where,
                    f"{key} = {table[key]!r} is not a sum of money",
                    f'a sum such as "{printed(5_000_000)}"',
                )
            elif key in table and _is_of_another_currency(draft, table[key]):
                what = f"{key} = {table[key]!r} is in a different currency from {draft.book.id}"
                yield finding("another-currency", where, what, f'a sum such as "{printed(5_000_000)}"')
    for name in draft.part("wagers"):
        rate = draft.wager(name).get("rate")
        if rate is not None and not _is_percent(rate):
            yield finding(
                "unreadable-rate",
                f"[wagers.{name}]",
                f"rate = {rate!r} is not a percentage",
                'a rate such as "21%"',
            )


def _money_places(draft: Draft) -> Iterator[tuple[str, dict[str, Any], tuple[str, ...]]]:
    yield "[limits]", draft.part("limits"), LIMIT_KEYS
    for name in draft.part("wagers"):
        yield f"[wagers.{name}]", draft.wager(name), ("amount", "minimum", "maximum", "seed", "reseed")


def _is_of_another_currency(draft: Draft, value: object) -> bool:
    own = jurisdictions.find_currency(draft.book)
    return own is not None and any(money.names(str(value)) for code, money in WRITTEN.items() if code != own)


def _cents(value: object) -> int | None:
    try:
        return parse_money(value)
    except BadAmount:
        return None


def _is_percent(value: object) -> bool:
    try:
        return parse_percent(value) <= 1
    except BadAmount:
        return False


def choices_are_permitted(draft: Draft) -> Iterator[Finding]:
    for option in draft.book.options:
        written = draft.part("options").get(option.id)
        if written is None and not option.default:
            what = f"{option.id} is not filled in; {option.asks}"
            yield finding("option-not-chosen", "[options]", what, f"{option.id} = {option.accepts}", option.cite)
        elif written is not None and str(written) not in option.permitted:
            code = "too-many-positions" if option.id == POSITIONS else "option-not-permitted"
            yield finding(code, "[options]", f"{option.id} = {written!r}", option.accepts, option.cite)
    yield from _fixed_facts(draft)


def _fixed_facts(draft: Draft) -> Iterator[Finding]:
    """Checks that options fixed by the regulation (such as one position per player) have the fixed value."""
    facts = {fact.id: fact for fact in draft.book.facts}
    known = [option.id for option in draft.book.options]
    for name, written in draft.part("options").items():
        fact = facts.get(name)
        if fact is not None and str(written) != str(fact.value):
            code = "too-many-positions" if name == POSITIONS else "option-fixed"
            yield finding(code, "[options]", f"{name} = {written!r}; {fact.says}", f"{name} = {fact.value}", fact.cite)
        if fact is None and name not in known:
            yield finding("unknown-option", "[options]", f"the regulation has no option {name!r}", one_of([*known]))


def paytables_are_printed(draft: Draft) -> Iterator[Finding]:
    tables = {table.id: table for table in draft.book.paytables if table.selected_by == "submission"}
    for name, column in draft.part("paytables").items():
        if name not in tables:
            yield finding(
                "unknown-paytable",
                "[paytables]",
                f"the regulation has no paytable to choose named {name!r}",
                one_of(tables),
            )
        elif column not in tables[name].columns:
            what = f"{name} = {column!r} is not one of the regulation's paytables"
            yield finding(
                "paytable-not-printed",
                "[paytables]",
                what,
                f"one of {columns_offered(tables[name])}",
                tables[name].cite,
            )


def readings_may_be_switched(draft: Draft) -> Iterator[Finding]:
    switchable = [reading.id for reading in draft.book.readings if reading.switch]
    for name, chosen in draft.part("readings").items():
        reading = next((r for r in draft.book.readings if r.id == name), None)
        if reading is None:
            yield finding("unknown-reading", "[readings]", f"the register has no reading {name!r}", one_of(switchable))
        elif not reading.switch and chosen != reading.chosen:
            yield finding(
                "reading-not-switchable",
                "[readings]",
                f"the operator may not choose another reading of {name}",
                "leave the line out",
                reading.cites,
            )
        elif chosen not in [candidate.id for candidate in reading.candidates]:
            ids = [candidate.id for candidate in reading.candidates]
            yield finding("unknown-reading", "[readings]", f"{name} = {chosen!r}", one_of(ids), reading.cites)


def procedure_is_known(draft: Draft) -> Iterator[Finding]:
    procedure = draft.part("procedure")
    for key, accepted in (
        ("dealing", [m.id for m in draft.book.dealing]),
        ("shuffler", list(SHUFFLERS)),
        ("decks", [1, 2]),
    ):
        if key not in procedure:
            yield finding("missing-procedure", "[procedure]", f"{key} is missing", one_of(map(str, accepted)))
        elif procedure[key] not in accepted or isinstance(procedure[key], bool):
            yield finding(
                "procedure-not-permitted",
                "[procedure]",
                f"{key} = {procedure[key]!r}",
                one_of(map(str, accepted)),
            )
    yield from _seats(draft, procedure)
    colours = procedure.get("back_colours", [])
    if not isinstance(colours, list) or not all(isinstance(colour, str) for colour in colours):
        yield finding(
            "procedure-not-permitted",
            "[procedure]",
            f"back_colours = {colours!r}",
            'a list such as ["blue", "red"]',
        )


def _seats(draft: Draft, procedure: dict[str, Any]) -> Iterator[Finding]:
    """Checks that the number of betting positions is at most what the text permits; some texts also set a minimum."""
    least, most = least_seats(draft.book), draft.book.row("facts", "seats")
    seats = procedure.get("seats", least)
    if most is None or seats in range(least, int(draft.book.fact("seats")) + 1):
        return
    code = "too-few-seats" if isinstance(seats, int) and 1 <= seats < least else "too-many-seats"
    yield finding(code, "[procedure]", f"seats = {seats!r}", f"{least} to {draft.book.fact('seats')}", most.cite)


SHAPE: tuple[Callable[[Draft], Iterator[Finding]], ...] = (
    headings_are_there,
    the_day_is_readable,
    keys_are_known,
    wagers_are_known,
    money_is_readable,
    choices_are_permitted,
    paytables_are_printed,
    readings_may_be_switched,
    procedure_is_known,
)
