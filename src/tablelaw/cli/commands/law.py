"""`tablelaw law`: what a regulation says, how each paragraph is implemented, and what is in doubt."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from tablelaw import rulebooks
from tablelaw.cli.arguments import CiteOf, OptionalId, RulebookId
from tablelaw.cli.commands.law_check import check
from tablelaw.cli.commands.law_dates import (
    AsOf,
    day_asked,
    day_json,
    history_of,
    in_force,
    on_day,
    outdated,
    require_law_on,
    title_of,
)
from tablelaw.cli.commands.law_new import new
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, say, show_json
from tablelaw.cli.text_tables import Boxed
from tablelaw.clock import today
from tablelaw.errors import UnknownReading
from tablelaw.law.cite import Cite
from tablelaw.law.dates.editions import span_text
from tablelaw.law.diff import Difference, differences
from tablelaw.law.paragraph_lookup import Found, counts_by_kind, ledger, look_up, plain
from tablelaw.law.rows import Paytable, Provision, Reading
from tablelaw.law.rulebook import Rulebook
from tablelaw.submission.template import column_notes, grid

COLUMNS = ("id", "regulation", "paras", "code", "data", "duty", "idle", "plan", "doubts")


LEGEND = """code: implemented as a rule and shown by a test; data: held as a row of data;
duty: on the checklist of the dealer, the floor or the player, and tracked where the table can see it;
idle: not executable, with the reason; plan: planned for later; doubts: entries in the register of readings."""


class CountsByDefault(TyperGroup):
    """Makes `law ID` mean `law counts ID`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.commands and args[0] != "--help"):
            args = ["counts", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=CountsByDefault, no_args_is_help=False, help="What the regulations say, paragraph by paragraph.")

ReadingName = Annotated[str | None, typer.Argument(metavar="[NAME]", help="One reading by its name.")]


app.command("outdated")(outdated)
app.command("history")(history_of)
app.command("check")(check)
app.command("new")(new)


def chosen(rulebook_id: str | None, on: str) -> tuple[Rulebook, ...]:
    """The rulebook with this id, or all of the package, as of the given day."""
    books = rulebooks.all_rulebooks() if rulebook_id is None else (rulebooks.get(rulebook_id),)
    return tuple(in_force(book, on) for book in books)


@app.command()
def counts(rulebook_id: OptionalId = None, on: AsOf = "", as_json: JsonFlag = False) -> None:
    """Paragraphs by kind (the default: `tablelaw law`)."""
    books = chosen(rulebook_id, on)
    if as_json:
        show_json({"rulebooks": [_counts(book, on) for book in books]})
        return
    title = f"Every paragraph, and how it is implemented ({on_day(on)})"
    table = make_table(title, *COLUMNS, numbers=COLUMNS[2:])
    for book in books:
        found = _counts(book, on)
        add_row(table, book.id, found["edition"], found["paragraphs"], *found["kinds"].values(), found["readings"])
    console.print(table)
    console.print(LEGEND, highlight=False)


def _counts(book: Rulebook, on: str) -> dict[str, Any]:
    day = day_asked(on)
    paragraphs = ledger(book, day)
    return {
        "id": book.id,
        "game": book.game,
        "regulation": book.regulation,
        "jurisdiction": book.jurisdiction,
        "status": book.status,
        "as_of": day_json(on),
        "edition": title_of(book, on),
        "paragraphs": len(paragraphs),
        "kinds": counts_by_kind(paragraphs),
        "readings": len(book.readings) + (len(book.dating) if day else 0),
    }


@app.command()
def show(rulebook_id: RulebookId, cite: CiteOf, on: AsOf = "", as_json: JsonFlag = False) -> None:
    """One paragraph: what it says, and the rows, rules and readings based on it."""
    known = rulebooks.get(rulebook_id)
    named = Cite.parse(cite, known.notation)
    require_law_on(known, [named], on)
    book = in_force(known, on)
    found = look_up(book, named)
    if as_json:
        show_json(_found_json(book, cite, found) | {"as_of": day_json(on), "edition": title_of(book, on)})
        return
    about = f"{book.game} ({title_of(book, on)}; {on_day(on)})"
    console.print(f"[bold]{book.full_cite(named)}[/]  {about}", highlight=False)
    _show_provisions(found)
    for supplement in book.supplements:
        if named.contains(supplement.cite) and (span := span_text(supplement)):
            verb = "was" if supplement.until and supplement.until < (day_asked(on) or today()) else "is"
            say(f"{supplement.cite} {verb} in force only {span} ({supplement.source}).")
    _show_rows(found)
    _show_doubts(book, found)


def _show_doubts(book: Rulebook, found: Found) -> None:
    if not found.readings:
        return
    table = make_table(
        f"Doubts about it, and their readings (tablelaw law readings {book.id} NAME)", "name", "doubt", "read as"
    )
    for reading in found.readings:
        add_row(table, reading.id, reading.title, reading.chosen)
    console.print(table)


def _found_json(book: Rulebook, cite: str, found: Found) -> dict[str, Any]:
    return {
        "rulebook": book.id,
        "cite": cite,
        "paragraphs": [_provision_json(provision) for provision in found.provisions],
        "rows": [{"section": section, "row": plain(row)} for section, row in found.rows],
        "rules": [{"name": r.name, "cite": str(r.cite), "wagers": list(r.wagers), "says": r.says} for r in found.rules],
        "readings": [plain(reading) for reading in found.readings],
    }


