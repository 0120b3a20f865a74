"""`tablelaw export`: the log as a file that anybody can check, and the verifier that checks it."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from tablelaw.cage.accounts import CAGE
from tablelaw.cli.floor.options import (
    By,
    Database,
    KeyFile,
    Looker,
    kept_floor,
    key_at_hand,
    named,
    order_of,
    running_floor,
)
from tablelaw.cli.output import JsonFlag, fit, say, show_json
from tablelaw.clock import SystemClock
from tablelaw.files import OWNER_ONLY, is_output, write_whole
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.audit.recorded_rounds import require_settled
from tablelaw.floor.audit.verifier_program import verifier_digest, verifier_program
from tablelaw.floor.exchange.beancount_ledger import beancount_text
from tablelaw.floor.exchange.day_tables import day_tables, write_day
from tablelaw.floor.exchange.phh_rounds import rounds_text
from tablelaw.floor.handlers.inspection import left_out_text, open_rounds, settled_size
from tablelaw.floor.log.export import export_log
from tablelaw.floor.log.signed_heads import stored_head
from tablelaw.floor.orders import ExportLog
from tablelaw.floor.reports.blind_count import hidden_accounts, is_blind, require_visible_account
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Reads
from tablelaw.proofs.keys import SigningKey

app = typer.Typer(no_args_is_help=True)
OutputFile = Annotated[
    Path, typer.Option("--output", "-o", help="The file to write; - is standard output.", callback=fit)
]


class DayForm(Enum):
    """The format of the tables of a gaming day."""

    csv = "csv"
    parquet = "parquet"


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


@app.command()
def ledger(output: OutputFile, by: Looker = "", db: Database = "", as_json: JsonFlag = False) -> None:
    """Write the whole ledger as a beancount file, with the final balance of every account for beancount to check.

    While a drop box is uncounted, only an auditor may have it (--by auditor:NAME).
    """
    with kept_floor(db) as store, store.view() as moment:
        _require_counted(moment, by)
        text = beancount_text(moment)
    _written(output, text, as_json)


@app.command()
def day(
    folder: Annotated[Path, typer.Option("--output", "-o", help="The folder to write into; created if missing.")],
    day: Annotated[str, typer.Argument(help="The gaming day; by default the last one begun.")] = "",
    form: Annotated[DayForm, typer.Option("--format", help="csv, or parquet (the extra parquet).")] = DayForm.csv,
    by: Looker = "",
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Write a gaming day as tables: tables, meters, hand-pays, exceptions, transfers and settled wagers.

    While a drop box is uncounted, only an auditor may have it (--by auditor:NAME).
    """
    with kept_floor(db) as store, store.view() as moment:
        _require_counted(moment, by)
        made = day_tables(moment, day)
    files = write_day(made, folder, form.value)
    rows = {str(path): len(table.rows) for path, table in zip(files, made, strict=True)}
    if as_json:
        show_json({"files": [{"file": file, "rows": count} for file, count in rows.items()]})
        return
    for file, count in rows.items():
        say(f"{count:,} {'row' if count == 1 else 'rows'} written to {file}.")


@app.command()
def rounds(
    table: Annotated[str, typer.Argument(help="The table's name.")],
    output: OutputFile,
    day: Annotated[str, typer.Option(help="The gaming day; by default the last one begun.")] = "",
    by: By = "",
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Write the finished rounds of a table on a gaming day as poker hand histories (PHH).

    Programs for poker cannot replay a house game: the round is in fields that begin with an underscore. The export
    becomes an entry of the log, so an auditor gives the order (--by auditor:NAME).
    """
    with running_floor(db) as service:
        with service.store.view() as moment:
            text = rounds_text(moment, table, day)
        service.do(order_of(by, ExportLog(settled_size(service.views, service.store))))
    _written(output, text, as_json)


def _require_counted(store: Reads, by: str) -> None:
    """Refuses people who may count a drop box while one is uncounted."""
    if is_blind(by):
        hidden = hidden_accounts({row.id: row.credits - row.debits for row in store.accounts()})
        require_visible_account(CAGE, hidden)


def _written(output: Path, text: str, as_json: bool) -> None:
    data = text.encode()
    write_whole(output, data, mode=OWNER_ONLY)
    if is_output(output):
        return
    if as_json:
        show_json({"file": str(output), "bytes": len(data)})
    else:
        say(f"Written to {output}.")


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
