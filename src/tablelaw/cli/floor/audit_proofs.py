"""Heads and proofs of `tablelaw audit`: what to keep elsewhere, and what it proves about the log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from tablelaw.cli.floor.options import (
    Database,
    HeadFiles,
    KeyFile,
    PublicKey,
    kept_floor,
    kept_heads,
    read_text,
    signing_key,
    views_of,
    write_out,
    written_floor,
)
from tablelaw.cli.output import JsonFlag, Output, console, refuse, say, show_json
from tablelaw.clock import SystemClock
from tablelaw.errors import BadFile
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.audit.recorded_rounds import require_settled
from tablelaw.floor.handlers.inspection import settled_size
from tablelaw.floor.log.log_proofs import (
    EntryProof,
    GrowthProof,
    check_entry,
    check_growth,
    prove_entry,
    prove_growth,
)
from tablelaw.floor.log.signed_heads import stored_heads, time_zone_of
from tablelaw.floor.property_time import moment_text
from tablelaw.proofs import heads
from tablelaw.proofs.heads import SignedHead

head = typer.Typer(no_args_is_help=True, help="Signed heads of the log, to be kept elsewhere.")


SIGN = "`tablelaw audit head export`"


# --- Heads --------------------------------------------------------------------------------------------------


@head.command("export")
def export_head(output: Output = None, key_file: KeyFile = None, db: Database = "", as_json: JsonFlag = False) -> None:
    """Check the log, sign it, and print the head: a few lines for somebody else to keep.

    Entries since the start of the oldest round in progress are left for the next head; standard error says how many.
    """
    with written_floor(db) as store:
        size = settled_size(views_of(store), store)
        signed = sign_log(store, signing_key(db, key_file), SystemClock().now(), size)
        unsigned = store.head() - signed.head.size
    if as_json:
        show_json(msgspec.to_builtins(signed) | {"unsigned_entries": unsigned})
        return
    write_out(heads.as_text(signed), output)
    if unsigned:
        why = f"a round has been under way since entry {size + 1:,}. Sign again when it is settled and cleared"
        typer.echo(f"{_unsigned_text(unsigned)}: {why}: {SIGN}", err=True)


@head.command("list")
def list_heads(db: Database = "", as_json: JsonFlag = False) -> None:
    """List the heads signed so far, in order of size."""
    with kept_floor(db) as store:
        known, size, zone = stored_heads(store), store.head(), time_zone_of(store)
    unsigned = size - (known[-1].head.size if known else 0)
    if as_json:
        show_json({"heads": msgspec.to_builtins(known), "unsigned_entries": unsigned})
        return
    for signed in known:
        say(f"{signed.head.size:>10,}  {moment_text(signed.head.at, zone)}  {signed.head.root}")
    if not known:
        say("No Activity: no head has been signed")
    if unsigned:
        say(f"{_unsigned_text(unsigned)}. To sign them: {SIGN}")


def _unsigned_text(entries: int) -> str:
    """Describes the end of the log that no head covers, which could be cut off unnoticed."""
    return (
        "1 entry is not covered by a head yet" if entries == 1 else f"{entries:,} entries are not covered by a head yet"
    )


# --- Proofs -------------------------------------------------------------------------------------------------


def proof(
    seq: Annotated[int, typer.Argument(metavar="ENTRY", help="The number of the entry.")],
    size: Annotated[int | None, typer.Option(help="For the head over this many entries; by default over all.")] = None,
    output: Output = None,
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Prove to somebody who keeps a head that an entry is in the log: the entry, and the hashes that lead to the
    root."""
    with kept_floor(db) as store, store.view() as moment:
        require_settled(views_of(store), moment, seq)
        found = prove_entry(moment, seq, size)
    _show_proof(found, f"entry {found.seq} of {found.size:,}", found.body, output, as_json)


def growth(
    old: Annotated[int, typer.Argument(help="Entries under the older head.")],
    size: Annotated[int | None, typer.Option(help="Entries under the newer head; by default all.")] = None,
    output: Output = None,
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Prove to somebody who keeps two heads that the log has only grown from one to the other."""
    with kept_floor(db) as store, store.view() as moment:
        found = prove_growth(moment, old, size)
    _show_proof(found, f"from {found.old:,} to {found.size:,} entries", "", output, as_json)


def _show_proof(found: EntryProof | GrowthProof, title: str, body: str, output: Path | None, as_json: bool) -> None:
    if as_json or output is not None:
        write_out(json.dumps(msgspec.to_builtins(found), indent=2, ensure_ascii=False) + "\n", output)
        return
    say(f"Proof: {title}")
    if body:
        say(_readable(body))
    for beside in found.path:
        say(f"  {beside}")
    say("Use -o FILE or --json for the form that `tablelaw audit check` reads.")


def _readable(body: str) -> str:
    """An entry as it was written, or with one field per line if the terminal is too narrow for it."""
    if len(body) <= console.width:
        return body
    return json.dumps(msgspec.json.decode(body), indent=1, ensure_ascii=False)


def check(
    file: Annotated[
        Path, typer.Argument(metavar="PROOF", help="A proof, as `audit proof` or `audit growth` wrote it.")
    ],
    head_files: HeadFiles = None,
    key: PublicKey = "",
    as_json: JsonFlag = False,
) -> None:
    """Check a proof against heads kept elsewhere, without the log: one head for an entry, two for growth."""
    found, kept = _read_proof(file), sorted(kept_heads(head_files), key=lambda signed: signed.head.size)
    needed = 1 if isinstance(found, EntryProof) else 2
    if len(kept) != needed:
        refuse(f"{len(kept)} heads are given", accepted=f"{needed}, with --head FILE")
    believed = [heads.verify_head(signed, key or signed.key) for signed in kept]
    if isinstance(found, EntryProof):
        check_entry(found, believed[0])
        says = f"Entry {found.seq} is in the log under the head over {believed[0].size:,} entries."
    else:
        check_growth(found, believed[0], believed[1])
        says = f"The log of {believed[1].size:,} entries begins with that of {believed[0].size:,}."
    show_json({"agrees": True, "says": says, "keys": _keys(kept)}) if as_json else say(says)


def _keys(kept: list[SignedHead]) -> list[str]:
    return list(dict.fromkeys(signed.key for signed in kept))


def _read_proof(file: Path) -> EntryProof | GrowthProof:
    try:
        fields = msgspec.json.decode(read_text(file), type=dict[str, Any])
        return msgspec.convert(fields, GrowthProof) if "old" in fields else msgspec.convert(fields, EntryProof)
    except msgspec.DecodeError:
        refuse(
            f"{file} is not a proof", accepted="a file written by `tablelaw audit proof ENTRY -o FILE`", kind=BadFile
        )


def register(app: typer.Typer) -> None:
    app.add_typer(head, name="head")
    for command in (proof, growth, check):
        app.command()(command)
