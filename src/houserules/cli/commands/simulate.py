"""`houserules simulate`: carries out a study and shows, keeps and draws its answers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houserules.cli.commands.simulate_files import refuse_no_folder, write_answers
from houserules.cli.commands.simulate_progress import dealing
from houserules.cli.output import BAD_INPUT, JsonFlag, add_row, complain, console, make_table, refuse, show_json, warn
from houserules.cli.progress import STOPPED, solving
from houserules.errors import BadFile

if TYPE_CHECKING:
    from houserules.simulation.checkpoints import Checkpoint
    from houserules.simulation.runs import Engine
    from houserules.studies.answers.answer import Answer
    from houserules.studies.study import Source

NUMBERS = ("hold", "exact", "z", "deviation", "exact ", "hits", "from", "to")

File = Annotated[Path, typer.Argument(metavar="FILE", help="A study in TOML (docs/simulation.md).")]
Output = Annotated[Path | None, typer.Option("--output", "-o", help="A folder for pictures, CSV and JSON.")]
Rounds = Annotated[int | None, typer.Option("--rounds", help="In place of the study's own.", min=1)]
Seed = Annotated[int | None, typer.Option("--seed", help="In place of the study's own.", min=0)]
Cluster = Annotated[str | None, typer.Option("--cluster", help="A Dask scheduler, such as tcp://host:8786.")]
Kept = Annotated[Path | None, typer.Option("--checkpoint", help="Keep how far it is here; go on from it if there.")]
Workers = Annotated[int | None, typer.Option("--workers", help="Threads; one for each core unless told.", min=1)]


def simulate_command(
    file: File,
    output: Output = None,
    rounds: Rounds = None,
    seed: Seed = None,
    cluster: Cluster = None,
    checkpoint: Kept = None,
    workers: Workers = None,
    as_json: JsonFlag = False,
) -> None:
    """Deal the rounds of a study and answer its questions: hold, sessions, shifts, jackpots, payout limits."""
    refuse_no_folder(output)
    if cluster is not None and workers is not None:
        refuse("--workers are threads of this machine; accepted: --workers or --cluster, one of them")
    if checkpoint is not None and not checkpoint.parent.is_dir():
        refuse(f"there is no folder {checkpoint.parent}; accepted: --checkpoint in a folder that exists", BadFile)
    with solving() as tell:
        tell(f"the plays of {file.name}")
        source = _source(file, rounds, seed)
    with _engine(cluster, workers) as engine:
        found = _answers(source, engine, checkpoint, quiet=as_json)
    if output is not None:
        write_answers(output, found)
    if as_json:
        show_json({"study": str(file), "answers": [answer.as_json() for answer in found]})
        return
    for answer in found:
        _show(answer)


def _source(file: Path, rounds: int | None, seed: int | None) -> Source:
    """The study, its table made ready; one that cannot be carried out ends here, with all that stands against it."""
    from houserules.studies.study import BadStudy, read_source
    from houserules.studies.work import prepared  # the solvers are slow to load: only when asked

    try:
        source = read_source(file, rounds, seed)
        prepared(source)
    except BadStudy as error:
        for found in error.findings:
            warn(f"{file}: {found.sentence()}")
        if not error.findings:
            complain(error)
        raise typer.Exit(BAD_INPUT) from None
    return source


@contextmanager
def _engine(cluster: str | None, workers: int | None) -> Iterator[Engine]:
    if cluster is not None:
        from houserules.studies.cluster import connected

        with connected(cluster) as engine:
            yield engine
        return
    from houserules.simulation.runs import Threads

    yield Threads(workers or os.cpu_count() or 1)


def _answers(source: Source, engine: Engine, checkpoint: Path | None, quiet: bool) -> list[Answer]:
    """Every answer; Ctrl-C leaves what was done in the checkpoint and ends with 130."""
    from houserules.simulation.checkpoints import Checkpoint
    from houserules.studies.run import answers

    kept = Checkpoint(checkpoint)
    try:
        with dealing(quiet) as watch:
            return list(answers(source, engine, kept, watch))
    except KeyboardInterrupt:
        _stopped(kept)
        raise typer.Exit(STOPPED) from None


def _stopped(kept: Checkpoint) -> None:
    kept.save()
    if kept.path is None:
        say = "stopped: nothing is kept; with --checkpoint FILE a run can be taken up again"
    else:
        say = f"stopped: what was dealt is kept; the same command with --checkpoint {kept.path} goes on from there"
    warn(say, style="")


def _show(answer: Answer) -> None:
    columns = list(dict.fromkeys(key for row in answer.shown for key in row))
    table = make_table(f"{answer.question}: {answer.title}", *columns, numbers=NUMBERS)
    for row in answer.shown:
        add_row(table, *(row.get(column, "") for column in columns))
    console.print(table)
    for note in answer.notes:
        console.print(note, markup=False, highlight=False)


def register(app: typer.Typer) -> None:
    app.command(name="simulate")(simulate_command)
