"""`tablelaw simulate`: runs a study, and prints, stores and draws its answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablelaw.cli.exit_codes import BAD_INPUT, STOPPED
from tablelaw.cli.output import (
    JsonFlag,
    add_row,
    console,
    is_json_wanted,
    make_table,
    refuse,
    show_json,
    warn,
)
from tablelaw.cli.progress import solving
from tablelaw.cli.set_money_format import print_money_of
from tablelaw.cores import usable_cores
from tablelaw.errors import BadFile
from tablelaw.extras import required

if TYPE_CHECKING:
    from tablelaw.simulation.checkpoints import Checkpoint
    from tablelaw.simulation.runs import Engine
    from tablelaw.studies.answers.answer import Answer
    from tablelaw.studies.study import Source
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablelaw.files import WRITABLE, write_whole

if TYPE_CHECKING:
    from tablelaw.studies.answers.answer import Answer
from time import monotonic
from typing import TYPE_CHECKING, Any

from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeRemainingColumn

from tablelaw.cli.output import complaints

if TYPE_CHECKING:
    from tablelaw.simulation import runs
    from tablelaw.studies.run import Watch


@contextmanager
def dealing(quiet: bool) -> Iterator[Watch | None]:
    """Shows a progress bar for each question, unless `quiet` is set or standard error is not a terminal."""
    if quiet or not complaints.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[rate]}"))
    with Progress(*columns, TimeRemainingColumn(), console=complaints, transient=True) as shown:
        yield _Bars(shown).watch


class _Bars:
    def __init__(self, shown: Progress) -> None:
        self.shown = shown
        self.tasks: dict[str, TaskID] = {}
        self.first: dict[str, tuple[float, int]] = {}

    def watch(self, question: str, work: runs.Work[Any], progress: runs.Progress[Any]) -> None:
        """Updates the bar; work restored from a checkpoint counts as done, but not towards the rate."""
        now, done = monotonic(), progress.pieces
        if question not in self.tasks:
            self.tasks[question] = self.shown.add_task(question, total=work.pieces, completed=done, rate="")
            self.first[question] = (now, done)
            return
        began, before = self.first[question]
        dealt = work.rounds * (done - before) / work.pieces
        rate = f"{dealt / max(now - began, 1e-3):,.0f} rounds/s"
        self.shown.update(self.tasks[question], completed=done, rate=rate)


def require_usable_folder(output: Path | None) -> None:
    """Checks the output folder before anything is dealt, because dealing takes a while."""
    if output is not None and output.exists() and not output.is_dir():
        refuse(f"{output} is a file", accepted="a folder, existing or new", kind=BadFile)
    if output is not None and not output.parent.is_dir():
        refuse(f"there is no folder {output.parent} for {output.name}", accepted="a folder that exists", kind=BadFile)


def write_answers(folder: Path, answers: Sequence[Answer]) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        refuse(f"{folder} cannot be created: {error.strerror}", accepted=WRITABLE, kind=BadFile)
    for answer in answers:
        for name, data in files_of(answer):
            write_whole(folder / name, data)


def files_of(answer: Answer) -> Iterator[tuple[str, bytes]]:
    from tablelaw.studies.answers.chart_style import png, svg  # matplotlib is slow to load, so only when needed

    yield f"{answer.question}.json", (json.dumps(answer.as_json(), indent=2, ensure_ascii=False) + "\n").encode()
    for name, sheet in answer.tables.items():
        yield f"{name}.csv", sheet.csv().encode()
    yield f"{answer.question}.png", png(answer.draw)
    yield f"{answer.question}.svg", svg(answer.draw)


NUMBERS = ("house edge", "exact", "z", "deviation", "exact ", "hits", "from", "to")

File = Annotated[Path, typer.Argument(metavar="FILE", help="A study in TOML (docs/simulation.md).")]
Output = Annotated[Path | None, typer.Option("--output", "-o", help="A folder for pictures, CSV and JSON.")]
Rounds = Annotated[int | None, typer.Option("--rounds", help="Instead of the study's own.", min=1)]
Seed = Annotated[int | None, typer.Option("--seed", help="Instead of the study's own.", min=0)]
Cluster = Annotated[str | None, typer.Option("--cluster", help="A Dask scheduler, such as tcp://host:8786.")]
Kept = Annotated[
    Path | None, typer.Option("--checkpoint", help="Keep the progress in this file, and continue from it.")
]
Workers = Annotated[int | None, typer.Option("--workers", help="Threads; by default one for each core.", min=1)]


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
    """Deal the rounds of a study and answer its questions: house edge, sessions, shifts, jackpots, payout limits."""
    require_usable_folder(output)
    if cluster is not None and workers is not None:
        refuse("--workers are threads on this machine", accepted="either --workers or --cluster")
    if checkpoint is not None and not checkpoint.parent.is_dir():
        refuse(f"there is no folder {checkpoint.parent}", accepted="--checkpoint in a folder that exists", kind=BadFile)
    if output is not None:
        required("matplotlib", "--output asks for pictures", "--json without --output")
    with solving() as tell:
        tell(f"the strategies in {file.name}")
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
    """Reads the study and prepares its table; a study that cannot be run is refused here, with every objection."""
    from tablelaw.studies.question_work import prepared  # the solvers are slow to load, so only when needed
    from tablelaw.studies.study import BadStudy, read_source

    try:
        source = read_source(file, rounds, seed)
        print_money_of(prepared(source).study.submission.book)
    except BadStudy as error:
        if not error.findings:
            raise
        if is_json_wanted():
            show_json({"refused": error.as_dict() | {"findings": [found.as_dict() for found in error.findings]}})
        for found in error.findings:
            warn(f"{file}: {found.sentence()}")
        raise typer.Exit(BAD_INPUT) from None
    return source


@contextmanager
def _engine(cluster: str | None, workers: int | None) -> Iterator[Engine]:
    if cluster is not None:
        from tablelaw.studies.cluster import connected

        with connected(cluster) as engine:
            yield engine
        return
    from tablelaw.simulation.runs import Threads

    yield Threads(workers or usable_cores())


def _answers(source: Source, engine: Engine, checkpoint: Path | None, quiet: bool) -> list[Answer]:
    """Works out every answer; on Ctrl-C, leaves the progress in the checkpoint and exits with 130."""
    from tablelaw.simulation.checkpoints import Checkpoint
    from tablelaw.studies.run import answers

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
        say = "stopped: nothing is kept; with --checkpoint FILE a run can be continued"
    else:
        say = f"stopped: what was dealt is kept; the same command with --checkpoint {kept.path} continues from there"
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
