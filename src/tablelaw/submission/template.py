"""Writes a Rules Submission with every permitted choice explained and cited; it passes `check` unchanged."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from datetime import date
from functools import lru_cache

from tablelaw import jurisdictions
from tablelaw.errors import BadSubmission
from tablelaw.law.dates.editions import as_of, columns_offered, edition_title, span_text
from tablelaw.law.rows import Limit, Meter, Option, Paytable, Reading, Wager
from tablelaw.law.rulebook import Rulebook
from tablelaw.money_format import MoneyFormat
from tablelaw.submission.checks.shape import SHUFFLERS
from tablelaw.submission.checks.table_names import TABLE_NAMES_ACCEPTED, is_table_name, shortened
from tablelaw.submission.draft import submitted_wagers, usual_seats

USUAL_MINIMUM = 500
"""The minimum wager that a new submission proposes, in cents."""
WIDTH = 100


def new_submission(
    book: Rulebook,
    casino: str = "Example Casino",
    table: str = "T-1",
    offer_all: bool = False,
    filed: date | None = None,
) -> str:
    """Returns the text of a submission with the first printed paytables, and all optional wagers or none.

    With a filing day, it offers only what is in force on that day.
    """
    book = book if filed is None else as_of(book, filed)
    for where, name in (("property", casino), ("table", table)):
        _require_printable(where, name)
    if not is_table_name(table):
        raise BadSubmission(
            f"a table cannot be called {shortened(table)}", where="table", accepted=TABLE_NAMES_ACCEPTED
        )
    parts = [
        _heading(book, casino, table, filed),
        _limits(book),
        _procedure(book),
        _section("options", [_option(option) for option in book.options]),
        _section("paytables", [_paytable(table) for table in _chosen_tables(book)]),
        *[_wager(book, wager, offer_all) for wager in submitted_wagers(book)],
        _section("readings", [_reading(reading) for reading in book.readings if reading.switch]),
        _raised_odds(book),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _heading(book: Rulebook, casino: str, table: str, filed: date | None) -> str:
    intro = (
        f"Rules Submission: {book.game}, {edition_title(book, filed)} ({book.jurisdiction}; {book.status}). "
        "Lines that begin with # explain the choice below them and name the paragraph that gives it. "
        "Change the values after the equals signs, then run: tablelaw submission check FILE"
    )
    return "\n".join(
        [
            *_comment(intro),
            "",
            f'rulebook = "{book.id}"',
            f'property = "{_quoted(casino)}"',
            f'table = "{_quoted(table)}"',
            *_comment("The day it is filed, whose law it is checked against. Leave it out for the day of the check."),
            f'filed = "{filed}"' if filed else '# filed = "2025-06-30"',
        ]
    )


def _require_printable(where: str, name: str) -> None:
    """Refuses a name that cannot be printed on one line of a sign."""
    if not name.isprintable() or not name.strip():
        raise BadSubmission(f"{name!r} is not a name", where=where, accepted="one line of letters, digits and signs")


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


@lru_cache(maxsize=1024)
def _comment(text: str) -> tuple[str, ...]:
    return tuple(f"# {line}" for line in textwrap.wrap(text, WIDTH - 2))


def _section(name: str, entries: Iterable[str]) -> str:
    body = "\n\n".join(entries)
    return f"[{name}]\n{body}" if body else ""


def _limits(book: Rulebook) -> str:
    money = jurisdictions.money_format_for(book)
    lines = [
        "[limits]",
        *_comment("The smallest and the largest opening wager of this table."),
        f'minimum = "{money.typed(USUAL_MINIMUM)}"',
        f'maximum = "{money.typed(_usual_maximum(book))}"',
    ]
    for limit in book.limits:
        lines += ["", *_limit(limit, money)]
    return "\n".join(lines)


def _usual_maximum(book: Rulebook) -> int:
    """A hundred times the minimum, or the first multiple that the law permits."""
    return USUAL_MINIMUM * next(iter(book.maximum_multiples), 100)


def _limit(limit: Limit, money: MoneyFormat) -> list[str]:
    floor = money.typed(limit.floor.cents)
    if limit.kind == "mandatory":
        return [
            *_comment(f"{limit.says} ({limit.cite}) It applies by law; writing it out is optional."),
            f'# payout_limit = "{floor}"',
        ]
    lines = [*_comment(f"{limit.says} ({limit.cite}) Leave it out for no limit."), f'payout_limit = "{floor}"']
    if limit.approved_by:
        lines += [*_comment(f"Above {floor}: the approval of {limit.approved_by}."), '# payout_limit_approval = "..."']
    return lines


def _procedure(book: Rulebook) -> str:
    methods = "; ".join(f"{m.id}: {m.name.lower()} ({m.cite.first})" for m in book.dealing)
    shufflers = (
        f"Shuffler: {', '.join(SHUFFLERS)}. Only a counting or reshuffling device makes the stub count unnecessary."
    )
    decks = next((fact for fact in book.facts if fact.id == "decks-with-shuffler"), None)
    seats = next(fact for fact in book.facts if fact.id == "seats")
    return "\n".join(
        [
            "[procedure]",
            *_comment(f"How the cards are dealt. {methods}."),
            f'dealing = "{book.dealing[0].id}"',
            "",
            *_comment(shufflers),
            'shuffler = "counting"',
            "",
            *_comment(f"One deck, or two. {decks.says} ({decks.cite})" if decks else "One deck, or two."),
            "decks = 2",
            'back_colours = ["blue", "red"]',
            "",
            *_comment(f"{seats.says} ({seats.cite})"),
            f"seats = {usual_seats(book)}",
        ]
    )


def _option(option: Option) -> str:
    value = option.default or option.permitted[0]
    written = value if not option.values else f'"{value}"'
    same = " The same at every table of the property." if option.same_at_all_tables else ""
    ask = f"{option.asks}{same} Accepted: {option.accepts}. ({option.cite})"
    return "\n".join([*_comment(ask), f"{option.id} = {written}"])


def _chosen_tables(book: Rulebook) -> list[Paytable]:
    return [t for t in book.paytables if t.selected_by == "submission" and len(t.columns) > 1]


def _paytable(table: Paytable) -> str:
    return "\n".join(
        [
            *_comment(f"{table.title or table.id} ({table.cite}): one of {columns_offered(table)}"),
            *(f"#   {line}".rstrip() for line in grid(table)),
            *(f"#   {line}" for line in column_notes(table)),
            f'{table.id} = "{table.columns[0]}"',
        ]
    )


def column_notes(table: Paytable) -> Iterator[str]:
    """Notes on the columns that are in force only on some days, with those days and the paragraph."""
    for name, span in table.column_dates.items():
        yield f"{name} is in force only {span_text(span)} ({table.column_cites.get(name, table.cite)})"


def grid(table: Paytable) -> Iterator[str]:
    """A paytable as printed, in aligned lines of text."""
    lines = [("", *table.columns), *table.rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
    for line in lines:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()


def _wager(book: Rulebook, wager: Wager, offer: bool) -> str:
    lines = [
        f"[wagers.{wager.id}]",
        *_comment(f"{wager.name}: {wager.says} ({wager.cite})"),
        f"offered = {str(offer).lower()}",
    ]
    money = jurisdictions.money_format_for(book)
    if len(wager.amounts) > 1:
        sums = [money.typed(amount.cents) for amount in wager.amounts]
        lines += [
            *_comment(f"The sum wagered, which also scales the meters: one of {', '.join(sums)}."),
            f'amount = "{sums[0]}"',
        ]
    if wager.operator_names_amount:
        lines += [*_comment("The operator names the sum wagered."), f'amount = "{money.typed(100)}"']
    if wager.part_of_minimum:
        lines += _comment(f"The sum wagered is 1/{wager.part_of_minimum} of the table's minimum.")
    meters = [meter for meter in book.meters if wager.id in meter.wagers]
    if meters:
        lines += _meter_lines(wager, meters, money)
    return "\n".join(lines)


def _meter_lines(wager: Wager, meters: list[Meter], money: MoneyFormat) -> list[str]:
    lines: list[str] = []
    settable = meters[0].operator_sets
    if settable:
        floor = money.typed(meters[0].seed_at_least.cents if meters[0].seed_at_least else 0)
        lines += _comment(f"The operator's own meter: initial and reset amount at least {floor}. ({meters[0].cite})")
        values = {"seed": f'seed = "{floor}"', "reseed": f'reseed = "{floor}"', "primary": 'rate = "20%"'}
        lines += [values[part] for part in settable]
    return [
        *lines,
        *_comment("Tables that name the same link share one meter."),
        f'# link = "{wager.id}-link"',
    ]


def _reading(reading: Reading) -> str:
    meanings = [f"{c.id}: {c.reading}" for c in reading.candidates]
    lines = [f"{reading.title}. {reading.doubt} ({reading.cites})", *meanings]
    return "\n".join([*(line for text in lines for line in _comment(text)), f'{reading.id} = "{reading.chosen}"'])


def _raised_odds(book: Rulebook) -> str:
    """Explains how to offer better odds, if the printed odds are a minimum."""
    tables = [table for table in book.paytables if table.minimum]
    if not tables:
        return ""
    table = tables[0]
    text = f"The printed odds are the least allowed ({table.cite}). Better ones may be granted, for example:"
    return "\n".join([*_comment(text), f"# [odds.{table.id}]", f'# "{table.rows[0][0]}" = "{table.rows[0][1]}"'])
