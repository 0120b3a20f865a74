"""`houserules export log`: the log as a file that anybody can check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from houserules.cli.floor.options import By, Database, KeyFile, key_at_hand, named, order_of, running_floor
from houserules.cli.output import JsonFlag, fit, say, show_json
from houserules.clock import SystemClock
from houserules.files import is_output
from houserules.floor.audit.log_audit import sign_log
from houserules.floor.audit.rounds import refuse_unsettled
from houserules.floor.handlers.inspection import left_out_text, open_rounds, settled_size
from houserules.floor.log.export import export_log
from houserules.floor.log.signed_heads import stored_head
from houserules.floor.orders import ExportLog
from houserules.floor.service import FloorService
from houserules.proofs.keys import SigningKey

app = typer.Typer(no_args_is_help=True)


@app.callback()
def exports() -> None:
    """What leaves a floor as files."""


@app.command()
def log(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file to write, JSON lines; - is standard output.", callback=fit)
    ],
    upto: Annotated[
        int | None, typer.Option("--upto", help="Only as far as the head signed over so many entries.")
    ] = None,
    key_file: KeyFile = None,
    by: By = "",
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Sign the log and write it, entry by entry, with its head; nothing in it opens a card that was not dealt.

    It ends before the first round under way, and the export itself becomes an entry, so an auditor gives the order
    (--by auditor:NAME). Whoever has the file can check it with one more: python verifier.py FILE (docs/operations.md).
    Without the signing key the log is written as far as the last head reaches.
    """
    key = key_at_hand(named(db), key_file)
    with running_floor(db) as service:
        rounds, before = open_rounds(service.views, service.store), service.views.seq
        size = _size(service, key, upto)
        service.do(order_of(by, ExportLog(size)))
        why = left_out_text(size, before, rounds, service.views.time_zone)
        written = export_log(service.store, output, size, why)
    left_out = max(before - size, 0)
    if is_output(output):
        typer.echo(why, err=True, nl=bool(why))
        return
    if as_json:
        about = {"property": written.property, "file": str(output), "entries": written.size}
        about |= {"root": written.root, "at": written.at, "left_out": left_out}
        show_json(about | {"open_rounds": [msgspec.to_builtins(known) for known in rounds]})
    else:
        say(f"{written.size:,} entries written to {output}; root {written.root}.")
        if why:
            say(why)


def _size(service: FloorService, key: SigningKey | None, upto: int | None) -> int:
    """As far as the head reaches that is asked for; else one is signed, or the last one taken."""
    store = service.store
    if upto is None and key is not None:
        return sign_log(store, key, SystemClock().now(), settled_size(service.views, store)).head.size
    size = stored_head(store, upto).head.size
    refuse_unsettled(service.views, store, size)
    return size


def register(main: typer.Typer) -> None:
    main.add_typer(app, name="export")
