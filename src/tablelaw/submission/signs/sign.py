"""The sign of one table: all odds in force, the required inscriptions, and the areas of the layout.

This module only builds the data; `text`, `svg` and `html` print it and `layout_svg` draws the layout. Nothing here is
specific to a game: titles, hands, odds and inscriptions come from the rulebook, as chosen by the submission.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablelaw.amounts import parse_money
from tablelaw.cards import RANKINGS
from tablelaw.errors import BadSubmission
from tablelaw.law.dates.editions import edition_title
from tablelaw.law.paytables import Cell
from tablelaw.law.rows import Area, Inscription, Paytable, Wager
from tablelaw.law.text_values import Cites
from tablelaw.printed_money import printed
from tablelaw.submission.readings import ReadAs, if_read, limit_read_as, odds_read_as
from tablelaw.submission.submission import MeterTerms, Submission

EVEN_MONEY = "any winning hand"
PAYS = "Pays"
ODDS_WORD = "odds-word"
"""The fact that gives the word a rulebook requires in stated odds."""


@dataclass(frozen=True, slots=True)
class Panel:
    """The odds of one or more wagers, with a heading for each column and a row for each hand."""

    title: str
    wagers: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    cite: str
    note: str = ""
    is_line: bool = False
    """Whether all wagers pay the same on any winning hand, so one line is enough."""

    @property
    def name(self) -> str:
        return self.title if self.is_line else self.title.partition(", ")[0]

    @property
    def about(self) -> str:
        """The part of the title that follows the wager's name."""
        return "" if self.is_line else self.title.partition(", ")[2]


@dataclass(frozen=True, slots=True)
class Statement:
    """Words that the regulation requires on the layout or a sign."""

    text: str
    cite: str
    is_limit: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """Everything on a sign, in reading order."""

    casino: str
    table: str
    game: str
    regulation: str
    limits: tuple[tuple[str, str], ...]
    panels: tuple[Panel, ...]
    statements: tuple[Statement, ...]
    areas: tuple[Area, ...]
    read_as: tuple[ReadAs, ...]
    footer: str


def make_sign(submission: Submission) -> Sign:
    """The sign of a submission: the odds of every offered wager and every inscription that applies."""
    book = submission.book
    read_as = tuple(_read_as(submission))
    law = f"{edition_title(book, submission.filed_on)}, {book.jurisdiction} ({submission.law_status})"
    sign = Sign(
        casino=_printable(submission.casino),
        table=_table_name(_printable(submission.table)),
        game=book.game,
        regulation=book.regulation,
        limits=(
            ("Table minimum", printed(submission.minimum_cents)),
            ("Table maximum", printed(submission.maximum_cents)),
        ),
        panels=tuple(_panels(submission)),
        statements=tuple(_statements(submission)),
        areas=tuple(area for area in book.layout if _is_needed(area, submission)),
        read_as=read_as,
        footer=f"{law}. Posted by the {book.operator} as set out in its Rules Submission.{_doubts(book.id, read_as)}",
    )
    _require_words(sign, submission)
    return sign


