"""The choices of a Rules Submission as rows: the value, and the paragraph that leaves it to the operator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tablelaw.amounts import percent_text
from tablelaw.analysis.par.contents import Choice
from tablelaw.law.rows import Paytable
from tablelaw.printed_money import printed
from tablelaw.submission.submission import MeterTerms, Submission


def choices_filed(submission: Submission) -> tuple[Choice, ...]:
    """Every choice of a submission, in the order of its file."""
    parts = (_limits, _procedure, _options, _paytables, _wagers, _meters, _odds, _readings)
    return tuple(choice for part in parts for choice in part(submission))


def stake_text(submission: Submission, wager: str) -> str:
    """What may be staked on a wager: certain amounts, or from the minimum to the maximum."""
    terms = submission.wagers[wager]
    if terms.amounts_cents:
        return " or ".join(map(printed, terms.amounts_cents))
    return f"{printed(terms.minimum_cents)} to {printed(terms.maximum_cents)}"


def names_together(names: Sequence[str]) -> str:
    """Joins names with a common beginning: the first name, then what differs in the others, as in "Five Card, on the
    player" and "Five Card, on the dealer".
    """
    head = names[0].partition(", ")[0] if names else ""
    same = all(name.startswith(f"{head}, ") for name in names)
    return " and ".join([*names[:1], *(name.removeprefix(f"{head}, ") if same else name for name in names[1:])])


def cents_text(cents: Fraction) -> str:
    """Formats an amount that may have fractions of a cent, rounded to the cent."""
    return printed(round(cents))


def _limits(submission: Submission) -> Iterator[Choice]:
    yield Choice("limits", "minimum", "Smallest opening wager", printed(submission.minimum_cents), "")
    yield Choice("limits", "maximum", "Largest opening wager", printed(submission.maximum_cents), "")
    for limit in submission.book.limits:
        in_force = submission.payout_limit_cents
        value = "none" if in_force is None else printed(in_force)
        yield Choice("limits", "payout_limit", "Limit on what a hand pays", value, str(limit.cite))


def _procedure(submission: Submission) -> Iterator[Choice]:
    book = submission.book
    dealing = next(method for method in book.dealing if method.id == submission.dealing)
    cites = {fact.id: str(fact.cite) for fact in book.facts}
    yield Choice("procedure", "dealing", "How the cards are dealt", dealing.name, str(dealing.cite))
    yield Choice("procedure", "shuffler", "Shuffler", submission.shuffler, "")
    yield Choice("procedure", "decks", "Decks", str(submission.decks), cites.get("decks-with-shuffler", ""))
    yield Choice("procedure", "seats", "Betting positions", str(submission.seats), cites["seats"])


def _options(submission: Submission) -> Iterator[Choice]:
    for option in submission.book.options:
        asks = option.asks.partition("? ")[0].rstrip("?") + "?"
        yield Choice("options", option.id, asks, submission.terms.choice(option.id), str(option.cite))


def _paytables(submission: Submission) -> Iterator[Choice]:
    for table in submission.book.paytables:
        is_chosen = table.selected_by == "submission" and len(table.columns) > 1
        if is_chosen and submission.terms.offered.intersection(table.wagers):
            yield Choice("paytables", table.id, *_column(submission, table))


def _column(submission: Submission, table: Paytable) -> tuple[str, str, str]:
    column = submission.terms.choice(table.id)
    of = ", ".join(table.columns)
    return f"{table.title or table.id}: one of {of}", column, str(table.column_cites.get(column, table.cite))


def _wagers(submission: Submission) -> Iterator[Choice]:
    for wager in submission.book.wagers:
        if wager.offered == "if submitted" and wager.kind == "optional":
            is_offered = wager.id in submission.terms.offered
            value = f"offered, {stake_text(submission, wager.id)}" if is_offered else "not offered"
            yield Choice("wagers", wager.id, wager.name, value, str(wager.cite))


def _meters(submission: Submission) -> Iterator[Choice]:
    cites = {meter.id: str(meter.cite) for meter in submission.book.meters}
    for meter in submission.meters:
        names = names_together([submission.book.wager(wager).name for wager in meter.wagers])
        yield Choice("wagers", f"{meter.id} meter", f"{names}: the {meter.name}", _meter(meter), cites[meter.id])


def _meter(meter: MeterTerms) -> str:
    parts = [f"seed {cents_text(meter.seed_cents)}", f"reseed {cents_text(meter.reseed_cents)}"]
    parts.append(f"rate {percent_text(meter.primary)}")
    parts += [f"reserve {percent_text(meter.reserve)}"] if meter.reserve else []
    parts += [f"link {meter.link}"] if meter.link else []
    return ", ".join(parts)


def _odds(submission: Submission) -> Iterator[Choice]:
    """The odds granted above the printed ones, in the columns in force."""
    terms, book = submission.terms, submission.book
    printed = book.bind(terms.choices, terms.readings, terms.offered).tables
    for (table, name), column in terms.tables.items():
        is_chosen = book.paytable(table).selected_by != "stake"
        if is_chosen and name != book.column_name(table, terms.choices, 0):
            continue
        for cls, cell in column.items():
            if cell != printed[table, name][cls]:
                says = f"{cell.row}, printed {printed[table, name][cls].odds}"
                yield Choice("odds", table, says, str(cell.odds), str(cell.cite))


def _readings(submission: Submission) -> Iterator[Choice]:
    for reading in submission.book.readings:
        if reading.switch:
            value = submission.terms.reading(reading.id)
            other = "" if value == reading.chosen else reading.chosen
            yield Choice("readings", reading.id, reading.title, value, str(reading.cites), other)
