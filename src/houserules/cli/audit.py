"""`houserules audit`: a hand shown again, the whole floor checked, heads signed, proofs given and checked."""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from houserules.cli.door import (
    Database,
    HeadFiles,
    KeyFile,
    PublicKey,
    kept_floor,
    kept_heads,
    key_at_hand,
    named,
    read_text,
    say,
    signing_key,
    write_out,
)
from houserules.cli.progress import solving
from houserules.cli.show import JsonFlag, complain, refuse, show_json
from houserules.clock import SystemClock
from houserules.errors import BadFile, HouserulesError
from houserules.floor.audit_log import sign_log
from houserules.floor.full_audit import Asked, Check, audit_file, audit_floor, refused_or_shown
from houserules.floor.log_proofs import EntryProof, GrowthProof, check_entry, check_growth, prove_entry, prove_growth
from houserules.floor.reconstruction import reconstruct
from houserules.floor.reconstruction_forms import reconstruction_html, reconstruction_text
from houserules.floor.reconstruction_grids import as_dict
from houserules.floor.signed_heads import stored_heads
from houserules.floor.written import time_text
from houserules.proofs import heads
from houserules.proofs.heads import SignedHead

app = typer.Typer(no_args_is_help=True, help="For auditors and disputes: hands, proofs, and the whole log checked.")
head = typer.Typer(no_args_is_help=True, help="Signed heads of the log, to be kept elsewhere.")
app.add_typer(head, name="head")
DIFFERENT = 1
Output = Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file.")]


class Form(Enum):
    text = "text"
    html = "html"
    json = "json"


def register(main: typer.Typer) -> None:
    main.add_typer(app, name="audit")


# --- A hand -------------------------------------------------------------------------------------------------


@app.command()
def hand(
    table: Annotated[str, typer.Argument(help="The table's name.")],
    number: Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.")],
    entry: Annotated[int, typer.Option(help="Any entry of the round, where the table had several of that number.")] = 0,
    form: Annotated[
        Form, typer.Option("--format", help="text, html (a page that stands by itself) or json.")
    ] = Form.text,
    output: Output = None,
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Show a round again for a dispute: cards, wagers, decisions, settlement with its law, meters, money, proofs.

    A round under way is not shown: cards that lie face down are nobody's to see.
    """
    with kept_floor(db) as store, store.view() as moment:
        found = reconstruct(moment, table, number, entry)
    if as_json or form is Form.json:
        write_out(json.dumps(as_dict(found), indent=2, ensure_ascii=False) + "\n", output)
    else:
        write_out(reconstruction_html(found) if form is Form.html else reconstruction_text(found), output)


# --- The whole log ------------------------------------------------------------------------------------------


@app.command()
def verify(
    log: Annotated[Path | None, typer.Option(help="An exported log instead of the floor itself.")] = None,
    head_files: HeadFiles = None,
    key: PublicKey = "",
    key_file: KeyFile = None,
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Check everything: leaves, root, signed heads, every command carried out again, accounts, meters, the verifier.

    The first difference is named and ends with code 1. Heads kept elsewhere (--head) find what the keeper of the log
    could hide otherwise: entries cut off, an older log put back, a history written anew.
    """
    kept = kept_heads(head_files)
    with solving() as tell:
        if log is not None:
            passed, difference = refused_or_shown(audit_file(log, Asked(kept, key), tell))
        else:
            asked = Asked(kept, key, key_at_hand(named(db), key_file), SystemClock().now())
            with kept_floor(db) as store, store.view() as moment:
                passed, difference = refused_or_shown(audit_floor(moment, asked, tell))
    _show_checks(passed, difference, as_json)
    if difference is not None:
        raise typer.Exit(DIFFERENT)


def _show_checks(passed: list[Check], difference: HouserulesError | None, as_json: bool) -> None:
    if as_json:
        checks = [{"check": check.name, "says": check.says, "run": check.is_run} for check in passed]
        show_json({"agrees": difference is None, "checks": checks, "difference": _difference_dict(difference)})
        return
    for check in passed:
        say(f"{'agrees' if check.is_run else 'not run':<8} {check.name:<9} {check.says}")
    if difference is None:
        say("Everything agrees.")
    else:
        complain(difference)


def _difference_dict(difference: HouserulesError | None) -> dict[str, str] | None:
    return difference.as_dict() if difference is not None else None


# --- Heads --------------------------------------------------------------------------------------------------


@head.command("export")
def export_head(output: Output = None, key_file: KeyFile = None, db: Database = "", as_json: JsonFlag = False) -> None:
    """Check the log, sign it as it stands, and print the head: a few lines to be kept by somebody else."""
    with kept_floor(db) as store:
        signed = sign_log(store, signing_key(db, key_file), SystemClock().now())
    if as_json:
        show_json(msgspec.to_builtins(signed))
    else:
        write_out(heads.as_text(signed), output)


@head.command("list")
def list_heads(db: Database = "", as_json: JsonFlag = False) -> None:
    """The heads signed so far, the shortest log first."""
    with kept_floor(db) as store:
        known = stored_heads(store)
    if as_json:
        show_json({"heads": msgspec.to_builtins(known)})
        return
    for signed in known:
        say(f"{signed.head.size:>10,}  {time_text(signed.head.at)}  {signed.head.root}")
    if not known:
        say("No Activity: no head has been signed")


# --- Proofs -------------------------------------------------------------------------------------------------


@app.command()
def proof(
    seq: Annotated[int, typer.Argument(metavar="ENTRY", help="The number of the entry.")],
    size: Annotated[int | None, typer.Option(help="For the head over so many entries; over all, if not told.")] = None,
    output: Output = None,
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Prove to who keeps a head that an entry is in the log: the entry, and the hashes that lead to the root."""
    with kept_floor(db) as store, store.view() as moment:
        found = prove_entry(moment, seq, size)
    _show_proof(found, f"entry {found.seq} of {found.size:,}", found.body, output, as_json)


@app.command()
def growth(
    old: Annotated[int, typer.Argument(help="Entries under the older head.")],
    size: Annotated[int | None, typer.Option(help="Entries under the newer head; all, if not told.")] = None,
    output: Output = None,
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Prove to who keeps two heads that the log has only grown from one to the other."""
    with kept_floor(db) as store, store.view() as moment:
        found = prove_growth(moment, old, size)
    _show_proof(found, f"from {found.old:,} to {found.size:,} entries", "", output, as_json)


def _show_proof(found: EntryProof | GrowthProof, title: str, body: str, output: Path | None, as_json: bool) -> None:
    if as_json or output is not None:
        write_out(json.dumps(msgspec.to_builtins(found), indent=2, ensure_ascii=False) + "\n", output)
        return
    say(f"Proof: {title}")
    if body:
        say(body)
    for beside in found.path:
        say(f"  {beside}")
    say("With -o FILE or --json in the form that `houserules audit check` takes.")


@app.command()
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
        refuse(f"{len(kept)} heads are given; accepted: {needed}, with --head FILE")
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
        told = msgspec.json.decode(read_text(file), type=dict[str, Any])
        return msgspec.convert(told, GrowthProof) if "old" in told else msgspec.convert(told, EntryProof)
    except msgspec.DecodeError:
        refuse(f"{file} is no proof; accepted: a file written by `houserules audit proof ENTRY -o FILE`", BadFile)
