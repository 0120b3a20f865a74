"""`tablelaw floor`: makes a floor, sets up its tables, opens and closes its gaming days, copies it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from tablelaw.amounts import parse_money
from tablelaw.cli.arguments import OfTable
from tablelaw.cli.floor import assign_dealers, check, corrections_and_links, money, play, status
from tablelaw.cli.floor import jurisdiction as floor_jurisdiction
from tablelaw.cli.floor.options import (
    By,
    Database,
    KeyFile,
    OrderId,
    give,
    kept_floor,
    named,
    order_of,
    read_text,
    shown,
)
from tablelaw.cli.output import JsonFlag, refuse, say, show_json
from tablelaw.clock import SystemClock
from tablelaw.floor import orders
from tablelaw.floor.log.signed_heads import key_file_of, time_zone_of
from tablelaw.floor.orders import FloorCommand
from tablelaw.floor.property_time import local_date
from tablelaw.floor.store.migrate import migrate as migrate_store
from tablelaw.floor.upkeep import backup as copying
from tablelaw.floor.upkeep import rebuild as rebuilding
from tablelaw.floor.upkeep.creation import make_floor
from tablelaw.printed_money import money_format
from tablelaw.proofs.heads import Head, sign_head
from tablelaw.proofs.keys import new_key
from tablelaw.proofs.merkle import EMPTY_ROOT

app = typer.Typer(
    no_args_is_help=True,
    help="A running property: its tables, its money, its gaming days, stored in one database (docs/operations.md).",
)
PROPERTY = "The property"
DAY = "%Y-%m-%d"


def register(main: typer.Typer) -> None:
    main.add_typer(app, name="floor")


# --- A new floor --------------------------------------------------------------------------------------------


@app.command(rich_help_panel=PROPERTY)
def init(
    casino: Annotated[str, typer.Option("--property", help="The property's name, as in its Rules Submissions.")],
    jurisdiction: floor_jurisdiction.Chosen = "",
    time_zone: floor_jurisdiction.Zone = "",
    db: Database = "",
    key_file: KeyFile = None,
    as_json: JsonFlag = False,
) -> None:
    """Make a new floor: an empty database, the property's signing key, and the first entry of its log.

    The key is made in a new file beside the database, which only you may read, or in the file named by --key-file;
    an existing key is used. Keep a copy of it elsewhere: a lost key cannot be replaced, and without it no head of this
    log can ever be signed again. If the command is interrupted, repeat it to continue.
    """
    _require_signable_name(casino)
    floor_jurisdiction.require_jurisdiction(jurisdiction)
    place = key_file or key_file_of(named(db))
    key, answer = make_floor(named(db), casino, place, jurisdiction, time_zone)
    law = floor_jurisdiction.told_in(answer.entry)
    if as_json:
        about = {"property": casino, "db": shown(db), "key_file": str(place), "public_key": key.public}
        show_json(about | law | {"entry": answer.entry.seq})
        return
    say(f"The floor of {casino} is stored in {shown(db)}.")
    say(floor_jurisdiction.law_text(**law))
    say(f"Its signing key is {place}: keep a copy elsewhere. The public key is {key.public}.")


def _require_signable_name(casino: str) -> None:
    """Refuses, before anything is made, a name that a head could not contain."""
    sign_head(Head(casino, 0, EMPTY_ROOT.hex(), 0), new_key())


@app.command(rich_help_panel=PROPERTY)
def migrate(db: Database = "", as_json: JsonFlag = False) -> None:
    """Upgrade a floor made by an earlier version to this one's schema; the log itself is never changed."""
    found, now = migrate_store(named(db))
    if as_json:
        show_json({"db": shown(db), "from": found, "to": now})
    else:
        say(f"The floor has version {now} of the schema" + (" already." if found == now else f"; it had {found}."))


# --- Tables and days ----------------------------------------------------------------------------------------


@app.command(rich_help_panel=PROPERTY)
def install(
    file: Annotated[Path, typer.Argument(help="A Rules Submission that passes `submission check`.")],
    tray: Annotated[str, typer.Option(help="Chips for the tray, as the property writes amounts, for example 50,000.")],
    by: By = "",
    db: Database = "",
    physical: Annotated[bool, typer.Option(help="Real cards: the dealer enters each one.")] = False,
    order_id: OrderId = "",
    as_json: JsonFlag = False,
) -> None:
    """Put a table on the floor under its Rules Submission. Its meters start at their seed, or join their link."""
    text = read_text(file)

    def order() -> FloorCommand:
        return orders.InstallTable(text, parse_money(tray, "--tray", money_format()), physical)

    give(db, by, order, order_id, as_json)