def _provision_json(provision: Provision) -> dict[str, Any]:
    return {
        "cite": str(provision.cite),
        "says": provision.says,
        "kind": provision.kind,
        "by": became(provision),
    }


def became(provision: Provision) -> str:
    """Says in one phrase how a paragraph is implemented."""
    value = str(getattr(provision, provision.kind))
    return f"{value} (shown by {provision.shown_by})" if provision.shown_by else value


def _show_provisions(found: Found) -> None:
    table = make_table("", "paragraph", "says", "kind", "implemented by")
    for provision in found.provisions:
        add_row(table, provision.cite, provision.says, provision.kind.replace("_", " "), became(provision))
    console.print(table)


def _show_rows(found: Found) -> None:
    for _, row in found.rows:
        if isinstance(row, Paytable):
            console.print(Boxed(f"{row.title} ({row.cite})", (*grid(row), *column_notes(row))))
    rest = [(section, row) for section, row in found.rows if not isinstance(row, Paytable)]
    if rest or found.rules:
        table = make_table("What is based on it", "what", "name", "in words")
        for section, row in rest:
            add_row(
                table,
                section,
                row.id,
                getattr(row, "says", "") or getattr(row, "name", "") or getattr(row, "text", ""),
            )
        for rule in found.rules:
            add_row(table, "rule", rule.name, rule.says)
        console.print(table)


@app.command()
def readings(
    rulebook_id: OptionalId = None, name: ReadingName = None, on: AsOf = "", as_json: JsonFlag = False
) -> None:
    """Doubts in the texts: their possible meanings, the reading used here, and why."""
    if rulebook_id is not None:
        _require_in_force(rulebooks.get(rulebook_id), name, on)
    shown = [(book, _named(book, name)) for book in chosen(rulebook_id, on)]
    if as_json:
        show_json({"rulebooks": [_readings_json(book, found, on) for book, found in shown]})
        return
    for book, found in shown:
        counted = f"{len(found)} reading{'' if len(found) == 1 else 's'}{_about_dates(book, found)}"
        about = f"{book.game}, {title_of(book, on)} ({on_day(on)}): {counted}"
        console.print(f"[bold]{book.id}[/]  {about}", highlight=False)
        for reading in found:
            console.print(_reading_panel(reading))


def _readings_json(book: Rulebook, found: tuple[Reading, ...], on: str) -> dict[str, Any]:
    named = {"id": book.id, "as_of": day_json(on), "edition": title_of(book, on)}
    return {**named, "readings": [plain(reading) for reading in found]}


def _about_dates(book: Rulebook, found: tuple[Reading, ...]) -> str:
    """Says how many of the readings only decide on which days a row is law."""
    dating = sum(reading in book.dating for reading in found)
    return f", {dating} of them about dates" if dating and len(found) > 1 else ""


def _require_in_force(book: Rulebook, name: str | None, on: str) -> None:
    """Refuses to show a reading about a supplement's dates for a day on which the supplement is not law."""
    for reading in book.dating:
        if reading.id == name:
            require_law_on(book, reading.cites, on)


def _named(book: Rulebook, name: str | None) -> tuple[Reading, ...]:
    known = (*book.readings, *book.dating)
    found = tuple(reading for reading in known if name in (None, reading.id))
    if not found:
        accepted = ", ".join(reading.id for reading in known)
        raise UnknownReading(f"{book.id} has no reading {name!r}", accepted=accepted)
    return found


def _reading_panel(reading: Reading) -> Boxed:
    lines = [str(reading.cites), "", reading.doubt, ""]
    for candidate in reading.candidates:
        mark = "→" if candidate.id == reading.chosen else " "
        lines.append(f"{mark} {candidate.id}: {candidate.reading} {candidate.effect}")
    lines += ["", f"Why: {reading.why}", f"Evidence: {reading.evidence}"]
    lines.append(
        "The operator may choose another reading in the Rules Submission."
        if reading.switch
        else "The operator may not choose another reading."
    )
    return Boxed(f"{reading.id}: {reading.title}", lines, is_prose=True)


@app.command()
def diff(left: RulebookId, right: RulebookId, on: AsOf = "", as_json: JsonFlag = False) -> None:
    """What differs between two rulebooks, with the paragraph on each side."""
    one, other = (in_force(rulebooks.get(rulebook_id), on) for rulebook_id in (left, right))
    found = differences(one, other)
    if as_json:
        fields = Difference.__slots__
        editions = {"as_of": day_json(on), "left_edition": title_of(one, on), "right_edition": title_of(other, on)}
        rows = [{f: getattr(d, f) for f in fields} for d in found]
        show_json({"left": left, "right": right, **editions, "differences": rows})
        return
    if not found:
        say(f"{left} and {right} do not differ ({title_of(one, on)}; {title_of(other, on)}; {on_day(on)}).")
        return
    title = f"{title_of(one, on)} compared with {title_of(other, on)} ({on_day(on)})"
    table = make_table(title, "what", left, right)
    for difference in found:
        what = f"{difference.section}.{difference.row}" + (f" {difference.field}" if difference.field else "")
        add_row(
            table,
            what,
            _side(difference.left, difference.left_cite),
            _side(difference.right, difference.right_cite),
        )
    console.print(table)


def _side(text: str, cite: str) -> str:
    return f"{text} ({cite})" if cite else "-"


def register(main: typer.Typer) -> None:
    main.add_typer(app, name="law")
