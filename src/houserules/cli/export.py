"""`houserules export log`: the log as a file that anybody can check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from houserules.cli.door import Database, KeyFile, kept_floor, key_at_hand, named, say
from houserules.cli.show import JsonFlag, show_json
from houserules.clock import SystemClock
from houserules.floor.audit_log import sign_log
from houserules.floor.export import export_log

app = typer.Typer(no_args_is_help=True)


@app.callback()
def exports() -> None:
    """What leaves a floor as files."""


@app.command()
def log(
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write, JSON lines.")],
    upto: Annotated[
        int | None, typer.Option("--upto", help="Only as far as the head signed over so many entries.")
    ] = None,
    key_file: KeyFile = None,
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Sign the log as it stands and write it, entry by entry, with its head; nothing in it opens an undealt card.

    Whoever has the file can check it with one more: python verifier.py FILE (docs/operations.md). Without the
    signing key the log is written as far as the last head reaches.
    """
    with kept_floor(db) as store:
        key = key_at_hand(named(db), key_file)
        if key is not None and upto is None:
            sign_log(store, key, SystemClock().now())
        written = export_log(store, output, upto)
    if as_json:
        about = {"property": written.property, "file": str(output), "entries": written.size}
        show_json(about | {"root": written.root, "at": written.at})
    else:
        say(f"{written.size:,} entries written to {output}; root {written.root}.")


def register(main: typer.Typer) -> None:
    main.add_typer(app, name="export")
