"""`tablelaw settle FILE`: settles a round described in a file, and prints the result for people or as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tablelaw import rulebooks
from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cli.completion import rulebook_ids
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, refuse, say, show_json, warn
from tablelaw.cli.set_money_format import print_money_of
from tablelaw.cli.standard_input import standard_input
from tablelaw.cli.text_tables import Sheet
from tablelaw.errors import BadFile
from tablelaw.law.cite_text import law_text, where_to_read
from tablelaw.law.dates.editions import edition_title
from tablelaw.printed_money import printed
from tablelaw.scenarios.play import Settlement
from tablelaw.scenarios.report import as_dict, irregularities_found, meters_moved, unused_decisions
from tablelaw.scenarios.scenario_cases import EXPECTATIONS, Case, Result, read_cases, run_case
from tablelaw.scenarios.template import new_scenario
from tablelaw.table.events import Line
from tablelaw.table.reading.settlement_report import (
    SeatReport,
    choices_in_force,
    dealer_shown,
    places_shown,
    seat_reports,
)

COLUMNS = ("wager", "stake", "outcome", "paid", "returned", "law")
NUMBERS = ("stake", "paid", "returned")
NOT_AS_EXPECTED = 1


def settle(
    file: Annotated[str, typer.Argument(help="A scenario in TOML or JSON; - reads standard input.")] = "",
    template: Annotated[
        str,
        typer.Option(
            "--template",
            metavar="ID",
            help="Print a commented scenario of this rulebook and stop.",
            autocompletion=rulebook_ids,
        ),
    ] = "",
    as_json: JsonFlag = False,
) -> None:
    """The settlement of every seat of a round, each line with the paragraph that decided it (docs/settle.md)."""
    if template:
        _show_template(template, as_json)
        return
    if not file:
        refuse("no file is named", accepted="a file, - for standard input, or --template ID")
    results = [run_case(case) for case in _read(file)]
    for result in results:
        if result.refusal is not None and not result.case.raw.get("expect_refused"):
            raise result.refusal
    _show_json(results) if as_json else _show(results)
    if any(_faults(result) for result in results):
        raise typer.Exit(NOT_AS_EXPECTED)


def _show_template(book_id: str, as_json: bool) -> None:
    text = new_scenario(rulebooks.get(book_id))
    if as_json:
        show_json({"rulebook": book_id, "text": text})
    else:
        typer.echo(text, nl=False)


def _read(file: str) -> list[Case]:
    try:
        if file == "-":
            return read_cases(standard_input().read(), "standard input")
        return read_cases(Path(file).read_text("utf-8-sig"), file)
    except OSError as error:
        accepted = "a TOML or JSON file, or - for standard input"
        refuse(f"{file} cannot be read: {error.strerror}", accepted=accepted, kind=BadFile)
    except UnicodeDecodeError:
        named = "standard input" if file == "-" else file
        refuse(f"{named} is not UTF-8 text", accepted="a TOML or JSON file in UTF-8", kind=BadFile)


def _faults(result: Result) -> tuple[str, ...]:
    """Lists what differs from the results that the file expects, if it expects any."""
    return result.faults if any(key in result.case.raw for key in EXPECTATIONS) else ()


# --- For programs --------------------------------------------------------------------------------


def _show_json(results: list[Result]) -> None:
    shapes = [_json(result) for result in results]
    show_json(shapes[0] if len(shapes) == 1 else {"scenarios": shapes})


def _json(result: Result) -> dict[str, object]:
    shape: dict[str, object] = {"refused": None}
    if result.refusal is not None:
        shape = {"refused": result.refusal.as_dict()}
    if result.settlement is not None:
        shape |= as_dict(result.settlement)
    return shape | {"not_as_expected": list(_faults(result))}


# --- For people ----------------------------------------------------------------------------------


def _show(results: list[Result]) -> None:
    for result in results:
        if result.settlement is not None:
            _show_settlement(result.settlement)
        elif result.refusal is not None:
            console.print(f"refused as expected ({result.refusal.code}): {result.refusal.sentence()}", markup=False)
        for fault in _faults(result):
            warn(f"not as expected: {fault}")


def _show_settlement(done: Settlement) -> None:
    book, day = done.scenario.book, done.scenario.day
    print_money_of(book)
    law = edition_title(book, day) + (f", as of {day}" if day else "")
    say(f"{book.game} ({law})" + (f": {done.scenario.name}" if done.scenario.name else ""))
    say("  played under: " + ", ".join(f"{name} {value}" for name, value in choices_in_force(done).items()))
    dealer = dealer_shown(done)
    for place, cards in places_shown(done).items():
        say(f"  {place}: {cards}" + (f" ({dealer})" if place == "dealer" and dealer else ""))
    for irregularity, event in irregularities_found(done):
        seat = f" at seat {event.seat}" if event.seat else ""
        say(f"  {irregularity.name}{seat}: {irregularity.says} ({event.cite})")
    if done.round.voided_by:
        say(f"  The round is void: {done.round.voided_by}")
    for unused in unused_decisions(done):
        say(f"  Not used, because the hand had ended: {unused}")
    for report in seat_reports(done):
        _show_seat(done, report)
    for meter, before, after in meters_moved(done):
        if before != after:
            say(f"Meter {meter}: {_meter(before)} before, {_meter(after)} after")


def _meter(units: int) -> str:
    return printed(units // METER_UNITS_PER_CENT)


def _show_seat(done: Settlement, report: SeatReport) -> None:
    console.print(_seat_table(done, report))
    for _, line in report.lines:
        notes = _notes(done, line)
        if notes:
            say(f"  {_name(done, line)}: {', '.join(notes)}")
        if line.readings:
            commands = ", ".join(where_to_read(done.scenario.book.id, line.readings))
            say(f"  {_name(done, line)}: {law_text(line.cite, line.readings)} ({commands})")
    for hand, words in report.hands.items():
        say(f"  {hand} hand: {words}")


def _seat_table(done: Settlement, report: SeatReport) -> Sheet:
    title = f"Seat {report.number}, {report.seat.player}: {report.cards}"
    table = make_table(title, *COLUMNS, numbers=NUMBERS, whole=("law",))
    for _, line in report.lines:
        add_row(table, *_cells(done, line))
    totals = report.totals
    change = f"{'up' if totals.net >= 0 else 'down'} {printed(abs(totals.net))}"
    table.add_section()
    sums = (printed(cents) for cents in (totals.staked, totals.paid, totals.returned))
    staked, paid, returned = sums
    add_row(table, "total", staked, change, paid, returned, "")
    return table


def _cells(done: Settlement, line: Line) -> tuple[str, ...]:
    """The outcome with the odds and row as printed, and the deciding paragraph with that of the odds below it."""
    outcome = f"{line.outcome} {line.odds}" if line.outcome == "won" else line.outcome
    return (
        _name(done, line),
        printed(line.stake) if line.stake else "",
        f"{outcome}\n{line.row}" if line.row else outcome,
        printed(line.paid) if line.paid else "",
        printed(line.returned) if line.returned else "",
        f"{line.cite}\n{line.paid_under}" if line.paid_under else line.cite,
    )


def _name(done: Settlement, line: Line) -> str:
    wager = done.engine.rules.wagers.get(line.wager)
    return wager.name if wager else line.wager.capitalize()


def _notes(done: Settlement, line: Line) -> list[str]:
    """Notes on what a floorperson must do, and on why a line is there."""
    notes = [line.note] if line.note else []
    if (line.seat, line.wager) in done.validated:
        notes.append("validated by a floorperson before it is paid")
    if line.hand_pay:
        notes.append("hand pay: the cards stay until the documents are complete")
    return notes


def register(app: typer.Typer) -> None:
    app.command(name="settle")(settle)
