"""`tablelaw export`: the log as a file that anybody can check, and the verifier that checks it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from tablelaw.cli.floor.options import By, Database, KeyFile, key_at_hand, named, order_of, running_floor
from tablelaw.cli.output import JsonFlag, fit, say, show_json
from tablelaw.clock import SystemClock
from tablelaw.files import is_output, write_whole
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.audit.rounds import require_settled
from tablelaw.floor.audit.verifier_program import verifier_digest, verifier_program
from tablelaw.floor.handlers.inspection import left_out_text, open_rounds, settled_size
from tablelaw.floor.log.export import export_log
from tablelaw.floor.log.signed_heads import stored_head
from tablelaw.floor.orders import ExportLog
from tablelaw.floor.service import FloorService
from tablelaw.proofs.keys import SigningKey

app = typer.Typer(no_args_is_help=True)


@app.callback()
def exports() -> None:
    """Export parts of a floor as files, and the verifier that checks them."""


@app.command()
def log(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file to write, JSON lines; - is standard output.", callback=fit)
    ],
    upto: Annotated[
        int | None, typer.Option("--upto", help="Only the entries covered by the head of this size.")
    ] = None,
    key_file: KeyFile = None,
    by: By = "",
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Sign the log and write it, entry by entry, with its head; nothing in it reveals a card that was not dealt.

    It ends before the first round under way, and the export itself becomes an entry, so an auditor gives the order
    (--by auditor:NAME). Anybody can check the file with the verifier, which `tablelaw export verifier` writes.
    Without the signing key the log is written up to the last head.
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


@app.command()
def verifier(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file to write; - is standard output.", callback=fit)
    ],
    as_json: JsonFlag = False,
) -> None:
    """Write the stand-alone verifier: one file that checks an exported log with nothing but Python.

    It shares no code with this program: python verifier.py LOG rebuilds every hand, payout, meter and balance from the
    law and the log, and python verifier.py --not-checked lists what it does not check. The digest printed is the
    SHA-256 of the file, the same for everybody who has this version.
    """
    program, digest = verifier_program(), verifier_digest()
    write_whole(output, program)
    if is_output(output):
        return
    if as_json:
        show_json({"file": str(output), "bytes": len(program), "sha256": digest})
    else:
        say(f"Verifier written to {output}; sha256 {digest}.")


def _size(service: FloorService, key: SigningKey | None, upto: int | None) -> int:
    """How many entries to export: those under the requested head, under one signed now, or under the last one."""
    store = service.store
    if upto is None and key is not None:
        return sign_log(store, key, SystemClock().now(), settled_size(service.views, store)).head.size
    size = stored_head(store, upto).head.size
    require_settled(service.views, store, size)
    return size


def register(main: typer.Typer) -> None:
    main.add_typer(app, name="export")
