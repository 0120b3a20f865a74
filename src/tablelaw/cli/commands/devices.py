"""`tablelaw device`: tokens for machines that use a server of a floor over HTTP."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, cast

import typer

from tablelaw.cli.floor.options import Database
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, say, say_command, show_json
from tablelaw.floor.store.api import open_store
from tablelaw.floor.store.sql_engine import sql_engine

if TYPE_CHECKING:
    from tablelaw.persons import DeviceKind
    from tablelaw.server.devices import Devices, ListedDevice

devices = typer.Typer(no_args_is_help=True, help="Machines that use a server of a floor, each with its own token.")
COMMAND_LINE = "command line"
"""Who made a token that no administrator made on the pages."""


def register(app: typer.Typer) -> None:
    app.add_typer(devices, name="device")


@devices.command("add")
def add_device(
    name: Annotated[str, typer.Argument(help="The device's name, which the log shows with its orders.")],
    db: Database,
    kind: Annotated[str, typer.Option(help="shoe, shuffler, display or management.")],
    table: Annotated[list[str], typer.Option(help='A table that it is for; repeat it for several, or "*" for all.')],
    days: Annotated[int | None, typer.Option(help="The token expires after this many days.")] = None,
    json: JsonFlag = False,
) -> None:
    """Make a device's token. It is printed once, alone on its line, and cannot be shown again."""
    from tablelaw.server.devices import NewDevice

    by = os.environ.get("TABLELAW_BY", "") or COMMAND_LINE
    wanted = NewDevice(name, cast("DeviceKind", kind), tuple(table), days)
    token = _devices(db).make(wanted, by)
    if json:
        show_json({"name": name, "token": token})
    else:
        say_command(token)


@devices.command("list")
def list_devices(db: Database, json: JsonFlag = False) -> None:
    """List the devices that have a token: what each is for, when it was last used, and when it expires."""
    import msgspec

    listed = _devices(db).listed()
    if json:
        show_json([msgspec.to_builtins(one) for one in listed])
        return
    table = make_table("Devices", "name", "kind", "tables", "made by", "last used", "expires", whole=("name",))
    for one in listed:
        add_row(table, one.name, one.kind, ", ".join(one.tables), one.made_by, _moment(one.seen_at), _expiry(one))
    console.print(table)


@devices.command("withdraw")
def withdraw_device(name: Annotated[str, typer.Argument(help="The device's name.")], db: Database) -> None:
    """Withdraw a device's token: every server of the floor refuses it from now on."""
    _devices(db).withdraw(name)
    say(f"The token of {name} is withdrawn.")


def _devices(db: str) -> Devices:
    from tablelaw.server.devices import Devices

    open_store(db).close()
    return Devices(sql_engine(db))


def _expiry(one: ListedDevice) -> str:
    return "expired" if one.is_expired else _moment(one.expires_at)


def _moment(at: int | None) -> str:
    return "never" if at is None else datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
