"""`tablelaw replay FILE`: replays a hand step by step, each step with its paragraph and the felt."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from tablelaw.cli.output import JsonFlag, console, refuse, show_json
from tablelaw.cli.set_money_format import print_money_of
from tablelaw.cli.standard_input import standard_input
from tablelaw.cli.text_tables import Sheet
from tablelaw.errors import BadNotation
from tablelaw.law.dates.editions import edition_title
from tablelaw.submission.submission import load_submission
from tablelaw.table.checks.invariants import require_possible_state
from tablelaw.table.checks.log_check import followed
from tablelaw.table.engine import Engine
from tablelaw.table.events import Event, Shuffled
from tablelaw.table.notation.event_log import log_text, parse_events, parse_log
from tablelaw.table.notation.lines import ROUND, TABLE, parse_round, parse_state
from tablelaw.table.reading.replay import Frame, frame_lines, frame_of_state, played, story

END = "---"
"""In a file, everything after this line is only for human readers, like the story in tests/golden."""
STYLES = {"what": "bold", "detail": "", "felt": "dim"}


def replay(
    file: Annotated[str, typer.Argument(help="A round line, a table line or JSON lines of events; - reads stdin.")],
    step: Annotated[int | None, typer.Option(help="Only this step, with the whole felt.")] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="The whole felt at every step, not just what changed.")
    ] = False,
    submission: Annotated[
        Path | None, typer.Option(help="The Rules Submission, for events that do not name theirs.")
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Print the events as JSON lines instead.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Replay a hand step by step, with the paragraph of each step and the felt at that moment."""
    text = _read(file)
    if text.startswith(TABLE):
        engine, state = parse_state(text)
        print_money_of(engine.submission.book)
        require_possible_state(engine.rules, state)
        _show(engine, [frame_of_state(engine, state)], None, whole, as_json)
        return
    engine, happened = _events(text, submission)
    print_money_of(engine.submission.book)
    if log:
        sys.stdout.write(log_text(engine, happened))
    else:
        _show(engine, story(engine, happened), step, whole, as_json)


def _read(file: str) -> str:
    """The text without empty lines and comments, up to a line of three hyphens."""
    try:
        text = standard_input().read() if file == "-" else Path(file).read_text("utf-8-sig")
    except OSError as error:
        raise BadNotation(f"cannot be read: {error.strerror}", where=file, accepted="a text file, or -") from None
    except UnicodeDecodeError:
        raise BadNotation("is not UTF-8 text", where=file, accepted="text in UTF-8") from None
    lines = text.split(f"\n{END}")[0].split("\n")
    kept = "\n".join(line for line in lines if line.strip() and not line.startswith("#")).strip()
    if not kept:
        raise BadNotation("is empty", where=file, accepted=f"{ROUND} ..., {TABLE} ... or JSON lines of events")
    return kept


def _events(text: str, submission: Path | None) -> tuple[Engine, list[Event]]:
    """Plays a round again or reads a log; refuses a log that the table could not have produced."""
    if not text.startswith("{"):
        engine, commands = parse_round(text)
        return engine, played(engine, commands)
    engine, happened = parse_log(text) if submission is None else _under(submission, text)
    followed(engine, happened)
    return engine, happened


def _under(submission: Path, text: str) -> tuple[Engine, list[Event]]:
    """Reads events of a table whose submission is given separately; a shuffle without an order means that the cards are
    real.
    """
    happened = parse_events(text)
    is_real = any(isinstance(event, Shuffled) and not event.cards for event in happened)
    return Engine(load_submission(submission), is_real), happened


def _show(engine: Engine, frames: list[Frame], step: int | None, whole: bool, as_json: bool) -> None:
    if step is not None and not 1 <= step <= len(frames):
        refuse(f"there is no step {step}", accepted=f"1 to {len(frames)}")
    shown = frames if step is None else frames[step - 1 : step]
    if as_json:
        show_json(_json(engine, shown, len(frames)))
        return
    title = f"{engine.rules.book.game}, {edition_title(engine.rules.book, engine.submission.filed_on)}"
    console.print(
        f"{title}: {engine.submission.casino}, table {engine.submission.table}", markup=False, highlight=False
    )
    console.print(_grid(shown, whole), highlight=False)


def _json(engine: Engine, frames: list[Frame], steps: int) -> dict[str, object]:
    return {
        "rulebook": engine.rules.book.id,
        "edition": edition_title(engine.rules.book, engine.submission.filed_on),
        "casino": engine.submission.casino,
        "table": engine.submission.table,
        "steps": steps,
        "frames": msgspec.to_builtins(frames, enc_hook=str),
    }


def _grid(frames: list[Frame], whole: bool) -> Sheet:
    grid = Sheet("", ("step", "what", "law"), numbers=("step",), has_header=False, box=None)
    for earlier, frame in zip([None, *frames[:-1]], frames, strict=True):
        for kind, text, cite in frame_lines(frame, None if whole else earlier):
            number, indent = (str(frame.step), "") if kind == "what" else ("", "  ")
            grid.add_row(number, Text(f"{indent}{text}", STYLES[kind]), Text(cite, "cyan"))
    return grid


def register(app: typer.Typer) -> None:
    app.command(name="replay")(replay)
