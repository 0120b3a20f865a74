"""The PAR sheet of a Rules Submission: every figure that a lab, an operator or a regulator needs about a table, exact.

par = tablelaw.par("my.toml")        # displays as a page in a notebook
par.main.ev, par.sides[0].result.hold, par.progressives[0].meters[0].break_even_cents
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from tablelaw import rulebooks
from tablelaw.analysis.main_choices import main_bonuses, main_wagers
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.par.choices import choices_filed
from tablelaw.analysis.par.contents import Header, Stake
from tablelaw.analysis.par.meters import progressives_filed
from tablelaw.analysis.par.notebook import ParSheet
from tablelaw.analysis.par.wagers import side_wagers_filed
from tablelaw.analysis.par.whole_round import whole_round
from tablelaw.analysis.protection.api import possible_information, protect_terms
from tablelaw.analysis.protection.information import BadInformation
from tablelaw.analysis.result import Result
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.analysis.starting_hand_chart import chart_of
from tablelaw.analysis.strategies import strategies_of
from tablelaw.clock import read_day
from tablelaw.law.cite_text import where_to_read
from tablelaw.law.dates.editions import find_edition, newest_edition
from tablelaw.law.rows import AT_HAND, Paytable, Wager
from tablelaw.law.rulebook import Rulebook
from tablelaw.printed_money import printed
from tablelaw.submission.readings import hands_read_as, limit_read_as, odds_read_as
from tablelaw.submission.submission import Submission, load_submission
from tablelaw.version import __version__

Told = Callable[[str], None]
MOST_EXPOSURES = 8


def par(
    submission: Submission | Path | str,
    date: str = "",
    tell: Told | None = None,
    zone: str = "",
    exposure: Iterable[str] = (),
) -> ParSheet:
    """Makes the sheet of a submission or of its file. The date is printed as given, with its time zone: UTC if none is
    named.

    `tell` is called with what is being solved. Each text of `exposure` is a set of seen cards for the section
    "Exposure": "dealer:1", or several items as in "dealer:1 flop:1".
    """
    filed = submission if isinstance(submission, Submission) else load_submission(Path(submission))
    seen = _require_exposures(filed, exposure)
    main = main_of(filed.terms, tell)
    sides = side_wagers_filed(filed, main, tell)
    progressives = progressives_filed(filed, sides)
    opening = next(wager for wager in filed.book.wagers if wager.kind == "opening")
    return ParSheet(
        header=header(filed, date, zone),
        choices=choices_filed(filed),
        base=opening.name,
        stakes=tuple(_stake(filed, wager) for wager in (*main_wagers(filed.book), *main_bonuses(filed.book))),
        main=main,
        sides=sides,
        progressives=progressives,
        chart=chart_of(main),
        strategies=strategies_of(filed.terms, main.ev, tell),
        best_play=solver_of(filed.terms).best_play(filed.terms),
        whole_round=whole_round(filed, main, sides, progressives),
        notes=tuple(_notes(filed, main, opening)),
        exposures=tuple(protect_terms(filed.terms, items, tell) for items in seen),
    )


def _require_exposures(filed: Submission, exposure: Iterable[str]) -> list[list[str]]:
    """The items of each set of seen cards; what cannot be solved is refused before anything is solved."""
    asked = [exposure] if isinstance(exposure, str) else list(exposure)
    if len(asked) > MOST_EXPOSURES:
        raise BadInformation(f"{len(asked)} sets of seen cards on one sheet", accepted=f"at most {MOST_EXPOSURES}")
    seen: dict[str, list[str]] = {}
    for items in map(str.split, asked):
        if not items:
            raise BadInformation("an exposure that names no cards", accepted='such as "dealer:1" or "dealer:1 flop:1"')
        seen[possible_information(filed.terms, items).text] = items
    return list(seen.values())


def header(filed: Submission, date: str, zone: str) -> Header:
    """The heading of a sheet: the table, its law, and the date with its time zone."""
    book = filed.book
    return Header(
        casino=_printable(filed.casino),
        table=_printable(filed.table),
        game=book.game,
        rulebook=book.id,
        regulation=book.regulation,
        edition=_edition(filed, date),
        jurisdiction=book.jurisdiction,
        status=filed.law_status,
        date=date,
        zone=zone or ("UTC" if date else ""),
        version=f"tablelaw {__version__}",
        fingerprint=rulebook_fingerprint(book),
    )


def _edition(filed: Submission, date: str) -> str:
    """The edition in force on the filing day or on the sheet's date; if that text is not available, the newest
    permanent one.
    """
    on = filed.filed_on or read_day(date)
    found = find_edition(filed.book, on) if on else None
    return found.id if found and found.text == AT_HAND else newest_edition(filed.book).id


def _printable(name: str) -> str:
    """A name without control characters, which no format can show."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


def rulebook_fingerprint(of: str | Rulebook) -> str:
    """A digest of the rulebook's own files, and of any odds changed in it: sheets with the same digest were made from
    the same data and rules.
    """
    book, digest = rulebooks.get(of), sha256()
    for path in sorted(rulebooks.folder_of((book.law or book).id).glob("*.*")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    for change in book.changes:
        digest.update(str(change).encode() + b"\0")
    return digest.hexdigest()[:24]


def _stake(filed: Submission, wager: Wager) -> Stake:
    """A wager of the main game with the paytables in force for it."""
    tables = filed.book.paytables_of(wager.id)
    paid = [_paid_by(filed, table, with_name=len(tables) > 1) for table in tables]
    return Stake(wager.name, "; ".join(paid), str(wager.cite))


def _paid_by(filed: Submission, table: Paytable, with_name: bool) -> str:
    rows = filed.terms.printed_rows(table.id)
    what = table.title.partition(", ")[2] if with_name else ""
    odds = ", ".join(dict.fromkeys(f"{cell.row} {cell.odds}" for cell in rows))
    return f"{what + ': ' if what else ''}{odds} [{rows[0].cite}]"


def _notes(filed: Submission, main: Result, opening: Wager) -> Iterator[str]:
    """What the reader of the whole sheet must know."""
    if filed.book.changes:
        yield f"This sheet is {filed.book.not_the_law}."
    yield (
        f"A main-game figure is per {opening.name}, a side wager's per unit staked on it; house edge is the house's "
        "gain."
    )
    yield from main.notes
    yield from _limit_note(filed, main, opening)
    read_as = [*odds_read_as(filed), *hands_read_as(filed), *limit_read_as(filed)]
    yield from (f"{part}." for part in read_as)
    yield from (
        f"What a reading means, and why: {where}."
        for where in where_to_read((filed.book.law or filed.book).id, ["NAME"])
        if read_as
    )


def _limit_note(filed: Submission, main: Result, opening: Wager) -> Iterator[str]:
    """Names the stake above which the payout limit, which these figures ignore, cuts the largest win."""
    cents = filed.payout_limit_cents
    if cents is None or main.distribution is None:
        return
    most = max(main.distribution.counts)
    limit = next(iter(filed.book.limits))
    counted = ", ".join(filed.book.wager(wager).name for wager in limit.wagers if wager in filed.terms.offered)
    says = f"The payout limit of {printed(cents)} on {counted} together [{limit.cite}] is not in these figures: "
    says += f"the main game wins at most {float(most):,.4g} times the {opening.name}, "
    if most * filed.maximum_cents <= cents:
        yield says + "which does not reach it at this table."
    else:
        yield says + f"which exceeds it at wagers above {printed(int(cents / most))}."
