"""The form of a Rules Submission: every choice that a rulebook leaves open, what it accepts, and its paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tablelaw import rulebooks
from tablelaw.law.rows import Limit, Meter, Paytable, Reading, Wager
from tablelaw.law.rulebook import Rulebook
from tablelaw.printed_money import printed
from tablelaw.submission.checks.approvals import PAYOUT_LIMIT_APPROVAL
from tablelaw.submission.checks.shape import SHUFFLERS
from tablelaw.submission.draft import submitted_wagers, usual_seats
from tablelaw.submission.template import column_notes
from tablelaw.views.messages import Wire

SHUFFLER_WORDS = {
    "none": "none: the dealer shuffles by hand",
    "automated": "automated: shuffles, does not count",
    "counting": "counting: shuffles and counts the deck, so that no stub is counted",
    "reshuffling": "reshuffling: a shoe that shuffles continuously",
}


class Value(Wire, frozen=True):
    """One accepted value of a field; `says` is its meaning, if the text gives one."""

    value: str
    label: str
    says: str = ""
    cite: str = ""


class Field(Wire, frozen=True):
    """One line of the file: its part, its key, the question, and what is accepted.

    Kinds: text, words (a list), money, percent, choice (one of `values`), number (`least` to `most`).
    """

    part: str
    key: str
    kind: str
    label: str
    says: str = ""
    cite: str = ""
    values: tuple[Value, ...] = ()
    least: int = 0
    most: int = 0
    is_optional: bool = False
    """Whether it may be left out."""


class Table(Wire, frozen=True):
    """A printed paytable: one row per hand, one column per permitted choice. `is_floor` is set if better odds may be
    granted.
    """

    id: str
    title: str
    cite: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    wagers: tuple[str, ...]
    is_choice: bool
    is_floor: bool
    notes: tuple[str, ...] = ()
    """The days on which columns are law, for those that are law only on some days."""


class Offer(Wire, frozen=True):
    """A wager that the submission may offer: its own fields, and the paytables under which it is paid."""

    id: str
    name: str
    says: str
    cite: str
    fields: tuple[Field, ...]
    tables: tuple[str, ...]


class Form(Wire, frozen=True):
    rulebook: str
    game: str
    law: str
    jurisdiction: str
    status: str
    heading: tuple[Field, ...]
    limits: tuple[Field, ...]
    procedure: tuple[Field, ...]
    options: tuple[Field, ...]
    offers: tuple[Offer, ...]
    tables: tuple[Table, ...]
    readings: tuple[Field, ...]


class Book(Wire, frozen=True):
    rulebook: str
    game: str
    law: str
    jurisdiction: str
    status: str


def books() -> tuple[Book, ...]:
    """Every rulebook a submission can be written under: the featured one first, those from outside the package last."""
    return tuple(map(_book, (*rulebooks.shown_first(), *map(rulebooks.get, rulebooks.found_outside()))))


def _book(book: Rulebook) -> Book:
    return Book(
        rulebook=book.id, game=book.game, law=book.regulation, jurisdiction=book.jurisdiction, status=book.status
    )


@cache
def form_of(rulebook: str) -> Form:
    book = rulebooks.get(rulebook)
    return Form(
        rulebook=book.id,
        game=book.game,
        law=book.regulation,
        jurisdiction=book.jurisdiction,
        status=book.status,
        heading=(_text("", "property", "Property"), _text("", "table", "Table")),
        limits=tuple(_limits(book)),
        procedure=tuple(_procedure(book)),
        options=tuple(_options(book)),
        offers=tuple(_offer(book, wager) for wager in submitted_wagers(book)),
        tables=tuple(_table(table) for table in book.paytables),
        readings=tuple(_reading(reading) for reading in book.readings if reading.switch),
    )


def _text(part: str, key: str, label: str) -> Field:
    return Field(part=part, key=key, kind="text", label=label)


# --- Limits and procedure ---------------------------------------------------------------------------------


def _limits(book: Rulebook) -> Iterator[Field]:
    yield Field(part="limits", key="minimum", kind="money", label="Smallest opening wager")
    yield Field(part="limits", key="maximum", kind="money", label="Largest opening wager")
    for limit in book.limits:
        yield _limit(limit)
        if limit.approved_by:
            yield _approval(limit)


def _limit(limit: Limit) -> Field:
    by_law = "It applies by law; writing it out is optional." if limit.kind == "mandatory" else "Leave it out for none."
    return Field(
        part="limits",
        key="payout_limit",
        kind="money",
        label="Limit on what a hand pays",
        says=f"{limit.says} {by_law} At least {printed(limit.floor.cents)}.",
        cite=str(limit.cite),
        is_optional=True,
    )


def _approval(limit: Limit) -> Field:
    return Field(
        part="limits",
        key=PAYOUT_LIMIT_APPROVAL,
        kind="text",
        label="Approval of a higher limit",
        says=f"A limit above {printed(limit.floor.cents)} needs the approval of {limit.approved_by}; name it here.",
        cite=str(limit.cite),
        is_optional=True,
    )


def _procedure(book: Rulebook) -> Iterator[Field]:
    facts = {fact.id: fact for fact in book.facts}
    methods = tuple(Value(value=m.id, label=m.name, cite=str(m.cite.first)) for m in book.dealing)
    yield Field(part="procedure", key="dealing", kind="choice", label="How the cards are dealt", values=methods)
    devices = tuple(Value(value=name, label=SHUFFLER_WORDS[name]) for name in SHUFFLERS)
    yield Field(part="procedure", key="shuffler", kind="choice", label="Shuffler", values=devices)
    decks = facts.get("decks-with-shuffler")
    yield Field(
        part="procedure",
        key="decks",
        kind="number",
        label="Decks",
        says=decks.says if decks else "One deck, or two.",
        cite=str(decks.cite) if decks else "",
        least=1,
        most=2,
    )
    yield Field(
        part="procedure", key="back_colours", kind="words", label="Colours of the backs", says="One for each deck."
    )
    yield Field(
        part="procedure",
        key="seats",
        kind="number",
        label="Betting positions",
        says=f"{facts['seats'].says} Usual: {usual_seats(book)}.",
        cite=str(facts["seats"].cite),
        least=1,
        most=int(book.fact("seats")),
    )


def _options(book: Rulebook) -> Iterator[Field]:
    for option in book.options:
        same = " The same at every table of the property." if option.same_at_all_tables else ""
        yield Field(
            part="options",
            key=option.id,
            kind="choice" if option.values else "number",
            label=option.asks,
            says=same.strip(),
            cite=str(option.cite),
            values=tuple(Value(value=value, label=value) for value in option.values),
            least=option.at_least,
            most=option.at_most,
        )


# --- Wagers and their paytables -----------------------------------------------------------------------------


def _offer(book: Rulebook, wager: Wager) -> Offer:
    own = [other for other in book.wagers if other.id == wager.id or other.offered_with == wager.id]
    tables = [table.id for other in own for table in book.paytables_of(other.id)]
    return Offer(
        id=wager.id,
        name=wager.name,
        says=wager.says,
        cite=str(wager.cite),
        fields=tuple(_wager_fields(book, wager)),
        tables=tuple(dict.fromkeys(tables)),
    )


def _wager_fields(book: Rulebook, wager: Wager) -> Iterator[Field]:
    part, cite = f"wagers.{wager.id}", str(wager.cite)
    meters = [meter for meter in book.meters if wager.id in meter.wagers]
    if len(wager.amounts) > 1:
        sums = tuple(Value(value=text, label=text) for text in (printed(money.cents) for money in wager.amounts))
        says = "Also scales the meters." if meters else ""
        yield Field(
            part=part, key="amount", kind="choice", label="The amount wagered", says=says, cite=cite, values=sums
        )
    elif wager.operator_names_amount:
        yield Field(part=part, key="amount", kind="money", label="The amount wagered", says="You choose it.", cite=cite)
    elif not wager.amounts and not wager.part_of_minimum:
        yield Field(part=part, key="minimum", kind="money", label="Smallest stake", is_optional=True)
        yield Field(part=part, key="maximum", kind="money", label="Largest stake", is_optional=True)
    if meters:
        yield from _meter_fields(part, meters[0])


def _meter_fields(part: str, meter: Meter) -> Iterator[Field]:
    floor = printed(meter.seed_at_least.cents) if meter.seed_at_least else printed(0)
    cite, says = str(meter.cite), f"At least {floor}."
    labels = {"seed": "The meter's initial amount", "reseed": "The amount it restarts from"}
    for key, label in labels.items():
        if key in meter.operator_sets:
            yield Field(part=part, key=key, kind="money", label=label, says=says, cite=cite)
    if "primary" in meter.operator_sets:
        yield Field(part=part, key="rate", kind="percent", label="Share of each wager added to the meter", cite=cite)
    yield Field(
        part=part,
        key="link",
        kind="text",
        label="Link",
        says="Tables that name the same link share one meter.",
        is_optional=True,
    )


def _table(table: Paytable) -> Table:
    return Table(
        id=table.id,
        title=table.title or table.id,
        cite=str(table.cite),
        columns=table.columns,
        rows=table.rows,
        wagers=table.wagers,
        is_choice=table.selected_by == "submission" and len(table.columns) > 1,
        is_floor=table.minimum,
        notes=tuple(column_notes(table)),
    )


def _reading(reading: Reading) -> Field:
    return Field(
        part="readings",
        key=reading.id,
        kind="choice",
        label=reading.title,
        says=reading.doubt,
        cite=str(reading.cites),
        values=tuple(Value(value=c.id, label=_label(reading, c.id), says=c.reading) for c in reading.candidates),
    )


def _label(reading: Reading, candidate: str) -> str:
    return f"{candidate} (the register's reading)" if candidate == reading.chosen else candidate
