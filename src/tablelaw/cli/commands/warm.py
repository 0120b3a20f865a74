"""`tablelaw warm`: compiles the kernels once, for example when tablelaw is installed."""

from __future__ import annotations

from time import perf_counter

import typer

from tablelaw.cli.output import JsonFlag, say, show_json
from tablelaw.cli.progress import solving


def warm_command(as_json: JsonFlag = False) -> None:
    """Compile the kernels and solve every rulebook, once after installing, so that no later question waits for it."""
    from tablelaw.studies.warm import warm

    began = perf_counter()
    with solving("preparing") as tell:
        kernels = warm(tell)
    if as_json:
        show_json({"kernels": kernels, "seconds": perf_counter() - began})
        return
    say(f"{kernels} compiled kernels are stored on this machine, and every rulebook that takes seconds is solved.")


def register(app: typer.Typer) -> None:
    app.command(name="warm")(warm_command)
