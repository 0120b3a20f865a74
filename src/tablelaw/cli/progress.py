"""Progress while something is being solved, and a clean end when the user stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import typer

from tablelaw.cli.output import complaints

STOPPED = 130
"""The exit code that shells expect of an interrupted program."""
QUIET_SECONDS = 2

Tell = Callable[[str], None]


@contextmanager
def solving(doing: str = "solving") -> Iterator[Tell]:
    """A spinner at a terminal; elsewhere a line for each part after two seconds. Ctrl-C ends with 130."""
    try:
        if complaints.is_terminal:
            with complaints.status(doing) as status:
                yield lambda what: status.update(f"{doing} {what}")
        else:
            yield _lines_after(monotonic() + QUIET_SECONDS, doing)
    except KeyboardInterrupt:
        complaints.print("stopped: nothing was printed; results finished so far are kept", highlight=False)
        raise typer.Exit(STOPPED) from None


def _lines_after(moment: float, doing: str) -> Tell:
    def tell(what: str) -> None:
        if monotonic() >= moment:
            complaints.print(f"{doing} {what}", markup=False, highlight=False, soft_wrap=True)

    return tell
