"""`tablelaw law` by date: the day in question, what has lapsed, and the history of a paragraph."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablelaw import rulebooks
from tablelaw.cli.arguments import CiteOf, OptionalId, RulebookId
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, say, show_json
from tablelaw.clock import SystemClock, read_day, today
from tablelaw.errors import WrongUse
from tablelaw.law.cite import Cite
from tablelaw.law.dates.editions import as_of, edition_title, require_in_force
from tablelaw.law.dates.history import Change, amendments_in_words, history
from tablelaw.law.dates.outdated import Lapse, lapses
from tablelaw.law.rulebook import Rulebook

if TYPE_CHECKING:
    from tablelaw.floor.read_model import Views

AsOf = Annotated[
    str, typer.Option("--as-of", help="Show the law of this day, such as 2025-06-30; by default the newest text.")
]
OnDay = Annotated[str, typer.Option("--as-of", help="The day, such as 2026-04-01; by default today.")]
OfFloor = Annotated[
    str,
    typer.Option(
        "--db", help="A floor (file or postgresql://...): also show what its tables still offer.", metavar="DB"
    ),
]


def day_asked(text: str, option: str = "--as-of") -> date | None:
    """Reads the day given by an option; None if it was not given."""
    if not text:
        return None
    day = read_day(text)
    if day is None:
        raise WrongUse(f"{text!r} is not a date", where=option, accepted="a day, such as 2025-06-30")
    return day


def in_force(book: Rulebook, text: str) -> Rulebook:
    """The rulebook as of the given day, or its newest text if there is none."""
    day = day_asked(text)
    return book if day is None else as_of(book, day)


def require_law_on(book: Rulebook, cites: Iterable[Cite], text: str) -> None:
    """Refuses supplements that are not in force on the given day, naming their days; no day means no check."""
    day = day_asked(text)
    if day is not None:
        require_in_force(book, cites, day)


def on_day(text: str) -> str:
    """The given day in words, for a heading."""
    day = day_asked(text)
    return f"as of {day}" if day else "the newest permanent text available"


def day_json(text: str) -> str | None:
    day = day_asked(text)
    return day.isoformat() if day else None


def title_of(book: Rulebook, text: str) -> str:
    return edition_title(book, day_asked(text))


def outdated(rulebook_id: OptionalId = None, on: OnDay = "", db: OfFloor = "", as_json: JsonFlag = False) -> None:
    """What is no longer law: paytables, rows and supplements that have lapsed, and which tables still offer them."""
    views = _floor(db) if db else None
    day = day_asked(on) or (_today_at(views) if views else today())
    books = rulebooks.all_rulebooks() if rulebook_id is None else (rulebooks.get(rulebook_id),)
    found = [(book, lapse) for book in books for lapse in lapses(book, day)]
    offered = _still_offered(views, day) if views else None
    if as_json:
        rows = [{"rulebook": book.id, **_lapse_json(lapse)} for book, lapse in found]
        show_json({"day": day.isoformat(), "lapsed": rows, "still_offered": offered})
        return
    _show_lapses(day, found)
    if offered is not None:
        _show_offered(offered)


def _floor(db: str) -> Views:
    from tablelaw.cli.floor.options import kept_floor, views_of

    with kept_floor(db) as store:
        return views_of(store)


def _today_at(views: Views) -> date:
    from tablelaw.floor.property_time import local_date

    return local_date(SystemClock().now(), views.time_zone)


def _still_offered(views: Views, day: date) -> list[dict[str, str]]:
    """Lists each table's wagers that depend on a lapsed choice."""
    from tablelaw.floor.rules.lapses import dated_wagers

    return [
        {
            "table": name,
            "wager": table.engine.rules.wagers[wager].name,
            "choice": choice.what,
            "cite": choice.cite,
            "until": str(choice.until),
        }
        for name, table in views.tables.items()
        for wager, choices in dated_wagers(table.text).items()
        for choice in choices
        if choice.is_lapsed(day)
    ]


def _lapse_json(lapse: Lapse) -> dict[str, Any]:
    first = lapse.effective.isoformat() if lapse.effective else None
    return {
        "what": lapse.what,
        "cite": lapse.cite,
        "from": first,
        "until": lapse.until.isoformat(),
        "source": lapse.source,
    }


def _show_lapses(day: date, found: list[tuple[Rulebook, Lapse]]) -> None:
    if not found:
        console.print(f"Nothing has lapsed by {day}.", highlight=False)
        return
    table = make_table(f"No longer law on {day}", "rulebook", "what", "cite", "from", "until", "source")
    for book, lapse in found:
        add_row(table, book.id, lapse.what, lapse.cite, lapse.effective or "-", lapse.until, lapse.source or "-")
    console.print(table)


def _show_offered(offered: list[dict[str, str]]) -> None:
    if not offered:
        console.print("No table offers any of it.", highlight=False)
        return
    table = make_table(
        "Still offered by these tables, which refuse the wager", "table", "wager", "choice", "cite", "until"
    )
    for row in offered:
        add_row(table, row["table"], row["wager"], row["choice"], row["cite"], row["until"])
    console.print(table)


def history_of(rulebook_id: RulebookId, cite: CiteOf, as_json: JsonFlag = False) -> None:
    """Says when a paragraph's section was adopted and amended, by which bulletin, and what supplements it."""
    book = rulebooks.get(rulebook_id)
    named = Cite.parse(cite, book.notation)
    found, unamended = history(book, named), amendments_in_words(book, named)
    if as_json:
        rows = [_change_json(change) for change in found]
        show_json({"rulebook": book.id, "cite": str(named), "unamended": unamended or None, "history": rows})
        return
    title = f"History of {book.full_cite(named)}"
    table = make_table(title, "from", "until", "what", "source", "what changed", "text")
    for change in found:
        first = change.effective or "not known"
        add_row(table, first, _end_of(change), change.what, change.source or "not known", change.says, change.text)
    console.print(table)
    if unamended:
        say(unamended)


def _end_of(change: Change) -> str:
    """The last day in words; a dash if no end is known."""
    if change.until is None and change.superseded_by:
        return f"not known (superseded by edition {change.superseded_by})"
    if change.until is None and change.is_supplement and change.effective is None:
        return "not known"
    return str(change.until or "-")


def _change_json(change: Change) -> dict[str, Any]:
    return {
        "what": change.what,
        "from": change.effective.isoformat() if change.effective else None,
        "until": change.until.isoformat() if change.until else None,
        "superseded_by": change.superseded_by or None,
        "source": change.source,
        "says": change.says,
        "text": change.text,
    }