def _printable(text: str) -> str:
    """A name without control characters, which terminals and XML reject."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _table_name(name: str) -> str:
    return name if name.lower().startswith("table") else f"Table {name}"


def _is_needed(area: Area, submission: Submission) -> bool:
    return all(wager in submission.terms.offered for wager in (area.wager, area.offered_with) if wager)


# --- Panels ---------------------------------------------------------------------------


def _panels(submission: Submission) -> Iterator[Panel]:
    for table in submission.book.paytables:
        wagers = [submission.book.wager(w) for w in table.wagers if w in submission.terms.offered]
        if wagers:
            yield _panel(submission, table, wagers)


def _panel(submission: Submission, table: Paytable, wagers: list[Wager]) -> Panel:
    stakes = _stakes(submission, table)
    columns = [_rows_in_force(submission, table, cents) for cents in stakes]
    is_line = table.ranking == EVEN_MONEY
    names = ", ".join(wager.name for wager in wagers)
    is_whole = len(wagers) == len(table.wagers) and table.title
    return Panel(
        title=table.title if is_whole and not is_line else names,
        wagers=tuple(wager.id for wager in wagers),
        columns=("Hand" if table.ranking in RANKINGS else "Outcome", *(_heading(cents) for cents in stakes)),
        rows=_rows(columns),
        cite=str(next(iter(columns[0].values())).cite),
        note=" ".join(_notes(submission, wagers)),
        is_line=is_line,
    )


def _stakes(submission: Submission, table: Paytable) -> tuple[int, ...]:
    """The amounts whose columns are shown, if the stake selects the column; otherwise a single 0."""
    if table.selected_by != "stake":
        return (0,)
    riders = [submission.book.wager(wager) for wager in table.wagers]
    taken = {*table.wagers, *(base for rider in riders for base in rider.rides_on)}
    amounts = {cents for w in taken & submission.wagers.keys() for cents in submission.wagers[w].amounts_cents}
    return tuple(cents for cents in map(parse_money, table.columns) if cents in amounts)


def _heading(stake_cents: int) -> str:
    return f"{printed(stake_cents)} wager" if stake_cents else PAYS


def _rows_in_force(submission: Submission, table: Paytable, stake_cents: int) -> dict[str, Cell]:
    """The rows that offer a payout; a row named after a wager is shown only if that wager is offered."""
    unoffered = set(table.wagers) - submission.terms.offered
    cells = submission.terms.printed_rows(table.id, stake_cents)
    return {cell.row: cell for cell in cells if cell.row.replace(" ", "-") not in unoffered}


def _rows(columns: list[dict[str, Cell]]) -> tuple[tuple[str, ...], ...]:
    hands = dict.fromkeys(hand for column in columns for hand in column)
    return tuple(
        (hand[:1].upper() + hand[1:], *(str(c[hand].odds) if hand in c else "" for c in columns)) for hand in hands
    )


def _notes(submission: Submission, wagers: list[Wager]) -> Iterator[str]:
    yield from dict.fromkeys(note for wager in wagers if (note := _stake_note(submission, wager)))
    named = {wager.id for wager in wagers}
    yield from (_meter_note(meter) for meter in submission.meters if named & set(meter.wagers))


def _stake_note(submission: Submission, wager: Wager) -> str:
    if wager.equal_to:
        return f"{wager.name} equal to the {submission.book.wager(wager.equal_to).name}."
    if wager.kind != "optional":
        return ""
    terms = submission.wagers[wager.id]
    if terms.amounts_cents:
        return f"Wager {' or '.join(map(printed, terms.amounts_cents))}."
    low, high = terms.minimum_cents, terms.maximum_cents
    if (low, high) == (submission.minimum_cents, submission.maximum_cents):
        return ""
    return f"Wager {printed(low)} to {printed(high)}."


def _meter_note(meter: MeterTerms) -> str:
    name = "Meter" if meter.name == "meter" else f"{meter.name.capitalize()} jackpot"
    return f"{name} starts at {printed(int(meter.seed_cents))}."


# --- Statements -----------------------------------------------------------------------


def _statements(submission: Submission) -> Iterator[Statement]:
    limit = submission.payout_limit_cents
    for row in submission.book.signs:
        if _is_said(row, submission):
            text = row.text if limit is None else row.text.replace("{payout_limit}", printed(limit))
            yield Statement(text, _finest(row.cite), bool(row.limit))


def _finest(cites: Cites) -> str:
    """The paragraphs, without those that contain another of the given paragraphs."""
    finest = [c for c in cites if not any(c.contains(other) for other in cites if other != c)]
    return ", ".join(map(str, finest))


def _is_said(row: Inscription, submission: Submission) -> bool:
    """Whether an inscription applies: its `when` holds, its wager is offered, and its limit is in force."""
    offered = not row.wager or row.wager in submission.terms.offered
    in_force = not row.limit or submission.payout_limit_cents is not None
    return submission.terms.holds(row.when) and offered and in_force


# --- Readings -------------------------------------------------------------------------


def _read_as(submission: Submission) -> Iterator[ReadAs]:
    yield from odds_read_as(submission)
    for row in submission.book.signs:
        if _is_said(row, submission):
            yield from if_read("Rules of this table", _finest(row.cite), row.readings)
            yield from limit_read_as(submission) if row.limit else ()


def _doubts(book_id: str, read_as: tuple[ReadAs, ...]) -> str:
    """A note for the foot of the sign about how doubtful passages are read."""
    if not read_as:
        return ""
    return f" {'; '.join(map(str, read_as))} (see tablelaw law readings {book_id})."


# --- The word used in stated odds ------------------------------------------------------


def _require_words(sign: Sign, submission: Submission) -> None:
    """Refuses odds stated with a word other than the one the law requires, if it requires one."""
    fact = next((fact for fact in submission.book.facts if fact.id == ODDS_WORD), None)
    if fact is None:
        return
    for panel in sign.panels:
        for hand, *odds in panel.rows:
            if any("for" in text.lower().split() for text in odds):
                raise BadSubmission(
                    f"odds stated with the word for: {hand}, {', '.join(odds)}",
                    where=panel.title,
                    why=f"{fact.says} [{fact.cite}]",
                    accepted=f"odds stated with the word {fact.value}",
                )
