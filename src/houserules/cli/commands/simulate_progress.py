"""While rounds are dealt: share done, rounds a second and time left, on standard error of a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeRemainingColumn

from houserules.cli.output import complaints

if TYPE_CHECKING:
    from houserules.simulation import runs
    from houserules.studies.run import Watch


@contextmanager
def dealing(quiet: bool) -> Iterator[Watch | None]:
    """A bar for each question; none for programs."""
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
        """The rate is of this sitting: what a checkpoint brought counts as done, not as dealt."""
        now, done = monotonic(), progress.pieces
        if question not in self.tasks:
            self.tasks[question] = self.shown.add_task(question, total=work.pieces, completed=done, rate="")
            self.first[question] = (now, done)
            return
        began, before = self.first[question]
        dealt = work.rounds * (done - before) / work.pieces
        rate = f"{dealt / max(now - began, 1e-3):,.0f} rounds/s"
        self.shown.update(self.tasks[question], completed=done, rate=rate)
