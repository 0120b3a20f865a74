"""Shows progress while something is being solved, and ends cleanly when the user stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer

import typer
from rich.markup import escape

from tablelaw.cli.exit_codes import STOPPED
from tablelaw.cli.output import complaints

QUIET_SECONDS = 2

Tell = Callable[[str], None]


@contextmanager
def solving(doing: str = "solving") -> Iterator[Tell]:
    """Shows a spinner at a terminal, elsewhere a line for each part still under way after two seconds; exits with 130
    on Ctrl-C. Nothing is shown before the first part begins: an answer may be known already.
    """
    try:
        if complaints.is_terminal:
            with _spinner(doing) as tell:
                yield _after_compiling(tell)
        else:
            with _Lines(doing) as lines:
                yield _after_compiling(lines.tell)
    except KeyboardInterrupt:
        complaints.print("stopped: nothing was printed; results finished so far are kept", highlight=False)
        raise typer.Exit(STOPPED) from None


def _after_compiling(tell: Tell) -> Tell:
    """Wraps `tell`: a notice precedes its first message if the kernels still have to be compiled on this machine."""
    told: list[str] = []

    def tell_both(what: str) -> None:
        if not told:
            _say_compiling()
        told.append(what)
        tell(what)

    return tell_both


def _say_compiling() -> None:
    from tablelaw.studies.warm import is_compiled

    if not is_compiled():
        line = "Compiling kernels for this machine, once; `tablelaw warm` does it in advance for every game."
        complaints.print(line, markup=False, highlight=False, soft_wrap=True)


@contextmanager
def _spinner(doing: str) -> Iterator[Tell]:
    """A spinner that appears with the first part that begins."""
    status = complaints.status(doing)

    def tell(what: str) -> None:
        status.update(f"{doing} {escape(what)}")
        status.start()

    try:
        yield tell
    finally:
        status.stop()


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
