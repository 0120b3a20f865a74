"""`tablelaw gaming-day`: a simulated day of a property, played on the real floor and audited to the cent."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from tablelaw.cli.completion import rulebook_ids
from tablelaw.cli.exit_codes import STOPPED
from tablelaw.cli.output import JsonFlag, add_row, complaints, console, make_table, refuse, say, show_json
from tablelaw.extras import required
from tablelaw.floor.store.api import open_store
from tablelaw.gaming_day.day import Outcome, play_day
from tablelaw.gaming_day.report.shrinking import Shrinking
from tablelaw.gaming_day.report.story import story
from tablelaw.gaming_day.report.summary import as_data, command_of, figures, irregularities
from tablelaw.gaming_day.script import Shape
from tablelaw.rulebooks import get

DISAGREES = 1
"""Exit code if floor and auditor differ."""
RANGE = re.compile(r"(\d{1,18})(?:-(\d{1,18}))?")


def gaming_day(
    seed: Annotated[
        int, typer.Option(min=0, help="The day's seed: the same seed gives the same day, order by order.")
    ] = 1,
    seeds: Annotated[str, typer.Option(help="Many days, for example 1-200.", metavar="A-B")] = "",
    days: Annotated[int, typer.Option(min=1, max=15, help="Consecutive days on the same floor.")] = 1,
    tables: Annotated[
        int, typer.Option(min=0, max=40, help="Number of tables; 0 for two to four, depending on the seed.")
    ] = 0,
    rounds: Annotated[int, typer.Option(min=0, max=20_000, help="Rounds per day; 0 for a short day.")] = 0,
    rulebook: Annotated[
        list[str] | None,
        typer.Option(help="Only tables of this rulebook; may be repeated.", autocompletion=rulebook_ids),
    ] = None,
    db: Annotated[str, typer.Option(help="Keep the floor here: a new file, or an empty PostgreSQL database.")] = "",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write a picture into this folder.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Play a whole gaming day on the production floor, with mistakes, jams, jackpots and crashes, and audit it.

    An auditor that sees only the accepted orders and the cards computes every account and meter independently, and must
    agree to the cent. If it does not, the command prints the shortest day that still goes wrong and ends with code 1.
    """
    shape = Shape(tables, rounds, tuple(get(book).id for book in rulebook or ()))
    wanted = _wanted(seed, seeds)
    if db and len(wanted) > 1:
        refuse("--db keeps one day", accepted="--seed with --db, or --seeds without")
    if output is not None:
        required("matplotlib", "--output asks for a picture")
    with _progress(len(wanted)) as tell:
        failed = _play(wanted, shape, days, db, output, as_json, tell)
    if failed:
        raise typer.Exit(DISAGREES)


def _wanted(seed: int, seeds: str) -> range:
    if not seeds:
        return range(seed, seed + 1)
    found = RANGE.fullmatch(seeds.strip())
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if last < first:
        refuse(f"{seeds!r} is not a range of seeds", accepted="two whole numbers, the smaller first, for example 1-200")
    return range(first, last + 1)


@contextmanager
def _progress(count: int) -> Iterator[Any]:
    """Shows at a terminal what is being played; exits with 130 on Ctrl-C."""
    try:
        with complaints.status(f"playing {count} day{'s' if count > 1 else ''}") as status:
            yield status.update
    except KeyboardInterrupt:
        complaints.print("stopped", highlight=False)
        raise typer.Exit(STOPPED) from None


def _play(
    wanted: range, shape: Shape, days: int, db: str, output: Path | None, as_json: bool, tell: Any
) -> list[Outcome]:
    total: Counter[str] = Counter()
    failed: list[Outcome] = []
    more, data = _more(shape, days), []
    for seed in wanted:
        tell(f"seed {seed}: {total['rounds']:,} rounds, {total['orders']:,} orders so far, {len(failed)} disagreements")
        if db:
            open_store(db, create=True).close()
        outcome = play_day(seed, shape, database=db, days=days)
        total += outcome.counts
        told: list[str] = []
        if outcome.disagreement is not None:
            failed.append(outcome)
            told = story(Shrinking(seed, shape, days, tell).shortest(outcome))
            if not as_json:
                _tell_story(outcome, told, more)
        if output is not None:
            _draw(outcome, output, as_json)
        data.append(as_data(outcome, told, more))
    _show(wanted, total, failed, data, as_json)
    return failed


def _more(shape: Shape, days: int) -> str:
    """The options that play the same day again from its seed."""
    given = [f"--tables {shape.tables}"] * bool(shape.tables) + [f"--rounds {shape.rounds}"] * bool(shape.rounds)
    given += [f"--rulebook {book}" for book in shape.books] + [f"--days {days}"] * (days > 1)
    return "".join(f" {option}" for option in given)


def _tell_story(outcome: Outcome, story: list[str], more: str) -> None:
    console.print(
        f"floor and auditor differ; to repeat: {command_of(outcome, more)}", style="red", markup=False, highlight=False
    )
    for line in story:
        say(line)


def _draw(outcome: Outcome, folder: Path, is_quiet: bool) -> None:
    # The drawing library is slow to load, and most days are not drawn.
    from tablelaw.gaming_day.report.figure import draw_day

    path = draw_day(outcome, folder)
    if not is_quiet:
        console.print(f"drawn: {path}", markup=False, highlight=False)


# --- Output --------------------------------------------------------------------------------------------------------


def _show(wanted: range, total: Counter[str], failed: list[Outcome], data: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        whole = {"seeds": [wanted[0], wanted[-1]], "counts": dict(sorted(total.items())), "disagreements": len(failed)}
        show_json(data[0] if len(data) == 1 else {**whole, "days": [day for day in data if day["disagreement"]]})
        return
    named = f"seed {wanted[0]}" if len(wanted) == 1 else f"seeds {wanted[0]} to {wanted[-1]}"
    page = make_table(f"Gaming day, {named}", "what", "times", numbers=("times",))
    for says, number in figures(total, len(failed)):
        add_row(page, says, f"{number:,}")
    console.print(page)
    console.print(_irregularities(total))


def _irregularities(total: Counter[str]) -> Any:
    """Prints the irregularities by kind and rulebook."""
    books = [name.removeprefix("rulebook: ") for name in total if name.startswith("rulebook: ") and total[name]]
    page = make_table("Irregularities", "kind", *books, numbers=books)
    for irregularity, times in irregularities(total).items():
        add_row(page, irregularity, *(times.get(book, "") for book in books))
    return page


def register(main: typer.Typer) -> None:
    main.command("gaming-day")(gaming_day)
