"""The header of a line: a table's Rules Submission in short, which reads back as the same submission.

    ID casino=Keystone_Casino table=T-1 cards=virtual dealing=hand shuffler=counting decks=blue+red
    seats=6 bets=$5..$500 +trips +progressive($1,link=house) option.positions-per-player=1 paytable.trips=A

A header passes the same checks as a submission file, so that a line cannot describe an unlawful table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from tablelaw import jurisdictions, rulebooks
from tablelaw.amounts import money_text
from tablelaw.errors import BadNotation
from tablelaw.law.rows import Wager
from tablelaw.submission.draft import Draft, submitted_wagers
from tablelaw.submission.submission import Submission, WagerTerms, accept
from tablelaw.table.engine import Engine
from tablelaw.table.notation.by_field_type import Reader, read_value, read_word, shortened, word_text

BAR = "::"
"""Separates the header from what follows."""
CARDS = {False: "virtual", True: "real"}
SPAN = re.compile(r"(\$[\d.]*\d)\.\.(\$[\d.]+)", re.ASCII)
SUM = re.compile(r"\$\d+(?:\.\d\d)?|\d+(?:\.\d+)?%", re.ASCII)
KEY = re.compile(r"[a-z0-9-]+")
WAGER_SUMS = ("seed", "reseed", "rate")

Raw = dict[str, Any]


# --- Writing --------------------------------------------------------------------------------------


def header_text(engine: Engine) -> str:
    """Writes the submission of a table: its choices in a fixed order, then any departures from the printed rules."""
    made = engine.submission
    parts = [
        made.book.id,
        f"casino={word_text(made.casino)}",
        f"table={word_text(made.table)}",
        f"cards={CARDS[engine.physical]}",
        f"dealing={made.dealing}",
        f"shuffler={made.shuffler}",
        "decks=" + "+".join(map(word_text, made.back_colours)),
        f"seats={made.seats}",
        f"bets={_span(made.minimum_cents, made.maximum_cents)}",
    ]
    if made.payout_limit_cents is not None:
        parts.append(f"payout-limit={_sum(made.payout_limit_cents)}")
    return " ".join([*parts, *_wagers(made), *_choices(made), *_readings(made), *_raised(made)])


def _sum(cents: int) -> str:
    return money_text(cents).replace(",", "")


def _span(low: int, high: int) -> str:
    return f"{_sum(low)}..{_sum(high)}"


def _wagers(made: Submission) -> Iterator[str]:
    """The offered wagers that the submission names, and any other wagers that have their own limits."""
    submitted = {wager.id for wager in submitted_wagers(made.book)}
    for name, terms in made.wagers.items():
        wager = made.book.wager(name)
        inside = [] if wager.offered_with else list(_wager_terms(made, wager, terms))
        if name in submitted or inside:
            yield f"+{name}" + (f"({','.join(inside)})" if inside else "")


def _wager_terms(made: Submission, wager: Wager, terms: WagerTerms) -> Iterator[str]:
    if len(terms.amounts_cents) == 1 and len(wager.amounts) != 1 and not wager.part_of_minimum:
        yield _sum(terms.amounts_cents[0])
    is_own = (terms.minimum_cents, terms.maximum_cents) != (made.minimum_cents, made.maximum_cents)
    if not terms.amounts_cents and is_own:
        yield _span(terms.minimum_cents, terms.maximum_cents)
    if terms.link:
        yield f"link={word_text(terms.link)}"
    yield from _own_meter(made, wager)


def _own_meter(made: Submission, wager: Wager) -> Iterator[str]:
    """What the operator sets for a meter: seed, reseed and rate."""
    rows = [row for row in made.book.meters if row.operator_sets and row.wagers[0] == wager.id]
    for row in rows[:1]:
        meter = next((meter for meter in made.meters if meter.id == row.id), None)
        if meter is not None:
            held = {
                "seed": f"seed={_sum(int(meter.seed_cents))}",
                "reseed": f"reseed={_sum(int(meter.reseed_cents))}",
                "primary": f"rate={_percent(meter.primary)}",
            }
            yield from (held[part] for part in row.operator_sets)


def _percent(share: Fraction) -> str:
    """A percentage with every digit that the operator wrote."""
    whole, rest = divmod(share * 100, 1)
    digits = ""
    while rest:
        digit, rest = divmod(rest * 10, 1)
        digits += str(digit)
    return f"{whole}.{digits}%" if digits else f"{whole}%"


def _choices(made: Submission) -> Iterator[str]:
    """Every option, and the column of every paytable with several columns that is in use or not at its default.
    Defaults are written out too, because a rulebook's defaults may change.
    """
    chosen, usual = made.terms.choices, made.book.default_choices()
    for option in made.book.options:
        yield f"option.{option.id}={word_text(chosen[option.id])}"
    for table in made.book.paytables:
        if table.selected_by != "submission" or len(table.columns) == 1:
            continue
        if made.terms.offered.intersection(table.wagers) or chosen[table.id] != usual[table.id]:
            yield f"paytable.{table.id}={word_text(chosen[table.id])}"


def _readings(made: Submission) -> Iterator[str]:
    for reading in made.book.readings:
        held = made.terms.readings[reading.id]
        if held != reading.chosen:
            yield f"reading.{reading.id}={word_text(held)}"


def _raised(made: Submission) -> Iterator[str]:
    """Odds better than printed, for paytables whose printed odds are a minimum."""
    terms = made.terms
    printed = made.book.bind(terms.choices, terms.readings, terms.offered).tables
    rows = {
        (key[0], cell.row): cell.odds
        for key, column in terms.tables.items()
        for name, cell in column.items()
        if cell.odds != printed[key][name].odds
    }
    yield from (f"odds.{table}.{word_text(row)}={word_text(str(odds))}" for (table, row), odds in rows.items())


# --- Reading ----------------------------------------------------------------------------------------


def parse_header(readers: Iterable[Reader]) -> Engine:
    """Builds the engine that a header's tokens describe; the first token is the rulebook."""
    first, *rest = [*readers] or [Reader("")]
    raw: Raw = {"limits": {}, "procedure": {}, "options": {}, "paytables": {}, "wagers": {}, "odds": {}, "readings": {}}
    book = rulebooks.get(first.text)
    known = {wager.id for wager in book.wagers}
    submitted = {wager.id for wager in submitted_wagers(book)}
    for reader in rest:
        if reader.skip("+"):
            _read_wager(reader, raw["wagers"], known, submitted)
        else:
            _read_key(reader, raw)
        reader.end()
    physical = {word: held for held, word in CARDS.items()}.get(raw.pop("cards", ""))
    if physical is None:
        raise BadNotation("the header does not say where the cards come from", accepted="cards=virtual or cards=real")
    if jurisdictions.find_currency(book) not in (None, "USD"):
        raw = _in_plain_figures(raw)
    return Engine(accept(Draft(book, {"rulebook": book.id, **raw}, "the header"), read_back=True), physical)


