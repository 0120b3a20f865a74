"""Shows progress while something is being solved, and ends cleanly when the user stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer

import typer

from tablelaw.cli.output import complaints

STOPPED = 130
"""The exit code that shells expect of an interrupted program."""
QUIET_SECONDS = 2

Tell = Callable[[str], None]


@contextmanager
def solving(doing: str = "solving") -> Iterator[Tell]:
    """Shows a spinner at a terminal, elsewhere a line for each part still under way after two seconds; exits with 130
    on Ctrl-C.
    """
    try:
        if complaints.is_terminal:
            with complaints.status(doing) as status:
                yield lambda what: status.update(f"{doing} {what}")
        else:
            with _Lines(doing) as lines:
                yield lines.tell
    except KeyboardInterrupt:
        complaints.print("stopped: nothing was printed; results finished so far are kept", highlight=False)
        raise typer.Exit(STOPPED) from None


class _Lines:
    """Prints nothing for two seconds, then the part under way, and from then on every part as it begins."""

    def __init__(self, doing: str) -> None:
        self._doing, self._latest, self._is_quiet = doing, "", True
        self._lock = Lock()
        self._timer = Timer(QUIET_SECONDS, self._speak)
        self._timer.daemon = True

    def __enter__(self) -> _Lines:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def tell(self, what: str) -> None:
        with self._lock:
            self._latest = what
            if not self._is_quiet:
                self._print()

    def _speak(self) -> None:
        with self._lock:
            self._is_quiet = False
            if self._latest:
                self._print()

    def _print(self) -> None:
        complaints.print(f"{self._doing} {self._latest}", markup=False, highlight=False, soft_wrap=True)