@app.command(rich_help_panel=PROPERTY)
def remove(table: OfTable, by: By = "", db: Database = "", order_id: OrderId = "", as_json: JsonFlag = False) -> None:
    """Take a closed table off the floor, the only way to change its parameters. Tray and drop go to the cage."""
    give(db, by, lambda: orders.RemoveTable(table), order_id, as_json)


@app.command("open", rich_help_panel=PROPERTY)
def open_day(
    day: Annotated[str, typer.Argument(help="Its date, for example 2026-11-15; by default today's local date.")] = "",
    by: By = "",
    db: Database = "",
    order_id: OrderId = "",
    as_json: JsonFlag = False,
) -> None:
    """Open the floor: begin a gaming day."""
    name = day or _today(db)
    _require_date(name)
    give(db, by, lambda: orders.StartDay(name), order_id, as_json)


def _today(db: str) -> str:
    with kept_floor(db) as store:
        return local_date(SystemClock().now(), time_zone_of(store)).isoformat()


def _require_date(day: str) -> None:
    try:
        is_date = datetime.strptime(day, DAY).strftime(DAY) == day
    except ValueError:
        is_date = False
    if not is_date:
        refuse(f"{day!r} is not a date", accepted="a year, month and day, for example 2026-11-15")


@app.command("close", rich_help_panel=PROPERTY)
def close_day(by: By = "", db: Database = "", order_id: OrderId = "", as_json: JsonFlag = False) -> None:
    """Close the floor: end the gaming day. Every round must be settled and cleared."""
    give(db, by, orders.EndDay, order_id, as_json)


# --- Copies -------------------------------------------------------------------------------------------------


@app.command(rich_help_panel=PROPERTY)
def backup(
    output: Annotated[Path, typer.Option("--output", "-o", help="The new file; it must not exist yet.")],
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Copy the floor, which may be running, into a new file; the copy is opened and verified.

    The signing key is not part of it. To restore a backup, copy it back to where the floor was: --db BACKUP -o FLOOR.
    """
    _show_copy(copying.back_up(named(db), output), db, as_json)


@app.command(rich_help_panel=PROPERTY)
def move(
    to: Annotated[str, typer.Option("--to", help="The new database: a file, or an empty PostgreSQL database.")],
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Copy the floor into another database, for example from SQLite to PostgreSQL, and verify that both have the same
    root.

    The old database is marked as moved and is not opened again: two floors must not continue the same log.
    """
    _show_copy(copying.move(named(db), to), db, as_json)


@app.command(rich_help_panel=PROPERTY)
def rebuild(
    reason: Annotated[str, typer.Option("--reason", help="The reason, which is kept in the log.")],
    by: By = "",
    db: Database = "",
    order_id: OrderId = "",
    as_json: JsonFlag = False,
) -> None:
    """Rebuild accounts, meters, transfers and snapshots from the log if they are damaged and the log is intact.

    First the log is verified and replayed from its first entry; a log that does not verify is left alone. The rebuild
    is recorded in the log. The floor should not be served meanwhile.
    """
    order = order_of(by, orders.EndDay(), order_id=order_id)
    done = rebuilding.rebuild(named(db), order.by, reason, SystemClock().now(), order.id)
    if as_json:
        show_json({"db": shown(db), "entry": done.entry.seq if done.entry else None} | done.counts)
    elif done.entry is None:
        say("Nothing differs: everything stored outside the log matches it.")
    else:
        made = ", ".join(f"{kind} {count:,}" for kind, count in done.counts.items() if count)
        say(f"Rebuilt from the log: {made}. Entry {done.entry.seq} records it.")


def _show_copy(copied: copying.Copied, db: str, as_json: bool) -> None:
    if as_json:
        show_json({"db": shown(db), "to": copied.where, "entries": copied.entries, "root": copied.root})
    else:
        say(f"{copied.entries:,} entries copied to {copied.where} and verified; root {copied.root}.")


for part in (floor_jurisdiction, status, check, play, assign_dealers, money, corrections_and_links):
    part.register(app)