def _in_plain_figures(raw: Raw) -> Raw:
    """The fields with the dollar sign removed from every sum; the notation writes it regardless of the table's
    currency.
    """
    return {
        key: _in_plain_figures(value)
        if isinstance(value, dict)
        else (value.removeprefix("$") if isinstance(value, str) else value)
        for key, value in raw.items()
    }


def _read_wager(reader: Reader, wagers: Raw, known: set[str], submitted: set[str]) -> None:
    name = reader.take(KEY, "the id of a wager")
    if name not in known or name in wagers:
        raise BadNotation(f"+{name}", where=reader.where, accepted=f"each once: {', '.join(sorted(known))}")
    held: Raw = {"offered": True} if name in submitted else {}
    if reader.skip("("):
        _read_wager_part(reader, held)
        while reader.skip(","):
            _read_wager_part(reader, held)
        reader.must(")")
    wagers[name] = held


def _read_wager_part(reader: Reader, held: Raw) -> None:
    span = SPAN.match(reader.text, reader.place)
    if span:
        held["minimum"], held["maximum"] = span.groups()
        reader.place = span.end()
    elif reader.sees("$"):
        held["amount"] = reader.take(SUM, "a sum such as $5")
    elif reader.skip("link="):
        held["link"] = read_word(reader)
    else:
        name = next((name for name in WAGER_SUMS if reader.skip(f"{name}=")), None)
        if name is None:
            reader.refuse("$5, $5..$100, link=, seed=, reseed= or rate=")
        held[name] = reader.take(SUM, "a sum such as $5, or a rate such as 21%")


def _read_key(reader: Reader, raw: Raw) -> None:
    key = reader.take(KEY, "key=value or +wager")
    if key in SECTIONS:
        reader.must(".")
        _read_section(reader, raw[SECTIONS[key]], key)
        return
    read = KEYS.get(key)
    if read is None:
        reader.place = 0
        reader.refuse(", ".join([*(f"{name}=" for name in KEYS), *(f"{name}." for name in SECTIONS), "+wager"]))
    reader.must("=")
    read(reader, raw)


SECTIONS = {"option": "options", "paytable": "paytables", "reading": "readings", "odds": "odds"}


def _read_section(reader: Reader, part: Raw, key: str) -> None:
    name = reader.take(KEY, "a name")
    if key == "odds":
        reader.must(".")
        part, name = part.setdefault(name, {}), read_word(reader)
    reader.must("=")
    _put(reader, part, name, read_word(reader))


def _put(reader: Reader, part: Raw, name: str, value: object) -> None:
    if name in part:
        raise BadNotation(f"{shortened(reader.text)!r} comes twice", where=reader.where, accepted="each choice once")
    part[name] = value


def _word_in(part: str, name: str) -> Callable[[Reader, Raw], None]:
    def read(reader: Reader, raw: Raw) -> None:
        _put(reader, raw[part] if part else raw, name, read_word(reader))

    return read


def _read_decks(reader: Reader, raw: Raw) -> None:
    colours = [read_word(reader)]
    while reader.skip("+"):
        colours.append(read_word(reader))
    _put(reader, raw["procedure"], "decks", len(colours))
    raw["procedure"]["back_colours"] = colours


def _read_seats(reader: Reader, raw: Raw) -> None:
    _put(reader, raw["procedure"], "seats", read_value(reader, int))


def _read_bets(reader: Reader, raw: Raw) -> None:
    taken = SPAN.match(reader.take(SPAN, "the least and the most: $5..$500"))
    assert taken is not None
    _put(reader, raw["limits"], "minimum", taken[1])
    raw["limits"]["maximum"] = taken[2]


KEYS: dict[str, Callable[[Reader, Raw], None]] = {
    "casino": _word_in("", "property"),
    "table": _word_in("", "table"),
    "cards": _word_in("", "cards"),
    "dealing": _word_in("procedure", "dealing"),
    "shuffler": _word_in("procedure", "shuffler"),
    "decks": _read_decks,
    "seats": _read_seats,
    "bets": _read_bets,
    "payout-limit": _word_in("limits", "payout_limit"),
}
